import { createReadStream } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "#platform/durable-file";
import { codeOf } from "#platform/error-code";
import type { BackupFile } from "../dump/encode";
import { requireRoom } from "../room";
import { byNewest, describeKept, type BackupStore, type KeptBackup } from "./store";

const PARTIAL = ".partial-";

/**
 * Backups in a folder of this machine. Nothing else that lies there is shown or touched, and none takes of its disk what
 * is left to others.
 */
export function openFolder(folder: string, minFreeBytes: number): BackupStore {
  return {
    place: "folder",
    description: folder,
    async list() {
      const found = await Promise.all((await readNames(folder)).map((name) => describe(folder, name)));
      return found.filter((one) => one !== undefined).sort(byNewest);
    },
    find: (filename) => describe(folder, filename),
    read: (filename) => readFile(join(folder, filename)),
    pathOf: (filename) => join(folder, filename),
    keep: (file) => keep({ folder, minFreeBytes }, file),
    remove: (filename) => rm(join(folder, filename), { force: true }),
  };
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    if (!(piece instanceof Uint8Array)) throw new Error("our bug: a file gave something else than octets");
    yield piece;
  }
}

/** After a crash it is there and whole, or not there. */
async function keep(
  { folder, minFreeBytes }: { folder: string; minFreeBytes: number },
  file: BackupFile,
): Promise<KeptBackup> {
  const partial = join(folder, `${PARTIAL}${crypto.randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireRoom(folder, { octets: file.octets, minFreeBytes });
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
  const kept = await describe(folder, file.name);
  if (kept === undefined) throw new Error(`our bug: ${file.name} is not there, or is no name of a backup`);
  return kept;
}

/** What a process left that ended in the middle. */
export async function removePartial(folder: string): Promise<void> {
  for (const name of await readNames(folder))
    if (name.startsWith(PARTIAL)) await rm(join(folder, name), { force: true });
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Undefined: it is not there (any more), has another name, or is no plain file, such as a link to one elsewhere. */
async function describe(folder: string, filename: string): Promise<KeptBackup | undefined> {
  if (describeKept(filename, { place: "folder", octets: 0 }) === undefined) return undefined;
  try {
    const found = await lstat(join(folder, filename));
    return found.isFile() ? describeKept(filename, { place: "folder", octets: found.size }) : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
