import { expect, test } from "bun:test";
import { join } from "node:path";
import { patient } from "../support/patience";

/** Prints MiB of files that are in memory, before and after, and what is worked out then. */
const PROGRAM = `
  import { readFileSync } from "node:fs";
  import { releaseUnusedCode } from ${JSON.stringify(join(import.meta.dir, "../../src/platform/unused-code.ts"))};
  const ofFiles = () => {
    const text = readFileSync("/proc/self/smaps_rollup", "utf8");
    const kib = (name) => Number(new RegExp("^" + name + ": +(\\\\d+)", "m").exec(text)[1]);
    return (kib("Rss") - kib("Anonymous")) / 1024;
  };
  const work = () => [3, 1, 2].sort().map((one) => new Date(one).toISOString()).join();
  work();
  const before = ofFiles();
  releaseUnusedCode(process.argv[1]);
  const after = ofFiles();
  process.stdout.write([before, after, work()].join(" "));
`;

async function run(word: string): Promise<{ before: number; after: number; worked: string }> {
  const child = Bun.spawn([process.execPath, "-e", PROGRAM, word], { stdout: "pipe", stderr: "inherit" });
  const [before, after, worked = ""] = (await new Response(child.stdout).text()).split(" ");
  expect(await child.exited).toBe(0);
  return { before: Number(before), after: Number(after), worked };
}

test(
  "code that has run leaves memory, and runs again as before",
  async () => {
    const { before, after, worked } = await run("/");
    expect(after).toBeLessThan(before - 5);
    expect(worked).toBe("1970-01-01T00:00:00.001Z,1970-01-01T00:00:00.002Z,1970-01-01T00:00:00.003Z");
  },
  patient(10_000),
);

test(
  "code of other libraries stays",
  async () => {
    const { before, after } = await run("libduckdb");
    expect(after).toBeGreaterThan(before - 1);
  },
  patient(10_000),
);
