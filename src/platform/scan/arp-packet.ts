/** Octets of an ARP packet for Ethernet and IPv4 (RFC 826). */
export const ARP_BYTES = 28;

const ETHERNET = 1;
const IPV4 = 0x08_00;
const HARDWARE_LENGTH = 6;
const PROTOCOL_LENGTH = 4;
const REQUEST = 1;
const REPLY = 2;
const OPERATION_AT = 6;
const SENDER_HARDWARE_AT = 8;
const SENDER_PROTOCOL_AT = 14;
const TARGET_PROTOCOL_AT = 24;
/** The lowest bit of the first octet: of many hosts, so of no sender. */
const GROUP_BIT = 1;

/** Who asks: six octets and an IPv4 address as a number. */
export type ArpSender = { hardware: Uint8Array; address: number };

/** A host that says where it is: `macAddress` in capitals, with colons. */
export type ArpReply = { address: number; macAddress: string };

/** A request in the name of `sender`, without an address that is asked for. */
export function createArpRequest({ hardware, address }: ArpSender): Buffer<ArrayBuffer> {
  const packet = Buffer.from(new ArrayBuffer(ARP_BYTES));
  packet.writeUInt16BE(ETHERNET, 0);
  packet.writeUInt16BE(IPV4, 2);
  packet[4] = HARDWARE_LENGTH;
  packet[5] = PROTOCOL_LENGTH;
  packet.writeUInt16BE(REQUEST, OPERATION_AT);
  packet.set(hardware, SENDER_HARDWARE_AT);
  packet.writeUInt32BE(address, SENDER_PROTOCOL_AT);
  return packet;
}

/** Asks for `target` with a request that `createArpRequest` has made. */
export function writeArpTarget(packet: Buffer, target: number): void {
  packet.writeUInt32BE(target, TARGET_PROTOCOL_AT);
}

/** The reply in a packet; undefined where it is none, or one that no host can have sent. */
export function readArpReply(packet: Buffer): ArpReply | undefined {
  if (packet.length < ARP_BYTES) return undefined;
  const isOurs =
    packet.readUInt16BE(0) === ETHERNET &&
    packet.readUInt16BE(2) === IPV4 &&
    packet[4] === HARDWARE_LENGTH &&
    packet[5] === PROTOCOL_LENGTH &&
    packet.readUInt16BE(OPERATION_AT) === REPLY;
  if (!isOurs) return undefined;
  const hardware = packet.subarray(SENDER_HARDWARE_AT, SENDER_PROTOCOL_AT);
  if (((hardware[0] ?? GROUP_BIT) & GROUP_BIT) !== 0 || hardware.every((octet) => octet === 0))
    return undefined;
  return { address: packet.readUInt32BE(SENDER_PROTOCOL_AT), macAddress: macText(hardware) };
}

/** In capitals, with colons. */
export function macText(hardware: Uint8Array): string {
  return Array.from(hardware, (octet) => octet.toString(16).padStart(2, "0").toUpperCase()).join(":");
}

/** The octets of a MAC address with colons; undefined where it is none. */
export function macOctets(text: string): Uint8Array | undefined {
  if (!/^[\da-f]{2}(?::[\da-f]{2}){5}$/i.test(text)) return undefined;
  return Uint8Array.from(text.split(":"), (digits) => Number.parseInt(digits, 16));
}
