import { expect, test } from "bun:test";
import { z } from "@hono/zod-openapi";
import { boolean, dateTime, integer } from "#platform/http/fields";
import { toValidationIssues } from "#platform/http/issues";

/** Each `type` with the text that FastAPI clients know. */
function issuesOf(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input);
  return result.success ? [] : toValidationIssues(result.error, "body", input);
}

const field = (schema: z.ZodType) => z.object({ f: schema });

const cases: [type: string, value: unknown, schema: z.ZodType, msg: string][] = [
  ["missing", undefined, z.string(), "Field required"],
  ["string_too_short", "", z.string().min(1), "String should have at least 1 character"],
  ["string_too_short", "short", z.string().min(12), "String should have at least 12 characters"],
  ["string_too_long", "long", z.string().max(3), "String should have at most 3 characters"],
  [
    "string_pattern_mismatch",
    "red",
    z.string().regex(/^#[0-9a-f]{6}$/i),
    "String should match pattern '^#[0-9a-f]{6}$'",
  ],
  ["string_pattern_mismatch", "a", z.string().regex(/^a\/b$/), "String should match pattern '^a\\/b$'"],
  ["string_type", 7, z.string(), "Input should be a valid string"],
  ["string_type", null, z.string(), "Input should be a valid string"],
  ["int_type", null, integer(), "Input should be a valid integer"],
  ["int_type", [1], integer(), "Input should be a valid integer"],
  [
    "int_parsing",
    "seven",
    integer(),
    "Input should be a valid integer, unable to parse string as an integer",
  ],
  ["int_parsing", "", integer(), "Input should be a valid integer, unable to parse string as an integer"],
  ["int_parsing", "1.5", integer(), "Input should be a valid integer, unable to parse string as an integer"],
  ["int_from_float", 1.5, integer(), "Input should be a valid integer, got a number with a fractional part"],
  ["bool_type", null, boolean(), "Input should be a valid boolean"],
  ["bool_type", 2, boolean(), "Input should be a valid boolean"],
  ["bool_parsing", "perhaps", boolean(), "Input should be a valid boolean, unable to interpret input"],
  ["list_type", "a", z.array(z.string()), "Input should be a valid list"],
  ["list_type", { 0: "a" }, z.array(z.string()), "Input should be a valid list"],
  ["dict_type", "a", z.object({}), "Input should be a valid dictionary"],
  ["dict_type", [], z.object({}), "Input should be a valid dictionary"],
  [
    "datetime_from_date_parsing",
    "yesterday",
    dateTime(),
    "Input should be a valid datetime or date, invalid format",
  ],
  ["greater_than_equal", 0, integer({ min: 1 }), "Input should be greater than or equal to 1"],
  ["less_than_equal", "501", integer({ max: 500 }), "Input should be less than or equal to 500"],
  ["too_short", [], z.array(z.string()).min(1), "List should have at least 1 item after validation, not 0"],
  [
    "too_long",
    ["a", "b", "c"],
    z.array(z.string()).max(2),
    "List should have at most 2 items after validation, not 3",
  ],
  ["literal_error", "d", z.enum(["a", "b", "c"]), "Input should be 'a', 'b' or 'c'"],
  ["literal_error", 31, z.literal([30, 90]), "Input should be 30 or 90"],
  ["literal_error", "d", z.literal("only"), "Input should be 'only'"],
  ["missing", undefined, z.enum(["a"]), "Field required"],
  ["missing", undefined, z.literal("a"), "Field required"],
  ["missing", undefined, integer(), "Field required"],
  ["missing", undefined, z.array(z.string()), "Field required"],
  ["value_error", "-", z.string().refine(() => false, "Invalid hostname"), "Value error, Invalid hostname"],
];

test.each(cases)("%s: %p", (type, value, schema, msg) => {
  expect(issuesOf(field(schema), value === undefined ? {} : { f: value })).toEqual([
    { loc: ["body", "f"], msg, type },
  ]);
});

test("`loc` leads to the value: names and indexes", () => {
  const schema = z.object({
    tags: z.array(z.string()),
    ports: z.array(z.object({ port: integer({ max: 9 }) })),
  });
  const found = issuesOf(schema, { tags: ["a", 1], ports: [{ port: 1 }, { port: 10 }, {}] });
  expect(found.map(({ loc, type }) => [...loc, type])).toEqual([
    ["body", "tags", 1, "string_type"],
    ["body", "ports", 1, "port", "less_than_equal"],
    ["body", "ports", 2, "port", "missing"],
  ]);
});

test("a rule about the whole model has the location alone", () => {
  const schema = z.object({ a: z.string() }).refine(() => false, "a and b do not fit");
  expect(issuesOf(schema, { a: "x" })).toEqual([
    { loc: ["body"], msg: "Value error, a and b do not fit", type: "value_error" },
  ]);
});

test("the location is that of the input: query and path too", () => {
  const result = z.object({ limit: integer({ min: 1 }) }).safeParse({ limit: "0" });
  if (result.success) throw new Error("0 was accepted");
  expect(toValidationIssues(result.error, "query", { limit: "0" })[0]?.loc).toEqual(["query", "limit"]);
});

test("an own property named like one of Object's does not hide that a field is absent", () => {
  expect(issuesOf(z.object({ constructor: z.string() }), {})).toEqual([
    { loc: ["body", "constructor"], msg: "Field required", type: "missing" },
  ]);
});

test("an answer shows nothing of the input", () => {
  const secret = "hunter2-hunter2";
  const schema = z.object({
    f: integer(),
    g: boolean(),
    h: z.string().max(3),
    i: z.enum(["a"]),
    j: dateTime(),
  });
  const shown = JSON.stringify(issuesOf(schema, { f: secret, g: secret, h: secret, i: secret, j: secret }));
  expect(shown).not.toContain(secret);
});

test("of a hundred thousand wrong entries the first hundred are named, without a look through all for each", () => {
  const found = issuesOf(z.object({ ids: z.array(integer()) }), { ids: Array(100_000).fill("x") });
  expect(found).toHaveLength(100);
  expect(found.at(-1)?.loc).toEqual(["body", "ids", 99]);
});
