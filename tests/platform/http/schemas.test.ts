import { expect, test } from "bun:test";
import { OpenAPIHono, z } from "@hono/zod-openapi";

/** What a schema holds itself, beside what all of its class have. */
const ownOf = (schema: z.ZodType) => Object.getOwnPropertyNames(schema).sort();

/** The schemas of an OpenAPI document whose only answer is of this model. */
function documentOf(schema: z.ZodType) {
  const app = new OpenAPIHono();
  const content = { "application/json": { schema } };
  app.openAPIRegistry.registerPath({
    method: "get",
    path: "/",
    responses: { 200: { description: "", content } },
  });
  const { paths, components } = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "", version: "" },
  });
  return { ...components?.schemas, answer: paths?.["/"]?.get?.responses?.["200"] };
}

test("a schema holds no method of its own, whatever was called on it and said of it", () => {
  const plain = z.string();
  const described = plain.openapi({ example: "a" });
  const limited = described.min(1).max(9);
  const object = z.object({ name: limited.optional() }).openapi("Named");
  const extended = object.extend({ age: z.int().nullable().default(null) });
  for (const schema of [plain, described, limited, object, extended])
    expect(ownOf(schema)).toEqual(["_zod", "def", "type"]);
});

test("schemas of a class share one set of traits, and those of another have another", () => {
  const traitsOf = (schema: z.ZodType) => schema._zod.traits;
  expect(traitsOf(z.string())).toBe(traitsOf(z.string().min(1)));
  expect(traitsOf(z.email()).has("ZodEmail")).toBe(true);
  expect(traitsOf(z.string()).has("ZodEmail")).toBe(false);
  expect(z.string()).toBeInstanceOf(z.ZodString);
  expect(z.string()).not.toBeInstanceOf(z.ZodEmail);
});

test("a class of one's own that adds a trait leaves those of its base as they were", () => {
  class Marked extends z.ZodString {
    constructor(def: z.core.$ZodStringDef) {
      super(def);
      Reflect.apply(Reflect.get(z.core.$ZodEmail, "init"), undefined, [this, { ...def, format: "email" }]);
    }
  }
  expect(new Marked(z.string().def)._zod.traits.has("$ZodEmail")).toBe(true);
  expect(z.string()._zod.traits.has("$ZodEmail")).toBe(false);
});

test("what is said of a schema is said of what is made of it", () => {
  const name = z.string().openapi({ description: "as it is called" });
  const model = z
    .object({
      plain: name,
      limited: name.min(2).max(5),
      maybe: name.optional(),
      none: name.nullable(),
      filled: name.default("x"),
      checked: name.refine((text) => text !== ""),
      changed: name.transform((text) => text.length),
    })
    .openapi("Model", { description: "all of them" });
  const text = { type: "string", description: "as it is called" };
  expect(documentOf(model)).toMatchObject({
    Model: {
      type: "object",
      description: "all of them",
      properties: {
        plain: text,
        limited: { ...text, minLength: 2, maxLength: 5 },
        maybe: text,
        none: { ...text, type: ["string", "null"] },
        filled: { ...text, default: "x" },
        checked: text,
        changed: text,
      },
    },
  });
});

test("an object that extends a named one refers to it", () => {
  const base = z.object({ id: z.int() }).openapi("Base");
  const wider = base.extend({ name: z.string() }).openapi("Wider");
  expect(documentOf(z.object({ base, wider }))).toMatchObject({
    Base: { properties: { id: { type: "integer" } } },
    Wider: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { name: { type: "string" } } }] },
  });
});
