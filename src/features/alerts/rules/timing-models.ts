import { z } from "@hono/zod-openapi";
import { isTimeZone } from "#platform/cron";
import { boolean, integer, timestamp, toTimestamp } from "#platform/http/fields";
import type { alertRules } from "../tables";
import { WEEKDAYS } from "../timing/hours";
import { timingUntil, TIMING_STATES } from "../timing/timing";
import { channelList } from "./channel-list";

const MAX_WINDOWS = 10;
const MAX_STEPS = 5;

const time = ({ pattern, example }: { pattern: RegExp; example: string }) =>
  z
    .string()
    .refine((text) => pattern.test(text), `must be a time of day such as ${example}`)
    .openapi({ pattern: pattern.source, example });

const AlertHoursWindow = z
  .object({
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1)
      .max(WEEKDAYS.length)
      .transform((given) => WEEKDAYS.filter((day) => given.includes(day)))
      .openapi({
        type: "array",
        items: { type: "string", enum: [...WEEKDAYS] },
        minItems: 1,
        maxItems: WEEKDAYS.length,
        description: "on which it begins",
      }),
    begins: time({ pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/, example: "22:00" }),
    ends: time({ pattern: /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, example: "07:00" }).openapi({
      description: "on the next day where it is not after `begins`; `24:00` is the end of the day",
    }),
  })
  .refine(({ begins, ends }) => begins !== ends, {
    path: ["ends"],
    message: "is the same as begins; a whole day is from 00:00 to 24:00",
  })
  .openapi("AlertHoursWindow");

const hoursFields = {
  time_zone: z.string().max(64).refine(isTimeZone, "not a known time zone").openapi({
    description: "IANA name of the zone that the times are meant in",
    example: "Europe/Berlin",
  }),
  windows: z.array(AlertHoursWindow).min(1).max(MAX_WINDOWS).openapi({ description: "they may overlap" }),
};

const AlertHours = z.object(hoursFields).openapi("AlertHours");

const AlertQuietHours = z
  .object({
    ...hoursFields,
    except_critical: boolean().default(true).openapi({ description: "critical rules tell all the same" }),
  })
  .openapi("AlertQuietHours");

const AlertEscalationStep = z
  .object({
    after_minutes: integer({ min: 1, max: 10_080 }).openapi({
      description: "counted from the first notice of the rule in the incident; longer than the step before",
    }),
    channels: channelList.refine((given) => given.length > 0, "at least one channel"),
  })
  .openapi("AlertEscalationStep");

const escalation = z
  .array(AlertEscalationStep)
  .max(MAX_STEPS)
  .superRefine((steps, context) => {
    for (const [index, step] of steps.entries()) {
      if (index === 0 || step.after_minutes > (steps[index - 1]?.after_minutes ?? 0)) continue;
      const message = "must be longer than that of the step before";
      context.addIssue({ code: "custom", path: [index, "after_minutes"], message });
    }
  })
  .openapi({
    description:
      "while the incident is open and nobody has acknowledged it, these are told as well, each step once; it needs `channels` that are told first",
  });

/** When a rule tells whom, as it is written. */
export const timingFields = {
  schedule: AlertHours.nullable().openapi({
    description:
      "when the rule works; outside of it, it rests: only the end of what it told is told. null: always",
  }),
  quiet_hours: AlertQuietHours.nullable().openapi({
    description:
      "when notices are kept back: what lasts at their end is told then, what is over by then is not. null: never",
  }),
  bundle_minutes: integer({ min: 0, max: 1440 }).openapi({
    description: "what is found within so long of the first is told in one notice; 0: at once",
  }),
  escalation,
};

export const timingDefaults = {
  schedule: timingFields.schedule.default(null),
  quiet_hours: timingFields.quiet_hours.default(null),
  bundle_minutes: timingFields.bundle_minutes.default(0),
  escalation: timingFields.escalation.default([]),
};

/** As it is answered. */
export const timingRead = {
  schedule: AlertHours.nullable(),
  quiet_hours: AlertQuietHours.nullable(),
  bundle_minutes: z.int(),
  escalation: z.array(AlertEscalationStep),
  timing_state: z.enum(TIMING_STATES).openapi({
    description:
      "`tells`: at once; `keeps`: quiet hours keep notices back; `rests`: it is outside of its schedule",
  }),
  timing_until: timestamp.nullable().openapi({ description: "null: for two weeks at least" }),
};

/** What the clock alone changes. */
export const TIMING_OF_NOW = ["timing_state", "timing_until"] as const;

type Written = {
  schedule: z.output<typeof AlertHours> | null;
  quiet_hours: z.output<typeof AlertQuietHours> | null;
  bundle_minutes: number;
  escalation: z.output<typeof escalation>;
};

/** What is wrong with it, in the words of the API; undefined: nothing. */
export function timingProblem(
  rule: Pick<Written, "escalation"> & { channels: readonly string[] },
): string | undefined {
  return rule.escalation.length > 0 && rule.channels.length === 0
    ? "escalation needs channels that are told first"
    : undefined;
}

type Columns = Pick<
  typeof alertRules.$inferSelect,
  "schedule" | "quietHours" | "bundleMinutes" | "escalation"
>;

export function timingOf(row: Columns): Written {
  return {
    schedule: row.schedule,
    quiet_hours: row.quietHours,
    bundle_minutes: row.bundleMinutes,
    escalation: row.escalation,
  };
}

export function timingColumns(input: Written): Columns {
  return {
    schedule: input.schedule,
    quietHours: input.quiet_hours,
    bundleMinutes: input.bundle_minutes,
    escalation: input.escalation,
  };
}

/** What the rule does with what it finds now. */
export function timingNow(row: Columns, severity: string, now: Date) {
  const { state, until } = timingUntil(row, severity, now);
  return { timing_state: state, timing_until: until === undefined ? null : toTimestamp(until) };
}
