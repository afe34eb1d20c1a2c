import { z } from "@hono/zod-openapi";
import type { Versioned } from "#platform/http/conditional";

/**
 * Lower case, what is no letter or digit of any script becomes a hyphen: `Edge Router 2` is `edge-router-2`, `Öl/Pumpe`
 * is `öl-pumpe`. Empty where nothing is left.
 */
function slugOf(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

const label = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, " "))
  .pipe(
    z
      .string()
      .refine((text) => text !== "", { message: "Device type label is required", abort: true })
      .min(2)
      .max(80),
  )
  .openapi({ type: "string", minLength: 2, maxLength: 80, example: "Edge router" });

const value = z
  .string()
  .max(80)
  .transform((text, context) => {
    const slug = slugOf(text);
    if (slug !== "") return slug;
    context.addIssue({ code: "custom", message: "Device type must contain at least one letter or number" });
    return z.NEVER;
  })
  .openapi({ type: "string", maxLength: 80, example: "edge-router" });

const icon = z.string().trim().min(1).max(80).openapi({ example: "router" });

export const DeviceTypeCreate = z
  .object({
    label,
    value: value
      .nullable()
      .default(null)
      .openapi({
        type: ["string", "null"],
        maxLength: 80,
        description: "absent: from the label",
      }),
    icon: icon.default("device"),
  })
  .transform((given, context) => {
    const slug = given.value ?? slugOf(given.label);
    if (slug !== "") return { ...given, value: slug };
    context.addIssue({
      code: "custom",
      path: ["label"],
      message: "Device type must contain at least one letter or number",
    });
    return z.NEVER;
  })
  .openapi("DeviceTypeCreate");
export type DeviceTypeCreate = z.output<typeof DeviceTypeCreate>;

export const DeviceTypeUpdate = z
  .object({ label, value, icon })
  .partial()
  .openapi("DeviceTypeUpdate", { description: "Absent fields keep their value." });
export type DeviceTypeUpdate = z.output<typeof DeviceTypeUpdate>;

/** Far more than there are types; a statement takes 65,535 parameters. */
const MAX_COLORS = 1000;

export const DeviceTypeColorsUpdate = z
  .object({
    colors: z
      .record(z.string().max(80), z.string())
      .refine((colors) => Object.keys(colors).length <= MAX_COLORS, `At most ${MAX_COLORS} colours`)
      .default({})
      .openapi({
        description: "type to `#RRGGBB`; replaces all colours; a blank one is none",
        example: { router: "#1c7ed6" },
      }),
  })
  .openapi("DeviceTypeColorsUpdate");
export type DeviceTypeColorsUpdate = z.output<typeof DeviceTypeColorsUpdate>;

export const DeviceTypeRead = z
  .object({
    id: z.int().nullable().openapi({ description: "null: built in" }),
    value: z.string().openapi({ example: "router" }),
    label: z.string().openapi({ example: "Router" }),
    icon: z.string(),
    is_builtin: z.boolean(),
    color: z.string().nullable().openapi({ example: "#1c7ed6" }),
  })
  .openapi("DeviceTypeRead");
/** Colours are set for all types together. */
export const DEVICE_TYPE_VERSION = { without: ["color"] } as const satisfies Versioned;

export type DeviceTypeRead = z.infer<typeof DeviceTypeRead>;
