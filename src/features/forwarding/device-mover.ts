import { eq } from "drizzle-orm";
import type { DeviceMover } from "#features/topology";
import {
  forwardingEntries,
  forwardingLeads,
  forwardingPlaces,
  forwardingPorts,
  forwardingSwitches,
} from "./tables";

const OWN = [forwardingSwitches, forwardingPorts, forwardingLeads, forwardingEntries, forwardingPlaces];

/**
 * Gives what hangs on a switch, and what leads to it, to a device that was none; else the table of the kept one stays.
 */
export const forwardingDeviceMover: DeviceMover = {
  columns: [
    "forwarding_switches.device_id",
    "forwarding_ports.device_id",
    "forwarding_leads.device_id",
    "forwarding_leads.to_device_id",
    "forwarding_entries.device_id",
    "forwarding_places.device_id",
  ],
  async move({ db, kept, gone }) {
    const { deviceId, name } = forwardingPorts;
    const ports = await db.select({ name }).from(forwardingPorts).where(eq(deviceId, gone)).orderBy(name);
    const names = ports.map((port) => port.name);
    const known = await db
      .select({ deviceId: forwardingSwitches.deviceId })
      .from(forwardingSwitches)
      .where(eq(forwardingSwitches.deviceId, kept));
    if (known.length > 0) return [{ kind: "forwarding_ports", outcome: "dropped", names }];
    for (const table of OWN) await db.update(table).set({ deviceId: kept }).where(eq(table.deviceId, gone));
    const { toDeviceId } = forwardingLeads;
    await db.update(forwardingLeads).set({ toDeviceId: kept }).where(eq(toDeviceId, gone));
    return [{ kind: "forwarding_ports", outcome: "moved", names }];
  },
};
