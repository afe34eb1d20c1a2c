import type { Model } from "../../api/client";
import type { ReportSchedule } from "./report-schedules-api";

/** What stands in the inputs. */
export type ReportScheduleValues = {
  name: string;
  cadence: string;
  weekday: string;
  day_of_month: string;
  time: string;
  time_zone: string;
  days: string;
  paper: string;
  recipient_addresses: string;
};

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const WEEKDAY_CHOICES = WEEKDAYS.map((label, place) => ({ value: String(place + 1), label }));

export const DAY_CHOICES = Array.from({ length: 31 }, (_, place) => ({
  value: String(place + 1),
  label: place === 30 ? "the last day" : `day ${place + 1}`,
}));

export const PERIOD_CHOICES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "31", label: "31 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "365 days" },
];

type Rhythm = Pick<ReportSchedule, "cadence" | "weekday" | "day_of_month" | "time" | "time_zone">;

/** `Mondays at 07:00`, `monthly on day 15 at 07:00`; with the zone where it is another than the viewer's. */
export function rhythmText(schedule: Rhythm, ownZone: string): string {
  const { cadence, weekday, day_of_month: day, time, time_zone: zone } = schedule;
  const at = zone === ownZone ? time : `${time} (${zone})`;
  if (cadence === "weekly") return `${WEEKDAYS[weekday - 1] ?? ""}s at ${at}`;
  return `monthly on ${day === 31 ? "the last day" : `day ${day}`} at ${at}`;
}

/** `ownAddress`: of who fills the form in. */
export function valuesOf(
  schedule: ReportSchedule | undefined,
  ownAddress: string | null,
): ReportScheduleValues {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    name: schedule?.name ?? "",
    cadence: schedule?.cadence ?? "weekly",
    weekday: String(schedule?.weekday ?? 1),
    day_of_month: String(schedule?.day_of_month ?? 1),
    time: schedule?.time ?? "07:00",
    time_zone: schedule?.time_zone ?? zone,
    days: String(schedule?.days ?? 7),
    paper: schedule?.paper ?? "A4",
    recipient_addresses:
      schedule === undefined ? (ownAddress ?? "") : schedule.recipient_addresses.join(", "),
  };
}

export function toBody(
  values: ReportScheduleValues,
): Omit<Model<"ReportScheduleCreate">, "enabled" | "recipient_user_ids"> {
  return {
    name: values.name,
    cadence: values.cadence === "monthly" ? "monthly" : "weekly",
    weekday: Number(values.weekday),
    day_of_month: Number(values.day_of_month),
    time: values.time.trim(),
    time_zone: values.time_zone.trim(),
    days: Number(values.days),
    paper: values.paper === "Letter" ? "Letter" : "A4",
    recipient_addresses: addressesOf(values.recipient_addresses),
  };
}

/** With commas, blanks or line ends between them. */
export function addressesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== "");
}
