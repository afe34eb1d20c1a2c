import { createReadStream } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#platform/error-code";
import { notFound } from "#platform/errors";
import type { BackupFile } from "../dump/encode";

export type KeptBackup = { filename: string; size_bytes: number; created_at: string };

/** Of a backup that the schedule made: `netatlas-backup-20261125-220000.tar.zst`, in UTC. */
const NAME = /^netatlas-backup-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.tar\.zst$/;
const PARTIAL = ".partial-";

/** Those in the folder, the newest first. Nothing else that lies there is shown or touched. */
export async function listKept(folder: string): Promise<KeptBackup[]> {
  const names = (await readNames(folder)).filter((name) => NAME.test(name)).sort();
  const kept = await Promise.all(names.reverse().map((name) => describe(folder, name)));
  return kept.filter((one) => one !== undefined);
}

/** Throws 404 for a name that no backup of the folder has, such as a path. */
export async function getKept(folder: string, filename: string): Promise<KeptBackup> {
  const found = NAME.test(filename) ? await describe(folder, filename) : undefined;
  if (found === undefined) throw notFound("Backup not found");
  return found;
}

/** Its octets. */
export async function* readKept(folder: string, filename: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(join(folder, filename), { highWaterMark: 256 * 1024 })) {
    if (!(piece instanceof Uint8Array)) throw new Error("our bug: a file gave something else than octets");
    yield piece;
  }
}

/** Throws 404. */
export async function removeKept(folder: string, filename: string): Promise<void> {
  await getKept(folder, filename);
  await rm(join(folder, filename), { force: true });
}

/** Puts a backup into the folder: after a crash it is there and whole, or not there. */
export async function keep(folder: string, file: BackupFile): Promise<KeptBackup> {
  const partial = join(folder, `${PARTIAL}${crypto.randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(partial, "wx", 0o600);
    try {
      for await (const piece of file.content) await handle.writeFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, join(folder, file.name));
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(folder);
  return getKept(folder, file.name);
}

/** Made before the clock was put back: its time is still to come. */
export function isAhead({ created_at }: KeptBackup, now: Date): boolean {
  return Date.parse(created_at) > now.getTime();
}

/** Lets the oldest go; those that are ahead push nothing out that was made since. Gives their names. */
export async function prune(
  folder: string,
  { mostKept, now }: { mostKept: number; now: Date },
): Promise<string[]> {
  const kept = await listKept(folder);
  const newestFirst = [
    ...kept.filter((one) => !isAhead(one, now)),
    ...kept.filter((one) => isAhead(one, now)),
  ];
  const tooOld = newestFirst.slice(mostKept).map(({ filename }) => filename);
  for (const filename of tooOld) await rm(join(folder, filename), { force: true });
  return tooOld;
}

/** What a process left that ended in the middle. */
export async function removePartial(folder: string): Promise<void> {
  for (const name of await readNames(folder))
    if (name.startsWith(PARTIAL)) await rm(join(folder, name), { force: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Undefined: it is not there (any more), or no plain file, such as a link to one elsewhere. */
async function describe(folder: string, filename: string): Promise<KeptBackup | undefined> {
  const [, year, month, day, hour, minute, second] = NAME.exec(filename) ?? [];
  try {
    const { size, isFile } = await lstat(join(folder, filename)).then((found) => ({
      size: found.size,
      isFile: found.isFile(),
    }));
    const created_at = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    return isFile ? { filename, size_bytes: size, created_at } : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
