import { densityOf, fold, setKey } from "./bloom-filter";

/**
 * Which address keys occur in a segment (address-keys.ts), as the catalog has it. Below 64 KiB it is a list of the
 * keys, four bytes each, lowest first. From there on it is a filter (bloom-filter.ts). Its size is a power of two, so
 * that two of a size unite by their bits, and a smaller one fits by being repeated.
 */
export type AddressFilter = Uint8Array;

/** A list of fewer bytes is no Bloom filter. */
export const MIN_FILTER_BYTES = 64 * 1024;
const MAX_FILTER_BYTES = 512 * 1024;
const KEY_BYTES = 4;
/** About one in a hundred lookups is a false positive. */
const BITS_PER_KEY = 12;
/** A filter is made for what the segment may grow to by merging. */
const GROWN_ROWS = 240_000;
const MAX_DENSITY = 1 / 3;
const MAX_COMPARED = 100_000;

/** The filter of keys, some of which may be there several times. */
export function packAddressKeys(parts: readonly Uint32Array[], rows: number): AddressFilter {
  const count = countKeys(parts);
  if (count * KEY_BYTES < MIN_FILTER_BYTES) return listKeys(parts, count);
  const filter = new Uint8Array(filterBytes(count, rows));
  setKeys(filter, parts);
  // Many keys are in several parts.
  return shrink(filter, MAX_DENSITY / growthOf(rows));
}

/** What occurs in any of several segments, which have so many rows together. */
export function uniteAddressFilters(parts: readonly AddressFilter[], rows: number): AddressFilter {
  const lists = distinctKeys(parts.filter((part) => !isBloomFilter(part)).map(readKeys));
  const filters = parts.filter(isBloomFilter);
  if (filters.length === 0) return packAddressKeys(lists, rows);
  const sizes = filters.map(({ length }) => length);
  const united = new Uint8Array(Math.max(filterBytes(countKeys(lists), rows), ...sizes));
  setKeys(united, lists);
  for (const filter of filters) repeatInto(united, filter);
  return united;
}

/** Each key once, lowest first, where that does not take long. */
function distinctKeys(lists: readonly Uint32Array[]): readonly Uint32Array[] {
  const count = countKeys(lists);
  if (count > MAX_COMPARED) return lists;
  // Beside each other as they are: a set of them takes a hundred octets for each.
  const keys = new Uint32Array(count);
  let end = 0;
  for (const list of lists) {
    keys.set(list, end);
    end += list.length;
  }
  keys.sort();
  let kept = 0;
  for (const key of keys) if (kept === 0 || keys[kept - 1] !== key) keys[kept++] = key;
  return [keys.subarray(0, kept)];
}

function countKeys(lists: readonly Uint32Array[]): number {
  return lists.reduce((sum, keys) => sum + keys.length, 0);
}

/** The same in less space, of a segment that does not grow any more. */
export function shrinkAddressFilter(filter: AddressFilter): AddressFilter {
  return isBloomFilter(filter) ? shrink(filter, MAX_DENSITY) : filter;
}

/** Halves a filter as long as no greater share of its bits becomes set. */
function shrink(filter: AddressFilter, maxDensity: number): AddressFilter {
  if (filter.length === MIN_FILTER_BYTES) return filter;
  const half = fold(filter, filter.length / 2);
  return densityOf(half) > maxDensity ? filter : shrink(half, maxDensity);
}

/** A key as a list has it. */
export function bytesOf(key: number): Uint8Array {
  const bytes = new Uint8Array(KEY_BYTES);
  new DataView(bytes.buffer).setUint32(0, key, true);
  return bytes;
}

function isBloomFilter({ length }: AddressFilter): boolean {
  return length >= MIN_FILTER_BYTES;
}

function filterBytes(keys: number, rows: number): number {
  const expected = (keys * growthOf(rows) * BITS_PER_KEY) / 8;
  let bytes = MIN_FILTER_BYTES;
  while (bytes < expected && bytes < MAX_FILTER_BYTES) bytes *= 2;
  return bytes;
}

function growthOf(rows: number): number {
  return Math.max(1, GROWN_ROWS / rows);
}

function listKeys(parts: readonly Uint32Array[], count: number): AddressFilter {
  const list = new Uint8Array(count * KEY_BYTES);
  const view = new DataView(list.buffer);
  let offset = 0;
  for (const keys of parts) {
    for (const key of keys) {
      view.setUint32(offset, key, true);
      offset += KEY_BYTES;
    }
  }
  return list;
}

function readKeys(list: AddressFilter): Uint32Array {
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  return Uint32Array.from({ length: list.length / KEY_BYTES }, (_, index) =>
    view.getUint32(index * KEY_BYTES, true),
  );
}

function setKeys(filter: AddressFilter, parts: readonly Uint32Array[]): void {
  for (const keys of parts) {
    for (let index = 0; index < keys.length; index++) setKey(filter, keys[index] ?? 0);
  }
}

/** Adds the bits of a filter, again and again where it is the smaller one. */
function repeatInto(target: AddressFilter, source: Uint8Array): void {
  for (let start = 0; start < target.length; start += source.length) {
    for (let index = 0; index < source.length; index++)
      target[start + index] = (target[start + index] ?? 0) | (source[index] ?? 0);
  }
}
