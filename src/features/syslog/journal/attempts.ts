import { open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "#platform/error-code";
import { syncFolder } from "#platform/durable-file";
import { QUARANTINE_FOLDER } from "./journal-file";

export const ATTEMPTS_FILE = "attempts.json";

/** How often parsing was begun of the range behind `position`. */
export type Attempts = { position: number; attempts: number };

/** The attempt count on disk; null where there is none, or none that can be read (a power cut may empty the file). */
export async function readAttempts(directory: string): Promise<Attempts | null> {
  let text: string;
  try {
    text = await readFile(path.join(directory, ATTEMPTS_FILE), "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return null;
    throw cause;
  }
  return parseAttempts(text);
}

/**
 * Counts an attempt on the range behind `position` before it is made, so that a range that kills the process is known
 * after the restart. Returns which attempt this is: 1, 2, ... The count of another range is forgotten.
 */
export async function beginAttempt(directory: string, position: number): Promise<number> {
  const before = await readAttempts(directory);
  const attempts = before !== null && before.position === position ? before.attempts + 1 : 1;
  await writeAttempts(directory, { position, attempts });
  return attempts;
}

/** Counts one attempt less on the range behind `position`. */
export async function takeBackAttempt(directory: string, position: number): Promise<void> {
  const before = await readAttempts(directory);
  if (before?.position === position)
    await writeAttempts(directory, { position, attempts: Math.max(0, before.attempts - 1) });
}

async function writeAttempts(directory: string, attempts: Attempts): Promise<void> {
  const file = path.join(directory, ATTEMPTS_FILE);
  // No fsync: it has to outlive this process, not a power cut.
  await writeFile(`${file}.tmp`, JSON.stringify(attempts), { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}

/** Forgets the count. */
export async function clearAttempts(directory: string): Promise<void> {
  await rm(path.join(directory, ATTEMPTS_FILE), { force: true });
}

/**
 * Keeps the records of a range that cannot be processed as `quarantine/<collector>-<a>-<b>.journal`. When this returns
 * they are on disk, and the range may be passed over. Returns the file's name.
 */
export async function quarantineChunk(
  place: { directory: string; collector: string },
  chunk: { from: number; through: number; records: Uint8Array },
): Promise<string> {
  const name = `${place.collector}-${chunk.from}-${chunk.through}.journal`;
  const folder = path.join(place.directory, QUARANTINE_FOLDER);
  const handle = await open(path.join(folder, name), "w", 0o600);
  try {
    await handle.writeFile(chunk.records);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
  return name;
}

/** Names of everything in quarantine, for status. */
export async function listQuarantine(directory: string): Promise<string[]> {
  return (await readdir(path.join(directory, QUARANTINE_FOLDER))).sort();
}

function parseAttempts(text: string): Attempts | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("position" in value) || !("attempts" in value))
    return null;
  const { position, attempts } = value;
  return typeof position === "number" && typeof attempts === "number" ? { position, attempts } : null;
}
