import { encode } from "dns-packet";
import { decodeDns, reverseName } from "#platform/dns/query";
import { parseAddress } from "#platform/ip";
import { hostNameIn } from "../clean-text";
import { inGroups } from "../in-parallel";
import type { DatagramRound } from "./datagram-round";

const PORT = 5353;
const GROUP = "224.0.0.251";
const WAIT_MS = 1000;
/** Few enough for one frame, and for those that look at the first ones only. */
const QUESTIONS_PER_PACKET = 16;
const HEADER_BYTES = 12;
const COUNT_AT = 4;
/** The highest bit of a question's class: the answer should come to us alone (RFC 6762 section 5.4). */
const UNICAST_BIT = 0x80;

type Asking = { from: readonly string[]; onName: (address: string, name: string) => void };

/**
 * Asks hosts on our segments for their names by multicast DNS: each by itself, and then whoever did not answer through
 * the group.
 */
export function mdnsRound(addresses: readonly string[], { from, onName }: Asking): DatagramRound {
  return {
    addresses,
    port: PORT,
    group: {
      address: GROUP,
      from,
      requests: (silent) => [...inGroups(silent, QUESTIONS_PER_PACKET)].map(mdnsQuestions),
    },
    isFromPort: true,
    request: (address) => mdnsQuestions([address]),
    read: (address, octets) => {
      const name = readMdnsName(octets, address);
      if (name !== null) onName(address, name);
      return name !== null;
    },
    waitMs: WAIT_MS,
  };
}

/** The questions for the names of addresses (RFC 6762 section 5.4). */
export function mdnsQuestions(addresses: readonly string[]): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(addresses.length, COUNT_AT);
  return Buffer.concat([header, ...addresses.map(questionFor)]);
}

function questionFor(address: string): Uint8Array {
  const name = reverseNameOf(address);
  const packet = encode({ type: "query", questions: [{ type: "PTR", class: "IN", name }] });
  const classAt = packet.length - 2;
  packet[classAt] = (packet[classAt] ?? 0) | UNICAST_BIT;
  return packet.subarray(HEADER_BYTES);
}

/** The name that a host has told of its own address; null where the octets tell none. */
export function readMdnsName(octets: Buffer, address: string): string | null {
  const packet = decodeDns(octets);
  if (packet?.type !== "response") return null;
  const asked = reverseNameOf(address);
  for (const record of packet.answers ?? []) {
    if (record.type !== "PTR" || record.name.toLowerCase() !== asked) continue;
    const name = typeof record.data === "string" ? hostNameIn(record.data) : null;
    if (name !== null) return name;
  }
  return null;
}

function reverseNameOf(address: string): string {
  return reverseName(parseAddress(address)?.toByteArray() ?? []);
}
