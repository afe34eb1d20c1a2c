import { open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#platform/error-code";
import { syncFolder } from "#platform/durable-file";

const LIST = /^\.placed-[0-9a-f-]{36}$/;

/** Files that a restore puts in place before their rows are committed, and the name of the list that says so. */
export type PlacedFiles = { list: string; paths: string[] };

/** Notes in the events folder which files are going to be put there; durable when this returns. */
export async function notePlacedFiles(eventsFolder: string, paths: readonly string[]): Promise<PlacedFiles> {
  const list = `.placed-${crypto.randomUUID()}`;
  const file = await open(join(eventsFolder, list), "wx", 0o600);
  try {
    await file.writeFile(paths.map((path) => `${path}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(eventsFolder);
  return { list, paths: [...paths] };
}

/** The lists of restores that have not come to their end: what is on them is not to be entered in the catalog. */
export async function readPlacedFiles(eventsFolder: string): Promise<PlacedFiles[]> {
  const lists = (await readdir(eventsFolder)).filter((name) => LIST.test(name));
  const found: PlacedFiles[] = [];
  for (const list of lists) {
    const text = await readIfThere(join(eventsFolder, list));
    // One whose last line has no end was never complete: nothing was put in place by it.
    if (text?.endsWith("\n") === true) found.push({ list, paths: text.slice(0, -1).split("\n") });
    else if (text !== undefined) found.push({ list, paths: [] });
  }
  return found;
}

/** Forgets a list, once its files have their rows or have gone. */
export async function forgetPlacedFiles(eventsFolder: string, { list }: PlacedFiles): Promise<void> {
  await rm(join(eventsFolder, list), { force: true });
}

/** Undefined: it has gone meanwhile. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
