import { CsvError, parse } from "csv-parse/sync";
import { cutSeparatorLine, delimiterOf, faultOfCells } from "#platform/csv-records";
import { MAX_LEASES, type LineError } from "./lease";

/** Kea appends to its file: an address may come several times. */
const MAX_ROWS = 5 * MAX_LEASES;

type CsvRecord = { record: string[]; line: number };

/** A row's cell by the name of its column, in any case; empty where there is none. */
export type CsvRow = { line: number; cell: (name: string) => string };

/**
 * Rows of a CSV file whose first row names the columns (RFC 4180; comma, semicolon or tab). Lines before that which
 * begin with `#` are left out, as PowerShell writes one, and so is `sep=;`. The error is of a file that is no CSV.
 */
export function readCsvRows(
  text: string,
  { isQuoted }: { isQuoted: boolean },
): { rows: CsvRow[] } | { error: LineError } {
  const records = readRecords(text, isQuoted);
  if (!Array.isArray(records)) return { error: records };
  if (records.length > MAX_ROWS)
    return { error: { line: 0, message: `The file has more than ${MAX_ROWS} rows` } };
  const [header, ...others] = records;
  const places = new Map(header?.record.map((name, index) => [name.trim().toLowerCase(), index]));
  const before = cutSeparatorLine(text).separator === undefined ? 0 : 1;
  const rows = others.map(({ record, line }) => ({
    line: line + before,
    cell: (name: string) => record[places.get(name.toLowerCase()) ?? -1]?.trim() ?? "",
  }));
  return { rows };
}

/** The first line that is no comment, nor names the separator. */
export function headerLineOf(text: string): string {
  const { table } = cutSeparatorLine(text);
  return /^(?:[^\S\n]*(?:#[^\n]*)?\n)*([^\n]*)/.exec(table)?.[1]?.trim() ?? "";
}

function readRecords(text: string, isQuoted: boolean): CsvRecord[] | LineError {
  const fault = faultOfCells(text);
  if (fault !== undefined) return { line: 0, message: fault };
  const { table, separator } = cutSeparatorLine(text);
  const lines: number[] = [];
  try {
    const records = parse(table, {
      bom: true,
      comment: "#",
      comment_no_infix: true,
      delimiter: separator ?? delimiterOf(headerLineOf(table)),
      // Of what else is known of a record, a kibioctet for each, nothing is kept.
      on_record: (record: string[], { lines: line }) => {
        lines.push(line);
        return record;
      },
      quote: isQuoted ? '"' : null,
      // Unsaid, each character of the first line is looked at for what ends it, at ten times the cost.
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      to: MAX_ROWS + 1,
      skip_empty_lines: true,
    });
    return records.map((record, place) => ({ record, line: lines[place] ?? 0 }));
  } catch (error) {
    if (error instanceof CsvError) return { line: 0, message: error.message };
    throw error;
  }
}
