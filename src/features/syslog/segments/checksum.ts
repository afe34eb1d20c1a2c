import { open } from "node:fs/promises";
import { crc32c } from "@node-rs/crc32";

const CHUNK_BYTES = 1024 * 1024;

/** CRC32C of a file's bytes; reads 1 MiB at a time, the next when `pace` lets it. */
export async function checksumOf(path: string, pace?: (bytes: number) => Promise<void>): Promise<number> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    let checksum = 0;
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) return checksum;
      checksum = crc32c(chunk.subarray(0, bytesRead), checksum);
      await pace?.(bytesRead);
    }
  } finally {
    await file.close();
  }
}
