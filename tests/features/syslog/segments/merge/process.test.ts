import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { MergeProcess } from "../../../../../src/features/syslog/segments/merge/process";
import { COLLECTOR, createStoreFolders } from "../../../../support/event-store";
import { waitFor } from "../../../../support/wait-for";
import { writeRowGroups } from "../row-groups";
import { patient } from "../../../../support/patience";

const NEVER = new AbortController().signal;
const NOON = Date.UTC(2026, 5, 1, 12) * 1000;

setDefaultTimeout(patient(30_000));

let merger: MergeProcess;
/** Those of stores that other tests have left open. */
let others: readonly number[] = [];
beforeEach(() => {
  others = mergingChildrenOf(process.pid);
  merger = new MergeProcess();
});
afterEach(() => merger.close());

/** An order to merge two files of one event each. */
async function givenOrder() {
  const { events } = await createStoreFolders();
  const inputs = [join(events, "a.parquet"), join(events, "b.parquet")];
  for (const [index, path] of inputs.entries())
    await writeRowGroups(path, [[{ rawLog: `line ${index}` }]], NOON + index * 2);
  const range = { collector: COLLECTOR, start: 0, end: 2 };
  return { inputs, output: join(events, "out.parquet"), range, rows: 2, use: "merged" } as const;
}

/** The second of two merges that follow each other leaves the process to the next. Gives that process. */
async function mergeTwice(by: MergeProcess): Promise<number> {
  for (const _ of [1, 2]) await by.merge(await givenOrder(), NEVER);
  const [child = 0] = childrenThatMerge();
  return child;
}

/** The processes that merge and were started by this one, since the test began, or by another. */
function childrenThatMerge(pid = process.pid): number[] {
  return mergingChildrenOf(pid).filter((child) => !others.includes(child));
}

function mergingChildrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.filter((child) => child !== "" && commandOf(child).includes("merge-segments")).map(Number);
}

function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function socketsOf(pid: number): string[] {
  const links = readdirSync(`/proc/${pid}/fd`).map((descriptor) => linkOf(`/proc/${pid}/fd/${descriptor}`));
  return links.filter((link) => link.startsWith("socket:"));
}

/** Empty where it has just been closed. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

test("a merge that none was before for long ends its process, and one that follows leaves it to the next", async () => {
  await merger.merge(await givenOrder(), NEVER);
  expect(childrenThatMerge()).toEqual([]);
  await merger.merge(await givenOrder(), NEVER);
  const children = childrenThatMerge();
  expect(children).toHaveLength(1);
  await merger.merge(await givenOrder(), NEVER);
  expect(childrenThatMerge()).toEqual(children);
});

test("merging leaves the processor to the service", async () => {
  const child = await mergeTwice(merger);
  expect([getPriority(child), getPriority(process.pid)]).toEqual([10, 0]);
});

test("who merges knows of the environment what sets its allocator, and no secret", async () => {
  const named = new MergeProcess({ MIMALLOC_ALLOW_THP: "0" });
  try {
    const child = await mergeTwice(named);
    const environment = readFileSync(`/proc/${child}/environ`, "utf8").split("\0");
    expect(environment.filter((variable) => variable !== "" && !variable.startsWith("NODE_CHANNEL"))).toEqual(
      ["MIMALLOC_ALLOW_THP=0"],
    );
  } finally {
    await named.close();
  }
});

test("who merges holds no socket of the service, and goes before it where memory is short", async () => {
  const before = socketsOf(process.pid);
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
  const opened = socketsOf(process.pid).filter((link) => !before.includes(link));
  const child = await mergeTwice(merger);
  const held = socketsOf(child);
  expect(opened.length).toBeGreaterThan(0);
  expect(opened.filter((link) => held.includes(link))).toEqual([]);
  expect(Number(readFileSync(`/proc/${child}/oom_score_adj`, "utf8"))).toBe(500);
  socket.close();
});

test("who merges ends with the service, even where that is killed", async () => {
  const order = await givenOrder();
  const parent = Bun.spawn([process.execPath, join(import.meta.dir, "fixtures", "merging-parent.ts")], {
    env: { ...process.env, ORDER: JSON.stringify(order) },
    stdout: "pipe",
  });
  const output = parent.stdout.getReader();
  await output.read();
  const [child = 0] = childrenThatMerge(parent.pid);
  expect(commandOf(child)).toContain("merge-segments");
  parent.kill("SIGKILL");
  await waitFor("who merges to end", () => commandOf(child) === "");
});

test("a merge whose signal fires ends with its reason, and the next one is done as if none was before", async () => {
  const order = await givenOrder();
  const stop = new AbortController();
  const merging = merger.merge(order, stop.signal);
  stop.abort(new Error("no time"));
  expect(merging).rejects.toThrow("no time");
  await merging.catch(() => undefined);
  expect((await merger.merge(order, NEVER)).outcome).toBe("merged");
  expect(childrenThatMerge()).toEqual([]);
});

test("after it was closed the next merge starts it again", async () => {
  const order = await givenOrder();
  await merger.merge(order, NEVER);
  await merger.close();
  expect((await merger.merge(order, NEVER)).outcome).toBe("merged");
});

test("a file that is gone is told, and others are merged after it", async () => {
  const order = await givenOrder();
  const first = String(order.inputs[0]);
  const answer = await merger.merge({ ...order, inputs: [first, `${first}.gone`] }, NEVER);
  expect(answer).toMatchObject({ outcome: "failed", reason: expect.stringContaining("ENOENT") });
  expect((await merger.merge(order, NEVER)).outcome).toBe("merged");
});
