import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { treeMemory } from "./process-memory";
import { startService } from "../support/service-process";
import { isSource, SOURCES, type Source } from "./moving-in-files";

const ROWS = 50_000;
const MAX_GROWTH_MIB = 250;

/**
 * Imports of 50,000 rows of other products, each into a service of its own: how long one takes, tried and written, and
 * what it adds to the resident memory of the process with its workers. Fails where a row is neither taken nor listed.
 */
export async function benchMovingIn(): Promise<boolean> {
  let isMet = true;
  for (const source of SOURCES) isMet = (await measure(source)) && isMet;
  return isMet;
}

async function measure(source: Source): Promise<boolean> {
  const service = await startService({ environment: { LOG_LEVEL: "warning" } });
  try {
    const { key } = await setUpAdmin(service.url);
    const client = createApiClient(service.url, { "X-API-Key": key });
    // The first import of a process loads the code that reads it.
    await send([service.url, key, source, "100", "&dry_run=true"]);
    await client.get("/api/health");
    const before = residentMiB(service.pid, "VmRSS");
    const allBefore = treeMemory(service.pid);
    const steps: Step[] = [];
    const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      const { result, ...taken } = await watched(service.pid, work);
      const grown = taken.most - before;
      const all = taken.mostOfAll - allBefore;
      steps.push({ name, ...taken, grown, all });
      process.stdout.write(`${source}, ${name}: ${taken.seconds.toFixed(1)} s, ${sizesOf({ grown, all })}\n`);
      return result;
    };
    await step("tried", () => send([service.url, key, source, String(ROWS), "&dry_run=true"]));
    const id = await step("written", () => send([service.url, key, source, String(ROWS)]));
    await step("again", () => send([service.url, key, source, String(ROWS)]));
    await step("undone", () => takeBack(client, id));
    const isMet = steps.every(({ grown }) => grown <= MAX_GROWTH_MIB);
    const told = steps.map(
      ({ name, seconds, ...sizes }) => `${name} in ${seconds.toFixed(1)} s, ${sizesOf(sizes)}`,
    );
    process.stdout.write(
      `${source}: ${ROWS} rows ${told.join("; ")} above ${before.toFixed(0)} MiB ` +
        `(target <= ${MAX_GROWTH_MIB})  ${isMet ? "ok" : "MISSED"}\n`,
    );
    return isMet;
  } finally {
    await service.remove();
  }
}

/** MiB above idle: of the process, and of all processes, PostgreSQL's among them. */
type Sizes = { grown: number; all: number };
type Step = Sizes & { name: string; seconds: number };

const sizesOf = ({ grown, all }: Sizes) => `${grown.toFixed(0)} MiB (all processes ${all.toFixed(0)})`;

const LOOK_MS = 500;

/**
 * What it gives, how long it took, and in MiB the most resident memory of the process meanwhile, and the most of all
 * processes that was seen: PSS, in which shared buffers count once.
 */
async function watched<Result>(pid: number, work: () => Promise<Result>) {
  const started = performance.now();
  // VmHWM begins anew (proc_pid_clear_refs(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  let mostOfAll = 0;
  const watch = setInterval(() => (mostOfAll = Math.max(mostOfAll, treeMemory(pid))), LOOK_MS);
  try {
    const result = await work();
    const seconds = (performance.now() - started) / 1000;
    return { result, seconds, most: residentMiB(pid, "VmHWM"), mostOfAll };
  } finally {
    clearInterval(watch);
  }
}

async function takeBack(client: ApiClient, id: string): Promise<void> {
  const answer = await client.fetch(`/api/v1/imports/${id}/undo`, { method: "POST", timeout: false });
  if (answer.status !== 200) throw new Error(`undo: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
}

const Sent = z.object({ id: z.string() });

/** A process of its own sends, so that its memory is not the service's; gives the import's id. */
async function send(given: string[]): Promise<string> {
  const sender = new URL("moving-in-files.ts", import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, sender, ...given], { stdout: "pipe", stderr: "inherit" });
  const told = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("an import was refused");
  process.stdout.write(told);
  return Sent.parse(JSON.parse(told)).id;
}

/** `VmRSS`: now; `VmHWM`: the most so far. */
function residentMiB(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? Number.NaN) / 1024;
}

if (import.meta.main) {
  const [, , only] = process.argv;
  if (only !== undefined && isSource(only)) process.exit((await measure(only)) ? 0 : 1);
  process.exit((await benchMovingIn()) ? 0 : 1);
}
