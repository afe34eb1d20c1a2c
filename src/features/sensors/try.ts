import { recordAudit, type Actor } from "#features/audit";
import { findDeviceAgent } from "#features/topology";
import type { ActiveTargetRule } from "#platform/active-targets";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { badRequest, notFound } from "#platform/errors";
import { patienceOf, readScalar } from "#platform/snmp/read";
import { SnmpSession, type Agent } from "#platform/snmp/session";
import { describeValue, type SnmpValue } from "#platform/snmp/value";
import { asSnmpRefusal } from "#platform/snmp/words";
import type { SensorTry, SensorTryResult } from "./models";
import { sensorValue } from "./read/reading";

export type TryContext = {
  db: Db;
  encryption: Encryption;
  targetRule: () => Promise<ActiveTargetRule>;
  actor: Actor;
};

const LONGEST_MS = 20_000;

/**
 * Reads a variable of a device's agent once and now, and keeps nothing of it.
 * @throws ApiError 400 where the device has no profile, may not be asked or has no such value, 404, 504; the signal's
 * reason.
 */
export async function trySensor(
  ctx: TryContext,
  { deviceId, input, signal }: { deviceId: number; input: SensorTry; signal: AbortSignal },
): Promise<SensorTryResult> {
  const found = await findDeviceAgent({ ...ctx, rule: await ctx.targetRule() }, { deviceId, signal });
  if ("missing" in found) {
    if (found.missing === "profile assigned") throw badRequest("Device has no SNMP profile assigned");
    throw notFound(found.missing === "device" ? "Device not found" : "SNMP profile not found");
  }
  if ("refusal" in found) throw badRequest(found.refusal);
  await recordAudit(ctx, {
    action: "monitoring.sensor_tried",
    target: `device:${deviceId}`,
    detail: `oid=${input.oid}`,
  });
  const value = await readOnce(found.agent, input.oid, signal);
  if (value === null) throw badRequest("The agent has no such value");
  const { factor, divisor } = input;
  return {
    type: value.type,
    text: describeValue(value),
    value: value.number === null ? null : sensorValue((Number(value.number) * factor) / divisor),
  };
}

async function readOnce(agent: Agent, oid: string, signal: AbortSignal): Promise<SnmpValue | null> {
  let session: SnmpSession | undefined;
  try {
    session = await SnmpSession.open(agent);
    return await readScalar(session, oid, { timeoutMs: patienceOf(agent.access, LONGEST_MS), signal });
  } catch (error) {
    signal.throwIfAborted();
    throw asSnmpRefusal(error, agent.address);
  } finally {
    session?.close();
  }
}
