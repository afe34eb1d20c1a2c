import { z } from "@hono/zod-openapi";
import { canonicalAddress } from "../ip";
import { canonicalMacAddress } from "../mac-address";

/**
 * Field schemas that several models share. Input is as lenient as first clients need it: whole numbers and booleans
 * may come as text, so that the same schemas serve bodies and query strings.
 */

/**
 * A schema never changes, so that all fields of a kind are one: hundreds of them are whole numbers, booleans and
 * addresses, for 2 KiB each.
 */
function madeOnce<Given extends unknown[], Schema>(
  make: (...given: Given) => Schema,
): (...given: Given) => Schema {
  const made = new Map<string, Schema>();
  return (...given) => {
    const key = JSON.stringify(given);
    const schema = made.get(key) ?? make(...given);
    made.set(key, schema);
    return schema;
  };
}

/** A whole number, also as text. */
export const integer = madeOnce((limits: { min?: number; max?: number } = {}) => {
  const atLeast = limits.min === undefined ? z.int() : z.int().min(limits.min);
  const range = limits.max === undefined ? atLeast : atLeast.max(limits.max);
  return z.preprocess(integerFromText, range).openapi({
    type: "integer",
    ...(limits.min === undefined ? {} : { minimum: limits.min }),
    ...(limits.max === undefined ? {} : { maximum: limits.max }),
  });
});

/** The same, and null where there is none. */
export const integerOrNull = madeOnce(() => {
  return integer()
    .nullable()
    .openapi({ type: ["integer", "null"] });
});

function integerFromText(value: unknown): unknown {
  return typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
}

/** A number, also as text. */
export const number = madeOnce((limits: { min: number; max: number }) => {
  return z
    .unknown()
    .transform((value, context) => {
      const given = numberFromText(value);
      if (typeof given === "number") return given;
      if (value === undefined) context.addIssue({ code: "invalid_type", expected: "number", input: value });
      else context.addIssue({ code: "custom", ...refusalOfNumber(value) });
      return z.NEVER;
    })
    .pipe(z.number().min(limits.min).max(limits.max))
    .openapi({ type: "number", minimum: limits.min, maximum: limits.max });
});

/** Digits are in one place only: in two that follow each other, a long text of them would take quadratic time. */
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

function numberFromText(value: unknown): unknown {
  const given = typeof value === "string" && DECIMAL.test(value) ? Number(value) : value;
  return typeof given === "number" && !Number.isFinite(given) ? undefined : given;
}

function refusalOfNumber(value: unknown) {
  return typeof value === "string"
    ? {
        message: "Input should be a valid number, unable to parse string as a number",
        params: { type: "float_parsing" },
      }
    : { message: "Input should be a valid number", params: { type: "float_type" } };
}

/** A boolean, also as the text or number that means one. */
export const boolean = madeOnce(() => {
  return z.preprocess(booleanFromText, z.boolean()).openapi({ type: "boolean" });
});

const BOOLEAN_TEXTS = new Map<unknown, boolean>([
  ["true", true],
  ["1", true],
  [1, true],
  ["false", false],
  ["0", false],
  [0, false],
]);

function booleanFromText(value: unknown): unknown {
  return BOOLEAN_TEXTS.get(typeof value === "string" ? value.trim().toLowerCase() : value) ?? value;
}

/** The id of a resource in a path. */
export const id = integer();

/** Text that is trimmed, and null when nothing is left. */
export const optionalText = madeOnce((maxLength: number) => {
  return z
    .string()
    .max(maxLength)
    .transform((text) => text.trim() || null)
    .nullable()
    .openapi({ type: ["string", "null"], maxLength });
});

/** A date-time with any offset; none means UTC. Gives a Date. */
export const dateTime = madeOnce(() => {
  return z
    .string()
    .transform((text, context) => {
      const parsed = parseDateTime(text.trim());
      if (parsed !== undefined) return parsed;
      context.addIssue({
        code: "custom",
        message: "Input should be a valid datetime or date, invalid format",
        params: { type: "datetime_from_date_parsing" },
      });
      return z.NEVER;
    })
    .openapi({ type: "string", format: "date-time" });
});

const DATE_TIME = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?( ?[Zz]|[ +-]\d\d:?\d\d)?$/;

function parseDateTime(text: string): Date | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  // In a query string a bare "+" arrives as a blank.
  const zone =
    match[1] === undefined || match[1].trim().toLowerCase() === "z" ? "Z" : match[1].replace(" ", "+");
  const local = match[1] === undefined ? text : text.slice(0, -match[1].length);
  const whole = local.length === 10 ? `${local}T00:00:00` : local.replace(/[t ]/, "T");
  const date = new Date(whole + zone);
  const day = Number(text.slice(8, 10));
  const isRealDay =
    day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  // An offset may lead out of the years that four digits can write, and that the database understands.
  const year = date.getUTCFullYear();
  return isRealDay && year >= 1 && year <= 9999 ? date : undefined;
}

/** An IPv4 or IPv6 address in canonical text. */
export const ipAddress = madeOnce(() => {
  return z
    .string()
    .max(64)
    .transform((text, context) => {
      const address = canonicalAddress(text);
      if (address !== undefined) return address;
      context.addIssue({
        code: "custom",
        message: `'${text}' does not appear to be an IPv4 or IPv6 address`,
      });
      return z.NEVER;
    })
    .openapi({ type: "string", maxLength: 64, example: "192.0.2.10" });
});

/** What a list is searched for. */
export const filterText = z.string().max(255);

/** A MAC address in any form, in lower case with colons. */
export const macAddress = madeOnce(() => {
  return z
    .string()
    .max(64)
    .transform((text, context) => {
      const address = canonicalMacAddress(text);
      if (address !== undefined) return address;
      context.addIssue({ code: "custom", message: "Invalid MAC address" });
      return z.NEVER;
    })
    .openapi({ type: "string", maxLength: 64, example: "00:00:5e:00:53:01" });
});

/** The same, and null where there is none, which blank text is too. */
export const macAddressOrNull = madeOnce(() =>
  canonicalText({
    maxLength: 64,
    canonical: canonicalMacAddress,
    refusal: () => "Invalid MAC address",
  }),
);

/** Text that a function brings to canonical form; blank is null; `refusal` is the text for what it does not know. */
export function canonicalText(rule: {
  maxLength: number;
  canonical(text: string): string | undefined;
  refusal(text: string): string;
}) {
  return z
    .string()
    .max(rule.maxLength)
    .transform((text, context) => {
      const trimmed = text.trim();
      if (trimmed === "") return null;
      const canonical = rule.canonical(trimmed);
      if (canonical !== undefined) return canonical;
      context.addIssue({ code: "custom", message: rule.refusal(text) });
      return z.NEVER;
    })
    .nullable()
    .openapi({ type: ["string", "null"], maxLength: rule.maxLength });
}

/** A date-time of an answer: RFC 3339, UTC, milliseconds. */
export const timestamp = z.string().openapi({ format: "date-time", example: "2026-11-21T10:50:00.000Z" });

export function toTimestamp(date: Date): string;
export function toTimestamp(date: Date | null): string | null;
export function toTimestamp(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
