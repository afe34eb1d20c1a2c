import type { Varbind } from "net-snmp";
import type { ProbeLimits } from "../probe/endpoint";
import type { SnmpAccess } from "./access";
import { NoSuchNameError, type SnmpSession } from "./session";
import { describeValue, missingOf, readValue, type SnmpValue } from "./value";

/** What the library's own time-outs take beyond the tries. */
const SPARE_MS = 50;

/** How long one answer is waited for, with all tries (ms). */
export function patienceOf({ timeoutMs, retries }: SnmpAccess, mostMs: number): number {
  return Math.min(mostMs, timeoutMs * (retries + 1) + SPARE_MS);
}

/**
 * The value of a variable; null: the agent has none, or one that is malformed.
 * @throws ProbeTrouble where the agent does not answer, the signal's reason.
 */
export async function readScalar(
  session: SnmpSession,
  oid: string,
  limits: ProbeLimits,
): Promise<SnmpValue | null> {
  const variable = await readVariable(session, oid, limits);
  return variable === null ? null : valueOf(variable);
}

/** The octets of a string as they are; empty: the agent has none. @throws as `readScalar`. */
export async function readOctets(session: SnmpSession, oid: string, limits: ProbeLimits): Promise<Buffer> {
  const variable = await readVariable(session, oid, limits);
  return Buffer.isBuffer(variable?.value) ? variable.value : Buffer.alloc(0);
}

/** The same as one line for people; null also where it is blank. @throws as `readScalar`. */
export async function readText(
  session: SnmpSession,
  oid: string,
  limits: ProbeLimits,
): Promise<string | null> {
  const value = await readScalar(session, oid, limits);
  return value === null ? null : describeValue(value) || null;
}

/** Null: the agent has none. */
async function readVariable(session: SnmpSession, oid: string, limits: ProbeLimits): Promise<Varbind | null> {
  try {
    const { value } = await session.get(oid, limits);
    return missingOf(value) === undefined ? value : null;
  } catch (error) {
    if (error instanceof NoSuchNameError) return null;
    throw error;
  }
}

/** The value of a variable of an answer; null: it is malformed. */
export function valueOf(variable: Varbind): SnmpValue | null {
  try {
    return readValue(variable);
  } catch {
    return null;
  }
}
