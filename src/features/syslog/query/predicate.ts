import { addressKey, takeDottedKeys } from "../skip-index/address-keys";
import { findNgramFilter } from "../skip-index/ngram-filter";
import { takeNumberKeys } from "../skip-index/number-filter";
import type { MarksOfText, SoughtMarks } from "../segments/catalog/catalog";
import { type EventColumn, SEARCHED_COLUMNS } from "../event/columns";
import type { HostNames } from "./host-names";
import type { Subnet } from "./subnet";

/**
 * One condition on an event. A filter is a list of them; all must hold. Plain data, so that it can be sent to a worker.
 */
export type Condition =
  | { kind: "equals"; column: EventColumn; value: string | number; isNegated: boolean }
  /** One of the columns has one of the values. Without values none has. */
  | {
      kind: "any of";
      columns: readonly EventColumn[];
      values: readonly (string | number)[];
      isNegated: boolean;
    }
  /** One of the columns has one of the addresses, or the host, where it is among them, is called so. */
  | {
      kind: "of device";
      columns: readonly EventColumn[];
      addresses: readonly string[];
      names: HostNames;
      isNegated: boolean;
    }
  /** The address of one of the columns lies in the network. */
  | { kind: "in subnet"; columns: readonly EventColumn[]; subnet: Subnet; isNegated: boolean }
  /** The text occurs, in any case, in one of the columns. */
  | { kind: "contains"; columns: readonly EventColumn[]; text: string; isNegated: boolean };

/** What a search looks for: the same for lists, exports and every other reader of events. */
export type Predicate = {
  conditions: Condition[];
  /** Arrival, microseconds since the epoch, both ends included. */
  startMicros?: number;
  endMicros?: number;
};

const FLOW_ADDRESSES = ["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"] as const;

/** Predicates that together match what one does, each event by one of them alone, and that read less between them. */
export function splitPredicate(predicate: Predicate): Predicate[] {
  return splitByFields(predicate).flatMap(splitByColumn);
}

/**
 * Where a word is an address, the fields of most lines tell whether it occurs in them (`addresses_in_fields`): one
 * predicate for these, and one for the lines that have to be read.
 */
function splitByFields(predicate: Predicate): Predicate[] {
  const split = predicate.conditions.find(
    (condition) => condition.kind === "contains" && isAddressWord(condition),
  );
  if (split?.kind !== "contains") return [predicate];
  const others = predicate.conditions.filter((condition) => condition !== split);
  const isKnown = { kind: "equals", column: "addresses_in_fields", value: 1 } as const;
  const columns = [...split.columns.filter((column) => column !== "raw_log"), ...FLOW_ADDRESSES];
  return [
    { ...predicate, conditions: [...others, { ...isKnown, isNegated: false }, { ...split, columns }] },
    { ...predicate, conditions: [...others, { ...isKnown, isNegated: true }, split] },
  ];
}

/** Whether a text is looked for in lines that can occur only within what looks like an address. */
function isAddressWord({ columns, text, isNegated }: Condition & { kind: "contains" }): boolean {
  const isDotted = /^\d[\d.]*\d$/.test(text) && dottedKeys(text).length > 0;
  return isDotted && !isNegated && columns.includes("raw_log");
}

/**
 * Predicates that together match what one does, each event by one of them alone: where one of several columns must have
 * a value, one for each column. DuckDB passes over the row groups that cannot have a column's value, but only where no
 * other column would do.
 */
function splitByColumn(predicate: Predicate): Predicate[] {
  const split = predicate.conditions.find(
    (condition) => isOfColumns(condition) && !condition.isNegated && condition.columns.length > 1,
  );
  if (split === undefined || !isOfColumns(split)) return [predicate];
  const { columns } = split;
  const others = predicate.conditions.filter((condition) => condition !== split);
  return columns.map((column, index) => {
    const own: Condition = { ...split, columns: [column] };
    const earlier: Condition = { ...split, columns: columns.slice(0, index), isNegated: true };
    return { ...predicate, conditions: [...others, own, ...(index === 0 ? [] : [earlier])] };
  });
}

function isOfColumns(condition: Condition) {
  return condition.kind === "any of" || condition.kind === "of device";
}

/** The columns whose values have address keys (address-keys.ts). */
const KEYED_COLUMNS: readonly EventColumn[] = ["sender", "src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"];

/** Of a long text some tell as much as all, and each is looked at in the marks of every segment. */
const MAX_LETTERS = 16;
const MAX_ADDRESSES = 16;
const MAX_NUMBERS = 16;
/** Of a device: each address and each name is looked for in the marks of every segment. */
const MAX_ALTERNATIVES = 32;

/**
 * What every match has: letters, addresses and numbers of the words that must occur in the line, and values of address
 * columns.
 */
export function marksOf({ conditions }: Predicate): SoughtMarks {
  const required = conditions.filter(({ isNegated }) => !isNegated);
  const texts = required.flatMap((condition) =>
    condition.kind === "contains" && condition.columns.every(isSearched) ? [condition.text] : [],
  );
  const values = required.map(addressesOf).filter(({ length }) => length > 0 && length <= MAX_ADDRESSES);
  const addresses = [
    ...values.map((list) => list.map(addressKey)),
    ...texts.flatMap(dottedKeys).map((key) => [key]),
  ];
  return {
    letters: [...new Set(texts.flatMap(findNgramFilter))].slice(0, MAX_LETTERS),
    addresses: addresses.slice(0, MAX_ADDRESSES),
    numbers: [...new Set(texts.flatMap(numberKeys))].slice(0, MAX_NUMBERS),
    oneOf: required
      .flatMap((condition) => (condition.kind === "of device" ? [alternativesOf(condition)] : []))
      .filter(({ length }) => length > 0 && length <= MAX_ALTERNATIVES),
  };
}

/** What an event of a device has one of: an address, or a name, which occurs in the line or is the sender's. */
function alternativesOf({ addresses, names }: Extract<Condition, { kind: "of device" }>): MarksOfText[] {
  const inFields = addresses.map((address) => ({
    letters: [],
    addresses: [addressKey(address)],
    numbers: [],
  }));
  const asHosts = [...addresses, ...names.whole, ...names.inAnyDomain].map((text) => ({
    letters: findNgramFilter(text).slice(0, MAX_LETTERS),
    addresses: dottedKeys(text),
    numbers: numberKeys(text),
  }));
  return [...inFields, ...asHosts];
}

function isSearched(column: EventColumn): boolean {
  return SEARCHED_COLUMNS.includes(column);
}

/** The addresses of which a condition asks for one; none where it does not. */
function addressesOf(condition: Condition): string[] {
  const { columns, values } =
    condition.kind === "equals"
      ? { columns: [condition.column], values: [condition.value] }
      : condition.kind === "any of"
        ? condition
        : { columns: [], values: [] };
  if (!columns.every((column) => KEYED_COLUMNS.includes(column))) return [];
  return values.map(String);
}

function dottedKeys(text: string): number[] {
  return keysOf(text, takeDottedKeys);
}

function numberKeys(text: string): number[] {
  return keysOf(text, takeNumberKeys);
}

function keysOf(text: string, takeKeys: (octets: Uint8Array, take: (key: number) => void) => void): number[] {
  const keys: number[] = [];
  takeKeys(new TextEncoder().encode(text), (key) => keys.push(key));
  return keys;
}

/** What a list may be sorted by. */
export const SORT_COLUMNS = [
  "received_at",
  "event_time",
  "src_ip",
  "dst_ip",
  "src_port",
  "dst_port",
  "action",
  "protocol",
  "interface",
] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];
