import { statfs } from "node:fs/promises";
import { ApiError } from "#platform/errors";

const MIB = 1024 ** 2;

/** Throws 507 where a folder's disk has no room for so many octets of a backup beside what is left to others. */
export async function requireRoom(
  folder: string,
  { octets, minFreeBytes }: { octets: number; minFreeBytes: number },
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free - octets >= minFreeBytes) return;
  throw new ApiError(
    507,
    `The disk has no room for the backup: ${Math.floor(free / MIB)} MiB are free, and ${Math.ceil(minFreeBytes / MIB)} MiB are left to others (SYSLOG_MIN_FREE_BYTES)`,
  );
}
