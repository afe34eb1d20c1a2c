import { isIP } from "node:net";
import { z } from "zod";
import { isFernetKey } from "#platform/encryption";
import { readClickHouseAddress } from "#platform/clickhouse/address";
import { canonicalAddress, isAddressOrNetwork } from "#platform/ip";
import { ROLES, readRoles } from "#platform/roles";

/** What a setting is beside its schema; docs/settings.md is printed from it. */
type SettingNotes = {
  type: string;
  meaning: string;
  /** Its default as a person would write it. */
  shown?: string;
  /** A secret may also come from the file named by `<NAME>_FILE`, and is never printed. */
  secret?: boolean;
};

export const notes = z.registry<SettingNotes>();

/** A variable whose absence (or blank text) means `fallback`. */
function setting<T, F extends T | undefined>(parse: z.ZodType<T, string>, fallback: F, meant: SettingNotes) {
  const schema = z
    .string()
    .optional()
    .transform((given) => (given === undefined || given.trim() === "" ? undefined : given))
    .pipe(parse.optional())
    .transform((value): T | F => value ?? fallback);
  notes.add(schema, { shown: showFallback(fallback), ...meant });
  return schema;
}

function showFallback(fallback: unknown): string {
  if (fallback === undefined || fallback === "") return "none";
  return `\`${typeof fallback === "string" ? fallback : JSON.stringify(fallback)}\``;
}

export const TRUE = new Set(["true", "1", "yes", "on"]);
const FALSE = new Set(["false", "0", "no", "off"]);

export function boolean(fallback: boolean, meaning: string) {
  const parse = z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => TRUE.has(text) || FALSE.has(text), "must be true, false, 1, 0, yes, no, on or off")
    .transform((text) => TRUE.has(text));
  return setting(parse, fallback, { type: "boolean", meaning });
}

type Limits = { min: number; max?: number };

export function integer(
  fallback: number,
  meaning: string,
  limits: Limits & { type?: string; shown?: string },
) {
  return setting(wholeNumber(limits), fallback, {
    type: limits.type ?? "integer",
    meaning,
    ...(limits.shown === undefined ? {} : { shown: limits.shown }),
  });
}

export function optionalInteger(meaning: string, limits: Limits) {
  return setting(wholeNumber(limits), undefined, { type: "integer", meaning });
}

function wholeNumber({ min, max = Number.MAX_SAFE_INTEGER }: Limits) {
  return z
    .string()
    .refine((text) => /^[+-]?\d+$/.test(text.trim()), "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
}

export function decimal(fallback: number, meaning: string, limits: { min: number }) {
  const parse = z
    .string()
    .refine((text) => text.trim() !== "" && Number.isFinite(Number(text)), "must be a number")
    .transform(Number)
    .refine((value) => value >= limits.min, `must be at least ${limits.min}`);
  return setting(parse, fallback, { type: "number", meaning });
}

export function port(fallback: number, meaning: string) {
  return integer(fallback, meaning, { min: 0, max: 65_535, type: "port" });
}

const trimmed = z.string().transform((value) => value.trim());

/** What a text must be, and what is said of one that is not. */
type Rule = { accepts(value: string): boolean; refusal: string };

const ruled = (rule: Rule | undefined) =>
  rule === undefined ? trimmed : trimmed.refine((value) => rule.accepts(value), rule.refusal);

export function text(fallback: string, meaning: string, extra: { shown?: string; rule?: Rule } = {}) {
  const { shown = showFallback(fallback), rule } = extra;
  return setting(ruled(rule), fallback, { type: "text", meaning, shown });
}

export function optionalText(meaning: string, rule?: Rule) {
  return setting(ruled(rule), undefined, { type: "text", meaning });
}

export function secret(meaning: string, rule?: Rule) {
  return setting(ruled(rule), "", { type: "secret", meaning, secret: true });
}

export function choice<const T extends string>(fallback: T, values: readonly T[], meaning: string) {
  const parse = z
    .string()
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.enum(values, `must be one of ${values.join(", ")}`));
  return setting(parse, fallback, { type: values.join(" \\| "), meaning });
}

