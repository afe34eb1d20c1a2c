import { join } from "node:path";
import type { ProbeOutcome } from "../../../../src/features/monitoring/probes/outcome";
import type { ProbedType } from "../../../../src/features/monitoring/probes/registry";
import type { Endpoint } from "#platform/probe/endpoint";
import { runInNetwork } from "../../../support/network-namespace";

export type Asked = Endpoint & {
  type: ProbedType;
  timeoutMs?: number;
  /** When the caller's signal fires. */
  leaveAfterMs?: number;
  /** At once; the outcome is the first one's. */
  times?: number;
};

export type Found = {
  outcome: ProbeOutcome | null;
  failure: string | null;
  tookMs: number;
  /** Descriptors more than before. */
  left: number;
};

export const FIXTURES = join(import.meta.dir, "fixtures");

/**
 * Probes one after the other, in a process and a network of its own. `runner`: the words that run Bun, as another user
 * for instance.
 */
export async function probeInNetwork(
  setup: readonly string[],
  asked: readonly Asked[],
  runner: readonly string[] = [process.execPath],
): Promise<Found[]> {
  const command = [...runner, join(FIXTURES, "probe.ts"), JSON.stringify(asked)];
  return JSON.parse(await runInNetwork(setup, { command }));
}
