import { FFIType, type Library } from "bun:ffi";
import { fromByteArray } from "ipaddr.js";
import { openCLibrary } from "../c-library";
import { MSG_DONTWAIT, stableMemory } from "../message-headers";

/** A neighbour that the kernel has the hardware address of; `macAddress` in small letters with colons. */
export type Neighbour = {
  address: string;
  macAddress: string;
  interfaceIndex: number;
  /** It has answered in the last seconds; else what is known may be old. */
  isReachable: boolean;
};

/** Linux's numbers, the same on x86-64 and arm64. */
const AF_NETLINK = 16;
const SOCK_RAW = 3;
const SOCK_CLOEXEC = 0x8_00_00;
const NETLINK_ROUTE = 0;
const NLMSG_ERROR = 2;
const NLMSG_DONE = 3;
const RTM_NEWNEIGH = 28;
const RTM_GETNEIGH = 30;
const NLM_F_REQUEST = 1;
const NLM_F_DUMP = 0x3_00;
/** struct nlmsghdr, struct ndmsg and struct rtattr; each begins at a multiple of 4. */
const HEADER_BYTES = 16;
const NEIGHBOUR_BYTES = 12;
const ATTRIBUTE_BYTES = 4;
const STATE_AT = 8;
const NDA_DST = 1;
const NDA_LLADDR = 2;
/** INCOMPLETE, FAILED and NOARP: no neighbour that has answered. */
const NOT_THERE = 0x01 | 0x20 | 0x40;
const REACHABLE = 0x02;
const BUFFER_BYTES = 64 * 1024;
/** A table holds some thousand entries by default, and a buffer some hundred. */
const MAX_READS = 1000;
const HARDWARE_BYTES = 6;

const FUNCTIONS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  send: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64_fast },
  recv: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64_fast },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const;

/** Opened with the first reading. */
let library: ReturnType<typeof openCLibrary<typeof FUNCTIONS>> | undefined;

/** The kernel's table of neighbours, of both families (rtnetlink(7)); empty where the system does not tell. */
export function readNeighbours(): Neighbour[] {
  library ??= openCLibrary(FUNCTIONS);
  if (library === null) return [];
  const { socket, close } = library.symbols;
  const descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  try {
    return descriptor < 0 ? [] : dump(library, descriptor);
  } finally {
    if (descriptor >= 0) close(descriptor);
  }
}

function dump({ symbols }: Library<typeof FUNCTIONS>, descriptor: number): Neighbour[] {
  const request = stableMemory(HEADER_BYTES + NEIGHBOUR_BYTES);
  request.writeUInt32LE(request.length, 0);
  request.writeUInt16LE(RTM_GETNEIGH, 4);
  request.writeUInt16LE(NLM_F_REQUEST | NLM_F_DUMP, 6);
  if (Number(symbols.send(descriptor, request, request.length, 0)) < 0) return [];
  const buffer = stableMemory(BUFFER_BYTES);
  const found: Neighbour[] = [];
  for (let read = 0; read < MAX_READS; read++) {
    const length = Number(symbols.recv(descriptor, buffer, BUFFER_BYTES, MSG_DONTWAIT));
    const isLast = length <= 0 || readNeighbourMessages(buffer.subarray(0, length), found);
    if (isLast) break;
  }
  return found;
}

/** Adds the neighbours in messages of netlink to `found`; gives whether these were the last. */
export function readNeighbourMessages(messages: Buffer, found: Neighbour[]): boolean {
  for (let at = 0; at + HEADER_BYTES <= messages.length;) {
    const [length, type] = [messages.readUInt32LE(at), messages.readUInt16LE(at + 4)];
    if (type === NLMSG_DONE || type === NLMSG_ERROR || length < HEADER_BYTES) return true;
    const body = messages.subarray(at + HEADER_BYTES, Math.min(at + length, messages.length));
    const neighbour = type === RTM_NEWNEIGH ? neighbourIn(body) : undefined;
    if (neighbour !== undefined) found.push(neighbour);
    at += aligned(length);
  }
  return false;
}

function neighbourIn(body: Buffer): Neighbour | undefined {
  if (body.length < NEIGHBOUR_BYTES) return undefined;
  const state = body.readUInt16LE(STATE_AT);
  if ((state & NOT_THERE) !== 0 || state === 0) return undefined;
  const attributes = attributesOf(body.subarray(NEIGHBOUR_BYTES));
  const [address, hardware] = [attributes.get(NDA_DST), attributes.get(NDA_LLADDR)];
  if (address === undefined || (address.length !== 4 && address.length !== 16)) return undefined;
  if (hardware?.length !== HARDWARE_BYTES || hardware.every((octet) => octet === 0)) return undefined;
  return {
    address: fromByteArray([...address]).toString(),
    macAddress: Array.from(hardware, (octet) => octet.toString(16).padStart(2, "0")).join(":"),
    interfaceIndex: body.readInt32LE(4),
    isReachable: (state & REACHABLE) !== 0,
  };
}

function attributesOf(octets: Buffer): Map<number, Buffer> {
  const attributes = new Map<number, Buffer>();
  for (let at = 0; at + ATTRIBUTE_BYTES <= octets.length;) {
    const [length, type] = [octets.readUInt16LE(at), octets.readUInt16LE(at + 2)];
    if (length < ATTRIBUTE_BYTES) break;
    attributes.set(type, octets.subarray(at + ATTRIBUTE_BYTES, at + length));
    at += aligned(length);
  }
  return attributes;
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}
