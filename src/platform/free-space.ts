import { statfs } from "node:fs/promises";

/** Bytes that this process may still write to the disk of a folder: what is kept for root does not count. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
