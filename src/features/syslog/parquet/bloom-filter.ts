import { ByteWriter } from "./byte-writer";
import { ThriftWriter } from "./thrift";

const BLOCK_BYTES = 32;
const WORDS = 8;
/** Which bit of each word of a block a value sets, by the specification. */
const SALTS = [
  0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31,
];
/** One lookup in a hundred is a false positive. */
const BITS_PER_VALUE = 10.5;

/** Hashes of values, as xxHash (64 bits, seed 0) gives them. */
export type Hash = bigint;

export function hashOf(octets: Uint8Array): Hash {
  return Bun.hash.xxHash64(octets);
}

/**
 * A split block Bloom filter with its header.
 * https://parquet.apache.org/docs/file-format/bloomfilter/
 */
export function writeBloomFilter(hashes: readonly Hash[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  const blocks = Math.ceil((hashes.length * BITS_PER_VALUE) / (BLOCK_BYTES * 8));
  const words = new Uint32Array(blocks * WORDS);
  for (const hash of hashes) {
    const block = Math.floor((Number(hash >> 32n) * blocks) / 2 ** 32) * WORDS;
    const low = Number(hash & 0xffff_ffffn);
    for (let word = 0; word < WORDS; word++)
      words[block + word] = (words[block + word] ?? 0) | (1 << (Math.imul(low, SALTS[word] ?? 0) >>> 27));
  }
  const thrift = new ThriftWriter(out);
  // Each of the three unions has one member: block, xxHash, uncompressed.
  const only = () => thrift.struct(1, () => undefined);
  thrift.bareStruct(() => {
    thrift.i32(1, words.byteLength);
    thrift.struct(2, only);
    thrift.struct(3, only);
    thrift.struct(4, only);
  });
  out.octets(new Uint8Array(words.buffer));
  return out.copy();
}
