import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ADDRESS_COLUMNS, type EventColumn, SEARCHED_COLUMNS } from "../event/columns";
import type { Condition, Predicate } from "../query/predicate";
import { MIN_FILTER_BYTES, bytesOf } from "./address-filter";
import { addressKey, takeIpv4Keys } from "./address-keys";
import { BLOCK_BYTES, bitsOf } from "./bloom-filter";
import { ngramBitsOf } from "./ngram-filter";
import { takeNumberKeys } from "./number-filter";
import type { SkipIndex } from "./skip-index";

/** The columns of the catalog that hold skip indexes. */
type SkipIndexColumns = Record<keyof SkipIndex, SQLWrapper>;

/** Of a long text some tell as much as all, and each is looked for in the skip index of every segment. */
const MAX_NGRAMS = 16;
const MAX_ADDRESSES = 16;
const MAX_NUMBERS = 16;
/** Of a device: each address and each name is looked for in the skip index of every segment. */
const MAX_ALTERNATIVES = 32;

/**
 * Whether a segment could contain an event that matches, by its skip index: n-grams, addresses and numbers of the words
 * that must occur in the line, and values of address columns. True too where the skip index is not known.
 */
export function couldContain({ conditions }: Predicate, columns: SkipIndexColumns): SQL<boolean> {
  const required = conditions.filter(({ isNegated }) => !isNegated);
  const texts = required.flatMap((condition) =>
    condition.kind === "contains" && condition.columns.every(isSearched) ? [condition.text] : [],
  );
  const values = required.map(addressesOf).filter(({ length }) => length > 0 && length <= MAX_ADDRESSES);
  const addresses = [
    ...values.map((list) => list.map(addressKey)),
    ...texts.flatMap(addressKeysIn).map((key) => [key]),
  ];
  const alternatives = required.map(alternativesOf).filter(({ length }) => length > 0);
  return allOf([
    ...[...new Set(texts.flatMap(ngramBitsOf))]
      .slice(0, MAX_NGRAMS)
      .map((bit) => hasNgram(columns.ngrams, bit)),
    ...addresses
      .slice(0, MAX_ADDRESSES)
      .map((keys) => anyOf(keys.map((key) => hasAddress(columns.addresses, key)))),
    ...[...new Set(texts.flatMap(numberKeysIn))]
      .slice(0, MAX_NUMBERS)
      .map((key) => hasNumber(columns.numbers, key)),
    ...alternatives.map((each) => anyOf(each.map((keys) => hasKeys(columns, keys)))),
  ]);
}

/** What every segment has in which a text occurs; without any it may occur in all. */
type TextKeys = { ngrams: readonly number[]; addresses: readonly number[]; numbers: readonly number[] };

/** What an event that fits has one of; none where that is not known. */
function alternativesOf(condition: Condition): TextKeys[] {
  if (condition.kind === "of device") return alternativesOfDevice(condition);
  if (condition.kind !== "names network" || typeof condition.within !== "string") return [];
  return [keysOfAddress(condition.within), keysOfText(condition.text)];
}

/**
 * An event of a device has an address, or a name, which occurs in the line or is the sender's. None where they are too
 * many to be looked for.
 */
function alternativesOfDevice({ addresses, names }: Extract<Condition, { kind: "of device" }>): TextKeys[] {
  const hosts = [...addresses, ...names.whole, ...names.inAnyDomain];
  if (addresses.length + hosts.length > MAX_ALTERNATIVES) return [];
  return [...addresses.map(keysOfAddress), ...hosts.map(keysOfText)];
}

function keysOfAddress(address: string): TextKeys {
  return { ngrams: [], addresses: [addressKey(address)], numbers: [] };
}

function keysOfText(text: string): TextKeys {
  return {
    ngrams: ngramBitsOf(text).slice(0, MAX_NGRAMS),
    addresses: addressKeysIn(text),
    numbers: numberKeysIn(text),
  };
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
  if (!columns.every((column) => ADDRESS_COLUMNS.includes(column))) return [];
  return values.map(String);
}

function addressKeysIn(text: string): number[] {
  return keysIn(text, takeIpv4Keys);
}

function numberKeysIn(text: string): number[] {
  return keysIn(text, takeNumberKeys);
}

function keysIn(text: string, takeKeys: (bytes: Uint8Array, take: (key: number) => void) => void): number[] {
  const keys: number[] = [];
  takeKeys(new TextEncoder().encode(text), (key) => keys.push(key >>> 0));
  return keys;
}

function hasKeys(columns: SkipIndexColumns, { ngrams, addresses, numbers }: TextKeys): SQL<boolean> {
  return allOf([
    ...ngrams.map((bit) => hasNgram(columns.ngrams, bit)),
    ...addresses.map((key) => hasAddress(columns.addresses, key)),
    ...numbers.map((key) => hasNumber(columns.numbers, key)),
  ]);
}

function allOf(tests: readonly SQL[]): SQL<boolean> {
  return sql`(${sql.join([sql`true`, ...tests], sql` AND `)})`;
}

function anyOf(tests: readonly SQL[]): SQL<boolean> {
  return sql`(${sql.join([...tests], sql` OR `)})`;
}

/** True too where a segment's n-grams are not known, or not that far. */
function hasNgram(filter: SQLWrapper, bit: number): SQL {
  return sql`CASE WHEN octet_length(${filter}) > ${bit >>> 3} THEN get_bit(${filter}, ${bit}) = 1 ELSE true END`;
}

/** Whether a segment's addresses have this key; true too where they are not known. */
export function hasAddress(filter: SQLWrapper, key: number): SQL<boolean> {
  return sql`CASE
    WHEN ${filter} IS NULL THEN true
    WHEN octet_length(${filter}) < ${MIN_FILTER_BYTES} THEN position(decode(${bytesOf(key).toHex()}, 'hex') IN ${filter}) > 0
    ELSE ${isInBloomFilter(filter, key)} END`;
}

/** True too where a segment's numbers are not known. */
function hasNumber(filter: SQLWrapper, key: number): SQL {
  return sql`CASE WHEN ${filter} IS NULL THEN true ELSE ${isInBloomFilter(filter, key)} END`;
}

/** Reads no more than one block of a `BloomFilter`. */
function isInBloomFilter(filter: SQLWrapper, key: number): SQL {
  const start = sql`(${key}::bigint % (octet_length(${filter}) / ${BLOCK_BYTES}::integer) * ${BLOCK_BYTES}::integer)::integer + 1`;
  const isSet = bitsOf(key).map((bit) => sql`get_bit(block, ${bit})`);
  return sql`(SELECT ${sql.join(isSet, sql` & `)} = 1 FROM (SELECT substring(${filter} FROM ${start} FOR ${BLOCK_BYTES}) AS block OFFSET 0))`;
}
