import type { Device } from "../../api/inventory";
import type { Standing } from "../../api/watched";
import type { Status } from "../badge/status-mark";
import { LOOKS } from "./looks";

const MARKS: Readonly<Record<string, { status: Status; label: string }>> = {
  online: { status: "ok", label: "Up" },
  up: { status: "ok", label: "Up" },
  warning: { status: "degraded", label: "Warning" },
  degraded: { status: "degraded", label: "Degraded" },
  offline: { status: "down", label: "Down" },
  down: { status: "down", label: "Down" },
  disabled: { status: "maintenance", label: "Disabled" },
  maintenance: { status: "maintenance", label: "Maintenance" },
};
const UNKNOWN = { status: "unknown", label: "Unknown" } as const;

type Judged = Pick<Device, "status" | "monitor_status" | "monitoring_paused"> & {
  /** Absent: it is not watched, or that is not known yet. */
  standing?: Standing | undefined;
};

export type DeviceState = { status: Status; label: string };

/** What its checks say goes before what a person typed. */
export function deviceState(device: Judged): DeviceState {
  if (device.standing !== undefined) return LOOKS[device.standing];
  if (device.monitoring_paused) return { status: "maintenance", label: "Monitoring paused" };
  return MARKS[device.monitor_status ?? device.status] ?? UNKNOWN;
}
