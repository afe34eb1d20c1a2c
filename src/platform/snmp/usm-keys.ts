import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { AUTH_PROTOCOLS, PRIV_PROTOCOLS } from "./access";

export type AuthProtocol = (typeof AUTH_PROTOCOLS)[number];
export type PrivProtocol = (typeof PRIV_PROTOCOLS)[number];

/** How a message is authenticated, by the key of one engine. */
export type AuthKey = { protocol: AuthProtocol; key: Buffer };
/** How a message is encrypted, by the key of one engine. */
export type PrivKey = { protocol: PrivProtocol; key: Buffer };
/** What the key of a message depends on beside itself (RFC 3414 section 8.1.1, RFC 3826 section 3.1.2). */
export type Moment = { boots: number; time: number; salt: Buffer };

const PASSWORD_OCTETS = 1024 * 1024;
/** Hashes, and octets of a code: RFC 3414 sections 6 and 7, RFC 7860 section 4. */
const AUTHENTICATION: Record<AuthProtocol, { hash: string; codeBytes: number }> = {
  md5: { hash: "md5", codeBytes: 12 },
  sha: { hash: "sha1", codeBytes: 12 },
  sha256: { hash: "sha256", codeBytes: 24 },
  sha512: { hash: "sha512", codeBytes: 48 },
};
/** DES: the key, and as much of what its initialisation vector is made of. */
const DES_BYTES = 8;
const DES_KEY_BYTES = 16;
const AES_KEY_BYTES = { aes: 16, aes256: 32 } as const;
export const SALT_BYTES = 8;

/** The key that a password stands for, of no engine yet (RFC 3414 appendix A.2): a megabyte is hashed. */
export function hashPassword(protocol: AuthProtocol, password: string | Buffer): Buffer {
  const { hash } = AUTHENTICATION[protocol];
  return createHash(hash).update(Buffer.alloc(PASSWORD_OCTETS, password)).digest();
}

/** The same key as one engine has it (RFC 3414 section 2.6). */
export function localiseKey(protocol: AuthProtocol, passwordKey: Uint8Array, engine: Uint8Array): Buffer {
  const { hash } = AUTHENTICATION[protocol];
  return createHash(hash).update(passwordKey).update(engine).update(passwordKey).digest();
}

/**
 * The key of privacy of one engine, out of the localised one. Where that is too short for AES with 256 bits it is
 * extended as https://datatracker.ietf.org/doc/html/draft-reeder-snmpv3-usm-3desede-00 does, for which a megabyte is
 * hashed.
 */
export function privacyKey(
  { auth, priv }: { auth: AuthProtocol; priv: PrivProtocol },
  localised: Buffer,
  engine: Uint8Array,
): Buffer {
  if (priv === "des") return localised.subarray(0, DES_KEY_BYTES);
  const wanted = AES_KEY_BYTES[priv];
  if (localised.length >= wanted) return localised.subarray(0, wanted);
  const more = localiseKey(auth, hashPassword(auth, localised), engine);
  return Buffer.concat([localised, more]).subarray(0, wanted);
}

/** Octets of the code of authentication. */
export function codeBytesOf(protocol: AuthProtocol): number {
  return AUTHENTICATION[protocol].codeBytes;
}

/** The code of a message in which its own place holds zeros. */
export function authenticationCode({ protocol, key }: AuthKey, message: Buffer): Buffer {
  const { hash, codeBytes } = AUTHENTICATION[protocol];
  return createHmac(hash, key).update(message).digest().subarray(0, codeBytes);
}

/** Whether a message carries the right code. `code` is the view of it within `message`, which stays as it is. */
export function isAuthentic(auth: AuthKey, message: Buffer, code: Buffer): boolean {
  if (code.length !== codeBytesOf(auth.protocol)) return false;
  const at = code.byteOffset - message.byteOffset;
  const blank = Buffer.from(message).fill(0, at, at + code.length);
  return timingSafeEqual(authenticationCode(auth, blank), code);
}

/**
 * Undefined where the octets cannot have been encrypted so. What another key encrypted gives octets without meaning.
 */
export function decrypt({ protocol, key }: PrivKey, octets: Buffer, moment: Moment): Buffer | undefined {
  if (moment.salt.length !== SALT_BYTES) return undefined;
  if (protocol !== "des") {
    const decipher = createDecipheriv(aesOf(key), key, aesVector(moment));
    return Buffer.concat([decipher.update(octets), decipher.final()]);
  }
  if (octets.length === 0 || octets.length % DES_BYTES !== 0) return undefined;
  const decipher = createDecipheriv("des-cbc", key.subarray(0, DES_BYTES), desVector(key, moment.salt));
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(octets), decipher.final()]);
}

export function encrypt({ protocol, key }: PrivKey, octets: Buffer, moment: Moment): Buffer {
  if (protocol !== "des") {
    const cipher = createCipheriv(aesOf(key), key, aesVector(moment));
    return Buffer.concat([cipher.update(octets), cipher.final()]);
  }
  const cipher = createCipheriv("des-cbc", key.subarray(0, DES_BYTES), desVector(key, moment.salt));
  cipher.setAutoPadding(false);
  const padding = Buffer.alloc((DES_BYTES - (octets.length % DES_BYTES)) % DES_BYTES);
  return Buffer.concat([cipher.update(octets), cipher.update(padding), cipher.final()]);
}

function aesOf(key: Buffer): string {
  return key.length === AES_KEY_BYTES.aes256 ? "aes-256-cfb" : "aes-128-cfb";
}

function aesVector({ boots, time, salt }: Moment): Buffer {
  const vector = Buffer.alloc(16);
  vector.writeUInt32BE(boots, 0);
  vector.writeUInt32BE(time, 4);
  salt.copy(vector, 8);
  return vector;
}

function desVector(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(salt.map((octet, index) => octet ^ (key[DES_BYTES + index] ?? 0)));
}
