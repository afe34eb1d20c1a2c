import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { badRequest, notFound } from "#platform/errors";
import { readArpTable, type ArpEntry } from "#platform/snmp/arp-table";
import { readAgentIdentity, type AgentIdentity } from "#platform/snmp/identity";
import { patienceOf, readText } from "#platform/snmp/read";
import { SnmpSession, type Agent } from "#platform/snmp/session";
import { SYS_DESCR, SYS_NAME } from "#platform/snmp/system";
import { asSnmpRefusal, describeBrokenOff } from "#platform/snmp/words";
import { findDeviceAgent } from "../devices/agent";
import type { ToolRules } from "../tool-rules";

/** Keeps who has which address by the ARP table of a device. */
export type KeepArp = (read: { deviceId: number; entries: readonly ArpEntry[] }) => Promise<void>;

export type AskContext = {
  db: Db;
  encryption: Encryption;
  tools: ToolRules;
  actor: Actor;
  keepArp: KeepArp;
};

/** What the agent of a device says of it and of its neighbours. */
export type Told = {
  sourceDeviceId: number;
  profileId: number;
  /** Of the agent. */
  address: string;
  sysDescr: string | null;
  sysName: string | null;
  identity: AgentIdentity;
  arp: readonly ArpEntry[];
  notes: string[];
};

/** Of each table: twice what the devices of a large subnet fill. */
const MAX_ROWS = 4096;
const LONGEST_MS = 30_000;

/**
 * Asks the agent of a device by its profile: system, engine, chassis and ARP tables (IPv4 and IPv6), at most 4,096 rows
 * of each and 30 s in all.
 * @throws ApiError 400 where the device has no profile, may not be asked or says what is of no use, 404, 504; the
 * signal's reason.
 */
export async function askDevice(ctx: AskContext, deviceId: number, signal: AbortSignal): Promise<Told> {
  const found = await findDeviceAgent({ ...ctx, rule: await ctx.tools.targetRule() }, { deviceId, signal });
  if ("missing" in found) {
    if (found.missing === "profile assigned") throw badRequest("Device has no SNMP profile assigned");
    throw notFound(found.missing === "device" ? "Device not found" : "SNMP profile not found");
  }
  if ("refusal" in found) throw badRequest(found.refusal);
  const { agent, profileId } = found;
  const detail = `${agent.address} port=${agent.port}`;
  await recordAudit(ctx, { action: "topology.device_snmp_read", target: `device:${deviceId}`, detail });
  const told = await askAgent(agent, signal);
  await ctx.keepArp({ deviceId, entries: told.arp });
  return { sourceDeviceId: deviceId, profileId, address: agent.address, ...told };
}

async function askAgent(
  agent: Agent,
  signal: AbortSignal,
): Promise<Pick<Told, "sysDescr" | "sysName" | "identity" | "arp" | "notes">> {
  const limits = { timeoutMs: patienceOf(agent.access, LONGEST_MS), signal };
  const endsAt = performance.now() + LONGEST_MS;
  let session: SnmpSession | undefined;
  try {
    session = await SnmpSession.open(agent);
    // The first alone: it says whether anybody is there.
    const sysDescr = await readText(session, SYS_DESCR, limits);
    const sysName = await readText(session, SYS_NAME, limits);
    const identity = await readAgentIdentity(session, { ...limits, endsAt });
    const { entries, brokenOff } = await readArpTable(session, { ...limits, endsAt, mostRows: MAX_ROWS });
    return {
      sysDescr,
      sysName,
      identity,
      arp: entries,
      notes: brokenOff === null ? [] : [`ARP table: ${describeBrokenOff(brokenOff, MAX_ROWS)}`],
    };
  } catch (error) {
    signal.throwIfAborted();
    throw asSnmpRefusal(error, agent.address);
  } finally {
    session?.close();
  }
}
