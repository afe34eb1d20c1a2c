import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { ADMIN, createApiClient, setUpAdmin } from "../support/api-client";
import { startService } from "../support/service-process";

const LOGINS = 200;
const ROUNDS = 3;
/** Other requests a second, on a timetable: latency counts from when each was due. */
const RATE = 100;
const TARGET_P99_MS = 100;
/** Memory of one argon2id hash, and what else 200 waiting requests may take. */
const HASH_MIB = 19;
const SLACK_MIB = 64;

/**
 * Fault 33: 200 logins at the same time. Hashing is bounded to all cores but one, so that other requests go on, and the
 * process grows by no more than that many hashes and the requests that wait.
 */
export async function benchParallelLogins(): Promise<boolean> {
  const service = await startService({
    environment: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000000", LOG_LEVEL: "warning" },
  });
  try {
    const admin = await setUpAdmin(service.url);
    const other = createApiClient(service.url, { "X-API-Key": admin.key });
    await signIn(service.url, 10);
    await observe(() => other.get("/api/v1/topology/devices"), Bun.sleep(1000));
    const before = residentMiB(service.pid, "VmRSS");
    const started = performance.now();
    const crowd = Bun.spawn(["bun", import.meta.path, service.url], { stdout: "inherit", stderr: "inherit" });
    const latencies = await observe(() => other.get("/api/v1/topology/devices"), crowd.exited);
    const seconds = (performance.now() - started) / 1000;
    const grown = residentMiB(service.pid, "VmHWM") - before;
    const p99 = percentile(latencies, 0.99);
    const limit = HASH_MIB * Math.max(1, availableParallelism() - 1) + SLACK_MIB;
    print(`${LOGINS} parallel logins, ${ROUNDS} times: ${((LOGINS * ROUNDS) / seconds).toFixed(0)} logins/s`);
    print(
      `  other requests at ${RATE}/s: ${latencies.length}, median ${percentile(latencies, 0.5).toFixed(1)} ms, ` +
        `p99 ${p99.toFixed(1)} ms (target <= ${TARGET_P99_MS})  ${p99 <= TARGET_P99_MS ? "ok" : "MISSED"}`,
    );
    print(
      `  resident memory at most ${grown.toFixed(0)} MiB above ${before.toFixed(0)} MiB (target <= ${limit})  ` +
        (grown <= limit ? "ok" : "MISSED"),
    );
    return p99 <= TARGET_P99_MS && grown <= limit;
  } finally {
    await service.remove();
  }
}

/** So many people sign in at the same moment. */
async function signIn(url: string, people: number): Promise<void> {
  const anonymous = createApiClient(url);
  await Promise.all(
    Array.from({ length: people }, () => anonymous.send("POST", "/api/v1/auth/login", ADMIN)),
  );
}

/** Milliseconds from when each request was due to its answer, until `ended`. */
async function observe(ask: () => Promise<unknown>, ended: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  const asked: Promise<void>[] = [];
  const state = { isOver: false };
  const over = ended.finally(() => {
    state.isOver = true;
  });
  const started = performance.now();
  for (let issued = 0; !state.isOver; issued++) {
    const dueAt = started + (issued / RATE) * 1000;
    await Bun.sleep(Math.max(0, dueAt - performance.now()));
    asked.push(ask().then(() => void latencies.push(performance.now() - dueAt)));
  }
  await Promise.all([over, ...asked]);
  return latencies;
}

/** `VmRSS`: now; `VmHWM`: the most so far. */
function residentMiB(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? Number.NaN) / 1024;
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) {
  const [, , crowdUrl] = process.argv;
  // The crowd is a process of its own, so that its work does not delay the observer's.
  if (crowdUrl !== undefined) {
    for (let round = 0; round < ROUNDS; round++) await signIn(crowdUrl, LOGINS);
    process.exit(0);
  }
  process.exit((await benchParallelLogins()) ? 0 : 1);
}
