import { z } from "@hono/zod-openapi";
import { isTimeZone, LAST_MOMENT, parseCron } from "#platform/cron";
import { boolean, dateTime, integer, optionalText, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { inOrder } from "#platform/http/time-window";
import type { Occurrence, Once, Recurring } from "./schedule";

const LONGEST_MINUTES = 7 * 24 * 60;
const MAX_EXCEPTIONS = 1000;
const MAX_NAMED = 5000;
const MINUTE_MS = 60_000;

const title = z.string().trim().min(1).max(120).openapi({ example: "Core switch replacement" });
const description = optionalText(2000).openapi({
  description: "words for the public: they may stand on a status page",
  example: "Short interruptions of all offices in Berlin",
});
const enabled = boolean().openapi({ description: "false: it has no effect until it is enabled again" });
const optionalMoment = (meaning: string) =>
  dateTime()
    .nullable()
    .default(null)
    .openapi({ type: ["string", "null"], format: "date-time", description: meaning });

export const OnceWrite = z
  .object({
    kind: z.literal("once"),
    starts_at: optionalMoment("null: now"),
    ends_at: optionalMoment("either this or `duration_minutes`"),
    duration_minutes: integer({ min: 1, max: 366 * 24 * 60 })
      .nullable()
      .default(null)
      .openapi({ type: ["integer", "null"], description: "either this or `ends_at`" }),
  })
  .openapi("MaintenanceOnceWrite");

const timeZone = z.string().max(64).refine(isTimeZone, "not a known time zone").openapi({
  description: "IANA name of the zone that `cron` is meant in",
  example: "Europe/Berlin",
});

const cron = z
  .string()
  .max(200)
  .transform((text, context) => {
    const parsed = parseCron(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: "custom", message: "not a cron expression of five fields" });
    return z.NEVER;
  })
  .openapi({
    type: "string",
    maxLength: 200,
    description: "minute, hour, day of month, month, day of week; also `L`, `W` and `#`",
    example: "0 2 * * SUN#1",
  });

export const RecurringWrite = z
  .object({
    kind: z.literal("recurring"),
    cron,
    time_zone: timeZone,
    duration_minutes: integer({ min: 1, max: LONGEST_MINUTES }).openapi({
      description: "of each occurrence; none may begin before the one before it has ended",
    }),
    from: optionalMoment("occurrences begin at or after it"),
    until: optionalMoment("occurrences begin before it; one that has begun runs to its end"),
  })
  .openapi("MaintenanceRecurringWrite");

const schedule = z
  .discriminatedUnion("kind", [OnceWrite, RecurringWrite])
  .transform((given, context): Once | Recurring =>
    given.kind === "once" ? toOnce(given, context) : toRecurring(given),
  );

function toOnce(given: z.output<typeof OnceWrite>, context: z.RefinementCtx): Once {
  const { ends_at: end, duration_minutes: minutes } = given;
  const startsAt = (given.starts_at ?? new Date()).getTime();
  const endsAt = end?.getTime() ?? startsAt + (minutes ?? 0) * MINUTE_MS;
  const problem = problemOfEnd({ startsAt, endsAt, isSaidOnce: (end === null) !== (minutes === null) });
  if (problem !== undefined) context.addIssue({ code: "custom", path: ["ends_at"], message: problem });
  return { kind: "once", startsAt, endsAt };
}

function problemOfEnd({ startsAt, endsAt, isSaidOnce }: Occurrence & { isSaidOnce: boolean }) {
  if (!isSaidOnce) return "either ends_at or duration_minutes";
  if (endsAt <= startsAt) return "must lie behind starts_at";
  return endsAt > LAST_MOMENT ? "must lie before the year 9999" : undefined;
}

function toRecurring(given: z.output<typeof RecurringWrite>): Recurring {
  return {
    kind: "recurring",
    cron: given.cron,
    timeZone: given.time_zone,
    durationMinutes: given.duration_minutes,
    from: given.from?.getTime() ?? null,
    until: given.until?.getTime() ?? null,
  };
}

const ids = (meaning: string) =>
  z
    .array(integer())
    .max(MAX_NAMED)
    .default([])
    .transform((given) => [...new Set(given)].toSorted((one, other) => one - other))
    .openapi({ type: "array", items: { type: "integer" }, maxItems: MAX_NAMED, description: meaning });

const scope = z
  .object({
    everything: boolean().default(false).openapi({ description: "all devices, service checks and monitors" }),
    device_ids: ids("with their service checks"),
    group_ids: ids("with the groups below them: what is done to their devices is done to each"),
    site_ids: ids("with the sites below them"),
    service_check_ids: ids("alone, without their devices"),
    monitor_ids: ids("alone"),
    tags: z
      .array(z.string().trim().min(1).max(40))
      .max(100)
      .default([])
      .transform((given) => [...new Set(given)].toSorted())
      .openapi({
        type: "array",
        items: { type: "string", minLength: 1, maxLength: 40 },
        maxItems: 100,
        description: "of devices and of monitors",
      }),
  })
  .refine(
    ({ everything, ...named }) => everything || Object.values(named).some((list) => list.length > 0),
    "must name something, or everything",
  )
  .openapi("MaintenanceScopeWrite");
export type Scope = z.output<typeof scope>;

export const MaintenanceCreate = z
  .object({
    title,
    description: description.default(null),
    enabled: enabled.default(true),
    scope,
    schedule,
  })
  .openapi("MaintenanceCreate");
export type MaintenanceCreate = z.output<typeof MaintenanceCreate>;

