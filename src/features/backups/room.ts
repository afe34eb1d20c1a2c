import { ApiError } from "#platform/errors";
import { freeBytes } from "#platform/free-space";

const MIB = 1024 ** 2;

/** Throws 507 where a folder's disk has no room for so many octets of a backup beside what is left to others. */
export async function requireRoom(
  folder: string,
  { octets, minFreeBytes }: { octets: number; minFreeBytes: number },
): Promise<void> {
  const free = await freeBytes(folder);
  if (free - octets >= minFreeBytes) return;
  throw new ApiError(
    507,
    `The disk has no room for the backup: ${Math.floor(free / MIB)} MiB are free, and ${Math.ceil(minFreeBytes / MIB)} MiB are left to others (SYSLOG_MIN_FREE_BYTES)`,
  );
}
