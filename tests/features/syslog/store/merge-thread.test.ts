import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MergeThread } from "../../../../src/features/syslog/store/merge-thread";
import { COLLECTOR, createStoreFolders } from "../../../support/event-store";
import { writeRowGroups } from "./row-groups";

const NEVER = new AbortController().signal;
const NOON = Date.UTC(2026, 5, 1, 12) * 1000;

setDefaultTimeout(30_000);

let thread: MergeThread;
beforeEach(() => {
  thread = new MergeThread();
});
afterEach(() => thread.close());

/** An order to merge two files of one event each. */
async function givenOrder() {
  const { events } = await createStoreFolders();
  const inputs = [join(events, "a.parquet"), join(events, "b.parquet")];
  for (const [index, path] of inputs.entries())
    await writeRowGroups(path, [[{ rawLog: `line ${index}` }]], NOON + index * 2);
  const range = { collector: COLLECTOR, start: 0, end: 2 };
  return { inputs, output: join(events, "out.parquet"), range, rows: 2, use: "merged" } as const;
}

/** How nice the threads of this process are, by name. */
function niceOfThreads(): Map<string, number> {
  const stats = readdirSync("/proc/self/task").map((task) =>
    readFileSync(`/proc/self/task/${task}/stat`, "utf8"),
  );
  return new Map(
    stats.map((stat) => {
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")), Number(fields[16])];
    }),
  );
}

test("merging leaves the processor to all other threads", async () => {
  const before = niceOfThreads();
  expect((await thread.merge(await givenOrder(), NEVER)).outcome).toBe("merged");
  const after = niceOfThreads();
  expect(after.get("merging")).toBe(10);
  for (const [name, nice] of before) expect([name, after.get(name) ?? nice]).toEqual([name, nice]);
});

test("a merge whose signal fires ends with its reason, and the next one is done", async () => {
  const order = await givenOrder();
  const stop = new AbortController();
  const merging = thread.merge(order, stop.signal);
  stop.abort(new Error("no time"));
  expect(merging).rejects.toThrow("no time");
  await merging.catch(() => undefined);
  expect((await thread.merge(order, NEVER)).outcome).toBe("merged");
});

test("after it was closed the next merge starts it again", async () => {
  const order = await givenOrder();
  await thread.merge(order, NEVER);
  await thread.close();
  expect((await thread.merge(order, NEVER)).outcome).toBe("merged");
});

test("a file that is gone is told, and others are merged after it", async () => {
  const order = await givenOrder();
  const first = String(order.inputs[0]);
  const answer = await thread.merge({ ...order, inputs: [first, `${first}.gone`] }, NEVER);
  expect(answer).toMatchObject({ outcome: "failed", error: { message: expect.stringContaining("ENOENT") } });
  expect((await thread.merge(order, NEVER)).outcome).toBe("merged");
});
