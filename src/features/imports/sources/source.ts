import type { Fields, Kind } from "../kinds";
import type { DatabaseTable } from "../read/dump-database";
import type { ImportFile, Table, TableRow } from "../read/table";

/**
 * What becomes of a row: the fields of a thing, of another kind than its table's perhaps, and which of the mapped ones
 * are left; or why it is not taken. `within` is what the product calls the group of monitors that it is in.
 */
export type Refined =
  | { kind?: Kind; fields: Fields; left?: readonly string[]; notes?: readonly Note[]; within?: string }
  | { reason: string };

/** What a row that is taken has to say: of a field, or of the whole. */
export type Note = { field: string; msg: string };

/** How a table of a product becomes things of ours. */
export type TableRule = {
  /** As people and the mapping call it. */
  name: string;
  kind: Kind;
  /** What the table, or its file, may be called, whatever its columns. */
  names?: RegExp;
  /** A table without such a name is it by its columns: of each list one. */
  needs: readonly (readonly string[])[];
  /** Our field to columns of theirs: the first that a row has a value in. */
  fields: Readonly<Record<string, readonly string[]>>;
  /** Columns that say nothing that could be taken: numbers of the product's own database, links, counts. */
  silent?: RegExp;
  /** Columns that hold secrets, beside those that do in every product (`createSecrets`). */
  secret?: RegExp;
  /** Last word on a row, whose secrets are gone. */
  refine?: (fields: Fields, row: TableRow) => Refined;
};

/** A product whose data can be taken over: a further one is a further file of these, and a line in `sources.ts`. */
export type Source = {
  name: string;
  title: string;
  /** What its files are, and how people get them. */
  about: string;
  /** Endings of its files, for whoever chooses them. */
  endings: readonly string[];
  tables: readonly TableRule[];
  /** What is taken of its SQLite database; absent: it has none. */
  database?: readonly DatabaseTable[];
  /** The tables of a file that is no database. Throws FileFault. */
  read(file: ImportFile): Table[];
};

export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : value?.join(", ");
}

/** As programs write what is so: `1` or `true`, in any case. */
export function isTrue(text: string | undefined): boolean {
  return ["1", "true"].includes(text?.toLowerCase() ?? "");
}

/** The fields with some of them changed; undefined takes one away. */
export function withFields(fields: Fields, changes: Record<string, Fields[string] | undefined>): Fields {
  const merged: [string, Fields[string] | undefined][] = Object.entries({ ...fields, ...changes });
  return Object.fromEntries(
    merged.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
