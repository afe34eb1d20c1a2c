import { z } from "@hono/zod-openapi";

const LONGEST = 256;

/**
 * A password to be set: 12 to 256 characters of any kind, counted as code points. Refused before anything is hashed;
 * text that is no Unicode is refused as well, because hashing would change it.
 */
export const newPassword = password(12);

/** A password to be compared with a stored one. */
export const givenPassword = password(1);

function password(shortest: number) {
  return z
    .string()
    .check((field) => {
      const { value } = field;
      const refuse = (type: string, message: string) =>
        void field.issues.push({ code: "custom", input: value, message, params: { type } });
      const length = characterCount(value);
      if (length < shortest)
        refuse("string_too_short", `String should have at least ${characters(shortest)}`);
      else if (length > LONGEST)
        refuse("string_too_long", `String should have at most ${characters(LONGEST)}`);
      else if (!value.isWellFormed()) refuse("string_unicode", "Input should be valid Unicode text");
    })
    .openapi({ format: "password", minLength: shortest, maxLength: LONGEST });
}

/** A code point has at most two code units: longer text need not be counted to be too long. */
function characterCount(text: string): number {
  return text.length > LONGEST * 2 ? text.length : Array.from(text).length;
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}
