import { restoreCell } from "#platform/control-characters";
import { isBlankRecord, readCsvRecords } from "#platform/csv-records";
import { MAX_ITEMS } from "#platform/http/json-scan";
import { restoreFormula } from "#platform/formula-guard";
import { csvColumn, JSON_FIELDS, LIST_FIELDS, type CsvColumn } from "./csv-columns";
import { readEntry, type ImportRow, type ReadImport, type RowError } from "./entry";
import { readJson } from "#platform/http/read-json";

/** Of one file: a hundred times what most networks have. */
const MAX_ROWS = MAX_ITEMS;

type Issue = ReadImport["issues"][number];

/** Where a file's faults are: `loc` is the row of the file, its header being row 1. */
function fileIssue(row: number, msg: string): Issue {
  return { loc: ["body", row], msg: `Value error, ${msg}`, type: "value_error" };
}

/**
 * Reads a CSV file (RFC 4180; comma, semicolon or tab; any line end; byte order mark) whose first row names the
 * columns.
 */
export function parseCsv(text: string, { isSiteGroup }: { isSiteGroup: boolean }): ReadImport {
  // Blank lines are no rows, but a file of nothing else is held in memory as well.
  const read = readCsvRecords(text, { most: 2 * MAX_ROWS });
  if (!Array.isArray(read)) return { rows: [], issues: [fileIssue(1, read)] };
  const [header, ...records] = read;
  if (header === undefined) return { rows: [], issues: [fileIssue(1, "The file has no header row")] };
  const columns = header.map(csvColumn);
  const fields = columns.map((column) => fieldOf(column, isSiteGroup));
  const issues = header.flatMap((name, index) => columnIssue({ name, index, columns, fields }));
  if (issues.length > 0) return { rows: [], issues };
  const count = records.filter((record) => !isBlankRecord(record)).length;
  if (count > MAX_ROWS || records.length + 1 === 2 * MAX_ROWS)
    return { rows: [], issues: [fileIssue(MAX_ROWS + 1, `The file has more than ${MAX_ROWS} rows`)] };
  return { rows: readRows(records, fields), issues: [] };
}

/** Blank lines are no rows, but they count, so that a row's number is the one that a spreadsheet shows. */
function* readRows(records: string[][], fields: readonly (string | undefined)[]): Generator<ImportRow> {
  const count = records.length;
  records.reverse();
  for (let index = 0; index < count; index++) {
    const record = records.pop() ?? [];
    if (!isBlankRecord(record)) yield readRecord(record, { row: index + 2, fields });
  }
}

function fieldOf(column: CsvColumn, isSiteGroup: boolean): string | undefined {
  if (typeof column === "string") return undefined;
  return isSiteGroup && column.field === "site" ? "topology_group" : column.field;
}

function columnIssue(given: {
  name: string;
  index: number;
  columns: readonly CsvColumn[];
  fields: readonly (string | undefined)[];
}): Issue[] {
  const { name, index, columns, fields } = given;
  if (columns[index] === "unknown")
    return [{ ...fileIssue(1, `Unknown column '${name}'`), loc: ["body", 1, name] }];
  const isRepeated = fields[index] !== undefined && fields.indexOf(fields[index]) < index;
  return isRepeated
    ? [{ ...fileIssue(1, `Column '${name}' means the same as another one`), loc: ["body", 1, name] }]
    : [];
}

function readRecord(
  record: readonly string[],
  { row, fields }: { row: number; fields: readonly (string | undefined)[] },
): ImportRow {
  if (record.length > fields.length) {
    const msg = `Value error, The row has ${record.length} cells, the header ${fields.length}`;
    return { row, entry: {}, errors: [{ field: "", msg, type: "value_error", path: [] }] };
  }
  const cells = fields.flatMap((field, index) => {
    const text = restoreCell(restoreFormula(record[index] ?? ""));
    return field === undefined || text.trim() === "" ? [] : [{ field, ...readCell(field, text) }];
  });
  const faults = cells.flatMap(({ field, fault }) =>
    fault === undefined ? [] : [{ field, path: [field], ...fault }],
  );
  const sound = cells.filter(({ fault }) => fault === undefined);
  const read = readEntry(row, Object.fromEntries(sound.map(({ field, value }) => [field, value])));
  return faults.length === 0 ? read : { row, entry: {}, errors: [...faults, ...read.errors] };
}

type Cell = { value?: unknown; fault?: Pick<RowError, "msg" | "type"> };

function readCell(field: string, text: string): Cell {
  if (text.includes("\0"))
    return { fault: { msg: "Value error, text must not contain NUL", type: "value_error" } };
  if (LIST_FIELDS.has(field)) return { value: text.split(",").map((part) => part.trim()) };
  if (!JSON_FIELDS.has(field)) return { value: text };
  const read = readJson(text);
  if (!("issues" in read)) return read;
  const { msg = "JSON decode error", type = "json_invalid" } = read.issues[0] ?? {};
  return { fault: { msg, type } };
}
