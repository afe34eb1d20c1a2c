import { readFileSync } from "node:fs";
import { createApiClient, setUpAdmin } from "../support/api-client";
import { startService } from "../support/service-process";
import { KINDS, isKind, type Kind } from "./import-files";

const ROWS = 100_000;
const MAX_GROWTH_MIB = 250;
const MAX_STALL_MS = 100;
const PROBE_PAUSE_MS = 5;

/**
 * Imports of the largest size, one after the other, each into a service of its own: how long one takes, what it adds to
 * the resident memory of the process with its workers, and the slowest answer of `/api/health` meanwhile.
 */
export async function benchImports(): Promise<boolean> {
  let isMet = true;
  for (const kind of KINDS) isMet = (await measure(kind)) && isMet;
  return isMet;
}

async function measure(kind: Kind): Promise<boolean> {
  const service = await startService({ environment: { LOG_LEVEL: "warning" } });
  try {
    const admin = await setUpAdmin(service.url);
    const client = createApiClient(service.url);
    const probe = () => client.get("/api/health");
    // The first import of a process loads the code that reads it.
    await send([service.url, admin.key, kind, "1"]);
    await worstOf(probe, Bun.sleep(2000));
    const before = residentMiB(service.pid, "VmRSS");
    const started = performance.now();
    const worst = await worstOf(probe, send([service.url, admin.key, kind, String(ROWS)]));
    const seconds = (performance.now() - started) / 1000;
    const grown = residentMiB(service.pid, "VmHWM") - before;
    const isMet = grown <= MAX_GROWTH_MIB && worst <= MAX_STALL_MS;
    process.stdout.write(
      `${kind}: ${ROWS} rows in ${seconds.toFixed(1)} s; ${grown.toFixed(0)} MiB above ${before.toFixed(0)} MiB ` +
        `(target <= ${MAX_GROWTH_MIB}); slowest answer of /api/health ${worst.toFixed(0)} ms (target <= ${MAX_STALL_MS})  ` +
        `${isMet ? "ok" : "MISSED"}\n`,
    );
    return isMet;
  } finally {
    await service.remove();
  }
}

/** A process of its own sends, so that its work does not delay the observer's. */
async function send(given: string[]): Promise<void> {
  const child = Bun.spawn(
    [process.execPath, new URL("import-files.ts", import.meta.url).pathname, ...given],
    {
      stdout: "inherit",
      stderr: "inherit",
    },
  );
  if ((await child.exited) !== 0) throw new Error("an import was refused");
}

/** Milliseconds of the slowest probe, one after the other, until `ended`. */
async function worstOf(probe: () => Promise<unknown>, ended: Promise<unknown>): Promise<number> {
  const state = { isOver: false, worst: 0 };
  const over = ended.finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    const asked = performance.now();
    await probe();
    state.worst = Math.max(state.worst, performance.now() - asked);
    await Bun.sleep(PROBE_PAUSE_MS);
  }
  await over;
  return state.worst;
}

/** `VmRSS`: now; `VmHWM`: the most so far. */
function residentMiB(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? Number.NaN) / 1024;
}

if (import.meta.main) {
  const [, , only] = process.argv;
  if (only !== undefined && isKind(only)) process.exit((await measure(only)) ? 0 : 1);
  process.exit((await benchImports()) ? 0 : 1);
}
