import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Encrypts the secrets that the database keeps, such as passwords of mail servers. */
export type Encryption = {
  encrypt(text: string): string;
  /** Throws UnreadableSecret where the token was not made with this key, or was changed. */
  decrypt(token: string): string;
};

export class UnreadableSecret extends Error {
  constructor(cause?: unknown) {
    super("cannot decrypt a stored secret: it was made with another MASTER_KEY, or was changed", { cause });
    this.name = "UnreadableSecret";
  }
}

const VERSION = 0x80;
const HEADER_BYTES = 9;
const IV_BYTES = 16;
const MAC_BYTES = 32;
const FERNET_KEY = /^[A-Za-z0-9_-]{43}=$/;

/** True for a Fernet key: 32 bytes in url-safe base64 with its padding. */
export function isFernetKey(text: string): boolean {
  return FERNET_KEY.test(text) && Buffer.from(text, "base64url").length === 32;
}

/**
 * Fernet (https://github.com/fernet/spec): AES-128-CBC, then HMAC-SHA256. Tokens do not expire. Throws for a bad key.
 */
export function createEncryption(masterKey: string): Encryption {
  if (!isFernetKey(masterKey)) throw new Error("cannot use the master key: it is not a Fernet key");
  const key = Buffer.from(masterKey, "base64url");
  return {
    encrypt: (text) => seal(key, text, { seconds: Math.floor(Date.now() / 1000), iv: randomBytes(IV_BYTES) }),
    decrypt: (token) => open(key, token),
  };
}

/**
 * A token of a given time and initialisation vector, which must never be used twice: for createEncryption and the
 * published vectors.
 */
export function seal(key: Buffer, text: string, { seconds, iv }: { seconds: number; iv: Buffer }): string {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(VERSION);
  header.writeBigUInt64BE(BigInt(seconds), 1);
  const cipher = createCipheriv("aes-128-cbc", key.subarray(16), iv);
  const signed = Buffer.concat([header, iv, cipher.update(text, "utf8"), cipher.final()]);
  return padded(Buffer.concat([signed, signature(key, signed)]).toString("base64url"));
}

function open(key: Buffer, token: string): string {
  const bytes = Buffer.from(token, "base64url");
  // Buffer skips what is no base64: a token that does not come back is none.
  if (padded(bytes.toString("base64url")) !== token) throw new UnreadableSecret();
  const signed = bytes.subarray(0, -MAC_BYTES);
  if (signed.length <= HEADER_BYTES + IV_BYTES || signed[0] !== VERSION) throw new UnreadableSecret();
  if (!timingSafeEqual(signature(key, signed), bytes.subarray(-MAC_BYTES))) throw new UnreadableSecret();
  const iv = signed.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES);
  const decipher = createDecipheriv("aes-128-cbc", key.subarray(16), iv);
  try {
    const text = [decipher.update(signed.subarray(HEADER_BYTES + IV_BYTES)), decipher.final()];
    return Buffer.concat(text).toString("utf8");
  } catch (error) {
    throw new UnreadableSecret(error);
  }
}

function signature(key: Buffer, signed: Buffer): Buffer {
  return createHmac("sha256", key.subarray(0, 16)).update(signed).digest();
}

function padded(base64url: string): string {
  return base64url.padEnd(Math.ceil(base64url.length / 4) * 4, "=");
}
