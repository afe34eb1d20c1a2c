import { z } from "@hono/zod-openapi";
import { canonicalText } from "#platform/http/fields";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";

/** An IPv4 or IPv6 address; the IPv4-mapped form is the IPv4 address. */
export const address = canonicalText({
  maxLength: 64,
  canonical: canonicalAddress,
  refusal: (text) => `'${text}' does not appear to be an IPv4 or IPv6 address`,
});

/** A network; host bits are cleared. */
export const network = canonicalText({
  maxLength: 64,
  canonical: canonicalNetwork,
  refusal: (text) => `'${text}' does not appear to be an IPv4 or IPv6 network`,
});

/** A host name as typed, in lower case. */
export const anyHostname = canonicalText({
  maxLength: 255,
  canonical: (text) => text.toLowerCase(),
  refusal: () => "Invalid hostname",
});

const LABELS = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/** A host name of letters, digits and hyphens, as names in DNS are. */
export const strictHostname = canonicalText({
  maxLength: 255,
  canonical(text) {
    const lower = text.toLowerCase();
    return lower.length <= 253 && LABELS.test(lower) ? lower : undefined;
  },
  refusal: () => "Invalid hostname",
});

/** One of the words, in any case. */
export function word<const Words extends readonly string[]>(name: string, words: Words) {
  return z
    .string()
    .transform((text, context): Words[number] => {
      const given = text.trim().toLowerCase();
      const known = words.find((candidate) => candidate === given);
      if (known !== undefined) return known;
      context.addIssue({ code: "custom", message: `${name} must be one of ${words.join(", ")}` });
      return z.NEVER;
    })
    .openapi({ type: "string", enum: [...words] });
}

const ICON = /^[a-z0-9][a-z0-9_-]*$/;
const ICON_REFUSAL =
  "Icon must start with a letter or digit and contain only letters, digits, hyphens, and underscores";

export function icon(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .transform((text) => text.trim().toLowerCase())
    .transform((text) => (text === "" || text === "unknown" ? "device" : text))
    .refine((text) => ICON.test(text), ICON_REFUSAL)
    .openapi({ type: "string", maxLength });
}

export const color = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/)
  .nullable();

export const MAX_TAGS = 20;

export const tags = z
  .array(z.string())
  .max(MAX_TAGS)
  .transform((given) => [...new Set(given.map((tag) => tag.trim()).filter((tag) => tag !== ""))])
  .refine((given) => given.every((tag) => tag.length <= 40), "Tags must be 40 characters or fewer")
  .openapi({
    type: "array",
    items: { type: "string", maxLength: 40 },
    maxItems: MAX_TAGS,
    example: ["core"],
  });

export const MAX_ATTRIBUTES = 50;
const attributeValue = z.union([z.string().max(1000), z.number(), z.boolean()]);

/** Own fields by name. Null removes one when a device is changed, and is as good as absent when it is made. */
export const customAttributes = z
  .record(z.string(), attributeValue.nullable())
  .refine((given) => Object.keys(given).length <= MAX_ATTRIBUTES, `At most ${MAX_ATTRIBUTES} attributes`)
  .refine(
    (given) => Object.keys(given).every((name) => name.trim() === name && name !== "" && name.length <= 64),
    "Attribute names must have 1 to 64 characters, without blanks around them",
  )
  .openapi({
    type: "object",
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
    description: "own fields: texts, numbers, booleans by name",
    example: { rack: "A4", height_units: 2 },
  });

export const shownAttributes = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .openapi({ example: { rack: "A4", height_units: 2 } });
