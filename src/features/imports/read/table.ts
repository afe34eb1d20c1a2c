/** A value of a row. */
export type Cell = string | number | boolean | readonly string[];

/** A row of a file by the names of its columns (`columnName`). `fault`: it cannot be read. */
export type TableRow = {
  /** In a CSV file its row, the header being row 1; in a list its place, from 0. */
  row: number;
  cells: ReadonlyMap<string, Cell>;
  fault?: string;
};

/** A table of a file: a CSV file is one; a JSON or SQL file may hold several. */
export type Table = {
  name: string;
  /** Of a CSV file those of its header; of others those of the first row. */
  columns: readonly string[];
  rows: Iterable<TableRow>;
  /** Of a table whose rows were not read how many it has. */
  unread?: number;
};

export type ImportFile = { name: string; octets: Uint8Array<ArrayBuffer> };

/** Something is wrong with a file as a whole. `path`: where in it. */
export class FileFault extends Error {
  readonly path: readonly (string | number)[];

  constructor(message: string, path: readonly (string | number)[] = []) {
    super(message);
    this.path = path;
  }
}

/** Of one import, in all its files. */
export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 500;
/** Characters of a column's name, which stands in verdicts and counts. */
export const MAX_COLUMN_NAME = 128;
export const LONG_COLUMN = `a column has a name of more than ${MAX_COLUMN_NAME} characters`;
/** Characters of one cell: what is longer is no field of anything. */
export const MAX_CELL = 65_536;

/** Characters of what one row gives to fields: a mapping may name one long cell for many of them. */
export const MAX_ROW = 131_072;
/** Characters of the text that says what is wrong: it may quote the file. */
export const MAX_FAULT = 500;

/** `IP Address` is `ip_address`: products call one column now so, now so. */
export function columnName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, "_")
    .replaceAll(/^_+|_+$/g, "");
}

/** The file's name without folder and ending: what its table is called. */
export function stemOf(name: string): string {
  return columnName(name.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, ""));
}

/** A table of which only the number of its rows is told. */
export function unreadTable(name: string, count: number): Table {
  return { name, columns: [], rows: [], unread: count };
}

/** What speaks against a cell; undefined: nothing. */
export function faultOfCell(column: string, cell: Cell): string | undefined {
  const texts = typeof cell === "object" ? cell : [String(cell)];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_CELL) return `${column}: longer than ${MAX_CELL} characters`;
  if (texts.some((text) => text.includes("\0"))) return `${column}: text must not contain NUL`;
  if (texts.some((text) => !text.isWellFormed())) return `${column}: no valid Unicode text`;
  return undefined;
}
