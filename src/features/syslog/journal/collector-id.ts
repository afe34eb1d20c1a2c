import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#platform/error-code";
import { syncFolder } from "../segments/durable-files";

const NAME = "collector-id";

/** The id of the journal in this data directory; undefined where there is none, or none that can be read. */
export async function readCollectorId(directory: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(directory, NAME), "utf8");
    return /^[0-9a-f]{12}$/.test(text.trim()) ? text.trim() : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Makes a new id and keeps it; durable when this returns. A journal whose positions begin anew needs one. */
export async function createCollectorId(directory: string): Promise<string> {
  const id = randomBytes(6).toString("hex");
  const temporary = join(directory, `${NAME}.tmp`);
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(`${id}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(directory, NAME));
  await syncFolder(directory);
  return id;
}
