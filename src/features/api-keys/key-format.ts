import { createHash, randomInt } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const PREFIX_LENGTH = 12;
const SECRET_LENGTH = 43;
const KEY = /^svc_([A-Za-z0-9]{12})_[A-Za-z0-9]{43}$/;

export type NewKey = { key: string; prefix: string; digest: Buffer };

/** Makes a key: `svc_<12>_<43>`, letters and digits from the system's random source (256 bits in the secret). */
export function generateKey(): NewKey {
  const prefix = randomText(PREFIX_LENGTH);
  const key = `svc_${prefix}_${randomText(SECRET_LENGTH)}`;
  return { key, prefix, digest: digestKey(key) };
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}

/** The look-up part of a well-formed key; undefined for any other text. */
export function prefixOf(key: string): string | undefined {
  return KEY.exec(key)?.[1];
}

/** SHA-256 of the whole key: all that is stored of it. A key's secret is random, so no slow hash is needed. */
export function digestKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
