/**
 * Bloom filters of the catalog, in blocks of 256 bits: a key (a whole number below 2^32) has its block, and in it four
 * bits, which other keys may have too. Of n blocks it is number `key % n`, so that a filter is folded onto any number
 * of blocks that divides its own.
 */
export type BloomFilter = Uint8Array;

export const BLOCK_BYTES = 32;

const BITS_OF_OCTET = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll("0", "").length,
);

/** Spreads over all 32 bits, one of them the sign (the finalizer of MurmurHash3). */
export function mix(value: number): number {
  let key = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
  key = Math.imul(key ^ (key >>> 13), 0xc2_b2_ae_35);
  return key ^ (key >>> 16);
}

/** The same as a key, which is never 0. */
export function mixKey(value: number): number {
  return mix(value) >>> 0 || 1;
}

/** The key may have its highest bit as its sign. */
export function setKey(filter: BloomFilter, key: number): void {
  const start = blockOf(key, filter.length / BLOCK_BYTES) * BLOCK_BYTES;
  const bits = mixBits(key);
  setBit(filter, start, bits & 0xff);
  setBit(filter, start, (bits >>> 8) & 0xff);
  setBit(filter, start, (bits >>> 16) & 0xff);
  setBit(filter, start, bits >>> 24);
}

/** `key % blocks` of at most 2^15 blocks, in whole numbers of 32 bits: that of doubles takes four times as long. */
function blockOf(key: number, blocks: number): number {
  return ((((key >>> 16) % blocks) << 16) + (key & 0xff_ff)) % blocks;
}

/** The bits of a key in its block, counted from its lowest. */
export function bitsOf(key: number): number[] {
  const bits = mixBits(key);
  return [bits & 0xff, (bits >>> 8) & 0xff, (bits >>> 16) & 0xff, bits >>> 24];
}

/** An byte each, independent of the bits that choose the block. */
function mixBits(key: number): number {
  return mixKey(key ^ 0x9e_37_79_b1);
}

function setBit(filter: BloomFilter, start: number, bit: number): void {
  const place = start + (bit >>> 3);
  filter[place] = (filter[place] ?? 0) | (1 << (bit & 7));
}

/** The same keys in so many bytes, which divide those that there are. */
export function fold(filter: BloomFilter, bytes: number): BloomFilter {
  const folded = new Uint8Array(filter.subarray(0, bytes));
  for (let start = bytes; start < filter.length; start += bytes) {
    for (let index = 0; index < bytes; index++)
      folded[index] = (folded[index] ?? 0) | (filter[start + index] ?? 0);
  }
  return folded;
}

/** The share of bits that are set. */
export function densityOf(filter: BloomFilter): number {
  let count = 0;
  for (let index = 0; index < filter.length; index++) count += BITS_OF_OCTET[filter[index] ?? 0] ?? 0;
  return count / (filter.length * 8);
}
