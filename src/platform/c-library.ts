import { dlopen, type FFIFunction, type Library } from "bun:ffi";

const NAMES = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];

/** Functions of the C library (glibc or musl); null where the system is not Linux or has neither. */
export function openCLibrary<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions> | null {
  if (process.platform !== "linux") return null;
  for (const name of NAMES) {
    try {
      return dlopen(name, functions);
    } catch {
      // The other C library, then.
    }
  }
  return null;
}
