import { z } from "@hono/zod-openapi";

/** The name of a group or site, which is not blank, trimmed; `refusal` is the text for a blank one. */
export function placeName(refusal: string) {
  return z
    .string()
    .max(120)
    .transform((text) => text.trim())
    .refine((text) => text !== "", refusal)
    .openapi({ type: "string", minLength: 1, maxLength: 120 });
}
