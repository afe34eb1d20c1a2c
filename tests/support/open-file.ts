import { dlopen, FFIType } from "bun:ffi";
import fs from "node:fs";

/** Makes an open file of this process become another one, so that real writes and fdatasyncs fail or block. */
export function replaceOpenFile(file: string, replacement: number): void {
  const descriptor = fs
    .readdirSync("/proc/self/fd")
    .find(
      (name) => fs.existsSync(`/proc/self/fd/${name}`) && fs.readlinkSync(`/proc/self/fd/${name}`) === file,
    );
  if (descriptor === undefined) throw new Error(`${file} is not open`);
  const library = dlopen("libc.so.6", { dup2: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } });
  library.symbols.dup2(replacement, Number(descriptor));
  library.close();
}
