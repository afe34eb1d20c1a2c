import { parseAddress } from "#platform/ip";
import { refusalOfCheck } from "#platform/active-targets";
import { openSnmpAccess } from "#features/snmp-profiles";
import { pickReachable } from "#platform/named-host";
import type { SnmpAccess } from "#platform/snmp/access";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { CHECK_TYPES, hasCertificate, isHttp } from "../checks/kinds";
import { toProbeTarget } from "../checks/probe-target";
import type { ProbeHttp } from "../http/probe";
import { probeOf, type ProbedType } from "../probes/registry";
import type { CheckOutcome } from "./decide";
import { probeWebService } from "./http-probe";
import type { FindHost } from "./host-names";
import { isName } from "./named-devices";
import type { AskedCheck } from "./store";

/** Of a check that has none of its own. */
const TIMEOUT_MS = 2000;

/** Of a check by SNMP, all its tries. */
const MAX_MS = 30_000;

type OnDevice = { check: AskedCheck; address: string };

type Means = { probeHttp: ProbeHttp; encryption: Encryption; find: FindHost };

/** Asks what a check asks, of one device; its `address` is its host name where it has none. */
export async function probeCheck(
  { probeHttp, encryption, find }: Means,
  { check, address }: OnDevice,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const kind = CHECK_TYPES.find((name) => name === check.checkType);
  if (kind === undefined) return notAsked("No check of this kind is known here");
  if (isName(address)) {
    const found = await find(address, signal);
    if (!Array.isArray(found)) return found;
    // It looks the name up by itself, by the same rule, and has it in the request and for the certificate.
    if (isHttp(kind)) return probeWebService(probeHttp, { scheme: kind, check, address }, signal);
    const asked = { ...check, options: withServerName(kind, check.options, address) };
    const reached = await pickReachable(found);
    const outcome = await probeService(kind, { check: asked, address: reached, encryption }, signal);
    return { ...outcome, details: { ...outcome.details, address: reached } };
  }
  const refused = refusedOutcome(address);
  if (refused !== undefined) return refused;
  if (isHttp(kind)) return probeWebService(probeHttp, { scheme: kind, check, address }, signal);
  return probeService(kind, { check, address, encryption }, signal);
}

/** What certificates are held against, where the check does not say it. */
function withServerName(kind: ProbedType, options: AskedCheck["options"], name: string) {
  return hasCertificate(kind) ? { server_name: name, ...options } : options;
}

/** Asks a service that is no HTTP. */
async function probeService(
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
function openProfile({ snmpProfile }: AskedCheck, encryption: Encryption): SnmpAccess | string {
  if (snmpProfile === null) return "The device has no SNMP profile to be asked by";
  try {
    return openSnmpAccess(encryption, snmpProfile);
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.message;
    throw error;
  }
}

function patienceOf({ timeoutMs, retries }: SnmpAccess): number {
  return Math.min(MAX_MS, timeoutMs * (retries + 1));
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
