import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { circlesOf, faultsOf, filesOf, importsOf, type House, type RoomTable } from "./rooms";

/** What reads lines that no format is known of: `extract.ts` and `find-flow.ts` put the rooms together. */
const EXTRACT = join(import.meta.dir, "../../src/features/syslog/parse/extract");

const MAY_IMPORT: RoomTable = {
  ends: [],
  names: ["ends"],
  pairs: ["ends", "names"],
  flows: ["ends"],
  rows: ["ends", "flows"],
  clauses: ["ends"],
  calls: ["ends", "clauses"],
  heads: ["pairs"],
  beside: ["ends", "names", "flows", "calls"],
  named: ["ends", "names", "flows", "heads", "beside"],
};

const HOUSE: House = {
  folder: EXTRACT,
  mayImport: MAY_IMPORT,
  rootFiles: ["completeness.ts", "extract.ts", "find-flow.ts", "first-pair.ts"],
};

test("imports between the rooms of extraction go one way, from what puts together to what it is made of", () => {
  const imports = filesOf(HOUSE).flatMap((file) => importsOf(HOUSE, file));
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.flatMap((found) => faultsOf(HOUSE, found))).toEqual([]);
  expect(circlesOf(MAY_IMPORT)).toEqual([]);
});

test("the rooms of extraction are those of the table", () => {
  const folders = readdirSync(EXTRACT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test("an import the other way, a file of no room and a circle would be seen", () => {
  const ofEnds = { file: "ends/flow.ts", imported: "calls/comers.ts" };
  expect(faultsOf(HOUSE, ofEnds)).toEqual([expect.stringContaining("ends may import no other room")]);
  const ofNone = { file: "new-room/file.ts", imported: "ends/flow.ts" };
  expect(faultsOf(HOUSE, ofNone)).toEqual([expect.stringContaining("not in the table")]);
  expect(circlesOf({ a: ["b"], b: ["c"], c: ["b"], d: ["a"] })).toEqual(["b", "c"]);
});
