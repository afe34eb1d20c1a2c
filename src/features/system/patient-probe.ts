import { ifInTime } from "#platform/pause";
import type { ReadinessProbe } from "./service";

type Answer = Awaited<ReturnType<ReadinessProbe["check"]>>;

/** Whoever asks for readiness waits so long at most. */
const PATIENCE_MS = 1500;
/** So long a look may take before nothing is known any more. */
const LATE_MS = 30_000;

/**
 * A probe that says what it found last while it is being asked. A database that is slow is so for all processes: were
 * each unready for it, a proxy would have none left to ask. One look is under way at a time, however many want to know.
 * `patienceMs`, `lateMs`: for tests.
 */
export function patientProbe(
  { name, check }: ReadinessProbe,
  { patienceMs = PATIENCE_MS, lateMs = LATE_MS } = {},
): ReadinessProbe {
  let last: Answer | undefined;
  let look: { begunAtMs: number; answer: Promise<Answer> } | undefined;
  const find = async () => {
    try {
      last = await check();
    } catch {
      last = { ok: false, message: "the check failed" };
    }
    look = undefined;
    return last;
  };
  return {
    name,
    async check() {
      look ??= { begunAtMs: performance.now(), answer: find() };
      const { begunAtMs, answer } = look;
      const found = await ifInTime(patienceMs, answer);
      if (found !== undefined) return found;
      const waitedMs = performance.now() - begunAtMs;
      const silence = `no answer for ${Math.round(waitedMs / 1000)} s`;
      if (last === undefined || waitedMs >= lateMs) return { ok: false, message: silence };
      return { ok: last.ok, message: `${silence}; before: ${last.message}` };
    },
  };
}
