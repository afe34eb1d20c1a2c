import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { ConfigurationRegistry } from "../registry";
import type { ConfigurationKind } from "#features/configuration-kinds";
import { ABSENT_FIELDS, BUNDLE_VERSION, SecretReference } from "./model";

/** Where the schema says that it is: JSON Schema as OpenAPI 3.1 uses it. */
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** How a bundle is written, for editors and validators. */
export function bundleSchema(registry: ConfigurationRegistry): Record<string, unknown> {
  const app = new OpenAPIHono();
  app.openAPIRegistry.register("ConfigurationBundle", bundleModel(registry));
  const document = app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "Netatlas", version: "1" } });
  const { ConfigurationBundle: bundle, ...others } = document.components?.schemas ?? {};
  const moved = JSON.stringify({ ...bundle, $defs: others }).replaceAll("#/components/schemas/", "#/$defs/");
  const schema: Record<string, unknown> = JSON.parse(moved);
  return { $schema: DIALECT, title: "Netatlas configuration", ...schema };
}

function bundleModel({ kinds }: ConfigurationRegistry): z.ZodType {
  const sections = kinds.map((kind) => {
    const thing = thingModel(kind);
    const section = kind.isSingle === true ? thing : z.array(thing);
    return [kind.name, section.optional()] as const;
  });
  return z
    .strictObject({
      version: z.literal(BUNDLE_VERSION),
      absent_fields: z.enum(ABSENT_FIELDS).optional().openapi({
        description:
          "what becomes of fields that a thing does not name, where it is there already: `keep` (the default): they stay; `default`: they get their default",
      }),
      left_out: z.array(z.string()).optional().openapi({
        description: "of an export: what its reader may not read; not looked at",
      }),
      ...Object.fromEntries(sections),
    })
    .openapi("ConfigurationBundle");
}

function thingModel(kind: ConfigurationKind): z.ZodType {
  const fields = Object.entries(kind.fields).map(([name, model]) => [name, model.optional()] as const);
  const secrets = (kind.secretNames ?? []).map((name) => [name, SecretReference.optional()] as const);
  return z
    .strictObject({
      ...Object.fromEntries(fields),
      ...(kind.isSingle !== true && {
        was: z.string().optional().openapi({ description: "its name until now, where it gets another" }),
      }),
      ...(secrets.length > 0 && { secrets: z.strictObject(Object.fromEntries(secrets)).optional() }),
    })
    .openapi({ description: `${kind.noun}: told from others by ${kind.key}` });
}
