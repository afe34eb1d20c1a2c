import { FFIType, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library";

/** Linux's numbers (asm-generic/socket.h), the same on x86-64 and arm64. */
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_RCVBUFFORCE = 33;
/** The kernel doubles what it is asked for, in 31 bits. */
const MAX_BYTES = 2 ** 30 - 1;

/**
 * Asks for a receive buffer of `bytes` on a socket: beyond the system's limit where this process may (CAP_NET_ADMIN), else up to it. Returns the
 * octets granted, which is half of what the kernel reports; null where the system does not let us ask.
 */
export function setReceiveBuffer(descriptor: number, bytes: number): number | null {
  const opened = openCLibrary({
    setsockopt: {
      args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32],
      returns: FFIType.i32,
    },
    getsockopt: {
      args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr],
      returns: FFIType.i32,
    },
  });
  if (opened === null) return null;
  const { symbols } = opened;
  try {
    const value = new Int32Array([Math.min(bytes, MAX_BYTES)]);
    const isForced = symbols.setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, ptr(value), 4) === 0;
    if (!isForced) symbols.setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, ptr(value), 4);
    const granted = new Int32Array(1);
    const length = new Uint32Array([4]);
    const isRead = symbols.getsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, ptr(granted), ptr(length)) === 0;
    return isRead ? Math.floor((granted[0] ?? 0) / 2) : null;
  } finally {
    opened.close();
  }
}

/** What an operator reads and can do about a receive buffer that is smaller than asked for; undefined where nothing is wrong. */
export function describeSmallBuffer(requestedBytes: number, grantedBytes: number | null): string | undefined {
  const wanted = Math.min(requestedBytes, MAX_BYTES);
  if (grantedBytes !== null && grantedBytes >= wanted) return undefined;
  const got = grantedBytes === null ? "the system's default" : `${Math.floor(grantedBytes / 1024)} KiB`;
  return (
    `UDP receive buffer is ${got} instead of ${Math.floor(wanted / 1024)} KiB, so bursts may lose datagrams: ` +
    `run "sysctl -w net.core.rmem_max=${wanted}" on the host, or give this process CAP_NET_ADMIN, and start again`
  );
}
