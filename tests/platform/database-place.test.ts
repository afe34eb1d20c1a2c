import { expect, test } from "bun:test";
import { cpSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  findMovedPlace,
  findPlace,
  forgetPendingPlace,
  keepPlace,
  noteFolderOfPlace,
  notePendingPlace,
} from "#platform/database-place";
import { judgeFolder } from "#platform/original-folder";
import { temporaryPath } from "../support/temporary-path";

const OLD = "postgres://ann:one@old/netatlas";
const NEW = "postgres://ann:two@new/netatlas";
const move = "6f2f3f0e-3b7c-4a53-9f4e-0d1d3c2b1a00";

function givenFolder(): string {
  const folder = temporaryPath("place");
  mkdirSync(folder);
  return folder;
}

test("without a move DATABASE_URL says where the database is, or our own server is it", () => {
  const folder = givenFolder();
  expect(findPlace(folder, OLD)).toEqual({ url: OLD, move: undefined });
  expect(findPlace(folder, undefined)).toEqual({ url: undefined, move: undefined });
});

test.each([undefined, OLD])("where a move has taken it counts while DATABASE_URL stays %p", (configured) => {
  const folder = givenFolder();
  keepPlace(folder, { move, url: NEW }, configured);
  expect(findPlace(folder, configured)).toEqual({ url: NEW, move });
  expect(findPlace(folder, "postgres://other/db")).toEqual({ url: "postgres://other/db", move: undefined });
  expect(statSync(join(folder, "database-place")).mode & 0o777).toBe(0o600);
});

test("a database that came back to the embedded server is there, though DATABASE_URL is set still", () => {
  const folder = givenFolder();
  keepPlace(folder, { move, url: null }, OLD);
  expect(findPlace(folder, OLD)).toEqual({ url: undefined, move });
  expect(findPlace(folder, undefined)).toEqual({ url: undefined, move: undefined });
});

test("a note of where it is about to go means nothing but to its own move, and goes once that is kept", () => {
  const folder = givenFolder();
  notePendingPlace(folder, { move, url: NEW });
  expect(findPlace(folder, OLD)).toEqual({ url: OLD, move: undefined });
  expect(findMovedPlace(folder, move)).toMatchObject({ url: NEW });
  expect(findMovedPlace(folder, crypto.randomUUID())).toBeUndefined();
  forgetPendingPlace(folder);
  expect(findMovedPlace(folder, move)).toBeUndefined();
});

test("a damaged file ends the start with its name, and shows nothing of what is in it", () => {
  const folder = givenFolder();
  writeFileSync(join(folder, "database-place"), `{"url":"${NEW}`);
  expect(() => findPlace(folder, OLD)).toThrow(
    /database-place, which says where the database is, is damaged/,
  );
});

test("a copy of a data directory does not work on the database of the original until somebody says which it is", () => {
  const folder = givenFolder();
  keepPlace(folder, { move, url: NEW }, OLD);
  expect(findPlace(folder, OLD).url).toBe(NEW);
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  expect(() => findPlace(copy, OLD)).toThrow(
    new RegExp(`is a copy of ${folder} on .*, whose database is PostgreSQL at new/netatlas`),
  );
  expect(findPlace(copy, "postgres://other/db").url).toBe("postgres://other/db");
  noteFolderOfPlace(copy);
  expect(() => findPlace(copy, OLD)).toThrow("is a copy");
  rmSync(join(copy, "database-place-folder"));
  noteFolderOfPlace(copy);
  expect(findPlace(copy, OLD).url).toBe(NEW);
  const moved = `${folder}-moved`;
  renameSync(folder, moved);
  expect(findPlace(moved, OLD).url).toBe(NEW);
});

const NOTED = { inode: "2", host: "one", path: "/data", born: "17" };
const FOUND = { ...NOTED, isMount: false };

test.each([
  ["a container that is made anew", { host: "two" }, "original"],
  ["a folder that is moved within its file system", { host: "two", path: "/moved" }, "original"],
  ["a file system that numbers anew", { host: "two", path: "/moved", inode: "9" }, "original"],
  ["a folder that is made and filled again in its place", { inode: "9", born: "18" }, "unknown"],
  ["a copy that fills another disk, whose root has the same number", { host: "two", born: "18" }, "copy"],
  ["such a copy on the same machine", { path: "/copy", born: "18" }, "copy"],
  ["a copy on another machine", { host: "two", inode: "9", born: "18" }, "copy"],
] as const)("by when a folder was made %s is known, mounted or not", (_what, change, verdict) => {
  for (const isMount of [false, true])
    expect(judgeFolder(NOTED, { ...FOUND, ...change, isMount })).toBe(verdict);
});

test.each([
  ["a container that is made anew", { host: "two" }, "original", "unknown"],
  ["a container with a volume that numbers anew", { host: "two", inode: "9" }, "copy", "unknown"],
  ["a copy on another path", { path: "/copy", inode: "9" }, "copy", "copy"],
] as const)(
  "where no file system says when it was made, %s is judged by its number, which tells nothing of a mount",
  (_what, change, plain, mounted) => {
    const found = { ...FOUND, ...change, born: null };
    expect(judgeFolder(NOTED, found)).toBe(plain);
    expect(judgeFolder({ ...NOTED, born: null }, { ...found, isMount: true })).toBe(mounted);
  },
);
