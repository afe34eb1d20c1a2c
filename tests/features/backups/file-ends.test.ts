import { expect, test } from "bun:test";
import { FileEnds } from "../../../src/features/backups/events/file-ends";

/** A Parquet file as far as its ends show one: 20 octets, of which the footer has 4. */
const WHOLE = Buffer.from("PAR1rowsmeta\u0004\u0000\u0000\u0000PAR1", "latin1");

function isParquet(octets: Buffer, pieceOctets: number): boolean {
  const ends = new FileEnds();
  for (let at = 0; at < octets.length; at += pieceOctets) ends.add(octets.subarray(at, at + pieceOctets));
  return ends.areThoseOfParquet(octets.length);
}

test.each([1, 3, 7, 100])(
  "a file that begins and ends as Parquet does is one, in pieces of %d octets",
  (piece) => {
    expect(isParquet(WHOLE, piece)).toBe(true);
  },
);

const changed = (at: number, octet: number) => {
  const octets = Buffer.from(WHOLE);
  octets.writeUInt8(octet, at);
  return octets;
};

test.each([
  ["nothing", Buffer.alloc(0)],
  ["another beginning", changed(0, 0x7f)],
  ["another end", changed(19, 0x7f)],
  ["a footer that is longer than the file", changed(12, 9)],
  ["no footer", changed(12, 0)],
  ["both ends and nothing between", Buffer.from("PAR1PAR1")],
])("a file with %s is none", (_what, octets) => {
  for (const piece of [1, 5, 100]) expect(isParquet(octets, piece)).toBe(false);
});
