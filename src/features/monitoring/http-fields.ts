import { z } from "@hono/zod-openapi";
import { integer } from "#platform/http/fields";

export const HTTP_METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"] as const;

/** One of the words; `upper` and `lower` bring them into that case first. */
export function oneOf<const Words extends readonly string[]>(
  name: string,
  words: Words,
  inCase: (text: string) => string = (text) => text,
) {
  return z
    .string()
    .transform((text, context): Words[number] => {
      const given = inCase(text.trim());
      const known = words.find((candidate) => candidate === given);
      if (known !== undefined) return known;
      const list = words.map((word) => `'${word}'`).join(", ");
      context.addIssue({ code: "custom", message: `${name} must be one of [${list}]` });
      return z.NEVER;
    })
    .openapi({ type: "string", enum: [...words] });
}

export const httpMethod = oneOf("http_method", HTTP_METHODS, (text) => text.toUpperCase());

export const statusCode = integer({ min: 100, max: 599 });
