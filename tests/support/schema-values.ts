import * as fc from "fast-check";
import { z } from "zod";
import type { Document } from "./conformance";

/** What our document uses of JSON Schema. */
type Schema = {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  items?: Schema | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: boolean | Schema | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
  allOf?: Schema[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  pattern?: string | undefined;
  format?: string | undefined;
};

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    items: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
    anyOf: z.array(Schema).optional(),
    oneOf: z.array(Schema).optional(),
    allOf: z.array(Schema).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
  }),
);

/** Longer texts and lists show nothing that these do not. */
const MOST = { letters: 60, items: 3 };
/** Deeper than any model of the document; only one that names itself gets there. */
const DEEPEST = 8;

/**
 * What the fields of our models mean, and no schema says; every address is this machine's own, for what is connected
 * to.
 */
const MEANINGS: [name: RegExp, values: fc.Arbitrary<unknown>][] = [
  [/url|issuer|^uri$/, fc.constantFrom("http://127.0.0.1:9/x", "https://127.0.0.1:9", "http://[::1]:9/")],
  [/host$|^smtp|server$/, fc.constantFrom("127.0.0.1", "localhost")],
  [/cidr|prefix$|network|subnet$/, fc.constantFrom("127.0.0.0/24", "127.0.0.0/8", "::1/128", "127.0.1.0/30")],
  [/_ip$|^ip_|address(?:es)?$|gateway|^ips?$/, fc.constantFrom("127.0.0.1", "127.0.0.2", "127.0.1.1", "::1")],
  [/mac/, fc.constantFrom("00:00:5e:00:53:01", "00-00-5E-00-53-02")],
  [/(?:^|_)ids?$/, fc.integer({ min: 1, max: 6 })],
  [/time_zone/, fc.constantFrom("UTC", "Europe/Berlin")],
  [/email/, fc.constantFrom("a@example.net", "b@example.net")],
  [/password/, fc.constantFrom("a long enough password", "kestrel-orbit-7-lantern")],
];

/** Values that have broken servers. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\u202Eabc",
    "\u001b[31mred",
    "a\r\nb",
    "\ud800",
    "\ufdfa".repeat(200),
    "a".repeat(5000),
    "' OR 1=1; --",
    "%' ESCAPE '",
    "\\",
    "$1",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "..\u2215",
    "=HYPERLINK(1)",
    "(a+)+$",
    "NaN",
    "1e400",
    "0x10",
    "٣",
    "-1",
    "2026-02-30T25:61:00Z",
    "9999-12-31T23:59:59.999999999Z",
    "-271821-04-20T00:00:00Z",
    "+275760-09-13T00:00:00.001Z",
    "0000-00-00",
    "0.0.0.0/0",
    "::/0",
    "::ffff:0:0/95",
    "255.255.255.255/33",
    "fe80::1%eth0",
    "1.2.3.4.5",
    0,
    -0,
    -1,
    0.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    5e-324,
  ),
  fc.constantFrom<unknown>([], {}, [[]], [null], { "": 1 }, { constructor: 1 }, [{}], { toString: 1 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Makes values from the schemas of a document. */
export function createSchemaValues(document: Document) {
  function resolved(schema: Schema): Schema {
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? schema : Schema.parse(document.components.schemas[name]);
  }

  /** One that the schema takes, as far as a schema can say. */
  function valid(given: unknown, name = "", depth = 0): fc.Arbitrary<unknown> {
    const schema = resolved(Schema.parse(given));
    if (depth > DEEPEST) return fc.constant(null);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return fc.oneof(...choices.map((one) => valid(one, name, depth + 1)));
    if (schema.allOf !== undefined) {
      const parts = schema.allOf.map((one) => valid(one, name, depth + 1));
      return fc.tuple(...parts).map((values) => Object.assign({}, ...values) as unknown);
    }
    const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "object"];
    return fc.oneof(...types.map((type) => ofType(type, { schema, name, depth })));
  }

  function ofType(type: string, at: { schema: Schema; name: string; depth: number }): fc.Arbitrary<unknown> {
    const { schema, name, depth } = at;
    if (type === "null") return fc.constant(null);
    if (type === "boolean") return fc.boolean();
    if (type === "array") {
      const { minItems = 0, maxItems = minItems + MOST.items } = schema;
      const maxLength = Math.min(maxItems, minItems + MOST.items);
      return fc.array(valid(schema.items ?? {}, name, depth + 1), { minLength: minItems, maxLength });
    }
    if (type === "object") return ofObject(schema, depth);
    const meaning = MEANINGS.find(([pattern]) => pattern.test(name))?.[1];
    if (type === "integer" || type === "number") {
      if (meaning !== undefined && /ids?$/.test(name)) return meaning;
      const { minimum = -5, maximum = Math.max(minimum, 5) + 100 } = schema;
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    }
    return meaning ?? ofText(schema);
  }

  function ofObject(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], additionalProperties } = schema;
    const fields = Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, valid(value, key, depth + 1)]),
    );
    const known = fc.record(fields, { requiredKeys: required.filter((key) => key in fields) });
    if (typeof additionalProperties !== "object") return known;
    const extra = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 12 }).filter((key) => key !== "__proto__"),
      valid(additionalProperties, "", depth + 1),
      { maxKeys: MOST.items },
    );
    return fc.tuple(known, extra).map(([some, more]) => ({ ...more, ...some }));
  }

  /** The value with these fields in every object of it whose model has no such field. */
  function withExtra(given: unknown, value: unknown, extra: Record<string, unknown>): unknown {
    const schema = resolved(Schema.parse(given));
    if (Array.isArray(value)) return value.map((item) => withExtra(schema.items ?? {}, item, extra));
    const { properties } = schema;
    if (typeof value !== "object" || value === null || properties === undefined) return value;
    const added = Object.entries(extra).filter(([name]) => !(name in properties));
    const fields = Object.entries(value).map(([name, field]): [string, unknown] => [
      name,
      withExtra(properties[name] ?? {}, field, extra),
    ]);
    return Object.fromEntries([...added, ...fields]);
  }

  return { valid, withExtra };
}

export type SchemaValues = ReturnType<typeof createSchemaValues>;

function ofText({ pattern, format, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === "base64url") return fc.base64String({ maxLength: 44 }).map(urlSafe);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  return fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength ?? MOST.letters, MOST.letters)),
  });
}

function urlSafe(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A value that the schema takes, but for one thing: a field broken, missing or too many. */
export function nearlyValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, hostileValue, fc.nat(), fc.constantFrom("break", "remove", "add"))
    .map(([value, hostile, place, how]) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return hostile;
      const entries = Object.entries(value);
      if (how === "add" || entries.length === 0) return { ...value, [`extra_${place}`]: hostile };
      const [key = ""] = entries[place % entries.length] ?? [];
      const others = entries.filter(([name]) => name !== key);
      return Object.fromEntries(how === "remove" ? others : [...others, [key, hostile]]);
    });
}
