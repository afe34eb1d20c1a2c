import { eq } from "drizzle-orm";
import { openSnmpAccess } from "#features/snmp-profiles";
import { type ActiveTargetRule, refusalOfTarget } from "#platform/active-targets";
import type { Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { parseAddress } from "#platform/ip";
import type { Agent } from "#platform/snmp/session";
import { snmpProfiles } from "#tables/snmp-profiles";
import { devices } from "../tables";

export type DeviceAgent =
  | { agent: Agent; profileId: number }
  | { missing: "device" | "profile assigned" | "profile" }
  /** Why it may not or cannot be asked, for people. */
  | { refusal: string };

/** How the agent of a device is asked: at its address, by its profile, where the rule lets it be. */
export async function findDeviceAgent(
  { db, encryption, rule }: { db: Db; encryption: Encryption; rule: ActiveTargetRule },
  deviceId: number,
): Promise<DeviceAgent> {
  const [row] = await db
    .select({ ipAddress: devices.ipAddress, profileId: devices.snmpProfileId, profile: snmpProfiles })
    .from(devices)
    .leftJoin(snmpProfiles, eq(snmpProfiles.id, devices.snmpProfileId))
    .where(eq(devices.id, deviceId));
  if (row === undefined) return { missing: "device" };
  if (row.profileId === null) return { missing: "profile assigned" };
  if (row.profile === null) return { missing: "profile" };
  const address = parseAddress(row.ipAddress ?? "");
  if (address === undefined) return { refusal: "Device has no IP address" };
  const refusal = refusalOfTarget(address, rule);
  if (refusal !== undefined) return { refusal };
  try {
    const access = openSnmpAccess(encryption, row.profile);
    return {
      agent: { address: address.toString(), port: access.port, access },
      profileId: row.profileId,
    };
  } catch (error) {
    if (error instanceof UnreadableSecret) return { refusal: error.message };
    throw error;
  }
}
