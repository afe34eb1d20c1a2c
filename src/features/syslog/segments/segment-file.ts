import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#platform/error-code";
import { hiddenPath } from "./name";

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
      // Another name changes a file's status, and nothing else does.
      const { ctimeMs } = await stat(file);
      return { file, sinceMs: ctimeMs };
    });
  } catch {
    return undefined;
  }
}

/**
 * Shows files of events to other tools and hides those whose events they hold. First the ones, then the others, at
 * once: who lists the folder in between finds files that are gone when it opens them, and not too few. May be called
 * again for files that have their names already.
 */
export async function swapSegmentFiles(
  eventsFolder: string,
  { shown, hidden }: { shown: readonly string[]; hidden: readonly string[] },
  observe?: () => void,
): Promise<void> {
  await Promise.all(shown.map((path) => renameIfThere(eventsFolder, hiddenPath(path), path)));
  observe?.();
  await Promise.all(hidden.map((path) => renameIfThere(eventsFolder, path, hiddenPath(path))));
}

/** Removes a segment's file, whichever name it has. */
export async function removeSegmentFile(eventsFolder: string, path: string): Promise<void> {
  await rm(join(eventsFolder, path), { force: true });
  await rm(join(eventsFolder, hiddenPath(path)), { force: true });
}

async function renameIfThere(eventsFolder: string, from: string, to: string): Promise<void> {
  try {
    await rename(join(eventsFolder, from), join(eventsFolder, to));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}