const MaintenanceExceptionWrite = z
  .object({ starts_at: dateTime(), ends_at: dateTime() })
  .superRefine(inOrder("starts_at", "ends_at"))
  .openapi("MaintenanceExceptionWrite");

export const exceptions = z
  .array(MaintenanceExceptionWrite)
  .max(MAX_EXCEPTIONS)
  .openapi({
    description:
      "of a recurring window: the occurrence that begins at `starts_at` ends at `ends_at` already, and is left out where " +
      "both are the same. An empty list brings back what was skipped",
  });

export const MaintenanceUpdate = z
  .object({ title, description, enabled, scope, schedule, exceptions })
  .partial()
  .openapi("MaintenanceUpdate", {
    description:
      "Absent fields keep their value. `scope`, `schedule` and `exceptions` are replaced as a whole; a new schedule without " +
      "exceptions has none.",
  });
export type MaintenanceUpdate = z.output<typeof MaintenanceUpdate>;

const MaintenanceOccurrence = z
  .object({ starts_at: timestamp, ends_at: timestamp })
  .openapi("MaintenanceOccurrence");

const OnceRead = z
  .object({ kind: z.literal("once"), starts_at: timestamp, ends_at: timestamp })
  .openapi("MaintenanceOnce");

const RecurringRead = z
  .object({
    kind: z.literal("recurring"),
    cron: z.string(),
    time_zone: z.string(),
    duration_minutes: z.int(),
    from: timestamp.nullable(),
    until: timestamp.nullable(),
  })
  .openapi("MaintenanceRecurring");

const ScopeRead = z
  .object({
    everything: z.boolean(),
    device_ids: z.array(z.int()),
    group_ids: z.array(z.int()),
    site_ids: z.array(z.int()),
    service_check_ids: z.array(z.int()),
    monitor_ids: z.array(z.int()),
    tags: z.array(z.string()),
  })
  .openapi("MaintenanceScope", {
    description: "Things that are deleted leave the scope. Where nothing is left, the window covers nothing.",
  });

const SCOPE_KINDS = ["device", "group", "site", "service_check", "monitor", "tag"] as const;

export const MaintenanceThing = z
  .object({
    kind: z.enum(SCOPE_KINDS),
    id: z.int().nullable().openapi({ description: "null: a tag, which its name says" }),
    name: z.string(),
  })
  .openapi("MaintenanceThing");
export type MaintenanceThing = z.infer<typeof MaintenanceThing>;

export const STATES = ["running", "scheduled", "over", "disabled"] as const;

export const MaintenanceRead = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    scope: ScopeRead,
    schedule: z.discriminatedUnion("kind", [OnceRead, RecurringRead]),
    exceptions: z.array(MaintenanceOccurrence),
    created_by: z.string().nullable().openapi({ description: "user name" }),
    created_at: timestamp,
    updated_at: timestamp,
    covers: z.array(MaintenanceThing).openapi({ description: "the things of the scope by name" }),
    state: z
      .enum(STATES)
      .openapi({ description: "`over`: nothing is left of it; `disabled`: it would not begin" }),
    current: z.union([MaintenanceOccurrence, z.null()]).openapi({ description: "what runs" }),
    next: z.union([MaintenanceOccurrence, z.null()]).openapi({ description: "what begins next" }),
  })
  .openapi("Maintenance");
export type MaintenanceRead = z.infer<typeof MaintenanceRead>;
export type MaintenanceFields = Omit<MaintenanceRead, "covers" | "state" | "current" | "next">;

/** That time passes, or that a thing has another name, does not change a window. */
export const MAINTENANCE_VERSION = { without: ["covers", "state", "current", "next"] } as const;

export const MaintenanceQuery = z.object({
  ...pagingFields,
  state: z.enum(STATES).optional(),
});
export type MaintenanceQuery = z.output<typeof MaintenanceQuery>;

const LONGEST_SPAN_DAYS = 62;
const DAY_MS = 86_400_000;

export const OccurrencesQuery = z
  .object({ from: dateTime(), to: dateTime() })
  .superRefine(({ from, to }, context) => {
    const days = (to.getTime() - from.getTime()) / DAY_MS;
    if (days <= 0) context.addIssue({ code: "custom", path: ["from"], message: "from must be before to" });
    if (days > LONGEST_SPAN_DAYS)
      context.addIssue({
        code: "custom",
        path: ["to"],
        message: `at most ${LONGEST_SPAN_DAYS} days behind from`,
      });
  });

export const MaintenanceOccurrences = z
  .object({
    occurrences: z.array(
      MaintenanceOccurrence.extend({ maintenance_id: z.int(), title: z.string() }).openapi(
        "MaintenanceCalendarEntry",
      ),
    ),
    is_truncated: z.boolean().openapi({ description: "there are more than the 2,000 that are shown" }),
  })
  .openapi("MaintenanceOccurrences");
export type MaintenanceOccurrences = z.infer<typeof MaintenanceOccurrences>;

export const ChoicesQuery = z.object({
  q: z
    .string()
    .trim()
    .max(120)
    .default("")
    .openapi({ description: "part of a name; of a device also its address" }),
});

export const MaintenanceChoices = z
  .object({ choices: z.array(MaintenanceThing) })
  .openapi("MaintenanceChoices");

export const SkipRequest = z
  .object({
    starts_at: optionalMoment("beginning of the occurrence that is left out; null: the next one"),
  })
  .openapi("MaintenanceSkip");

export function toOccurrence({ startsAt, endsAt }: Occurrence) {
  return { starts_at: toTimestamp(new Date(startsAt)), ends_at: toTimestamp(new Date(endsAt)) };
}
