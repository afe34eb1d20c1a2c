/** A CSV file as text, taken apart: the first record names the columns. */
export type CsvTable = { header: string[]; records: string[][] };

/**
 * Reads a CSV file as the service does: comma, semicolon or tab, whichever the first line has most of or says in place
 * of a header (`sep=;`, as spreadsheets do, which show no row for it); quotes (RFC 4180); any line end. Blank lines
 * stay, so that a record's place is its row in the file, the header being row 1. Throws for a quote that is never closed.
 */
export async function readCsv(text: string): Promise<CsvTable> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const [line = "", separator] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(line.length);
  const records: string[][] = parse(table, {
    bom: true,
    delimiter: separator ?? delimiterOf(table),
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n", "\r"],
  });
  const [header = [], ...rest] = records;
  return { header, records: rest };
}

const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t])"?[,;\t ]*(?:\r\n?|\n)/i;

function delimiterOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  const counted = [",", ";", "\t"].map((mark) => ({ mark, count: first.split(mark).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}
