import type { Arrival } from "./arrival";
import type { ColumnType } from "./column-type";
import type { ParsedMessage } from "./parsed-message";

/** What parsing says of a line: a field of its message, or the line itself. */
export type LineField = keyof ParsedMessage | "rawLog";

/** Where a column's value comes from. "store": it is made while the row is written. */
export type ColumnSource =
  { of: "arrival"; name: keyof Arrival } | { of: "line"; name: LineField } | { of: "store" };

/** Parts of an event as answers list its fields. Files for spreadsheets have the first, lists all but the last. */
const PARTS = ["flow", "origin", "nat", "volume", "header", "detail"] as const;

/** How a search reads the value of `field:value` before it is compared. */
export type SearchReading = "address" | "number" | "lower case" | "text" | "name" | "part";

/** All that is said of a column; what is missing does not apply. */
export type ColumnRow = {
  type: ColumnType;
  from: ColumnSource;
  /** Where answers have it; nowhere without one. */
  part?: (typeof PARTS)[number];
  /** Answers always have a value. */
  isRequired?: true;
  /** A search can ask for it by its name. */
  search?: SearchReading;
  /** The greatest number that it can be, where that is less than its type's. */
  greatest?: number;
  /** Words are looked for in it, in this turn. */
  words?: 1 | 2;
  /** Whether a value of it stands in few lines or in very many; left out: between. */
  spread?: "rare" | "common";
  /** Values seldom repeat: they would fill any dictionary. */
  hasDictionary?: false;
};

const STORE = { of: "store" } as const;

function arrival<const Name extends keyof Arrival>(name: Name) {
  return { of: "arrival", name } as const;
}

function line<const Name extends LineField>(name: Name) {
  return { of: "line", name } as const;
}

/** What columns of a kind have in common. */
const ADDRESS = { type: "VARCHAR", search: "address", spread: "rare" } as const;
const PORT = { type: "USMALLINT", search: "number", spread: "rare" } as const;
/** One of few words that formats have for the same. */
const WORD = { type: "VARCHAR", search: "lower case", spread: "common" } as const;
/** Of RFC 5424 section 6.2.1. */
const CODE = { type: "UTINYINT", search: "number", spread: "common" } as const;
const NAME = { type: "VARCHAR", search: "text" } as const;
/** In lower case, but where a format of somebody's own calls itself otherwise. */
const FORMAT = { type: "VARCHAR", search: "name", spread: "common" } as const;
const COUNT = { type: "BIGINT", search: "number" } as const;
const RAW = { hasDictionary: false } as const;

/**
 * The event: one column per field, in file order. Parquet files are the public form of these columns (docs/events.md),
 * so a column is only ever added, at the end. What a new one needs beside its row here is what parsing makes of it
 * (parsed-message.ts), and whatever the compiler and the test of this table then ask for.
 */
export const EVENT = {
  id: { type: "BIGINT", from: arrival("id"), part: "flow", isRequired: true },
  received_at: { type: "TIMESTAMPTZ", from: arrival("receivedAtMicros"), part: "flow", isRequired: true },
  event_time: { type: "TIMESTAMPTZ", from: line("eventTimeMicros"), part: "flow" },
  source_host: { ...NAME, from: line("sourceHost"), part: "flow", words: 2 },
  sender: { type: "VARCHAR", from: arrival("sender"), part: "origin", search: "address" },
  transport: { ...WORD, from: arrival("transport"), part: "origin" },
  facility: { ...CODE, from: line("facility"), part: "origin", greatest: 23 },
  severity: { ...CODE, from: line("severity"), part: "origin", greatest: 7 },
  app: { ...NAME, from: line("app"), part: "origin" },
  procid: { ...NAME, from: line("procid"), part: "header", spread: "rare" },
  msgid: { ...NAME, from: line("msgid"), part: "header", spread: "rare" },
  structured_data: { type: "VARCHAR", from: line("structuredData"), part: "header", search: "part" },
  src_ip: { ...ADDRESS, from: line("srcIp"), part: "flow" },
  dst_ip: { ...ADDRESS, from: line("dstIp"), part: "flow" },
  src_port: { ...PORT, from: line("srcPort"), part: "flow" },
  dst_port: { ...PORT, from: line("dstPort"), part: "flow" },
  protocol: { ...WORD, from: line("protocol"), part: "flow" },
  action: { ...WORD, from: line("action"), part: "flow" },
  action_raw: { type: "VARCHAR", from: line("actionRaw"), part: "detail" },
  verdict: { ...WORD, from: line("verdict"), part: "origin" },
  interface: { ...NAME, from: line("interface"), part: "flow" },
  interface_out: { ...NAME, from: line("interfaceOut"), part: "volume" },
  direction: { ...WORD, from: line("direction"), part: "flow" },
  rule_id: { ...NAME, from: line("ruleId"), part: "flow", spread: "rare" },
  tracker_id: { ...NAME, from: line("trackerId"), part: "flow", spread: "rare" },
  reason: { ...NAME, from: line("reason"), part: "flow" },
  bytes: { ...COUNT, from: line("bytes"), part: "volume", spread: "rare" },
  packets: { ...COUNT, from: line("packets"), part: "volume" },
  vendor: { ...FORMAT, from: line("vendor"), part: "origin" },
  parser: { ...FORMAT, from: line("parser"), part: "header", isRequired: true },
  clock_unset: { type: "BOOLEAN", from: line("clockUnset"), part: "detail", isRequired: true },
  truncated: { type: "BOOLEAN", from: arrival("truncated"), part: "origin", isRequired: true },
  original_bytes: { type: "UINTEGER", from: arrival("originalBytes"), part: "detail" },
  message: { type: "VARCHAR", from: line("message"), part: "detail" },
  raw_log: { ...RAW, type: "VARCHAR", from: line("rawLog"), part: "flow", isRequired: true, words: 1 },
  raw_bytes: { ...RAW, type: "BLOB", from: STORE },
  nat_src_ip: { ...ADDRESS, from: line("natSrcIp"), part: "nat" },
  nat_dst_ip: { ...ADDRESS, from: line("natDstIp"), part: "nat" },
  nat_src_port: { ...PORT, from: line("natSrcPort"), part: "nat" },
  nat_dst_port: { ...PORT, from: line("natDstPort"), part: "nat" },
  message_start: { type: "USMALLINT", from: STORE },
  shape: { type: "UINTEGER", from: STORE },
  addresses_in_fields: { type: "BOOLEAN", from: STORE },
  line_addresses: { type: "VARCHAR", from: STORE },
} as const satisfies Record<string, ColumnRow>;

