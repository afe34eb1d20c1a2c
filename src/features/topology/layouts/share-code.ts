import { randomInt } from "node:crypto";

/** Letters and digits that nobody mistakes for one another. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 12;

/** Twelve random characters, some 59 bits: it cannot be guessed. */
export function makeShareCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
