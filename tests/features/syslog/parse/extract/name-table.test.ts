import { expect, test } from "bun:test";
import {
  addedToHash,
  createNameTable,
} from "../../../../../src/features/syslog/parse/extract/names/name-table";

/** As readers of a key hash it: its letters and digits from the last to the first, in lower case. */
function hashOf(text: string): number {
  const written = text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return Array.from(written).reduceRight((hash, character) => addedToHash(hash, character.charCodeAt(0)), 0);
}

const whole = (text: string) => ({ start: 0, end: text.length });

test("thousands of names are each found, whatever their hashes share", () => {
  const named = Array.from({ length: 9000 }, (_, index) => [`name${index.toString(36)}`, index] as const);
  const table = createNameTable(named);
  const found = named.map(([name]) => table.find(hashOf(name), name, whole(name)));
  expect(found).toEqual(named.map(([, index]) => index));
});

test("capitals and marks between the letters do not count, and what is around the part does not", () => {
  const table = createNameTable([["srcip4", "source"]]);
  const text = "a Src_IP-4=1";
  expect(table.find(hashOf("srcip4"), text, { start: 2, end: 10 })).toBe("source");
});

test.each(["srcip", "srcip44", "srcip5", "rcip4", ""])(
  "%p is no name for sharing a hash with one",
  (text) => {
    const table = createNameTable([["srcip4", "source"]]);
    expect(table.find(hashOf("srcip4"), text, whole(text))).toBeNull();
  },
);

test("of a name that is there twice the first meaning counts", () => {
  const table = createNameTable([
    ["addr", "first"],
    ["addr", "second"],
  ]);
  expect(table.find(hashOf("addr"), "addr", whole("addr"))).toBe("first");
});

test("a table without names has none", () => {
  expect(createNameTable([]).find(0, "", whole(""))).toBeNull();
});
