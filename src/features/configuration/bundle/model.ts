import { z } from "@hono/zod-openapi";
import type { Fields } from "#features/configuration-kinds";

/** Of bundles that this version writes. It reads no later ones. */
export const BUNDLE_VERSION = 1;

/**
 * What becomes of fields that a thing of a bundle does not name, where the thing is there already: `keep`: they stay;
 * `default`: they get their default.
 */
export const ABSENT_FIELDS = ["keep", "default"] as const;
export type AbsentFields = (typeof ABSENT_FIELDS)[number];

/** Keys of a bundle that are no kind. */
export const BUNDLE_KEYS = ["version", "absent_fields", "left_out"] as const;

/** A secret is not in a bundle: only where it comes from. */
export const SECRET_SOURCES = ["from_env", "from_file", "secret"] as const;
export type SecretSource = (typeof SECRET_SOURCES)[number];

const name = z.string().min(1).max(1024);

export const SecretReference = z
  .union([
    z.strictObject({ from_env: name.openapi({ description: "variable of the machine that applies it" }) }),
    z.strictObject({ from_file: name.openapi({ description: "file of the machine that applies it" }) }),
    z.strictObject({ secret: name.openapi({ description: "sent beside the bundle by this name" }) }),
  ])
  .openapi("ConfigurationSecretReference", {
    description: "Where a secret comes from. Only the command line reads variables and files.",
  });

export type SecretRef = { source: SecretSource; name: string };

/** Throws where it is no reference. */
export function toSecretRef(value: z.output<typeof SecretReference>): SecretRef {
  if ("from_env" in value) return { source: "from_env", name: value.from_env };
  if ("from_file" in value) return { source: "from_file", name: value.from_file };
  return { source: "secret", name: value.secret };
}

export function toSecretReference({ source, name: text }: SecretRef): Fields {
  return { [source]: text };
}

/** The values of secrets that came beside a bundle, by where they come from. */
export const Secrets = z
  .strictObject({
    from_env: z.record(name, z.string().max(65_536)).optional(),
    from_file: z.record(name, z.string().max(65_536)).optional(),
    secret: z.record(name, z.string().max(65_536)).optional(),
  })
  .openapi("ConfigurationSecrets");
export type Secrets = z.output<typeof Secrets>;

/** Undefined: it was not sent. */
export function valueOf(secrets: Secrets, { source, name: text }: SecretRef): string | undefined {
  const values = secrets[source];
  return values !== undefined && Object.hasOwn(values, text) ? values[text] : undefined;
}
