import type { Model } from "../../api/client";
import type { Schedule } from "./api";
import { engineOf, wordsOf } from "./engine";

/** What stands in the inputs. */
export type ScheduleValues = {
  name: string;
  target: string;
  scan_type: string;
  engine: string;
  exclude: string;
  interval_minutes: string;
  confirm_large_scan: boolean;
  site_id: string;
  topology_group_id: string;
  snmp_profile_id: string;
  notification_targets: string;
  quiet_from: string;
  quiet_to: string;
};

export const INTERVALS = [
  { value: "15", label: "15 minutes" },
  { value: "60", label: "hour" },
  { value: "360", label: "6 hours" },
  { value: "1440", label: "day" },
  { value: "10080", label: "week" },
];

export function valuesOf(schedule: Schedule | undefined): ScheduleValues {
  const idText = (id: number | null | undefined) => (id === null || id === undefined ? "" : String(id));
  return {
    name: schedule?.name ?? "",
    target: schedule?.target ?? "",
    scan_type: schedule?.scan_type ?? "ping",
    engine: schedule?.engine ?? "own",
    exclude: schedule?.exclude.join(", ") ?? "",
    interval_minutes: String(schedule?.interval_minutes ?? 1440),
    confirm_large_scan: schedule?.confirm_large_scan ?? false,
    site_id: idText(schedule?.site_id),
    topology_group_id: idText(schedule?.topology_group_id),
    snmp_profile_id: idText(schedule?.snmp_profile_id),
    notification_targets: schedule?.notification_targets.join(", ") ?? "",
    quiet_from: schedule?.quiet_hours?.begins ?? "",
    quiet_to: schedule?.quiet_hours?.ends ?? "",
  };
}

/** The zone of whoever fills the form in: quiet hours are hours on a clock. */
export function toBody(
  values: ScheduleValues,
  timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): Omit<Model<"DiscoveryScheduleCreate">, "enabled" | "snmp_targets"> {
  const idOf = (text: string) => (text === "" ? null : Number(text));
  const [begins, ends] = [values.quiet_from.trim(), values.quiet_to.trim()];
  return {
    name: values.name,
    target: values.target,
    scan_type: values.scan_type === "basic_ports" ? "basic_ports" : "ping",
    engine: engineOf(values.engine),
    exclude: wordsOf(values.exclude),
    interval_minutes: Number(values.interval_minutes),
    confirm_large_scan: values.confirm_large_scan,
    site_id: idOf(values.site_id),
    topology_group_id: idOf(values.topology_group_id),
    snmp_profile_id: idOf(values.snmp_profile_id),
    notification_targets: values.notification_targets
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== ""),
    quiet_hours: begins === "" && ends === "" ? null : { begins, ends, time_zone: timeZone },
  };
}
