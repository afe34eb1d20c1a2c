import { OutOfTimeError, ProbeTrouble } from "#platform/probe/trouble";
import type { Walk } from "#platform/snmp/walk";
import type { Asked, LocalPort } from "./heard";

/** Ports that are asked for at the same time. */
const AT_ONCE = 8;

export type LocalPorts = { ports: Map<number, LocalPort>; brokenOff: Walk["brokenOff"] };

/**
 * What an agent calls ports of its own, only those of the given numbers: a large switch has many that nothing hangs on. What cannot
 * be had in time is left out.
 * @throws the signal's reason.
 */
export async function readLocalPorts(
  { options }: Asked,
  indexes: readonly number[],
  readPort: (index: number, limits: { timeoutMs: number; signal: AbortSignal }) => Promise<LocalPort>,
): Promise<LocalPorts> {
  const ports = new Map<number, LocalPort>();
  const left = [...new Set(indexes)];
  let brokenOff: LocalPorts["brokenOff"] = null;
  while (left.length > 0 && brokenOff === null) {
    const leftMs = options.endsAt - performance.now();
    if (leftMs <= 0) return { ports, brokenOff: "time" };
    const limits = { timeoutMs: Math.min(options.timeoutMs, leftMs), signal: options.signal };
    const batch = left.splice(0, AT_ONCE);
    const results = await Promise.allSettled(
      batch.map(async (index) => void ports.set(index, await readPort(index, limits))),
    );
    for (const result of results) {
      if (result.status === "fulfilled") continue;
      if (!(result.reason instanceof ProbeTrouble)) throw result.reason;
      brokenOff = result.reason instanceof OutOfTimeError ? "time" : "trouble";
    }
  }
  return { ports, brokenOff };
}
