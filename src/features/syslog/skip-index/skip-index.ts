import {
  type AddressFilter,
  packAddressKeys,
  shrinkAddressFilter,
  uniteAddressFilters,
} from "./address-filter";
import { createNgramFilter, type NgramFilter, uniteNgramFilters } from "./ngram-filter";
import { type NumberFilter, packNumberKeys } from "./number-filter";

export { hasIpv4Key } from "./address-keys";
export { SkipIndexGatherer } from "./gatherer";
export { KeptLines } from "./kept-lines";
export { type NumberFilter, NumberFilterBuilder } from "./number-filter";

/**
 * What the catalog has of a segment so that searches skip it: filters of what occurs in its lines, each null where that
 * is not known. Whatever a segment has, its filters have, and sometimes more. Gathered, packed and united here, also in
 * workers; asked by `could-contain.ts`, which speaks SQL.
 */
export type SkipIndex = {
  ngrams: NgramFilter | null;
  addresses: AddressFilter | null;
  /** Null, too, where they are too many; gathered anew when segments are merged. */
  numbers: NumberFilter | null;
};

export const UNKNOWN_SKIP_INDEX: SkipIndex = { ngrams: null, addresses: null, numbers: null };

/** What was gathered of the lines of a row group. */
export type GatheredIndex = {
  ngrams: NgramFilter;
  /** Keys of addresses. */
  addressKeys: Uint32Array<ArrayBuffer>;
  /** Keys of numbers, some of them several times; null: too many. */
  numberKeys: Uint32Array<ArrayBuffer> | null;
};

/** Lines that consist of addresses have more: their keys would take much memory, and fill any filter. */
const MAX_ADDRESS_KEYS = 1_500_000;

/** A filter is given up for so many numbers, too, unless they are the same ones again and again. */
const MAX_NUMBER_KEYS = 1_500_000;

/** Packs what was gathered of a segment's row groups. */
export class SkipIndexPacker {
  #ngrams = createNgramFilter();
  readonly #addressKeys = new KeyLists(MAX_ADDRESS_KEYS);
  readonly #numberKeys = new KeyLists(MAX_NUMBER_KEYS);

  add({ ngrams, addressKeys, numberKeys }: GatheredIndex): void {
    this.#ngrams = uniteNgramFilters([this.#ngrams, ngrams]);
    this.#addressKeys.add(addressKeys);
    this.#numberKeys.add(numberKeys);
  }

  /** The skip index of the segment, which has so many rows. */
  pack(rows: number): SkipIndex {
    const { lists: addressKeys } = this.#addressKeys;
    const { lists: numberKeys } = this.#numberKeys;
    return {
      ngrams: this.#ngrams,
      addresses: addressKeys && packAddressKeys(addressKeys, rows),
      numbers: numberKeys && packNumberKeys(numberKeys),
    };
  }
}

/** Keys by row group, as long as they are not too many. */
class KeyLists {
  readonly #maxKeys: number;
  #lists: Uint32Array[] | null = [];
  #count = 0;

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  /** Null: there are more than a filter could tell apart. */
  get lists(): readonly Uint32Array[] | null {
    return this.#lists;
  }

  add(keys: Uint32Array | null): void {
    this.#count += keys?.length ?? Infinity;
    if (this.#count > this.#maxKeys) this.#lists = null;
    if (keys !== null) this.#lists?.push(keys);
  }
}

/**
 * The skip index of segments that were merged into one of so many rows, of whose lines the merge gathered `numbers`.
 * `isFull`: it is not merged again.
 */
export function uniteSkipIndexes(
  inputs: readonly Omit<SkipIndex, "numbers">[],
  merged: { rows: number; isFull: boolean; numbers: NumberFilter | null },
): SkipIndex {
  const ngrams = allKnown(inputs.map((input) => input.ngrams));
  const addresses = allKnown(inputs.map((input) => input.addresses));
  return {
    ngrams: ngrams && uniteNgramFilters(ngrams),
    addresses: addresses && uniteAddresses(addresses, merged),
    numbers: merged.numbers,
  };
}

/** Null where one is not known. */
function allKnown<Filter>(filters: readonly (Filter | null)[]): Filter[] | null {
  const known = filters.filter((filter) => filter !== null);
  return known.length === filters.length ? known : null;
}

function uniteAddresses(
  inputs: readonly AddressFilter[],
  { rows, isFull }: { rows: number; isFull: boolean },
): AddressFilter {
  const united = uniteAddressFilters(inputs, rows);
  return isFull ? shrinkAddressFilter(united) : united;
}
