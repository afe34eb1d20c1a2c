import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** Room -> the rooms whose files its own may import. */
export type RoomTable = Readonly<Record<string, readonly string[]>>;

export type Import = { file: string; imported: string };

/** A folder whose rooms are its folders and single files, and the files in it that put rooms together. */
export type House = { folder: string; mayImport: RoomTable; rootFiles: readonly string[] };

/** The files of a folder, as paths from it. */
export function filesOf({ folder }: House): string[] {
  return [...new Bun.Glob("**/*.ts").scanSync({ cwd: folder })].sort();
}

/** A file's imports of others of the folder, those of types too. */
export function importsOf({ folder }: House, file: string): Import[] {
  const paths = readFileSync(join(folder, file), "utf8").matchAll(/\b(?:from|import\(|import) ?"(\.[^"]*)"/g);
  return [...paths].flatMap(([, path = ""]) => {
    const imported = relative(folder, resolve(folder, file, "..", `${path}.ts`));
    return imported.startsWith("..") ? [] : [{ file, imported }];
  });
}

/** What is wrong with an import, or nothing. */
export function faultsOf(house: House, { file, imported }: Import): string[] {
  const [from, to] = [roomOf(house, file), roomOf(house, imported)];
  if (from === undefined || from === to) return [];
  const allowed = house.mayImport[from];
  if (allowed === undefined) return [`${file}: the room ${from} is not in the table of this test`];
  if (to !== undefined && allowed.includes(to)) return [];
  return [`${file} imports ${imported}: ${from} may import ${allowed.join(", ") || "no other room"}`];
}

/** The rooms of a table that come before themselves. */
export function circlesOf(mayImport: RoomTable): string[] {
  return Object.keys(mayImport).filter((room) => roomsBefore(mayImport, room).has(room));
}

/** All rooms that a room may reach by imports. */
function roomsBefore(mayImport: RoomTable, room: string): Set<string> {
  const seen = new Set<string>();
  const left = [...(mayImport[room] ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    left.push(...(mayImport[next] ?? []));
  }
  return seen;
}

/** `segments/merge/plan.ts` is of `segments`, `tables.ts` of `tables`; undefined: a file that puts rooms together. */
function roomOf({ rootFiles }: House, file: string): string | undefined {
  if (rootFiles.includes(file)) return undefined;
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.ts$/, "");
}
