import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { codeOf } from "#platform/error-code";

/** Needs root, and that the system lets it mount. */
export const canMount =
  process.getuid?.() === 0 && (await $`unshare --mount true`.quiet().nothrow()).exitCode === 0;

export type FullDisk = {
  folder: string;
  freeBytes(): number;
  /** Takes space until so much is left. */
  fillUpTo(freeBytes: number): void;
  /** Gives it back. */
  free(): void;
  remove(): Promise<void>;
};

const STEP_BYTES = 64 * 1024;

/** A file system of its own, in memory, that has so many octets. */
export async function createFullDisk(bytes: number): Promise<FullDisk> {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-full-"));
  await $`mount -t tmpfs -o size=${bytes},mode=755 netatlas-test ${folder}`.quiet();
  const ballast = join(folder, "ballast");
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeBytes,
    fillUpTo(wanted) {
      const file = openSync(ballast, "a");
      try {
        while (freeBytes() > wanted)
          writeSync(file, Buffer.alloc(Math.min(STEP_BYTES, freeBytes() - wanted)));
      } catch (error) {
        if (codeOf(error) !== "ENOSPC") throw error;
      } finally {
        fsyncSync(file);
        closeSync(file);
      }
    },
    free: () => unlinkSync(ballast),
    async remove() {
      await $`umount --lazy ${folder}`.quiet();
      rmdirSync(folder);
    },
  };
}