type Rows = typeof EVENT;
export type EventColumn = keyof Rows;

/** Columns whose rows say so. */
type ColumnsWith<Said> = { [Name in EventColumn]: Rows[Name] extends Said ? Name : never }[EventColumn];

/** As `BRIEF_FIELDS`, `LIST_FIELDS` and `DETAIL_FIELDS`. */
export type BriefField = ColumnsWith<{ part: "flow" }>;
export type ListField = Exclude<ColumnsWith<{ part: string }>, DetailField>;
export type DetailField = ColumnsWith<{ part: "detail" }>;
export type SearchColumn = ColumnsWith<{ search: SearchReading }>;

/** How answers tell a column's value: times as RFC 3339, the rest as it is. */
export type AnswerValue<Name extends EventColumn> = Rows[Name] extends { isRequired: true }
  ? PlainValue<Rows[Name]["type"]>
  : PlainValue<Rows[Name]["type"]> | null;

type PlainValue<Type extends ColumnType> = Type extends "BOOLEAN"
  ? boolean
  : Type extends "VARCHAR" | "TIMESTAMPTZ"
    ? string
    : number;

/** The same rows, for those that go through them; in file order. */
export const COLUMNS: readonly (ColumnRow & { name: EventColumn })[] = Object.keys(EVENT)
  .filter(isEventColumn)
  .map((name) => ({ name, ...EVENT[name] }));

/** All of them, in file order. */
export const COLUMN_NAMES: readonly EventColumn[] = COLUMNS.map(({ name }) => name);

/** How many columns a file of this version has. */
export const COLUMN_COUNT = COLUMNS.length;

/** The columns by their types, in file order. */
export const EVENT_COLUMNS = typesOf(EVENT);

/** Where words are looked for: the line, and the sender's name, which a line without a header does not carry. */
export const SEARCHED_COLUMNS = [1, 2].flatMap((turn) => namesOf(({ words }) => words === turn));

/** Columns whose values are addresses; those of all are gathered for the skip index. */
export const ADDRESS_COLUMNS = namesOf(({ search }) => search === "address");

/**
 * What spreadsheets have, what lists have, and what only an event's own page has: part by part, within one in file
 * order, which readers of CSV know.
 */
export const BRIEF_FIELDS = columnsOf("flow");
export const LIST_FIELDS = PARTS.slice(0, -1).flatMap(columnsOf);
export const DETAIL_FIELDS = columnsOf("detail");

export function isEventColumn(name: string): name is EventColumn {
  return Object.hasOwn(EVENT, name);
}

function namesOf(isMeant: (row: ColumnRow) => boolean): readonly EventColumn[] {
  return COLUMNS.filter(isMeant).map(({ name }) => name);
}

function columnsOf(part: (typeof PARTS)[number]): readonly EventColumn[] {
  return namesOf((row) => row.part === part);
}

function typesOf<Table extends Readonly<Record<string, ColumnRow>>>(
  table: Table,
): { readonly [Name in keyof Table]: Table[Name]["type"] };
function typesOf(table: Readonly<Record<string, ColumnRow>>): Record<string, ColumnType> {
  return Object.fromEntries(Object.entries(table).map(([name, { type }]) => [name, type]));
}
