import { FFIType, type Library } from "bun:ffi";
import { openCLibrary } from "../c-library";
import { setSocketBuffer } from "../socket-buffer";
import type { EchoMethod } from "./answer";
import { type Family, ICMP_TYPES } from "./packet";

export type SocketKind = Extract<EchoMethod, "raw" | "datagram">;

/** An ICMP socket: a descriptor of the process, which any thread may use and its opener closes. */
export type EchoSocket = { family: Family; kind: SocketKind; descriptor: number };

/** Linux's numbers, the same on x86-64 and arm64. */
export const AF_INET = 2;
export const AF_INET6 = 10;
const SOCK_DGRAM = 2;
const SOCK_RAW = 3;
const SOCK_NONBLOCK = 0x800;
const SOCK_CLOEXEC = 0x8_00_00;
const IPPROTO_ICMP = 1;
const IPPROTO_ICMPV6 = 58;
export const SOL_SOCKET = 1;
const SO_TIMESTAMPNS = 35;
export const SOL_IP = 0;
export const IP_RECVERR = 11;
export const SOL_IPV6 = 41;
export const IPV6_RECVERR = 25;
export const IP_TTL = 2;
export const IPV6_UNICAST_HOPS = 16;
const SOL_RAW = 255;
/** ICMP_FILTER and ICMP6_FILTER. */
const FILTER = 1;

/** Some 5,000 replies, as the kernel counts them, until the thread reads them. */
const RECEIVE_BYTES = 2 * 1024 * 1024;
/** Requests that wait for the hardware address of a neighbour count here until the kernel gives up, which takes 3 s. */
const SEND_BYTES = 4 * 1024 * 1024;

const FUNCTIONS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  setsockopt: {
    args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i32,
  },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const;

type Calls = Library<typeof FUNCTIONS>["symbols"];

/** Which kinds are tried, in this order. */
export const SOCKET_KINDS: readonly SocketKind[] = ["raw", "datagram"];

/**
 * Opens a socket for each family that this machine has, of the first kind that this process may open. None: it may open
 * neither, or the system is not Linux. Raw ones need CAP_NET_RAW, datagram ones a group within
 * net.ipv4.ping_group_range.
 */
export function openEchoSockets(kinds: readonly SocketKind[] = SOCKET_KINDS): EchoSocket[] {
  const library = openCLibrary(FUNCTIONS);
  if (library === null) return [];
  const { symbols } = library;
  try {
    for (const kind of kinds) {
      const opened = ([4, 6] as const).flatMap((family) => openSocket(symbols, { family, kind }) ?? []);
      if (opened.length > 0) return opened;
    }
    return [];
  } finally {
    library.close();
  }
}

export function closeEchoSockets(sockets: readonly EchoSocket[]): void {
  const library = openCLibrary(FUNCTIONS);
  for (const { descriptor } of sockets) library?.symbols.close(descriptor);
  library?.close();
}

function openSocket(calls: Calls, { family, kind }: Omit<EchoSocket, "descriptor">): EchoSocket | undefined {
  const type = (kind === "raw" ? SOCK_RAW : SOCK_DGRAM) | SOCK_NONBLOCK | SOCK_CLOEXEC;
  const descriptor =
    family === 4 ? calls.socket(AF_INET, type, IPPROTO_ICMP) : calls.socket(AF_INET6, type, IPPROTO_ICMPV6);
  if (descriptor < 0) return undefined;
  const set = (level: number, option: number, words: readonly number[]): void => {
    const value = new Uint32Array(words);
    calls.setsockopt(descriptor, level, option, value, value.byteLength);
  };
  // A raw socket gets every ICMP packet of the machine, so the kernel keeps all but replies from it.
  if (kind === "raw") set(family === 4 ? SOL_RAW : IPPROTO_ICMPV6, FILTER, filterOf(family));
  // Errors come in a queue of their own. Without it, a raw socket says nothing either when the kernel throws a request
  // away (ENOBUFS).
  if (family === 4) set(SOL_IP, IP_RECVERR, [1]);
  else set(SOL_IPV6, IPV6_RECVERR, [1]);
  set(SOL_SOCKET, SO_TIMESTAMPNS, [1]);
  setSocketBuffer(descriptor, { direction: "receive", bytes: RECEIVE_BYTES });
  setSocketBuffer(descriptor, { direction: "send", bytes: SEND_BYTES });
  return { family, kind, descriptor };
}

/** A bit that is set keeps the type of its number from the socket; IPv4 has bits for the first 32 types only. */
function filterOf(family: Family): number[] {
  const { reply } = ICMP_TYPES[family];
  const words = Array.from({ length: family === 4 ? 1 : 8 }, () => 0xff_ff_ff_ff);
  words[reply >> 5] = ~(1 << (reply & 31)) >>> 0;
  return words;
}
