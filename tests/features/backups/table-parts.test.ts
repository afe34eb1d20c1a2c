import { afterAll, expect, test } from "bun:test";
import { describeTables, inOrderOfReference } from "../../../src/features/backups/schema-tables";
import {
  OPTIONAL_PARTS,
  replacedTables,
  savedTables,
  tablesOf,
} from "../../../src/features/backups/table-parts";
import { createTestDatabase } from "../../support/database";

const database = await createTestDatabase();
const tables = await describeTables(database.db, "public");
afterAll(() => database.drop());

const saved = new Set(savedTables(OPTIONAL_PARTS));
const replaced = new Set(replacedTables(OPTIONAL_PARTS));

test("every table of the schema stands once on the list of what backups do with it, and no other", () => {
  const listed = tablesOf("saved", ...OPTIONAL_PARTS, "emptied", "kept");
  expect(listed).toEqual([...tables.keys()].sort());
});

test("what stays through a restore refers to nothing that a restore replaces", () => {
  const wrong = tablesOf("kept").flatMap((name) =>
    (tables.get(name)?.columns ?? []).filter(({ refersTo }) => refersTo !== null && replaced.has(refersTo)),
  );
  expect(wrong).toEqual([]);
});

test("a saved row can do without its references to tables that are in no backup", () => {
  const always = new Set(tablesOf("saved"));
  const wrong = [...saved].flatMap((name) =>
    (tables.get(name)?.columns ?? [])
      .filter(({ refersTo, isRequired }) => refersTo !== null && isRequired && !always.has(refersTo))
      .filter(({ refersTo }) => !saved.has(refersTo ?? ""))
      .map((column) => `${name}.${column.name}`),
  );
  expect(wrong).toEqual([]);
});

test("no tables refer to each other in a circle, which could not be filled", () => {
  const ordered = inOrderOfReference([...tables.values()].filter(({ name }) => saved.has(name)));
  expect(ordered).toHaveLength(saved.size);
});
