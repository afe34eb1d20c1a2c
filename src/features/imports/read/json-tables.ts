import { checkJsonBody } from "#platform/http/json-body";
import { readOrIssues } from "#platform/http/read-json";
import { behindBlank, jsonPartsOf, type JsonPart } from "./json-parts";
import {
  columnName,
  FileFault,
  LONG_COLUMN,
  MAX_COLUMN_NAME,
  MAX_COLUMNS,
  stemOf,
  type Cell,
  type Table,
  type TableRow,
} from "./table";

/** Of one file. */
const MAX_TABLES = 200;
/** What is nested deeper is no field of anything. */
const MAX_DEPTH = 6;
const NESTED = "(nested deeper)";
/** Objects of a list that have columns of their own, beside the list of their names: the ends of a cable. */
const MAX_LISTED = 4;
const NAMES = ["name", "display", "label", "value"];

/** Lists that are the file itself rather than one of its tables: they are called as the file is. */
const WHOLE = new Set(["results", "items", "data"]);

/**
 * The tables of a JSON file: a list of objects, or an object whose lists of objects, or objects of objects, are the
 * tables. Throws FileFault.
 */
export function readJsonTables(name: string, text: string): Table[] {
  const read = readOrIssues(() => checkJsonBody(text));
  if ("issues" in read) {
    const [issue] = read.issues;
    throw new FileFault(issue?.msg ?? "no JSON", issue?.loc.slice(1) ?? []);
  }
  const lists = listsOf(text, stemOf(name));
  if (lists.length > MAX_TABLES) throw new FileFault(`the file has more than ${MAX_TABLES} lists`);
  if (lists.length === 0) throw new FileFault("the file has no list of objects");
  return lists.map(([table, parts]) => ({
    name: table,
    columns: [...cellsOf(valueOf(text, parts[0])).keys()],
    rows: readRows(text, parts),
  }));
}

function valueOf(text: string, part: JsonPart | undefined): unknown {
  return part === undefined ? undefined : JSON.parse(text.slice(part.start, part.end));
}

function listsOf(text: string, stem: string): [string, JsonPart[]][] {
  const root = behindBlank(text, 0);
  if (text[root] === "[") return [[stem, [...jsonPartsOf(text, root)]]];
  if (text[root] !== "{") return [];
  return [...jsonPartsOf(text, root)].flatMap(({ name = "", start }): [string, JsonPart[]][] => {
    const list = listAt(text, start);
    return list === undefined ? [] : [[WHOLE.has(name) ? stem : nameIn(name), list]];
  });
}

/** A list of objects, or an object of them. */
function listAt(text: string, start: number): JsonPart[] | undefined {
  const isList = text[start] === "[";
  if (!isList && text[start] !== "{") return undefined;
  const list = [...jsonPartsOf(text, start)];
  const areObjects =
    list.length > 0 && list.every((one) => text[one.start] === "{" || text[one.start] === "[");
  return areObjects || (isList && list.length === 0) ? list : undefined;
}

/** Each is parsed as its turn comes: as objects those of a large file would fill memory. */
function* readRows(text: string, parts: readonly JsonPart[]): Generator<TableRow> {
  for (const [row, part] of parts.entries()) yield readRow(row, valueOf(text, part));
}

/** A row at its place, from 0, of an object: of nested ones values by their path. */
export function readRow(row: number, value: unknown): TableRow {
  const none = new Map<string, Cell>();
  if (typeof value !== "object" || value === null) return { row, cells: none, fault: "it is no object" };
  const cells = cellsOf(value);
  if (cells.size > MAX_COLUMNS) return { row, cells: none, fault: `more than ${MAX_COLUMNS} values` };
  return { row, cells };
}

/** An object's values by their dotted paths: `site.name`, `a_terminations.0.object.name`. */
function cellsOf(value: unknown): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  addCells(cells, value, { path: "", depth: 0 });
  return cells;
}

type Place = { path: string; depth: number };

function addCells(cells: Map<string, Cell>, value: unknown, { path, depth }: Place): void {
  if (value === null || value === undefined || value === "" || cells.size > MAX_COLUMNS) return;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    cells.set(path, value);
    return;
  }
  if (typeof value !== "object") return;
  if (depth === MAX_DEPTH) {
    cells.set(path, NESTED);
    return;
  }
  const addUnder = (name: string, member: unknown) => {
    const below = path === "" ? nameIn(name) : `${path}.${nameIn(name)}`;
    if (below.length > MAX_COLUMN_NAME) cells.set(path, NESTED);
    else addCells(cells, member, { path: below, depth: depth + 1 });
  };
  if (!Array.isArray(value)) {
    for (const [name, member] of Object.entries(value)) addUnder(name, member);
    return;
  }
  const names = value.flatMap(nameOf);
  if (names.length > 0) cells.set(path, names);
  else if (value.length > MAX_LISTED) cells.set(path, `(${value.length} items)`);
  for (const [place, member] of value.slice(0, MAX_LISTED).entries())
    if (typeof member === "object") addUnder(String(place), member);
}

/** Throws FileFault for a name that is none. */
function nameIn(text: string): string {
  if (text.length > MAX_COLUMN_NAME) throw new FileFault(LONG_COLUMN);
  return columnName(text);
}

/** What a member of a list is called. */
function nameOf(member: unknown): string[] {
  if (typeof member === "string" || typeof member === "number" || typeof member === "boolean")
    return [String(member)];
  if (typeof member !== "object" || member === null) return [];
  const named = new Map<string, unknown>(Object.entries(member));
  const name = NAMES.map((field) => named.get(field)).find((given) => typeof given === "string");
  return typeof name === "string" ? [name] : [];
}
