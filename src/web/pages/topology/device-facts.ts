import type { Status } from "../../components/badge/status-mark";
import type { Device } from "../../api/inventory";
import { hasEveryWord } from "../../components/filters/words";
import { LOOKS } from "../../components/watched/looks";
import type { MapDevice } from "./api";

const MARKS: Readonly<Record<string, { status: Status; label: string }>> = {
  online: { status: "ok", label: "Online" },
  up: { status: "ok", label: "Up" },
  warning: { status: "degraded", label: "Warning" },
  degraded: { status: "degraded", label: "Degraded" },
  offline: { status: "down", label: "Offline" },
  down: { status: "down", label: "Down" },
  disabled: { status: "maintenance", label: "Disabled" },
  maintenance: { status: "maintenance", label: "Maintenance" },
};
const UNKNOWN = { status: "unknown", label: "Unknown" } as const;

type Judged = Pick<MapDevice, "status" | "monitor_status" | "monitoring_paused" | "standing">;

/** What its checks say goes before what a person typed. */
export function stateOf(device: Judged): { status: Status; label: string } {
  if (device.standing !== undefined) return LOOKS[device.standing];
  if (device.monitoring_paused) return { status: "maintenance", label: "Monitoring paused" };
  return MARKS[device.monitor_status ?? device.status] ?? UNKNOWN;
}

/** Whether every word of the text is in a name or address of the device. */
export function matches(device: Device, text: string): boolean {
  const known = [
    device.display_name,
    device.hostname,
    device.ip_address,
    device.mac_address,
    device.device_type,
    device.vendor,
    device.topology_group,
    ...device.tags,
    ...device.additional_addresses,
  ];
  return hasEveryWord(known, text);
}
