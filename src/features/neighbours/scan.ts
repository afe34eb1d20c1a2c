import { recordAudit, type Actor } from "#features/audit";
import { findDeviceAgent, type DeviceAgent } from "#features/topology";
import type { ActiveTargetRule } from "#platform/active-targets";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { invalid, notFound } from "#platform/errors";
import type { Outside } from "#platform/http/dry-run";
import type { Agent } from "#platform/snmp/session";
import type { LldpScanResult } from "./models";
import { scanAgent, type Scan } from "./read/agent";
import { recordScan } from "./record";
import { readNeighboursOf } from "./rows";

export type ScanContext = {
  db: Db;
  encryption: Encryption;
  targetRule: () => Promise<ActiveTargetRule>;
};

const NOT_FOUND = "Device not found.";
const REFUSALS = {
  "profile assigned": "Device has no SNMP credential profile assigned.",
  profile: "SNMP credential profile not found.",
};

/**
 * Asks a device for its neighbours for a person, and keeps what it says. What goes wrong at the device is `error` of
 * the answer. Throws 404, 422 where the device has no SNMP profile; the signal's reason.
 */
export async function scanDevice(
  ctx: ScanContext & { actor: Actor; outside: Outside },
  deviceId: number,
  signal: AbortSignal,
): Promise<LldpScanResult> {
  const found = await findDeviceAgent({ ...ctx, rule: await ctx.targetRule() }, { deviceId, signal });
  if ("missing" in found) {
    const { missing } = found;
    if (missing === "device") throw notFound(NOT_FOUND);
    throw invalid([{ loc: ["path", "device_id"], msg: REFUSALS[missing], type: "value_error" }]);
  }
  if ("agent" in found) {
    const { address, port } = found.agent;
    await recordAudit(ctx, {
      action: "lldp.scanned",
      target: `device:${deviceId}`,
      detail: `${address} port=${port}`,
    });
  }
  const scan = "agent" in found ? await askAgent(ctx, found.agent, signal) : { error: found.refusal };
  const ids = await recordScan(ctx, { deviceId, scan });
  if (ids === undefined) throw notFound(NOT_FOUND);
  return {
    source_device_id: deviceId,
    neighbours: await readNeighboursOf(ctx.db, ids),
    error: "error" in scan ? scan.error : null,
    notes: "error" in scan ? [] : scan.notes,
  };
}

function askAgent({ outside }: { outside: Outside }, agent: Agent, signal: AbortSignal): Promise<Scan> {
  return outside(`ask ${agent.address} by SNMP for its neighbours`, () => scanAgent(agent, signal));
}

/** The same by itself. A device that cannot be asked any more is noted as such. @throws the signal's reason. */
export async function scanDueDevice(ctx: ScanContext, deviceId: number, signal: AbortSignal): Promise<void> {
  const found = await findDeviceAgent({ ...ctx, rule: await ctx.targetRule() }, { deviceId, signal });
  if ("missing" in found && found.missing === "device") return;
  const scan = await scanOf(found, signal);
  await recordScan(ctx, { deviceId, scan });
}

async function scanOf(found: DeviceAgent, signal: AbortSignal): Promise<Scan> {
  if ("agent" in found) return scanAgent(found.agent, signal);
  if ("refusal" in found) return { error: found.refusal };
  return { error: REFUSALS["profile assigned"] };
}
