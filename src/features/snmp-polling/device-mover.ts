import type { DeviceMover } from "#features/topology";

/** When a device is asked is planned anew for the one that is kept. */
export const pollingDeviceMover: DeviceMover = {
  columns: ["snmp_polls.device_id"],
  move: () => Promise.resolve([]),
};
