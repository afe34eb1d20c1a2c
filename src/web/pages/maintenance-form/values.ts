import type { Model } from "../../api/client";
import { toScope, type Maintenance } from "../../api/maintenance";
import { RequestFailure } from "../../api/request-failure";
import type { Thing } from "../../components/scope-picker/scope-picker";
import { parseRecurrence, printRecurrence } from "../../format/recurrence";
import { viewerZone } from "../../format/time";
import { instantOf, momentFault, momentOf, timeFault } from "../../components/moment-input/moment";

/** The form's fields as people fill them in. */
export type MaintenanceValues = {
  title: string;
  description: string;
  enabled: boolean;
  everything: boolean;
  things: readonly Thing[];
  kind: string;
  starts_at: string;
  ends_at: string;
  repeats: string;
  weekdays: string[];
  day: string;
  time: string;
  cron: string;
  minutes: string;
  time_zone: string;
  from: string;
  until: string;
  exceptions: readonly { starts_at: string; ends_at: string }[];
};

export const FIELD_LABELS: Readonly<Record<keyof MaintenanceValues, string>> = {
  title: "Title",
  description: "Text for the public",
  enabled: "Enabled",
  everything: "Everything",
  things: "Covers",
  kind: "How often",
  starts_at: "Begins",
  ends_at: "Ends",
  repeats: "Repeats",
  weekdays: "On",
  day: "Day of the month",
  time: "At",
  cron: "Cron expression",
  minutes: "Lasts (minutes)",
  time_zone: "Time zone",
  from: "Not before",
  until: "Not after",
  exceptions: "Left out",
};

const HOUR_MS = 3_600_000;

/** Tonight's hour, or the one that comes: what a form begins with is never in the past. */
export function emptyValues(now = new Date()): MaintenanceValues {
  const begin = new Date(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS);
  return {
    title: "",
    description: "",
    enabled: true,
    everything: false,
    things: [],
    kind: "once",
    starts_at: momentOf(begin),
    ends_at: momentOf(new Date(begin.getTime() + HOUR_MS)),
    repeats: "weekly",
    weekdays: ["0"],
    day: "1",
    time: "02:00",
    cron: "0 2 * * 0",
    minutes: "60",
    time_zone: viewerZone(),
    from: "",
    until: "",
    exceptions: [],
  };
}

export function valuesOf(window: Maintenance): MaintenanceValues {
  const { title, description, enabled, scope, covers, schedule, exceptions } = window;
  const said = {
    ...emptyValues(),
    title,
    description: description ?? "",
    enabled,
    everything: scope.everything,
    things: covers,
    exceptions,
  };
  if (schedule.kind === "once") {
    const { starts_at: start, ends_at: end } = schedule;
    return { ...said, kind: "once", starts_at: momentOf(new Date(start)), ends_at: momentOf(new Date(end)) };
  }
  const recurrence = parseRecurrence(schedule.cron);
  return {
    ...said,
    kind: "recurring",
    repeats: recurrence.repeats,
    cron: schedule.cron,
    ...("time" in recurrence && { time: recurrence.time }),
    ...("weekdays" in recurrence && { weekdays: [...recurrence.weekdays] }),
    ...("day" in recurrence && { day: recurrence.day }),
    minutes: String(schedule.duration_minutes),
    time_zone: schedule.time_zone,
    from: schedule.from === null ? "" : momentOf(new Date(schedule.from)),
    until: schedule.until === null ? "" : momentOf(new Date(schedule.until)),
  };
}

/** The expression that the fields say; undefined where they say none. */
export function cronOf({ repeats, time, weekdays, day, cron }: MaintenanceValues): string | undefined {
  switch (repeats) {
    case "daily":
      return printRecurrence({ repeats, time });
    case "weekly":
      return printRecurrence({ repeats, time, weekdays });
    case "monthly":
      return printRecurrence({ repeats, time, day });
    default:
      return cron.trim() === "" ? undefined : cron.trim();
  }
}

export function toBody(values: MaintenanceValues) {
  const { title, description, enabled, everything, things } = values;
  return {
    title,
    description: description.trim() === "" ? null : description,
    enabled,
    scope: toScope(everything, things),
    schedule: scheduleOf(values),
  } satisfies Model<"MaintenanceCreate">;
}

