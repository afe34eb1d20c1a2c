import { FFIType, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library";

/** Linux's numbers (asm-generic/socket.h), the same on x86-64 and arm64: by the system's limit, and beyond it. */
const SOL_SOCKET = 1;
const OPTIONS = {
  receive: { usual: 8, forced: 33 },
  send: { usual: 7, forced: 32 },
} as const;
/** The kernel doubles what it is asked for, in 31 bits. */
export const MAX_SOCKET_BUFFER_BYTES = 2 ** 30 - 1;

type Wanted = { direction: keyof typeof OPTIONS; bytes: number };

/**
 * Asks for a buffer of `bytes` on a socket: beyond the system's limit where this process may (CAP_NET_ADMIN), else up
 * to it. Returns the octets granted, which is half of what the kernel reports; null where the system does not let us
 * ask.
 */
export function setSocketBuffer(descriptor: number, { direction, bytes }: Wanted): number | null {
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
  const { usual, forced } = OPTIONS[direction];
  try {
    const value = new Int32Array([Math.min(bytes, MAX_SOCKET_BUFFER_BYTES)]);
    const isForced = symbols.setsockopt(descriptor, SOL_SOCKET, forced, ptr(value), 4) === 0;
    if (!isForced) symbols.setsockopt(descriptor, SOL_SOCKET, usual, ptr(value), 4);
    const granted = new Int32Array(1);
    const length = new Uint32Array([4]);
    const isRead = symbols.getsockopt(descriptor, SOL_SOCKET, usual, ptr(granted), ptr(length)) === 0;
    return isRead ? Math.floor((granted[0] ?? 0) / 2) : null;
  } finally {
    opened.close();
  }
}
