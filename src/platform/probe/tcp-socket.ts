import { FFIType, ptr, read } from "bun:ffi";
import { parseAddress } from "../ip";
import { openCLibrary } from "../c-library";
import { describeSendError } from "../echo/send-errors";
import type { Endpoint } from "./endpoint";
import { ProbeTrouble } from "./trouble";

/** Linux's numbers, the same on x86-64 and arm64. */
const AF_INET = 2;
const AF_INET6 = 10;
const SOCK_STREAM = 1;
const SOCK_NONBLOCK = 0x8_00;
const SOCK_CLOEXEC = 0x8_00_00;
const EINPROGRESS = 115;

const FUNCTIONS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  connect: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
  __errno_location: { args: [], returns: FFIType.ptr },
} as const;

/** Opened with the first connection. */
let library: ReturnType<typeof openCLibrary<typeof FUNCTIONS>> | undefined;

/**
 * A socket that has begun to connect; undefined where the system is not Linux. `Bun.connect` calls every failure of a
 * connection ECONNREFUSED (Bun 1.4.5), a host that is unreachable too; of a socket that it is handed, it gives the true
 * one.
 * @throws ProbeTrouble, `unknown`, where the connection cannot even begin.
 */
export function beginConnection({ address, port }: Endpoint): number | undefined {
  library ??= openCLibrary(FUNCTIONS);
  if (library === null) return undefined;
  const { symbols } = library;
  const name = socketAddress({ address, port });
  const descriptor = symbols.socket(name.readUInt16LE(0), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) throw cannotBegin();
  if (symbols.connect(descriptor, ptr(name), name.length) === 0) return descriptor;
  const errno = lastError();
  if (errno === EINPROGRESS) return descriptor;
  symbols.close(descriptor);
  throw new ProbeTrouble(describeSendError(errno).message, "unknown");
}

function cannotBegin(): ProbeTrouble {
  return new ProbeTrouble(describeSendError(lastError()).message, "unknown");
}

function lastError(): number {
  const location = library?.symbols.__errno_location();
  return location === null || location === undefined ? 0 : read.i32(location);
}

/** struct sockaddr_in or sockaddr_in6 of Linux. */
export function socketAddress({ address, port }: Endpoint): Buffer {
  const parsed = parseAddress(address);
  if (parsed === undefined) throw new Error(`our bug: ${address} is no address`);
  const isIpv4 = parsed.kind() === "ipv4";
  const octets = parsed.toByteArray();
  const name = Buffer.alloc(isIpv4 ? 16 : 28);
  name.writeUInt16LE(isIpv4 ? AF_INET : AF_INET6, 0);
  name.writeUInt16BE(port, 2);
  name.set(octets, isIpv4 ? 4 : 8);
  return name;
}
