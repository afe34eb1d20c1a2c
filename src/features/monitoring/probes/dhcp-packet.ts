import { networkInterfaces } from "node:os";

/** What makes an answer ours. */
export type DhcpIdentity = { transaction: number; hardwareAddress: Buffer };

export type DhcpReply = {
  messageType: number;
  /** Octets of each option, the parts of one that was split put together (RFC 3396). */
  options: ReadonlyMap<number, Buffer>;
};

/** Values of option 53 (RFC 2132 section 9.6). */
export const DHCP_ACK = 5;
export const DHCP_NAK = 6;
const DHCP_INFORM = 8;

/** Options that are asked for or read (RFC 2132). */
export const OPTIONS = {
  subnetMask: 1,
  routers: 3,
  nameServers: 6,
  domain: 15,
  serverIdentifier: 54,
} as const;
const MESSAGE_TYPE = 53;
const PARAMETERS = 55;
const MAX_MESSAGE_SIZE = 57;
const VENDOR_CLASS = 60;
const PAD = 0;
const END = 255;

const BOOT_REQUEST = 1;
const BOOT_REPLY = 2;
const ETHERNET = 1;
const HARDWARE_BYTES = 6;
/** Where in a message what stands (RFC 2131 section 2). */
const TRANSACTION_AT = 4;
const CLIENT_ADDRESS_AT = 12;
const HARDWARE_AT = 28;
const COOKIE_AT = 236;
const OPTIONS_AT = 240;
const COOKIE = 0x63_82_53_63;
/** What relays and servers of old expect at least (RFC 1542 section 2.1). */
const MIN_BYTES = 300;
/** What fits into a frame of Ethernet. */
const LARGEST_REPLY_BYTES = 1472;
/** Of an interface that has no hardware address that could be found: locally administered. */
const NO_HARDWARE_ADDRESS = "02:00:00:00:00:00";

/** A DHCPINFORM: a client that has its address asks for the rest (RFC 2131 section 4.4.3). No lease comes of it. */
export function writeDhcpInform(
  { transaction, hardwareAddress }: DhcpIdentity,
  localAddress: string,
): Buffer {
  const vendorClass = Buffer.from("netatlas");
  const wanted = Object.values(OPTIONS);
  const options = Buffer.concat([
    option(MESSAGE_TYPE, [DHCP_INFORM]),
    option(MAX_MESSAGE_SIZE, [LARGEST_REPLY_BYTES >> 8, LARGEST_REPLY_BYTES & 0xff]),
    option(VENDOR_CLASS, vendorClass),
    option(PARAMETERS, wanted),
    Buffer.of(END),
  ]);
  const message = Buffer.alloc(Math.max(MIN_BYTES, OPTIONS_AT + options.length));
  message.set([BOOT_REQUEST, ETHERNET, HARDWARE_BYTES], 0);
  message.writeUInt32BE(transaction, TRANSACTION_AT);
  message.set(localAddress.split(".").map(Number), CLIENT_ADDRESS_AT);
  message.set(hardwareAddress, HARDWARE_AT);
  message.writeUInt32BE(COOKIE, COOKIE_AT);
  message.set(options, OPTIONS_AT);
  return message;
}

function option(code: number, value: ArrayLike<number>): Buffer {
  return Buffer.concat([Buffer.of(code, value.length), Buffer.from(value)]);
}

/** The answer of a server to the client; undefined where the octets are none, or one to somebody else. */
export function readDhcpReply(
  octets: Buffer,
  { transaction, hardwareAddress }: DhcpIdentity,
): DhcpReply | undefined {
  if (octets.length < OPTIONS_AT || octets[0] !== BOOT_REPLY || octets.readUInt32BE(COOKIE_AT) !== COOKIE) {
    return undefined;
  }
  const hardware = octets.subarray(HARDWARE_AT, HARDWARE_AT + HARDWARE_BYTES);
  if (octets.readUInt32BE(TRANSACTION_AT) !== transaction || !hardware.equals(hardwareAddress))
    return undefined;
  const options = readOptions(octets.subarray(OPTIONS_AT));
  const [messageType] = options?.get(MESSAGE_TYPE) ?? [];
  return options === undefined || messageType === undefined ? undefined : { messageType, options };
}

/** Undefined where one goes beyond the end. */
function readOptions(octets: Buffer): Map<number, Buffer> | undefined {
  const options = new Map<number, Buffer>();
  let at = 0;
  while (at < octets.length) {
    const code = octets[at++] ?? END;
    if (code === PAD) continue;
    if (code === END) return options;
    const length = octets[at++];
    if (length === undefined || at + length > octets.length) return undefined;
    const value = octets.subarray(at, at + length);
    options.set(code, Buffer.concat([options.get(code) ?? Buffer.alloc(0), value]));
    at += length;
  }
  return options;
}

/** The addresses in an option. */
export function addressesIn(option: Buffer): string[] {
  const addresses: string[] = [];
  for (let at = 0; at + 4 <= option.length; at += 4) {
    addresses.push(option.subarray(at, at + 4).join("."));
  }
  return addresses;
}

/** The hardware address of the interface that has the address. */
export function hardwareAddressOf(localAddress: string): Buffer {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const { mac } = all.find(({ address }) => address === localAddress) ?? { mac: NO_HARDWARE_ADDRESS };
  return Buffer.from(mac.replaceAll(":", ""), "hex");
}
