import { z } from "@hono/zod-openapi";
import { boolean, integer, number, timestamp } from "#platform/http/fields";
import { objectIdentifier } from "#platform/snmp/oid";
import { SENSOR_CATEGORIES } from "./read/reading";
import { SENSOR_STATES } from "./state/judge";

const SENSOR_KINDS = ["gauge", "counter"] as const;
const LARGEST = 1e18;
const SMALLEST_DIVISOR = 1e-9;
const UNIT_LENGTH = 16;
const NAME_LENGTH = 120;
const MAX_HOURS = 8784;

const State = z.enum(SENSOR_STATES);
const Category = z.enum(SENSOR_CATEGORIES);
const anyNumber = number({ min: -LARGEST, max: LARGEST });
const numberOrNull = (description: string) =>
  anyNumber
    .nullable()
    .openapi({ type: ["number", "null"], minimum: -LARGEST, maximum: LARGEST, description });

const bounds = {
  warn_above: numberOrNull("larger values are a warning; null: none are"),
  critical_above: numberOrNull("larger values are critical; null: none are"),
  warn_below: numberOrNull("smaller values are a warning; null: none are"),
  critical_below: numberOrNull("smaller values are critical; null: none are"),
  clear_margin: number({ min: 0, max: LARGEST })
    .nullable()
    .openapi({
      type: ["number", "null"],
      minimum: 0,
      maximum: LARGEST,
      description: "how far inside a bound a value must be to count as back; null: 2 % of the bound",
    }),
  confirm_after: integer({ min: 1, max: 20 }).openapi({
    description: "polls in a row that a change of state takes",
  }),
};

const definition = {
  name: z.string().trim().min(1).max(NAME_LENGTH).openapi({ example: "Cabinet temperature" }),
  category: Category,
  oid: objectIdentifier.openapi({ type: "string", example: "1.3.6.1.4.1.318.1.1.10.2.3.2.1.4.1" }),
  unit: z.string().trim().max(UNIT_LENGTH).openapi({ example: "°C" }),
  kind: z.enum(SENSOR_KINDS).openapi({
    description: "`counter`: its value is what the variable grew by in a second",
  }),
  factor: anyNumber.openapi({ description: "what is read is multiplied by it" }),
  divisor: anyNumber.openapi({ description: "and divided by it; not 0", example: 10 }),
};

const enabled = boolean().openapi({ description: "false: nothing is read of it, its history stays" });

type Draft = {
  factor: number;
  divisor: number;
  warn_above: number | null;
  critical_above: number | null;
  warn_below: number | null;
  critical_below: number | null;
};

