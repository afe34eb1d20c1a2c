import { z } from "@hono/zod-openapi";
import { boolean, integer } from "#platform/http/fields";
import { canonicalAddress } from "#platform/ip";
import { QUERY_TYPES, type EventType } from "../event-types";
import type { alertRules } from "../tables";

export const COMPARISONS = ["at_least", "fewer_than"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** As long as the search's own text. */
const LONGEST_QUERY = 500;
/** A day: counts are kept no longer. */
export const LONGEST_WINDOW_MINUTES = 1440;
/** A week. */
const LONGEST_SILENCE_MINUTES = 10_080;

const sender = z
  .string()
  .trim()
  .transform((text, context) => {
    const address = canonicalAddress(text);
    if (address !== undefined) return address;
    context.addIssue({ code: "custom", message: `'${text}' does not appear to be an IPv4 or IPv6 address` });
    return z.NEVER;
  })
  .nullable()
  .openapi({
    type: ["string", "null"],
    example: "192.0.2.1",
    description: "of `sender_silent`: an address; null: every sender, or those of the device or scope",
  });

/** What rules on log lines have beside what all rules have. */
export const logFields = {
  log_query: z.string().trim().min(1).max(LONGEST_QUERY).nullable().openapi({
    description: "of `log_pattern` and `log_rate`: as `q` of the event search",
    example: 'sshd "failed password"',
  }),
  log_lines: integer({ min: 1, max: 1_000_000_000 })
    .nullable()
    .openapi({
      type: ["integer", "null"],
      minimum: 1,
      maximum: 1_000_000_000,
      description: "so many lines within `log_window_minutes`; null with `log_pattern`: one",
    }),
  log_window_minutes: integer({ min: 1, max: LONGEST_WINDOW_MINUTES }).openapi({
    description: "of `log_pattern` and `log_rate`",
  }),
  log_comparison: z.enum(COMPARISONS).openapi({
    description: "of `log_rate`: whether so many lines are too many, or fewer are too few",
  }),
  per_sender: boolean().openapi({
    description: "of `log_pattern` and `log_rate`: lines are counted, and told, by who has sent them",
  }),
  sender,
  silent_minutes: integer({ min: 1, max: LONGEST_SILENCE_MINUTES })
    .nullable()
    .openapi({
      type: ["integer", "null"],
      minimum: 1,
      maximum: LONGEST_SILENCE_MINUTES,
      description: "of `sender_silent`: so long without a line; null: by the rhythm that each sender has had",
    }),
};

export const logDefaults = {
  log_query: logFields.log_query.default(null),
  log_lines: logFields.log_lines.default(null),
  log_window_minutes: logFields.log_window_minutes.default(5),
  log_comparison: logFields.log_comparison.default("at_least"),
  per_sender: logFields.per_sender.default(false),
  sender: logFields.sender.default(null),
  silent_minutes: logFields.silent_minutes.default(null),
};

export const logRead = {
  log_query: z.string().nullable(),
  log_lines: z.int().nullable(),
  log_window_minutes: z.int(),
  log_comparison: z.enum(COMPARISONS),
  per_sender: z.boolean(),
  sender: z.string().nullable(),
  silent_minutes: z.int().nullable(),
};

export type LogFields = {
  event_type: EventType;
  log_query: string | null;
  log_lines: number | null;
  log_comparison: Comparison;
  per_sender: boolean;
};

/** What a rule on log lines lacks, or has that does not go together; undefined: nothing. */
export function logProblemOf(rule: LogFields): string | undefined {
  const { event_type: type } = rule;
  if (QUERY_TYPES.includes(type) && rule.log_query === null) return `log_query is required for ${type} rules`;
  if (type !== "log_rate") return undefined;
  if (rule.log_lines === null) return "log_lines is required for log_rate rules";
  if (rule.log_comparison === "fewer_than" && rule.per_sender)
    return "per_sender rules cannot have log_comparison fewer_than: who sends nothing is not known; take sender_silent";
  return undefined;
}

type LogColumns = Pick<
  typeof alertRules.$inferSelect,
  "logQuery" | "logLines" | "logWindowMinutes" | "logComparison" | "perSender" | "sender" | "silentMinutes"
>;

export function toLogFields(row: LogColumns) {
  return {
    log_query: row.logQuery,
    log_lines: row.logLines,
    log_window_minutes: row.logWindowMinutes,
    log_comparison: comparisonOf(row.logComparison),
    per_sender: row.perSender,
    sender: row.sender,
    silent_minutes: row.silentMinutes,
  };
}

export function comparisonOf(text: string): Comparison {
  return COMPARISONS.find((known) => known === text) ?? "at_least";
}

export function toLogColumns(input: z.infer<z.ZodObject<typeof logFields>>) {
  return {
    logQuery: input.log_query,
    logLines: input.log_lines,
    logWindowMinutes: input.log_window_minutes,
    logComparison: input.log_comparison,
    perSender: input.per_sender,
    sender: input.sender,
    silentMinutes: input.silent_minutes,
  };
}
