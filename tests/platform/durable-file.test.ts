import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moveDurably, writeDurably } from "#platform/durable-file";
import { atRunEnd } from "../support/run-end";
import { rm } from "node:fs/promises";

/** In memory, on Linux; elsewhere, or where it is no other file system, there is nothing to try it on. */
const OTHER_FILE_SYSTEM = "/dev/shm";

function givenFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "netatlas-move-"));
  atRunEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function isAnotherFileSystem(): boolean {
  const there = statSync(OTHER_FILE_SYSTEM, { throwIfNoEntry: false });
  return there !== undefined && there.dev !== statSync(tmpdir()).dev;
}

test("a file that cannot be put in place leaves nothing beside it", () => {
  const folder = givenFolder(tmpdir());
  mkdirSync(join(folder, "place", "taken"), { recursive: true });
  expect(() => writeDurably(join(folder, "place"), "text")).toThrow();
  expect(readdirSync(folder)).toEqual(["place"]);
});

for (const [where, parent] of [
  ["of the same file system", tmpdir()],
  ["that is a mount of its own", OTHER_FILE_SYSTEM],
] as const) {
  test.skipIf(parent === OTHER_FILE_SYSTEM && !isAnotherFileSystem())(
    `a file is moved whole into a folder ${where}, in place of an older one, and nothing is left beside it`,
    async () => {
      const from = givenFolder(tmpdir());
      const to = givenFolder(parent);
      for (const text of ["first", "second"]) {
        writeFileSync(join(from, "file"), text);
        await moveDurably(join(from, "file"), to, "day/hour/file");
        expect(readFileSync(join(to, "day/hour/file"), "utf8")).toBe(text);
      }
      expect(readdirSync(join(to, "day/hour"))).toEqual(["file"]);
      expect(readdirSync(from)).toEqual([]);
    },
  );
}
