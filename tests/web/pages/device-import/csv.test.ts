import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { printCsv } from "../../../../src/web/format/print-csv";
import { readCsv } from "../../../../src/web/pages/device-import/csv";

test.each([
  ["commas", "a,b\n1,2\n"],
  ["semicolons", "a;b\r\n1;2\r\n"],
  ["tabs and a byte order mark", "\uFEFFa\tb\r1\t2"],
  ["what a spreadsheet says of its separator", "\uFEFFsep=;\r\na;b\r\n1;2\r\n"],
  ["it in quotes, for a single column with commas", '"sep=,"\na,b\n1,2\n'],
])("reads %s", async (_, text) => {
  expect(await readCsv(text)).toEqual({ header: ["a", "b"], records: [["1", "2"]] });
});

test("blank lines keep their place, so that rows are counted as a spreadsheet does", async () => {
  const { records } = await readCsv("a,b\n\n1,2\n");
  expect(records).toEqual([[""], ["1", "2"]]);
});

test("a quote that is never closed is refused", async () => {
  await expect(readCsv('a,b\n"1,2\n')).rejects.toThrow();
});

test("whatever is printed is read again", async () => {
  const cells = fc.array(fc.string(), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 5 }), async (records) => {
      const read = await readCsv(printCsv([["name", "ip"], ...records]));
      expect(read.records).toEqual(records);
    }),
  );
});
