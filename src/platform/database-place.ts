import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "./durable-file";
import { findOriginal, noteFirstOriginal, noteOriginal } from "./original-folder";

/**
 * Where a move has taken the database: yours by its address, password included, or (null) our own in the data
 * directory.
 */
const MovedPlace = z.object({
  move: z.uuid(),
  url: z.string().nullable(),
  /** SHA-256 of the DATABASE_URL that was set at the move; null: none was. */
  insteadOf: z.string().nullable(),
});
export type MovedPlace = z.infer<typeof MovedPlace>;

/**
 * Where the database is: `url` undefined means our own server. `move`: the one that took it there. `doubt`: words to be
 * said, where the data directory may be a copy, which would work on the database of the original.
 */
export type DatabasePlace = { url: string | undefined; move: string | undefined; doubt?: string };

/** Where the database is since a move that was carried out. */
const KEPT_FILE = "database-place";
/** Where it will be once the database itself says that it has gone. */
const PENDING_FILE = "database-move";

/**
 * Where the database is. What a move has kept in the data directory counts as long as DATABASE_URL is what it was then;
 * one that was changed since, or set, or taken away, counts itself. Throws an Error of one line where the file cannot
 * be read, and where the data directory is a copy, which would work on the database of the original.
 */
export function findPlace(directory: string, configuredUrl: string | undefined): DatabasePlace {
  const kept = readPlace(join(directory, KEPT_FILE));
  if (kept === undefined || kept.insteadOf !== digestOf(configuredUrl))
    return { url: configuredUrl, move: undefined };
  const place = { url: kept.url ?? undefined, move: kept.move };
  const doubt = kept.url === null ? undefined : requireOriginal(directory, kept.url);
  return doubt === undefined ? place : { ...place, doubt };
}

/** Gives the words of a doubt. Throws where there is none that it is a copy. */
function requireOriginal(directory: string, url: string): string | undefined {
  const original = findOriginal(directory);
  if (original === undefined) return undefined;
  const { file, words, isCertain } = original;
  const text =
    `${directory} ${isCertain ? "is" : "may be"} a copy of ${words}, whose database is ${describeUrl(url)}: both would work on that one. ` +
    `If this one takes its place, remove ${file}; if it is to have a database of its own, remove ${join(directory, KEPT_FILE)} ` +
    `and ${join(directory, "db")} (of before the move), or set DATABASE_URL to an empty database; then restore a backup`;
  if (isCertain) throw new Error(text);
  return text;
}

/** Notes of a place of before that the data directory is where it belongs. For the service, whose files they are. */
export function noteFolderOfPlace(directory: string): void {
  if (existsSync(join(directory, KEPT_FILE))) noteFirstOriginal(directory);
}

/** Where this move takes the database, as far as this data directory knows; undefined: not at all. */
export function findMovedPlace(directory: string, move: string): MovedPlace | undefined {
  return [KEPT_FILE, PENDING_FILE]
    .map((name) => readPlace(join(directory, name)))
    .find((place) => place?.move === move);
}

/** Notes where a move is about to take the database. Until the database says that it has gone, it means nothing. */
export function notePendingPlace(directory: string, place: Omit<MovedPlace, "insteadOf">): void {
  writeDurably(join(directory, PENDING_FILE), JSON.stringify({ ...place, insteadOf: null }));
}

/** Keeps where the database is from now on, for starts with this DATABASE_URL. Doing it twice does no harm. */
export function keepPlace(
  directory: string,
  { move, url }: Pick<MovedPlace, "move" | "url">,
  configuredUrl: string | undefined,
): void {
  const insteadOf = digestOf(configuredUrl);
  noteOriginal(directory);
  writeDurably(join(directory, KEPT_FILE), JSON.stringify({ move, url, insteadOf }));
  forgetPendingPlace(directory);
}

export function forgetPendingPlace(directory: string): void {
  rmSync(join(directory, PENDING_FILE), { force: true });
}

/** For people: without a password. */
export function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}${port === "" ? "" : `:${port}`}${pathname}`;
}

function digestOf(url: string | undefined): string | null {
  return url === undefined ? null : createHash("sha256").update(url).digest("hex");
}

function readPlace(path: string): MovedPlace | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  try {
    return MovedPlace.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path}, which says where the database is, is damaged; put it back, or remove it`, {
      cause: error,
    });
  }
}
