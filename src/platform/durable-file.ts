import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf } from "./error-code";

/**
 * Writes a small file, 0600, in place of any older one: whole or not at all after a crash, durable when this returns. Where it throws
 * nothing is left of it.
 */
export function writeDurably(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx", flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Returns once the file's bytes are on the disk. */
export function syncFile(path: string): Promise<void> {
  return syncOpened(path, "r+");
}

/** Returns once the names in the folder are on the disk. */
export function syncFolder(path: string): Promise<void> {
  return syncPath(path);
}

/** Returns once a file or folder that need not be writable is on the disk. */
export function syncPath(path: string): Promise<void> {
  return syncOpened(path, "r");
}

async function syncOpened(path: string, flags: "r" | "r+"): Promise<void> {
  const opened = await open(path, flags);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/**
 * Moves a synced file to `root/relativePath` for good: folders are made, and each on the way is synced up to `root`. The
 * file appears there whole, also where that is another file system.
 */
export async function moveDurably(from: string, root: string, relativePath: string): Promise<void> {
  await moveInto(from, join(root, relativePath));
  for (let folder = dirname(relativePath); ; folder = dirname(folder)) {
    await syncFolder(join(root, folder));
    if (folder === ".") return;
  }
}

const MAX_MOVES = 5;

async function moveInto(from: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(target), { recursive: true });
    try {
      return await renameAcross(from, target);
    } catch (error) {
      // Somebody else may remove folders that are empty: perhaps this one, just now.
      if (attempt === MAX_MOVES || codeOf(error) !== "ENOENT") throw error;
    }
  }
}

/** Where the folders are mounts of their own, a file cannot be renamed from one to the other: it is copied beside it. */
async function renameAcross(from: string, target: string): Promise<void> {
  try {
    return await rename(from, target);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
  }
  const copy = join(dirname(target), `.${basename(target)}.moving`);
  await copyFile(from, copy);
  await syncFile(copy);
  await rename(copy, target);
  await rm(from);
}
