import { OutOfTimeError, ProbeTrouble } from "../probe/trouble";
import { readText } from "./read";
import type { SnmpSession } from "./session";
import type { Walk, WalkOptions } from "./walk";

/** Ports that are asked for at the same time. */
const AT_ONCE = 8;
/** IF-MIB (RFC 2863): ifName, ifDescr, ifAlias. */
export const IF_NAME = "1.3.6.1.2.1.31.1.1.1.1";
export const IF_DESCR = "1.3.6.1.2.1.2.2.1.2";
export const IF_ALIAS = "1.3.6.1.2.1.31.1.1.1.18";

type Limits = { timeoutMs: number; signal: AbortSignal };

export type Ports<Port> = { ports: Map<number, Port>; brokenOff: Walk["brokenOff"] };

/**
 * What an agent says of ports of its own, only those of the given numbers: a large switch has many that nothing hangs
 * on. What cannot be had in time is left out.
 * @throws the signal's reason.
 */
export async function readPorts<Port>(
  { options }: { options: WalkOptions },
  indexes: readonly number[],
  readPort: (index: number, limits: Limits) => Promise<Port>,
): Promise<Ports<Port>> {
  const ports = new Map<number, Port>();
  const left = [...new Set(indexes)];
  let brokenOff: Walk["brokenOff"] = null;
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

/**
 * What people call an interface (`Gi0/14`, else its long name), its long name, and what somebody has written beside it.
 */
export type PortName = { name: string | null; longName: string | null; alias: string | null };

/** The names of interfaces by ifIndex; of one that the agent does not know all are null. @throws as `readPorts`. */
export function readPortNames(
  { session, options }: { session: SnmpSession; options: WalkOptions },
  indexes: readonly number[],
): Promise<Ports<PortName>> {
  return readPorts({ options }, indexes, async (index, limits) => {
    const [short, longName, alias] = await Promise.all([
      readText(session, `${IF_NAME}.${index}`, limits),
      readText(session, `${IF_DESCR}.${index}`, limits),
      readText(session, `${IF_ALIAS}.${index}`, limits),
    ]);
    return { name: short ?? longName, longName, alias };
  });
}
