import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "./durable-file";

/** Where a folder is: a copy has another inode, and lies on another host or has another path. */
const FolderIdentity = z.object({ inode: z.string(), host: z.string(), path: z.string() });
type FolderIdentity = z.infer<typeof FolderIdentity>;

const FILE = "database-place-folder";

function identityOf(folder: string): FolderIdentity {
  const inode = String(statSync(folder, { bigint: true }).ino);
  return { inode, host: hostname(), path: realpathSync(folder) };
}

/** Notes that this folder is no copy. */
export function noteOriginal(folder: string): void {
  writeDurably(join(folder, FILE), JSON.stringify(identityOf(folder)));
}

/** The same, where nothing is noted yet, as an earlier version did not. */
export function noteFirstOriginal(folder: string): void {
  if (!existsSync(join(folder, FILE))) noteOriginal(folder);
}

/** What says of a copy which folder it is one of, and the words for that; undefined: it is none, as far as is known. */
export function findOriginal(folder: string): { file: string; words: string } | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  const noted = parse(file);
  const found = identityOf(folder);
  // Some file systems number anew when they are mounted, and containers are another host each time.
  const isSame = noted.inode === found.inode || (noted.host === found.host && noted.path === found.path);
  return isSame ? undefined : { file, words: `${noted.path} on ${noted.host}` };
}

function parse(file: string): FolderIdentity {
  try {
    return FolderIdentity.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new Error(
      `${file}, which says whether this folder is a copy, is damaged; remove it where it is none`,
      {
        cause: error,
      },
    );
  }
}
