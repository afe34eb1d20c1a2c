import type { ValidationIssue } from "#platform/errors";
import { pack } from "#platform/packed";
import { KINDS, toFieldValue, type Fields, type Kind } from "../kinds";
import { SOURCES } from "../sources/sources";
import type { Note, Refined, Source, TableRule } from "../sources/source";
import { readDatabaseTables } from "./database-tables";
import { readForm, type ImportForm, type SentForm } from "./form";
import { createLeftOver, type LeftOut, type MappedTable } from "./left-over";
import { mappingsOf, type Mapping } from "./mapping";
import { createSecrets } from "./secrets";
import { isSqlite } from "./text-files";
import {
  faultOfCell,
  FileFault,
  MAX_FAULT,
  MAX_ROW,
  MAX_ROWS,
  type ImportFile,
  type Table,
  type TableRow,
} from "./table";

/** A row in our words. */
export type NeutralRow = {
  /** Among all rows of the import, from 0. */
  place: number;
  file: string;
  table: string;
  /** Where it is in its file. */
  row: number;
  kind: Kind;
  fields: Fields;
  /** Why it cannot be read. */
  fault?: string;
  /** Why it is not taken over. */
  reason?: string;
  /** What is told of it where it is taken. */
  notes?: readonly Note[];
  /** What the product calls the group of monitors that it is in. */
  within?: string;
};

export type ReadInput = SentForm & { source: string };

export type ReadOutput = {
  issues: ValidationIssue[];
  /** Some hundred rows each, of one kind each, in the order in which kinds are made. */
  chunks: Uint8Array[];
  count: number;
  files: string[];
  tables: MappedTable[];
  leftOut: LeftOut[];
};

const ROWS_A_CHUNK = 250;
/** After so many the memory is let go that their rows took: by itself it would be much more before that happens. */
const CHUNKS_A_COLLECTION = 20;

/**
 * Reads the files of an import: their rows in our words, or what is wrong with a file. Pure, but for the process that
 * reads a database.
 */
export async function readImport({ source: name, ...sent }: ReadInput): Promise<ReadOutput> {
  const source = SOURCES.find((one) => one.name === name);
  if (source === undefined) throw new Error(`our bug: no source ${name}`);
  try {
    const form = await readForm(sent);
    return await readFiles(source, { ...form, databases: await readDatabases(source, form.files) });
  } catch (error) {
    if (error instanceof FileFault) return refused(error);
    throw error;
  }
}

function refused({ message: whole, path }: FileFault): ReadOutput {
  const message = whole.slice(0, MAX_FAULT);
  const msg = message === "Field required" ? message : `Value error, ${message}`;
  const type = message === "Field required" ? "missing" : "value_error";
  const issues = [
    {
      loc: ["body", ...path.map((part) => (typeof part === "string" ? part.slice(0, MAX_FAULT) : part))],
      msg,
      type,
    },
  ];
  return { issues, chunks: [], count: 0, files: [], tables: [], leftOut: [] };
}

type Databases = ReadonlyMap<ImportFile, Table[]>;

/** The tables of those files that are databases. Throws FileFault. */
async function readDatabases({ database }: Source, files: readonly ImportFile[]): Promise<Databases> {
  const tables = new Map<ImportFile, Table[]>();
  if (database === undefined) return tables;
  for (const file of files) {
    if (isSqlite(file)) tables.set(file, await inFile(file.name, () => readDatabaseTables(file, database)));
  }
  return tables;
}

async function readFiles(
  source: Source,
  { files, changes, databases }: ImportForm & { databases: Databases },
): Promise<ReadOutput> {
  const mappings = mappingsOf(source, changes);
  const leftOver = createLeftOver();
  const writer = createWriter();
  let place = 0;
  /** False: nobody knows such a table. */
  const readTable = (file: ImportFile, table: Table): boolean => {
    const rule = ruleOf(source, table);
    if (rule === undefined) {
      leftOver.addRowsOf(table.name, (table.unread ?? 0) + countOf(table.rows));
      return false;
    }
    const mapping = mappings.get(rule.name) ?? new Map<string, readonly string[]>();
    const isSecret = createSecrets(rule);
    leftOver.begin(rule, { mapping, columns: table.columns.filter((column) => !isSecret(column)) });
    for (const given of table.rows) {
      const { row, secrets } = withhold(given, isSecret);
      if (place === MAX_ROWS) throw new FileFault(`more than ${MAX_ROWS} rows`);
      const { left, ...read } = toNeutral(row, { rule, mapping });
      writer.add({ place: place++, file: file.name, ...read });
      // A row that is not taken is told as a whole.
      if (read.fault === undefined && read.reason === undefined)
        leftOver.add(rule, { mapping, row, left, secrets });
    }
    return true;
  };
  const names = files.map((file) => file.name);
  for (const file of files) {
    await inFile(file.name, () => {
      const tables = databases.get(file) ?? source.read(file);
      const known = tables.filter((table) => readTable(file, table));
      if (known.length === 0) throw new FileFault(unknownText(source, tables));
    });
  }
  return { issues: [], chunks: writer.close(), count: place, files: names, ...leftOver.close() };
}