/** Bounds that can hold together, and a divisor that divides. */
function isSensible(given: Draft, context: z.core.$RefinementCtx<Draft>): void {
  const refuse = (field: keyof Draft, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  const { warn_above: warnAbove, critical_above: criticalAbove } = given;
  const { warn_below: warnBelow, critical_below: criticalBelow } = given;
  if (Math.abs(given.divisor) < SMALLEST_DIVISOR) refuse("divisor", "divisor must not be 0");
  if (given.factor === 0) refuse("factor", "factor must not be 0");
  if (isOver(warnAbove, criticalAbove)) refuse("critical_above", "critical_above must be >= warn_above");
  if (isOver(criticalBelow, warnBelow)) refuse("critical_below", "critical_below must be <= warn_below");
  const highest = Math.max(...[warnBelow, criticalBelow].map((bound) => bound ?? -Infinity));
  const lowest = Math.min(...[warnAbove, criticalAbove].map((bound) => bound ?? Infinity));
  if (highest < lowest) return;
  refuse(
    highest === warnBelow ? "warn_below" : "critical_below",
    "lower bounds must be below the upper ones",
  );
}

function isOver(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one > other;
}

export const SensorCreate = z
  .object({
    ...definition,
    category: definition.category.default("other"),
    unit: definition.unit.default(""),
    kind: definition.kind.default("gauge"),
    factor: definition.factor.default(1),
    divisor: definition.divisor.default(1),
    enabled: enabled.default(true),
    warn_above: bounds.warn_above.default(null),
    critical_above: bounds.critical_above.default(null),
    warn_below: bounds.warn_below.default(null),
    critical_below: bounds.critical_below.default(null),
    clear_margin: bounds.clear_margin.default(null),
    confirm_after: bounds.confirm_after.default(2),
  })
  .superRefine(isSensible)
  .openapi("SensorCreate");
export type SensorCreate = z.output<typeof SensorCreate>;

export const SensorUpdate = z
  .object({ ...definition, enabled, ...bounds })
  .partial()
  .openapi("SensorUpdate", {
    description:
      "Absent fields keep their value. Of a sensor that was found by itself only `enabled` and the fields of its bounds can be changed.",
  });
export type SensorUpdate = z.output<typeof SensorUpdate>;

/** What is written of a sensor, and read by it again. */
export type SensorFields = SensorCreate;

/** Fields that an agent says of what was found by itself. */
export const FOUND_FIELDS = ["name", "category", "oid", "unit", "kind", "factor", "divisor"] as const;

export const SensorRead = z
  .object({
    id: z.int(),
    device_id: z.int(),
    origin: z.enum(["found", "own"]).openapi({ description: "`own`: added by a person" }),
    category: Category,
    name: z.string(),
    unit: z.string().openapi({ description: "blank: a mere number" }),
    oid: z
      .string()
      .openapi({ description: "where the value stands, or the first of what it is reckoned from" }),
    kind: z.enum(SENSOR_KINDS),
    factor: z.number(),
    divisor: z.number(),
    enabled: z.boolean(),
    warn_above: z.number().nullable(),
    critical_above: z.number().nullable(),
    warn_below: z.number().nullable(),
    critical_below: z.number().nullable(),
    clear_margin: z.number().nullable(),
    confirm_after: z.int(),
    value: z.number().nullable().openapi({ description: "newest; null: there is none" }),
    words: z.string().nullable().openapi({
      description: "what people read beside the number, or instead of it",
      example: "on battery",
    }),
    agent_status: State.nullable().openapi({
      description: "what the agent itself holds of it; null: nothing",
    }),
    read_at: timestamp.nullable(),
    state: State.openapi({ description: "what `confirm_after` polls have confirmed" }),
    state_since: timestamp,
    is_judged: z.boolean().openapi({
      description: "false: neither the agent nor a bound says what is well, and `ok` means nothing",
    }),
    gone_since: timestamp
      .nullable()
      .openapi({ description: "since when the agent does not have it any more" }),
    recent: z.array(z.number()).openapi({ description: "values of the last hour or two, oldest first" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("SensorRead");
export type SensorRead = z.infer<typeof SensorRead>;

/** What polls change is no change of the sensor. */
export const SENSOR_VERSION = {
  without: [
    "value",
    "words",
    "agent_status",
    "read_at",
    "state",
    "state_since",
    "is_judged",
    "gone_since",
    "recent",
  ],
};

export const SensorTry = z
  .object({
    oid: definition.oid,
    factor: definition.factor.default(1),
    divisor: definition.divisor.default(1),
  })
  .refine(({ divisor }) => Math.abs(divisor) >= SMALLEST_DIVISOR, {
    path: ["divisor"],
    message: "divisor must not be 0",
  })
  .openapi("SensorTry");
export type SensorTry = z.output<typeof SensorTry>;

export const SensorTryResult = z
  .object({
    type: z.string().openapi({ example: "Gauge32" }),
    text: z.string().openapi({ description: "what the agent has, for people" }),
    value: z.number().nullable().openapi({ description: "with factor and divisor; null: it is no number" }),
  })
  .openapi("SensorTryResult");
export type SensorTryResult = z.infer<typeof SensorTryResult>;

export const SensorHistoryQuery = z.object({
  hours: integer({ min: 1, max: MAX_HOURS })
    .default(24)
    .openapi({ description: "up to 48 they are single values, beyond that what each hour came to" }),
});

export const SensorHistory = z
  .object({
    sensor_id: z.int(),
    unit: z.string(),
    step_seconds: z.int().openapi({
      description:
        "that a point stands for; 0: it is a single value, or a few where there would be too many points",
    }),
    points: z.array(
      z.object({
        at: timestamp,
        value: z.number().openapi({ description: "of a span its mean" }),
        min: z.number(),
        max: z.number(),
      }),
    ),
    changes: z
      .array(
        z.object({
          at: timestamp,
          previous_state: State,
          state: State,
          value: z.number().nullable(),
          reason: z.string(),
        }),
      )
      .openapi({ description: "of its state, oldest first, the newest 200" }),
  })
  .openapi("SensorHistory");
export type SensorHistory = z.infer<typeof SensorHistory>;
