import { renameSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#platform/error-code";
import { hiddenPath, parseHiddenPath } from "./name";

/**
 * Does something with a segment's file, by whichever of its two names it has; it may get the other one meanwhile.
 * @throws what `use` does; ENOENT where there is no such file.
 */
export async function withSegmentFile<T>(
  eventsFolder: string,
  path: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const shown = join(eventsFolder, path);
  const hidden = join(eventsFolder, hiddenPath(path));
  // A merged file is shown, and hidden when it is merged itself: none is missed four times.
  for (const file of [shown, hidden, shown]) {
    try {
      return await use(file);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
  return use(hidden);
}

/** A segment's file, and since when it has its name (milliseconds since the epoch). */
export type FoundFile = { file: string; sinceMs: number };

/** Undefined: it has neither name, or the file system does not tell. */
export async function findSegmentFile(eventsFolder: string, path: string): Promise<FoundFile | undefined> {
  try {
    return await withSegmentFile(eventsFolder, path, async (file) => {
      // Content never changes: a change of status is a change of names.
      const { ctimeMs } = await stat(file);
      return { file, sinceMs: ctimeMs };
    });
  } catch {
    return undefined;
  }
}

/**
 * Shows files of events to other tools and hides those whose events they hold: first the ones, so that who lists the
 * folder in between finds too many names, of which it cannot open those that go, and never too few events. Nothing else
 * runs meanwhile: a name takes some ten microseconds. May be called again for files that have their names already.
 */
export function swapSegmentFiles(
  eventsFolder: string,
  { shown, hidden }: { shown: readonly string[]; hidden: readonly string[] },
  observe?: () => void,
): void {
  for (const path of shown) renameIfThere(join(eventsFolder, hiddenPath(path)), join(eventsFolder, path));
  observe?.();
  for (const path of hidden) renameIfThere(join(eventsFolder, path), join(eventsFolder, hiddenPath(path)));
}

/** The paths of all segments whose files are hidden. */
export async function listHiddenPaths(eventsFolder: string): Promise<string[]> {
  const names = await readdir(eventsFolder, { recursive: true });
  return names.map(parseHiddenPath).filter((path) => path !== undefined);
}

/** Removes a segment's file, whichever name it has. */
export async function removeSegmentFile(eventsFolder: string, path: string): Promise<void> {
  await rm(join(eventsFolder, path), { force: true });
  await rm(join(eventsFolder, hiddenPath(path)), { force: true });
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}
