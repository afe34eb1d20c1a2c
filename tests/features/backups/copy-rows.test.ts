import { expect, test } from "bun:test";
import { copyRows } from "../../../src/features/backups/copy-rows";
import { BadBackup } from "../../../src/features/backups/format/bad-backup";
import type { Column } from "../../../src/features/backups/schema-tables";
import { patient } from "../../support/patience";

const column = (name: string, type: string, isRequired = false): Column => ({
  name,
  type,
  isRequired,
  isText: type === "text",
  isIdentity: false,
  refersTo: null,
});

const columns = [column("a", "bigint"), column("b", "text"), column("c", "jsonb", true)];
const rowOf = copyRows(columns);

test("numbers keep all their digits, and what is not there is none", () => {
  expect(rowOf('{"a":9007199254740993,"b":null,"c":1.10}')).toBe("9007199254740993\t\\N\t1.10");
});

test("text is what it was, with what separates rows and values escaped", () => {
  const text = 'tab \t line \n \r back \\ "quote" \\N \u2028 雪';
  expect(rowOf(`{"a":1,"b":${JSON.stringify(text)},"c":{}}`)).toBe(
    '1\ttab \\t line \\n \\r back \\\\ "quote" \\\\N \u2028 雪\t{}',
  );
});

test("JSON stays as it stands, brackets and quotes in its texts included", () => {
  const json = String.raw`{"x": ["}\"]\\", {"y": null}], "z": 1e400}`;
  expect(rowOf(`{"a":1,"b":"","c":${json}}`)).toBe(`1\t\t${json.replaceAll("\\", "\\\\")}`);
  expect(rowOf('{"a":1,"b":"","c":"text"}')).toBe('1\t\t"text"');
});

test("JSON's null is SQL's only where the column takes that", () => {
  expect(rowOf('{"a":1,"b":"","c":null}')).toBe("1\t\tnull");
  expect(copyRows([column("c", "jsonb")])('{"c":null}')).toBe("\\N");
});

test("arrays are written as PostgreSQL writes them", () => {
  const read = copyRows([column("t", "text[]")]);
  expect(read(String.raw`{"t":["null",null,"a \"b\" \\ [c], {d}\n"]}`)).toBe(
    String.raw`{"null",NULL,"a \\"b\\" \\\\ [c], {d}\n"}`,
  );
  expect(read('{"t":[]}')).toBe("{}");
  expect(copyRows([column("n", "bigint[]")])('{"n":[9007199254740993,null]}')).toBe(
    "{9007199254740993,NULL}",
  );
});

test.each([
  ["", "nothing"],
  ["{}", "no columns"],
  ['{"a":1,"b":"x"}', "a column too few"],
  ['{"a":1,"b":"x","c":1,"d":1}', "a column too many"],
  ['{"b":"x","a":1,"c":1}', "another order"],
  ['{"a": 1,"b":"x","c":1}', "a space"],
  ['{"a":1,"b":"x","c":1} ', "something behind it"],
  ['{"a":1,"b":"x","c":{"y":[1}', "a value without an end"],
  ['{"a":1,"b":"x","c":"y', "a text without an end"],
  [String.raw`{"a":1,"b":"x","c":"y\"}`, "a text whose end is escaped"],
  [String.raw`{"a":1,"b":"\x","c":1}`, "an escape that is none"],
  ['{"a":,"b":"x","c":1}', "no value"],
  ['{"a":1\t2,"b":"x","c":1}', "two values in the place of one"],
])("a line with %s is none of a backup: %s", (line) => {
  expect(() => rowOf(line)).toThrow(BadBackup);
});

test("a line of a megabyte of quotes or backslashes is read in one go", () => {
  const text = `${'"'.repeat(300_000)}${"\\".repeat(300_000)}`;
  const startedAt = performance.now();
  expect(rowOf(`{"a":1,"b":${JSON.stringify(text)},"c":${JSON.stringify([text])}}`).length).toBeGreaterThan(
    1_800_000,
  );
  expect(performance.now() - startedAt).toBeLessThan(patient(2000));
});
