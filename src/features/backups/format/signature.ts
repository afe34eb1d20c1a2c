import { createHmac, timingSafeEqual, type Hmac } from "node:crypto";
import { badRequest } from "#platform/errors";
import { contentOfSkippable, skippableFrame } from "./compression";

/** What the signature of a backup begins with. */
const MARK = "netatlas-backup1";
const INSTANCE_DIGITS = 16;
const MAC_DIGITS = 64;
const CONTENT = new RegExp(
  String.raw`^\n${MARK} ([0-9a-f]{${INSTANCE_DIGITS}}) ([0-9a-f]{${MAC_DIGITS}})\n$`,
);

/** Length of the signature, which is a frame that unpackers pass over, at the end of the file. */
export const SIGNATURE_OCTETS =
  skippableFrame(Buffer.from(textOf("0".repeat(INSTANCE_DIGITS), ""))).length + MAC_DIGITS;

const MISSING = "Backup file is missing its integrity signature";
/** Clients know it with its dash. */
const TAMPERED = "Backup signature verification failed — the file may have been tampered with";

/** Names an instance by its signing key, and tells nobody the key. */
export function instanceOf(secretKey: string): string {
  return keyed(secretKey, "instance").digest("hex").slice(0, INSTANCE_DIGITS);
}

/** Signs a file with the instance's key: `add` what it holds, in order, then put the frame behind it. */
export function createSigner(secretKey: string): { add(content: Uint8Array): void; frame(): Buffer } {
  const mac = startMac(secretKey);
  return {
    add: (content) => void mac.update(content),
    frame: () => skippableFrame(Buffer.from(textOf(instanceOf(secretKey), mac.digest("hex")))),
  };
}

type Signed = { end: Buffer; content: AsyncIterable<Uint8Array> };

/**
 * Checks the signature of a file: `end` is its last `SIGNATURE_OCTETS`, `content` all before. Throws 400 with the
 * texts that clients know where there is none, where another instance has signed, and where the file was changed.
 */
export async function verifySignature({ end, content }: Signed, secretKey: string): Promise<void> {
  const text = contentOfSkippable(end)?.toString("latin1") ?? "";
  const [, instance, mac] = CONTENT.exec(text) ?? [];
  if (mac === undefined || instance !== instanceOf(secretKey))
    throw badRequest(`${MISSING}. Only backups created by this instance are accepted.`);
  const found = startMac(secretKey);
  for await (const piece of content) found.update(piece);
  if (!timingSafeEqual(found.digest(), Buffer.from(mac, "hex"))) throw badRequest(TAMPERED);
}

/** The 400 for a file that is too short to be signed. */
export function signatureMissing() {
  return badRequest(MISSING);
}

function startMac(secretKey: string): Hmac {
  // The instance's name stands in the signature and is part of what is signed.
  return createHmac("sha256", keyed(secretKey, "signature").digest()).update(instanceOf(secretKey));
}

/** A key of its own for each purpose: what one of them gives away helps with none of the others. */
function keyed(secretKey: string, purpose: string): Hmac {
  return createHmac("sha256", secretKey).update(`netatlas backup ${purpose} 1`);
}

function textOf(instance: string, mac: string): string {
  return `\n${MARK} ${instance} ${mac}\n`;
}
