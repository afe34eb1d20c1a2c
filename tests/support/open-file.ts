import { dlopen, FFIType } from "bun:ffi";
import fs from "node:fs";

/** What the descriptors of this process lead to, by descriptor. */
export function openFiles(): Map<number, string> {
  const open = new Map<number, string>();
  for (const name of fs.readdirSync("/proc/self/fd")) {
    const link = `/proc/self/fd/${name}`;
    // The one that the folder was read by is gone.
    if (fs.existsSync(link)) open.set(Number(name), fs.readlinkSync(link));
  }
  return open;
}

/**
 * Makes an open file of this process become another one, so that real writes and fdatasyncs fail or block. Gives its
 * descriptor.
 */
export function replaceOpenFile(file: string, replacement: number): number {
  const [descriptor] = [...openFiles()].find(([, path]) => path === file) ?? [];
  if (descriptor === undefined) throw new Error(`${file} is not open`);
  const library = dlopen("libc.so.6", { dup2: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } });
  library.symbols.dup2(replacement, descriptor);
  library.close();
  return descriptor;
}