/** Which of the roles a process has. */
export function roles(meaning: string) {
  const parse = z.string().transform((value, context) => {
    const read = readRoles(value);
    if (read !== undefined) return read;
    context.addIssue({
      code: "custom",
      message: `must be any of ${ROLES.join(", ")}, parted by commas or spaces`,
    });
    return z.NEVER;
  });
  return setting(parse, ROLES, { type: "roles", meaning, shown: "all of them" });
}

const NO_LIST = 'must be a JSON array of strings, such as ["a","b"]';

export function list(
  fallback: string[],
  meaning: string,
  accepts?: { test: (item: string) => boolean; what: string },
) {
  const parse = z
    .string()
    .transform((value, context) => parseJson(value, context))
    .pipe(z.array(z.string(NO_LIST), NO_LIST))
    .refine(
      (items) => accepts === undefined || items.every(accepts.test),
      `each entry must be ${accepts?.what ?? "text"}`,
    );
  return setting(parse, fallback, { type: "list", meaning });
}

function parseJson(value: string, context: z.core.$RefinementCtx<string>): unknown {
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: "custom", message: "must be valid JSON" });
    return z.NEVER;
  }
}

const NO_ZONES = 'must be a JSON object of texts, such as {"192.0.2.0/24":"Europe/Berlin"}';

/** Pairs of sender (address or CIDR) and IANA zone, in the order given. */
export function senderZones(meaning: string) {
  const parse = z
    .string()
    .transform((value, context) => parseJson(value, context))
    .pipe(z.record(z.string(), z.string(NO_ZONES), NO_ZONES))
    .transform((zones) => Object.entries(zones))
    .superRefine((pairs, context) => {
      for (const [sender, zone] of pairs) {
        if (!isAddressOrNetwork(sender))
          context.addIssue({ code: "custom", message: `"${sender}" must be an IP address or CIDR` });
        if (!isTimeZone(zone))
          context.addIssue({ code: "custom", message: `"${zone}" (of ${sender}) is not a known time zone` });
      }
    });
  const none: [string, string][] = [];
  return setting(parse, none, { type: "object", meaning, shown: "`{}`" });
}

export const HTTP_ADDRESS: Rule = {
  accepts: (value) => /^https?:\/\/[^/]/.test(value) && URL.canParse(value),
  refusal: "must be an http or https address",
};
export const POSTGRES_ADDRESS: Rule = {
  accepts: (value) => /^postgres(ql)?:\/\//.test(value),
  refusal: "must begin with postgres:// or postgresql://",
};
export const CLICKHOUSE_ADDRESS: Rule = {
  accepts: (value) => readClickHouseAddress(value) !== undefined,
  refusal:
    "must be clickhouse://user:password@host:8123/database, perhaps with several hosts and ?cluster=name",
};
export const BIND_ADDRESS: Rule = { accepts: (value) => isIP(value) !== 0, refusal: "must be an IP address" };
export const TIME_ZONE: Rule = { accepts: isTimeZone, refusal: "is not a known time zone" };
export const RELAY_NAME: Rule = {
  accepts: (value) => value.length <= 100 && !value.includes("\0") && value.isWellFormed(),
  refusal: "must have at most 100 characters",
};
export const SIGNING_KEY: Rule = {
  accepts: (value) => value.length >= 32,
  refusal: "must have at least 32 characters",
};

export const FERNET_KEY: Rule = {
  accepts: isFernetKey,
  refusal: "must be a Fernet key: 32 bytes in url-safe base64, 44 characters",
};

export const JSON_OBJECT: Rule = {
  accepts: isJsonObject,
  refusal: 'must be a JSON object, such as {"net-admins": "NetworkAdmin"}',
};
export const MODEST_ROLE: Rule = {
  accepts: (value) => !/^superadmin$/i.test(value),
  refusal: "must not be SuperAdmin",
};

export const addresses = {
  test: (text: string) => canonicalAddress(text) !== undefined,
  what: "an IP address",
};
export const networks = { test: isAddressOrNetwork, what: "an IP address or CIDR" };

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
