import { createHash } from "node:crypto";

/** A password that no rule calls easy to guess, of exactly so many ASCII characters; the same each time. */
export function strongPassword(length: number): string {
  let text = "";
  while (text.length < length) text += createHash("sha256").update(text).digest("base64url");
  return text.slice(0, length);
}

/** The same of characters outside the basic plane: two code units each. */
export function strongPictures(length: number): string {
  const octets = Buffer.from(strongPassword(length));
  return Array.from(octets, (octet) => String.fromCodePoint(0x1f300 + octet)).join("");
}
