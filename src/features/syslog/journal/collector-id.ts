import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeDurably } from "#platform/durable-file";
import { codeOf } from "#platform/error-code";

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
export function createCollectorId(directory: string): string {
  const id = randomBytes(6).toString("hex");
  writeDurably(join(directory, NAME), `${id}\n`);
  return id;
}