/** A row without its secrets, and the columns in which they stood. */
function withhold(row: TableRow, isSecret: (column: string) => boolean) {
  const secrets = [...row.cells.keys()].filter(isSecret);
  if (secrets.length === 0) return { row, secrets };
  return { row: { ...row, cells: new Map([...row.cells].filter(([column]) => !isSecret(column))) }, secrets };
}

function countOf(rows: Iterable<TableRow>): number {
  let count = 0;
  for (const _ of rows) count++;
  return count;
}

/** What is wrong with a file names it. */
async function inFile<Result>(name: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileFault) throw new FileFault(error.message, ["file", name, ...error.path]);
    throw error;
  }
}

function ruleOf(source: Source, table: Table): TableRule | undefined {
  const isIt = ({ needs }: TableRule) =>
    needs.every((anyOf) => anyOf.some((column) => table.columns.includes(column)));
  const named = source.tables.find(({ names }) => names?.test(table.name) === true);
  return named ?? source.tables.find(isIt);
}

function unknownText(source: Source, tables: readonly Table[]): string {
  const columns = tables.flatMap((table) => table.columns).slice(0, 12);
  const known = source.tables.map(({ name, needs }) => `${name} (${needs.map((any) => any[0]).join(", ")})`);
  const given =
    columns.length > 0
      ? `is known by the columns ${columns.join(", ")}`
      : `is in the file${othersText(tables)}`;
  return `nothing of ${source.title} ${given}; known are ${known.join("; ")}`;
}

/** Those that were not read, as nobody knows them. */
function othersText(tables: readonly Table[]): string {
  const names = tables.flatMap(({ name, unread }) => (unread === undefined ? [] : [name])).slice(0, 12);
  return names.length === 0 ? "" : `, which has ${names.join(", ")}`;
}

type Read = Omit<NeutralRow, "place" | "file"> & { left: readonly string[] };

function toNeutral(row: TableRow, { rule, mapping }: { rule: TableRule; mapping: Mapping }): Read {
  const about = { table: rule.name, row: row.row, kind: rule.kind, fields: {}, left: [] };
  const fault = row.fault ?? faultOfCells(row);
  if (fault !== undefined) return { ...about, fault: fault.slice(0, MAX_FAULT) };
  const fields: Record<string, string | readonly string[]> = {};
  let length = 0;
  for (const [field, columns] of mapping) {
    const cell = columns.map((column) => row.cells.get(column)).find((value) => value !== undefined);
    const value =
      cell === undefined ? undefined : toFieldValue(field, typeof cell === "object" ? cell : String(cell));
    if (value === undefined) continue;
    fields[field] = value;
    length += lengthOf(value);
    if (length > MAX_ROW) return { ...about, fault: `its fields have more than ${MAX_ROW} characters` };
  }
  const refined: Refined = rule.refine?.(fields, row) ?? { fields };
  if ("reason" in refined) return { ...about, fields, reason: refined.reason.slice(0, MAX_FAULT) };
  const { kind = rule.kind, left = [], notes = [], within, fields: taken } = refined;
  const told = { ...(notes.length > 0 && { notes }), ...(within !== undefined && { within }) };
  return { ...about, kind, left, fields: taken, ...told };
}

function lengthOf(value: string | readonly string[]): number {
  return typeof value === "string" ? value.length : value.reduce((sum, text) => sum + text.length, 0);
}

function faultOfCells({ cells }: TableRow): string | undefined {
  for (const [column, cell] of cells) {
    const fault = faultOfCell(column, cell);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Rows of one kind together, packed: as objects those of a large file would fill memory. */
function createWriter() {
  const open = new Map<Kind, NeutralRow[]>();
  const closed = new Map<Kind, Uint8Array[]>(KINDS.map((kind) => [kind, []]));
  let chunks = 0;
  const pass = (kind: Kind, rows: NeutralRow[]) => {
    if (rows.length > 0) closed.get(kind)?.push(pack(rows));
    open.set(kind, []);
    if (++chunks % CHUNKS_A_COLLECTION === 0) Bun.gc(true);
  };
  return {
    add(row: NeutralRow) {
      const rows = open.get(row.kind) ?? [];
      open.set(row.kind, rows);
      if (rows.push(row) === ROWS_A_CHUNK) pass(row.kind, rows);
    },
    close(): Uint8Array[] {
      for (const [kind, rows] of open) pass(kind, rows);
      return [...closed.values()].flat();
    },
  };
}
