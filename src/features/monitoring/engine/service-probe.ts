import { parseAddress } from "#platform/ip";
import { refusalOfCheck } from "#platform/active-targets";
import { openSnmpAccess, type SnmpAccess } from "#features/snmp-profiles";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { toProbeTarget } from "../checks/probe-target";
import { probeOf, type ProbedType } from "../probes/registry";
import type { CheckOutcome } from "./decide";
import type { ServiceCheck } from "./store";

/** Of a check that has none of its own. */
const TIMEOUT_MS = 2000;

/** Of a check by SNMP, all its tries. */
const MOST_MS = 30_000;

type OnDevice = { check: ServiceCheck; address: string };

/** Asks a service that is no HTTP. */
export async function probeService(
  kind: ProbedType,
  { check, address, encryption }: OnDevice & { encryption: Encryption },
  signal: AbortSignal,
): Promise<CheckOutcome> {
  if (kind !== "snmp") {
    const timeoutMs = check.timeoutSeconds === null ? TIMEOUT_MS : check.timeoutSeconds * 1000;
    return askService(kind, toProbeTarget(kind, check, address), { timeoutMs, signal });
  }
  const snmp = openProfile(check, encryption);
  if (typeof snmp === "string") return notAsked(snmp);
  const timeoutMs = check.timeoutSeconds === null ? patienceOf(snmp) : check.timeoutSeconds * 1000;
  return askService(kind, toProbeTarget(kind, { ...check, snmp }, address), { timeoutMs, signal });
}

/** What the device is asked by, or why there is nothing. */
function openProfile({ snmpProfile }: ServiceCheck, encryption: Encryption): SnmpAccess | string {
  if (snmpProfile === null) return "The device has no SNMP profile to be asked by";
  try {
    return openSnmpAccess(encryption, snmpProfile);
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.message;
    throw error;
  }
}

function patienceOf({ timeoutMs, retries }: SnmpAccess): number {
  return Math.min(MOST_MS, timeoutMs * (retries + 1));
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
  return refusal === undefined ? undefined : notAsked(refusal);
}

export function notAsked(error: string): CheckOutcome {
  return { status: "unknown", latencyMs: null, error, statusCode: null, details: {} };
}
