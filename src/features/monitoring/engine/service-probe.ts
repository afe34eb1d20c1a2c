import { parseAddress } from "#platform/ip";
import { refusalOfCheck } from "#platform/active-targets";
import { toProbeTarget } from "../checks/probe-target";
import { probeOf, type ProbedType } from "../probes/registry";
import type { CheckOutcome } from "./decide";
import type { ServiceCheck } from "./store";

/** Of a check that has none of its own. */
const TIMEOUT_MS = 2000;

/** Asks a service that is no HTTP. */
export async function probeService(
  kind: ProbedType,
  { check, address }: { check: ServiceCheck; address: string },
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const timeoutMs = check.timeoutSeconds === null ? TIMEOUT_MS : check.timeoutSeconds * 1000;
  return askService(kind, toProbeTarget(kind, check, address), { timeoutMs, signal });
}

function askService<Kind extends ProbedType>(
  kind: Kind,
  ...[target, limits]: Parameters<ReturnType<typeof probeOf<Kind>>["probe"]>
): Promise<CheckOutcome> {
  return probeOf(kind).probe(target, limits);
}

/** What is found out about an address that nothing may be sent to; undefined: it may be asked. */
export function refusedOutcome(address: string): CheckOutcome | undefined {
  const parsed = parseAddress(address);
  const refusal = parsed === undefined ? "No IP address" : refusalOfCheck(parsed);
  if (refusal === undefined) return undefined;
  return { status: "unknown", latencyMs: null, error: refusal, statusCode: null, details: {} };
}
