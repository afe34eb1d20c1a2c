import { createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "#platform/durable-file";

/** Throws where the folder that a file is to be written into is not there. */
export function requireFolderOf(path: string): void {
  const folder = dirname(resolve(path));
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) throw new Error(`there is no folder ${folder}`);
}

/** Writes a file that nobody else can read, whole or not at all, in place of any older one; durable when this returns. */
export async function writeWhole(
  path: string,
  content: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  // A name of its own: what a command left that was killed, or writes beside this one, is in nobody's way.
  const partial = `${path}.${crypto.randomUUID()}.partial`;
  try {
    const output = createWriteStream(partial, { mode: 0o600, flags: "wx", flush: true });
    await pipeline(Readable.from(content), output, ...(signal === undefined ? [] : [{ signal }]));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(dirname(resolve(path)));
}
