import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readPlacedFiles } from "#features/syslog";
import type { Db } from "#platform/database";
import { codeOf } from "#platform/error-code";
import { takesTurn } from "../restore/turn";
import { HELD_PREFIX } from "./held-segments";
import { findCatalogued } from "./restored-events";
import { removePlaced, STAGED_PREFIX } from "./staged-segments";

/** Longer than anybody takes to read one file of a backup: with each that was read, its folder changes. */
const HELD_MS = 6 * 3_600_000;

/** Removes what backups and restores left in the events folder whose processes have gone. */
export async function removeLeftovers({ db, eventsFolder }: { db: Db; eventsFolder: string }): Promise<void> {
  const names = await namesIn(eventsFolder);
  for (const name of names.filter((found) => found.startsWith(HELD_PREFIX))) {
    const path = join(eventsFolder, name);
    if (Date.now() - (await changedAt(path)) > HELD_MS) await rm(path, { recursive: true, force: true });
  }
  const hasLists = names.some((name) => name.startsWith(".placed-"));
  const staged = names.filter((name) => name.startsWith(STAGED_PREFIX));
  if (!hasLists && staged.length === 0) return;
  await db.transaction(async (transaction) => {
    // Another process is at it: then they may be its own.
    if (!(await takesTurn(transaction))) return;
    for (const placed of await readPlacedFiles(eventsFolder))
      await removePlaced(eventsFolder, placed, await findCatalogued(transaction, placed.paths));
    for (const name of staged) await rm(join(eventsFolder, name), { recursive: true, force: true });
  });
}

/** None where no events were ever stored. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return Date.now();
    throw error;
  }
}
