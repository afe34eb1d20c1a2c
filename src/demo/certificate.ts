import { generateKeyPairSync, sign } from "node:crypto";

/** A certificate and its key, PEM. */
export type Identity = { cert: string; key: string };

const DAY_MS = 86_400_000;
const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";
const COMMON_NAME = "0603550403";
const TAGS = { integer: 0x02, bits: 0x03, text: 0x0c, time: 0x17, sequence: 0x30, set: 0x31, version: 0xa0 };

/** Signed by itself, and good for so many days from now (X.509, RFC 5280, in DER). */
export function makeIdentity(name: string, days: number): Identity {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(TAGS.sequence, Buffer.from(ECDSA_WITH_SHA256, "hex"));
  const named = der(TAGS.sequence, Buffer.from(COMMON_NAME, "hex"), der(TAGS.text, Buffer.from(name)));
  const subject = der(TAGS.sequence, der(TAGS.set, named));
  const now = Date.now();
  const validity = der(TAGS.sequence, utcTime(now - 81 * DAY_MS), utcTime(now + days * DAY_MS));
  const told = der(
    TAGS.sequence,
    der(TAGS.version, der(TAGS.integer, Buffer.of(2))),
    der(TAGS.integer, Buffer.of(1)),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = Buffer.concat([Buffer.of(0), sign("sha256", told, privateKey)]);
  const certificate = der(TAGS.sequence, told, algorithm, der(TAGS.bits, signature));
  const lines = certificate.toString("base64").replaceAll(/.{1,64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
}

/** One value with its tag and length, less than 65,536 octets. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

/** `261125230000Z` */
function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, "");
  return der(TAGS.time, Buffer.from(`${digits.slice(2, 14)}Z`));
}
