import { z } from "@hono/zod-openapi";

/** Text that JSON.stringify writes as it stands (ECMAScript's JSON.rawJSON). */
type RawJson = Readonly<Record<"rawJSON", string>>;

declare global {
  interface JSON {
    rawJSON(text: string): RawJson;
  }
}

/** A whole number of an answer that may be beyond 2^53: a JSON integer with all its digits. */
export const exactInteger = z.custom<number | RawJson>().openapi({ type: "integer", example: 254 });

export function toExactInteger(value: bigint): number | RawJson {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(value));
}

/** The same number as text, for clients whose JSON numbers end at 2^53. */
export const integerText = z.string().openapi({ pattern: "^[0-9]+$", example: "254" });
