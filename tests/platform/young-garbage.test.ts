import { expect, test } from "bun:test";
import { createYoungWatch } from "#platform/young-garbage";

const MIB = 1024 * 1024;

const LOOKS = 100;

/** Whether a process that has made 10 MiB of garbage has lost it some looks later: the runtime itself waits a second or more. */
async function losesGarbage(): Promise<boolean> {
  const code = `
    import { collectYoungGarbage } from "#platform/young-garbage";
    collectYoungGarbage({ lookMs: 1 });
    const makeMany = () => Array.from({ length: 200_000 }, (_, index) => ({ index, text: String(index) }));
    // The larger the heap, the longer the runtime waits.
    const kept = [makeMany(), makeMany(), makeMany()];
    Bun.gc(true);
    await Bun.sleep(10);
    let lost = 0;
    const registry = new FinalizationRegistry(() => { lost += 1; });
    const makeGarbage = () => {
      for (const one of makeMany().slice(-1000)) registry.register(one, undefined);
    };
    makeGarbage();
    for (let look = 0; look < ${LOOKS} && lost === 0; look++) await Bun.sleep(1);
    process.stdout.write(lost > 0 && kept.length > 0 ? "lost" : "there");`;
  const child = Bun.spawn(["bun", "-e", code], { cwd: `${import.meta.dir}/../..`, stderr: "inherit" });
  return (await new Response(child.stdout).text()) === "lost";
}

test("a heap is due where it has grown by more than so much, and then only when it has so again", () => {
  const young = createYoungWatch(8 * MIB);
  expect([40, 47, 48, 49, 50, 57, 58].map((size) => young.isDue(size * MIB))).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
});

test("the growth of a heap that was swept is told from what is left of it", () => {
  const young = createYoungWatch(8 * MIB);
  expect([40, 50, 42, 50, 51].map((size) => young.isDue(size * MIB))).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

test("what has become garbage since is lost at the next look, and not when it is as much as lives", async () => {
  expect(await losesGarbage()).toBe(true);
});
