import { describe, expect, test } from "bun:test";
import { CsvColumns } from "../../../../../src/features/syslog/parse/values/csv-columns";

function columnsOf(text: string, capacity = 8): string[] {
  const columns = new CsvColumns(capacity);
  columns.read(text);
  return Array.from({ length: columns.count }, (_, index) => columns.text(index));
}

describe("columns", () => {
  test.each<[string, string[]]>([
    ["a,b,c", ["a", "b", "c"]],
    ["a,,", ["a", "", ""]],
    ['"a,b",c', ["a,b", "c"]],
    ['"a ""b"" c",d', ['a ""b"" c', "d"]],
    ['"a" x,b', ['a" x,b']],
    ['"open,b', ["open,b"]],
    ['x"y",z', ['x"y"', "z"]],
    ["", [""]],
  ])("%s", (text, wanted) => {
    expect(columnsOf(text)).toEqual(wanted);
  });

  test("beyond the capacity are left out", () => {
    expect(columnsOf("a,b,c", 2)).toEqual(["a", "b"]);
  });

  test("that are not there are empty", () => {
    const columns = new CsvColumns(4);
    columns.read("a");
    expect([columns.text(1), columns.text(-1), columns.text(undefined), columns.text(9)]).toEqual([
      "",
      "",
      "",
      "",
    ]);
  });
});
