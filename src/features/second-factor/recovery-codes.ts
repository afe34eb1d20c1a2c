import { createHash, randomInt } from "node:crypto";

/** Crockford's base 32: no letter that looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;
const COUNT = 10;

/** Ten codes of 80 random bits, such as `7k2m-9qxa-04ht-e5cw`. */
export function makeRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(makeCode());
  return [...codes];
}

function makeCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return characters.join("").replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * SHA-256 of a code as a person may write it: any case, with or without dashes and blanks, `o` for 0, `i` or `l` for 1.
 * 80 random bits need no slow hash.
 */
export function digestRecoveryCode(code: string): Buffer {
  const letters = code.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return createHash("sha256").update(letters).digest();
}
