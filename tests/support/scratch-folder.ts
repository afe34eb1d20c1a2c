import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { unmountBelow } from "./mounts";

/** A file system in memory, where Linux has one. */
const MEMORY_FOLDER = "/dev/shm";
/** A run takes about 1.5 GiB of it; what a machine has beside it is for processes. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Keeps the temporary files of this process and of those that it starts in memory while `work` runs; they are gone
 * afterwards. Each test file has a database of its own, which is 350 files: on a disk, making and deleting them takes
 * half of the time of all tests. Where there is no such memory, or no program may be run from it, as the browser's,
 * they are where they always are.
 */
export async function withScratchFolder(work: () => Promise<void>): Promise<void> {
  if (!hasMemory()) return work();
  const before = process.env["TMPDIR"];
  const path = mkdtempSync(join(MEMORY_FOLDER, "netatlas-check-"));
  // As the folder that it stands for: services and databases of other users have theirs in it.
  chmodSync(path, 0o1777);
  process.env["TMPDIR"] = path;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    // What a test that was ended left mounted is no reason to call all others failed.
    for (const place of unmountBelow(path)) console.log(`left mounted: ${place}`);
    rmSync(path, { recursive: true, force: true });
  }
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]);
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .findLast((line) => line.split(" ")[1] === MEMORY_FOLDER);
    return Math.min(bavail * bsize, available * 1024) >= NEEDED_BYTES && mount?.includes("noexec") === false;
  } catch {
    return false;
  }
}
