import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/**
 * What the main thread of a page had to do while `run` ran: all of it, and its longest task. Processor time, so that
 * what else the machine does is not counted. Only one page can be traced at a time.
 */
export async function mainThreadOf(
  page: Page,
  run: () => Promise<void>,
): Promise<{ totalMs: number; longestMs: number }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("our bug: a page without a browser");
  const path = join(tmpdir(), `netatlas-trace-${process.pid}.json`);
  await browser.startTracing(page, { path, categories: ["toplevel"] });
  await run();
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(readFileSync(path, "utf8")) as { traceEvents: TraceEvent[] };
  rmSync(path);
  const mains = new Set(
    traceEvents.flatMap(({ name, pid, tid, args }) =>
      name === "thread_name" && args?.name === "CrRendererMain" ? `${pid} ${tid}` : [],
    ),
  );
  const tasks = traceEvents.flatMap(({ name, pid, tid, tdur = 0 }) =>
    name.endsWith("RunTask") && mains.has(`${pid} ${tid}`) ? tdur / 1000 : [],
  );
  return {
    totalMs: tasks.reduce((sum, task) => sum + task, 0),
    longestMs: tasks.reduce((longest, task) => Math.max(longest, task), 0),
  };
}
