import type { Model } from "../../api/client";
import type { DeviceSummary } from "../../api/monitoring";
import { rankOf, type Standing } from "../../api/watched";
import { deviceName } from "../../format/device";

export type DeviceResult = { device: DeviceSummary; result: Model<"PortResult">; standing: Standing };

const NAMES = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What a check found last on each device, the worst first. */
export function resultsOf(devices: readonly DeviceSummary[], checkId: number): DeviceResult[] {
  return devices
    .flatMap((device): DeviceResult[] => {
      const result = device.latest_port_results.find(({ target_id: id }) => id === checkId);
      return result === undefined ? [] : [{ device, result, standing: standingOf(result) }];
    })
    .sort(
      (one, other) =>
        rankOf(one.standing) - rankOf(other.standing) || NAMES.compare(nameOf(one), nameOf(other)),
    );
}

function standingOf({ open, status }: Model<"PortResult">): Standing {
  if (status === "unknown") return "unknown";
  return open ? "up" : "down";
}

function nameOf({ device }: DeviceResult): string {
  return deviceName({ ...device, id: device.device_id, mac_address: null });
}
