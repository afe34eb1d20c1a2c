import { restoreCell } from "#platform/control-characters";
import { isBlankRecord, readCsvRecords } from "#platform/csv-records";
import { restoreFormula } from "#platform/formula-guard";
import {
  columnName,
  FileFault,
  LONG_COLUMN,
  MAX_COLUMN_NAME,
  MAX_COLUMNS,
  MAX_ROWS,
  stemOf,
  type Cell,
  type Table,
  type TableRow,
} from "./table";

/** The one table of a CSV file. Throws FileFault. */
export function readCsvTable(name: string, text: string): Table {
  const records = readCsvRecords(text, { most: 2 * MAX_ROWS, widest: MAX_COLUMNS });
  if (!Array.isArray(records)) throw new FileFault(records);
  const [header, ...rest] = records;
  if (header === undefined) throw new FileFault("the file has no header row");
  const columns = header.map(columnName);
  if (columns.length > MAX_COLUMNS) throw new FileFault(`the file has more than ${MAX_COLUMNS} columns`);
  if (columns.some((column) => column.length > MAX_COLUMN_NAME)) throw new FileFault(LONG_COLUMN, [1]);
  const twice = columns.find((column, place) => column !== "" && columns.indexOf(column) < place);
  if (twice !== undefined) throw new FileFault(`the column '${twice}' is there twice`, [1]);
  if (rest.length + 1 === 2 * MAX_ROWS) throw new FileFault(`the file has more than ${MAX_ROWS} rows`);
  return { name: stemOf(name), columns, rows: readRows(rest, columns) };
}

/** Each record is let go as its row has been read. */
function* readRows(records: string[][], columns: readonly string[]): Generator<TableRow> {
  const count = records.length;
  records.reverse();
  for (let place = 0; place < count; place++) {
    const record = records.pop() ?? [];
    if (!isBlankRecord(record)) yield readRow(record, { row: place + 2, columns });
  }
}

function readRow(
  record: readonly string[],
  { row, columns }: { row: number; columns: readonly string[] },
): TableRow {
  const cells = new Map<string, Cell>();
  const beyond = record.findIndex((cell, place) => place >= columns.length && cell.trim() !== "");
  let fault = beyond < 0 ? undefined : `the row has more cells than the header, which has ${columns.length}`;
  for (const [place, column] of columns.entries()) {
    const cell = restoreCell(restoreFormula(record[place] ?? "")).trim();
    if (cell === "") continue;
    if (column === "") fault ??= `column ${place + 1} has no name`;
    cells.set(column, cell);
  }
  return fault === undefined ? { row, cells } : { row, cells: new Map(), fault };
}
