import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { badRequest } from "#platform/errors";
import { BadBackup } from "./bad-backup";
import { ByteReader } from "./byte-reader";

/** What a backup with a passphrase begins with. */
export const SEALED_MAGIC = Buffer.from("netatlas-sealed1", "latin1");

const SALT_OCTETS = 16;
const NONCE_OCTETS = 7;
/** Memory in KiB, passes and lanes of argon2id, 32 bits each. */
const COST_OCTETS = 12;
export const SEALED_HEAD_OCTETS = SEALED_MAGIC.length + SALT_OCTETS + NONCE_OCTETS + COST_OCTETS;
/** Of the plain text; each piece is encrypted by itself, with its place, so that none can be left out or moved. */
const PIECE_OCTETS = 1024 * 1024;
const TAG_OCTETS = 16;
/** RFC 9106 section 4, second recommended setting: 64 MiB, three passes; one lane here. */
const COST = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };
/** What a file may ask for: it is not known to be ours before the key is there. */
const MAX_COST = { memoryCost: 256 * 1024, timeCost: 10, parallelism: 4 };

const WRONG = "The passphrase is wrong, or the backup was changed";

/** So long is the file of a plain text. */
export function sealedSize(plainOctets: number): number {
  return SEALED_HEAD_OCTETS + plainOctets + piecesOf(plainOctets) * TAG_OCTETS;
}

/** Encrypts under a passphrase: argon2id, then AES-256-GCM in numbered pieces, of which the last is marked. */
export async function* sealWithPassphrase(
  source: AsyncIterable<Uint8Array>,
  { passphrase, plainOctets }: { passphrase: string; plainOctets: number },
): AsyncGenerator<Uint8Array> {
  const cost = Buffer.alloc(COST_OCTETS);
  cost.writeUInt32LE(COST.memoryCost, 0);
  cost.writeUInt32LE(COST.timeCost, 4);
  cost.writeUInt32LE(COST.parallelism, 8);
  const salt = randomBytes(SALT_OCTETS);
  const head = Buffer.concat([SEALED_MAGIC, salt, randomBytes(NONCE_OCTETS), cost]);
  const key = await deriveKey(passphrase, { salt, cost: COST });
  yield head;
  const reader = new ByteReader(source);
  try {
    const count = piecesOf(plainOctets);
    for (let place = 0; place < count; place += 1) {
      const isLast = place === count - 1;
      const size = isLast ? plainOctets - place * PIECE_OCTETS : PIECE_OCTETS;
      const cipher = createCipheriv("aes-256-gcm", key, nonceOf(head, { place, isLast })).setAAD(head);
      const content = await reader.take(size);
      yield Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    }
    if (!(await reader.isAtEnd())) throw new Error("our bug: a backup is longer than was said");
  } finally {
    await reader.close();
  }
}

/** The plain text of a sealed file of a known length. Throws 400 for a wrong passphrase or a changed file. */
export async function* openWithPassphrase(
  source: AsyncIterable<Uint8Array>,
  { passphrase, sealedOctets }: { passphrase: string; sealedOctets: number },
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  try {
    const head = await reader.take(SEALED_HEAD_OCTETS);
    const salt = head.subarray(SEALED_MAGIC.length, SEALED_MAGIC.length + SALT_OCTETS);
    const key = await deriveKey(passphrase, { salt, cost: costOf(head) });
    let left = sealedOctets - SEALED_HEAD_OCTETS;
    for (let place = 0; left > 0; place += 1) {
      const piece = await reader.take(Math.min(left, PIECE_OCTETS + TAG_OCTETS));
      left -= piece.length;
      yield openPiece(piece, { key, head, place, isLast: left === 0 });
    }
  } finally {
    await reader.close();
  }
}

type Place = { place: number; isLast: boolean };

function openPiece(piece: Buffer, { key, head, ...at }: Place & { key: Buffer; head: Buffer }): Buffer {
  if (piece.length <= TAG_OCTETS) throw badRequest(WRONG);
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(head, at))
    .setAAD(head)
    .setAuthTag(piece.subarray(-TAG_OCTETS));
  const plain = decipher.update(piece.subarray(0, -TAG_OCTETS));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch (error) {
    throw badRequest(WRONG, error);
  }
}

function nonceOf(head: Buffer, { place, isLast }: Place): Buffer {
  const start = SEALED_MAGIC.length + SALT_OCTETS;
  const nonce = Buffer.alloc(NONCE_OCTETS + 5);
  head.copy(nonce, 0, start, start + NONCE_OCTETS);
  nonce.writeUInt32BE(place, NONCE_OCTETS);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_OCTETS + 4);
  return nonce;
}

type Cost = typeof COST;

function costOf(head: Buffer): Cost {
  const start = SEALED_HEAD_OCTETS - COST_OCTETS;
  const cost = {
    memoryCost: head.readUInt32LE(start),
    timeCost: head.readUInt32LE(start + 4),
    parallelism: head.readUInt32LE(start + 8),
  };
  const isModest =
    cost.memoryCost >= 1024 &&
    cost.memoryCost <= MAX_COST.memoryCost &&
    cost.timeCost >= 1 &&
    cost.timeCost <= MAX_COST.timeCost &&
    cost.parallelism >= 1 &&
    cost.parallelism <= MAX_COST.parallelism;
  if (!isModest) throw new BadBackup("its head is damaged");
  return cost;
}

/** argon2id is the package's default. */
function deriveKey(passphrase: string, { salt, cost }: { salt: Buffer; cost: Cost }): Promise<Buffer> {
  return hashRaw(passphrase.normalize("NFC"), {
    ...cost,
    salt,
    outputLen: 32,
  });
}

function piecesOf(plainOctets: number): number {
  return Math.max(1, Math.ceil(plainOctets / PIECE_OCTETS));
}
