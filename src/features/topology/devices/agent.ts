import { eq } from "drizzle-orm";
import { openSnmpAccess } from "#features/snmp-profiles";
import {
  RefusedTargetError,
  refusalOfCheck,
  refusalOfTarget,
  type ActiveTargetRule,
} from "#platform/active-targets";
import type { Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { codeOf } from "#platform/error-code";
import { parseAddress } from "#platform/ip";
import { createNameFinder, firstOfEachFamily, pickReachable, type FindAddresses } from "#platform/named-host";
import type { Agent } from "#platform/snmp/session";
import { snmpProfiles } from "#tables/snmp-profiles";
import { devices } from "../tables";
import { watchedAt } from "./watched-at";

export type DeviceAgent =
  | { agent: Agent; profileId: number }
  | { missing: "device" | "profile assigned" | "profile" }
  /** Why it may not or cannot be asked, for people. */
  | { refusal: string };

type AgentContext = {
  db: Db;
  encryption: Encryption;
  rule: ActiveTargetRule;
  /** Absent: by the system's name servers. */
  find?: FindAddresses;
};

/** One for all who ask agents: turns of a device by several features have one look-up. */
const findByName = createNameFinder({ refusal: refusalOfCheck });

/**
 * How the agent of a device is asked: at its address, or where its host name leads now, by its profile, where the rule
 * lets it be. @throws the signal's reason.
 */
export async function findDeviceAgent(
  { db, encryption, rule, find = findByName }: AgentContext,
  { deviceId, signal }: { deviceId: number; signal: AbortSignal },
): Promise<DeviceAgent> {
  const [row] = await db
    .select({ place: watchedAt, profileId: devices.snmpProfileId, profile: snmpProfiles })
    .from(devices)
    .leftJoin(snmpProfiles, eq(snmpProfiles.id, devices.snmpProfileId))
    .where(eq(devices.id, deviceId));
  if (row === undefined) return { missing: "device" };
  if (row.profileId === null) return { missing: "profile assigned" };
  if (row.profile === null) return { missing: "profile" };
  if (row.place === null) return { refusal: "Device has no IP address or host name" };
  const found = await locate(row.place, { rule, find, signal });
  if ("refusal" in found) return found;
  try {
    const access = openSnmpAccess(encryption, row.profile);
    return { agent: { address: found.address, port: access.port, access }, profileId: row.profileId };
  } catch (error) {
    if (error instanceof UnreadableSecret) return { refusal: error.message };
    throw error;
  }
}

type Means = { rule: ActiveTargetRule; find: FindAddresses; signal: AbortSignal };

/** Where an address or a name leads. A name is refused when one of its addresses is. */
async function locate(
  place: string,
  { rule, find, signal }: Means,
): Promise<{ address: string } | { refusal: string }> {
  const address = parseAddress(place);
  try {
    const addresses = address === undefined ? await find(place, signal) : ([address] as const);
    const refusals = addresses.flatMap((one) => refusalOfTarget(one, rule) ?? []);
    if (refusals[0] !== undefined) return { refusal: refusals[0] };
    return { address: await pickReachable(firstOfEachFamily(addresses)) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RefusedTargetError) return { refusal: `${place}: ${error.message}` };
    // Of the resolver: without a code it would be a fault of ours.
    if (error instanceof Error && codeOf(error) !== undefined) return { refusal: error.message };
    throw error;
  }
}
