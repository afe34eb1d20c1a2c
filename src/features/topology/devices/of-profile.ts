import { and, eq, inArray, isNull } from "drizzle-orm";
import type { ProfileDevices } from "#features/snmp-profiles";
import { readAffectedDevices } from "../device-names";
import { devices } from "../tables";

/** The devices that are asked by an SNMP profile, for when it is removed, or comes back. */
export const profileDevices: ProfileDevices = {
  readAffected: (db, profileId) => readAffectedDevices(db, eq(devices.snmpProfileId, profileId)),
  async release(db, profileId) {
    const released = await db
      .update(devices)
      .set({ snmpProfileId: null, updatedAt: new Date() })
      .where(eq(devices.snmpProfileId, profileId))
      .returning({ id: devices.id });
    return released.map(({ id }) => id);
  },
  async assign(db, { profileId, deviceIds }) {
    const assigned = await db
      .update(devices)
      .set({ snmpProfileId: profileId, updatedAt: new Date() })
      .where(and(inArray(devices.id, [...deviceIds]), isNull(devices.snmpProfileId)))
      .returning({ id: devices.id });
    return assigned.map(({ id }) => id);
  },
};