/** The same with what was left out, which a new window has none of. */
export function toChanges(values: MaintenanceValues) {
  return { ...toBody(values), exceptions: [...values.exceptions] } satisfies Model<"MaintenanceUpdate">;
}

function scheduleOf(values: MaintenanceValues): Model<"MaintenanceCreate">["schedule"] {
  if (values.kind === "once")
    return { kind: "once", starts_at: instantOf(values.starts_at), ends_at: instantOf(values.ends_at) };
  return {
    kind: "recurring",
    cron: cronOf(values) ?? "",
    time_zone: values.time_zone,
    duration_minutes: Number(values.minutes),
    from: instantOf(values.from),
    until: instantOf(values.until),
  };
}

type Rules = {
  [Name in keyof MaintenanceValues]?: (value: unknown, values: MaintenanceValues) => string | null;
};

const isRecurring = ({ kind }: MaintenanceValues) => kind === "recurring";

export const RULES: Rules = {
  title: (_, { title }) => (title.trim() === "" ? "The title is missing" : null),
  things: (_, { everything, things }) => (everything || things.length > 0 ? null : "Nothing is chosen"),
  starts_at: (_, values) => {
    if (isRecurring(values)) return null;
    return values.starts_at === "" ? "The beginning is missing" : momentFault(values.starts_at);
  },
  ends_at: (_, values) => {
    if (isRecurring(values)) return null;
    if (values.ends_at === "") return "The end is missing";
    const fault = momentFault(values.ends_at);
    if (fault !== null) return fault;
    return values.ends_at <= values.starts_at ? "It must end after it has begun" : null;
  },
  weekdays: (_, values) =>
    isRecurring(values) && values.repeats === "weekly" && values.weekdays.length === 0
      ? "No day is chosen"
      : null,
  day: (_, values) =>
    isRecurring(values) && values.repeats === "monthly" && !/^(?:[1-9]|[12]\d|3[01])$/.test(values.day)
      ? "A day from 1 to 31"
      : null,
  time: (_, values) => {
    if (!isRecurring(values) || values.repeats === "cron") return null;
    return values.time === "" ? "The time is missing" : timeFault(values.time);
  },
  from: (_, values) => (isRecurring(values) ? momentFault(values.from) : null),
  until: (_, values) => (isRecurring(values) ? momentFault(values.until) : null),
  cron: (_, values) =>
    isRecurring(values) && values.repeats === "cron" && values.cron.trim().split(/\s+/).length !== 5
      ? "Five fields: minute, hour, day, month, weekday"
      : null,
  minutes: (_, values) =>
    isRecurring(values) && !/^[1-9]\d{0,4}$/.test(values.minutes.trim()) ? "A number of minutes" : null,
  time_zone: (_, values) =>
    isRecurring(values) && values.time_zone === "" ? "The time zone is missing" : null,
};

/** The form's field for each of the service's. */
const FIELDS: Readonly<Record<string, keyof MaintenanceValues>> = {
  scope: "things",
  "schedule.starts_at": "starts_at",
  "schedule.ends_at": "ends_at",
  "schedule.time_zone": "time_zone",
  "schedule.duration_minutes": "minutes",
  "schedule.from": "from",
  "schedule.until": "until",
};

/** A refusal with its texts at the fields that the form shows. */
export function atOwnFields(error: unknown, values: MaintenanceValues): unknown {
  if (!(error instanceof RequestFailure)) return error;
  const { status, message, requestId, retryAfter, cause } = error;
  const fields = error.fields.map(({ path, message: text }) => {
    const name = path.join(".");
    // The cron expression is a field only where it was written as one.
    const cronField = values.repeats === "cron" ? "cron" : "repeats";
    const field = name === "schedule.cron" ? cronField : (FIELDS[name] ?? FIELDS[String(path[0])]);
    return field === undefined ? { path, message: text } : { path: [field], message: text };
  });
  return new RequestFailure({ status, message, requestId, retryAfter, cause, fields });
}

/** A value as people read it, for when two are compared. */
export function describeField(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    if (name === "exceptions") return `${value.length} times`;
    return value.map((item: unknown) => (isNamed(item) ? item.name : String(item))).join(", ");
  }
  return String(value).replace("T", " ");
}

function isNamed(item: unknown): item is { name: string } {
  return typeof item === "object" && item !== null && "name" in item && typeof item.name === "string";
}
