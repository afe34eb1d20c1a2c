import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";

const Records = z.array(z.array(z.string()));

/**
 * `sep=;` in a line of its own before the header, by which spreadsheets tell each other the separator. They show no row
 * for it.
 */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t])"?[,;\t ]*(?:\r\n?|\n)/i;

/** The file without a line that names its separator, and that separator; undefined where there is no such line. */
export function cutSeparatorLine(text: string): { table: string; separator: string | undefined } {
  const [line = "", separator] = SEPARATOR_LINE.exec(text) ?? [];
  return { table: text.slice(line.length), separator };
}

/** Of one line: more than all of its cells may be, and few enough that a record of them is no burden. */
const MAX_ROW_SEPARATORS = 200_000;
/** Of a file: one in six octets of the longest. Each cell takes memory, however little is in it. */
const MAX_FILE_SEPARATORS = 5_000_000;
const SEPARATORS = new Set([",", ";", "\t"]);

/**
 * What is wrong with a CSV text of so many cells that they would fill memory, or be read for half a minute, before
 * anything could be said of them; undefined: it has fewer.
 */
export function faultOfCells(text: string): string | undefined {
  if (text.length <= MAX_ROW_SEPARATORS) return undefined;
  let inRow = 0;
  let inFile = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === "\n" || mark === "\r") inRow = 0;
    else if (SEPARATORS.has(mark)) {
      if (++inRow > MAX_ROW_SEPARATORS) return `a row has more than ${MAX_ROW_SEPARATORS} separators`;
      if (++inFile > MAX_FILE_SEPARATORS) return `the file has more than ${MAX_FILE_SEPARATORS} separators`;
    }
  }
  return undefined;
}

/** The separator that the header row has most of. */
export function delimiterOf(text: string): string {
  const header = /^[^\r\n]{0,65536}/.exec(text)?.[0] ?? "";
  const counted = [",", ";", "\t"].map((mark) => ({ mark, count: header.split(mark).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}

/**
 * The records of a CSV file (RFC 4180; comma, semicolon or tab; any line end; byte order mark; perhaps `sep=;` before
 * all), its header first, of more than `most` the first; as a text what is wrong with it. Blank lines are records, so
 * that places are the rows that a spreadsheet shows. With `widest` a record ends with its last cell that is not empty,
 * or with the first one beyond so many.
 */
export function readCsvRecords(
  text: string,
  { most, widest }: { most: number; widest?: number },
): string[][] | string {
  const fault = faultOfCells(text);
  if (fault !== undefined) return fault;
  const { table, separator } = cutSeparatorLine(text);
  try {
    return Records.parse(
      parse(table, {
        bom: true,
        delimiter: separator ?? delimiterOf(table),
        relax_column_count: true,
        to: most,
        record_delimiter: ["\r\n", "\n", "\r"],
        ...(widest !== undefined && {
          on_record: (record: string[]) =>
            record.slice(0, Math.min(record.findLastIndex((cell) => cell !== "") + 1, widest + 1)),
        }),
      }),
    );
  } catch (error) {
    if (error instanceof CsvError) return error.message;
    throw error;
  }
}

export function isBlankRecord(record: readonly string[]): boolean {
  return record.every((cell) => cell.trim() === "");
}
