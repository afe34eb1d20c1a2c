import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "./durable-file";

/** Where a folder is. `born`: when it was made, in nanoseconds; null: the file system does not say. */
const FolderIdentity = z.object({
  inode: z.string(),
  host: z.string(),
  path: z.string(),
  born: z.string().nullable().default(null),
});
export type FolderIdentity = z.infer<typeof FolderIdentity>;

/** What is mounted there is no part of the folder above: its inode is the same for all file systems of that kind. */
export type FoundFolder = FolderIdentity & { isMount: boolean };

const FILE = "database-place-folder";

function identityOf(folder: string): FoundFolder {
  const path = realpathSync(folder);
  const { ino, dev, birthtimeNs } = statSync(path, { bigint: true });
  return {
    inode: String(ino),
    host: hostname(),
    path,
    born: birthtimeNs === 0n ? null : String(birthtimeNs),
    isMount: statSync(join(path, ".."), { bigint: true }).dev !== dev,
  };
}

/** Notes that this folder is no copy. */
export function noteOriginal(folder: string): void {
  writeDurably(join(folder, FILE), JSON.stringify(FolderIdentity.parse(identityOf(folder))));
}

/** The same, where nothing is noted yet, as an earlier version did not. */
export function noteFirstOriginal(folder: string): void {
  if (!existsSync(join(folder, FILE))) noteOriginal(folder);
}

/** `copy`: it is one. `unknown`: it may be one, or the same folder that is mounted anew or was filled again. */
export type Originality = "original" | "copy" | "unknown";

/** Whether a folder is the one that was noted. */
export function judgeFolder(noted: FolderIdentity, found: FoundFolder): Originality {
  // On one machine two folders cannot have a path at once; but containers of two may be called the same.
  const isSamePlace = noted.host === found.host && noted.path === found.path;
  // A container is another host each time, and some file systems number anew when they are mounted; but no two folders
  // are made in the same nanosecond, and none is made twice.
  if (noted.born !== null && found.born !== null)
    return noted.born === found.born ? "original" : isSamePlace ? "unknown" : "copy";
  if (isSamePlace) return "original";
  if (!found.isMount) return noted.inode === found.inode ? "original" : "copy";
  return noted.inode === found.inode || noted.path === found.path ? "unknown" : "copy";
}

/**
 * Whether a folder is a copy, with what says so and the words for the folder that it would be one of. Undefined: it is
 * none, as far as is known.
 */
export function findOriginal(
  folder: string,
): { file: string; words: string; isCertain: boolean } | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  const noted = parse(file);
  const verdict = judgeFolder(noted, identityOf(folder));
  if (verdict === "original") return undefined;
  return { file, words: `${noted.path} on ${noted.host}`, isCertain: verdict === "copy" };
}

function parse(file: string): FolderIdentity {
  try {
    return FolderIdentity.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new Error(
      `${file}, which says whether this folder is a copy, is damaged; remove it where it is none`,
      { cause: error },
    );
  }
}
