import { randomInt } from "node:crypto";
import { cleanText, hostNameIn } from "../clean-text";
import type { DatagramRound } from "./datagram-round";

const PORT = 137;
const WAIT_MS = 1000;
const HEADER_BYTES = 12;
const RESPONSE_BIT = 0x80;
const NODE_STATUS = 0x00_21;
const INTERNET = 1;
/** The name `*`, padded with zeros, each half octet a letter (RFC 1001 section 14.1). */
const EVERY_NAME = `CK${"A".repeat(30)}`;
/** Of the name, type, class, time to live and length before the names themselves. */
const AFTER_NAME_BYTES = 10;
const ENTRY_BYTES = 18;
const NAME_BYTES = 15;
const SUFFIX_AT = 15;
const FLAGS_AT = 16;
const GROUP_FLAG = 0x80;
/** Suffix of the name of a computer. */
const WORKSTATION = 0;
/** No host has more; what a packet claims beyond is not read. */
const MAX_ENTRIES = 64;
const MAX_LABELS = 128;

/** Asks hosts for the names that they have by NetBIOS (RFC 1002 section 4.2.17). */
export function netbiosRound(
  addresses: readonly string[],
  onName: (address: string, name: string) => void,
): DatagramRound {
  const id = randomInt(0x1_00_00);
  const question = netbiosQuestion(id);
  return {
    addresses,
    port: PORT,
    isFromPort: true,
    request: () => question,
    read: (address, octets) => {
      const name = readNetbiosName(octets, id);
      if (name !== null) onName(address, name);
      return name !== null;
    },
    waitMs: WAIT_MS,
  };
}

export function netbiosQuestion(id: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(1, 4);
  const end = Buffer.alloc(5);
  end.writeUInt16BE(NODE_STATUS, 1);
  end.writeUInt16BE(INTERNET, 3);
  return Buffer.concat([header, Buffer.from([EVERY_NAME.length]), Buffer.from(EVERY_NAME, "latin1"), end]);
}

/**
 * The name of a computer in the answer to the question with this number, in small letters; null where the octets tell
 * none.
 */
export function readNetbiosName(octets: Buffer, id: number): string | null {
  if (octets.length < HEADER_BYTES || octets.readUInt16BE(0) !== id) return null;
  if (((octets[2] ?? 0) & RESPONSE_BIT) === 0 || octets.readUInt16BE(6) === 0) return null;
  const nameEnd = endOfName(octets, HEADER_BYTES);
  if (nameEnd === undefined || nameEnd + AFTER_NAME_BYTES >= octets.length) return null;
  if (octets.readUInt16BE(nameEnd) !== NODE_STATUS) return null;
  const from = nameEnd + AFTER_NAME_BYTES + 1;
  const count = Math.min(octets[from - 1] ?? 0, MAX_ENTRIES);
  for (let entry = 0; entry < count; entry++) {
    const at = from + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > octets.length) return null;
    const isGroup = ((octets[at + FLAGS_AT] ?? 0) & GROUP_FLAG) !== 0;
    if (isGroup || octets[at + SUFFIX_AT] !== WORKSTATION) continue;
    return hostNameIn(cleanText(octets.toString("latin1", at, at + NAME_BYTES)));
  }
  return null;
}

/** Behind a name, which may be one octet after another or point elsewhere, which is not followed. */
function endOfName(octets: Buffer, start: number): number | undefined {
  let at = start;
  for (let label = 0; label < MAX_LABELS; label++) {
    const length = octets[at];
    if (length === undefined) return undefined;
    if (length === 0) return at + 1;
    if ((length & 0xc0) !== 0) return at + 2;
    at += length + 1;
  }
  return undefined;
}
