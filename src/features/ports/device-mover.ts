import { eq } from "drizzle-orm";
import type { DeviceMover } from "#features/topology";
import { devicePorts, portCounters, portSamples } from "./tables";

/** Gives a device's ports with their history to another that has none; else those of the kept one stay. */
export const portDeviceMover: DeviceMover = {
  columns: ["device_ports.device_id", "port_counters.device_id", "port_samples.device_id"],
  async move({ db, kept, gone }) {
    const { id, name, deviceId } = devicePorts;
    const ports = await db.select({ name }).from(devicePorts).where(eq(deviceId, gone)).orderBy(id);
    const names = ports.map((port) => port.name);
    const known = await db.select({ id }).from(devicePorts).where(eq(deviceId, kept)).limit(1);
    if (known.length > 0) return [{ kind: "ports", outcome: "dropped", names }];
    await db.delete(portCounters).where(eq(portCounters.deviceId, kept));
    for (const table of [devicePorts, portCounters, portSamples])
      await db.update(table).set({ deviceId: kept }).where(eq(table.deviceId, gone));
    return [{ kind: "ports", outcome: "moved", names }];
  },
};
