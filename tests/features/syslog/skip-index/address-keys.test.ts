import { describe, expect, test } from "bun:test";
import { array, assert, constantFrom, nat, property, tuple } from "fast-check";
import {
  AddressKeySet,
  addressKey,
  takeIpv4Keys,
} from "../../../../src/features/syslog/skip-index/address-keys";
import {
  addAsciiLine,
  createLineMarks,
  createNgramFilter,
  NO_PREFIX,
} from "../../../../src/features/syslog/skip-index/ngram-filter";
import { lineOf, type StoredMessage } from "../parse/parse-line";

const encoder = new TextEncoder();

type Fields = Partial<StoredMessage>;
type Ranges = Partial<Record<"srcIp" | "dstIp", { start: number; end: number }>>;

function ipv4Keys(text: string): number[] {
  const keys: number[] = [];
  takeIpv4Keys(encoder.encode(text), (key) => keys.push(key));
  return keys;
}

/** Takes a line; those of its addresses that have ranges stand there alone. */
function add(keys: AddressKeySet, fields: Fields, ranges: Ranges = {}): boolean {
  const line = lineOf(fields);
  Object.assign(line.texts.srcIp, ranges.srcIp);
  Object.assign(line.texts.dstIp, ranges.dstIp);
  return keys.add("192.0.2.1", line, { newHost: fields.sourceHost ?? null, marks: null });
}

function keysOf(fields: Fields): Uint32Array {
  const keys = new AddressKeySet();
  add(keys, fields);
  return keys.list();
}

test("an address within a line has a key that its neighbours do not share", () => {
  const [key] = ipv4Keys("203.0.113.7");
  expect(ipv4Keys("from 203.0.113.7:443 to")).toEqual(ipv4Keys("203.0.113.7"));
  for (const other of ["204.0.113.7", "203.1.113.7", "203.0.112.7", "203.0.113.8", "203.0.1.137"])
    expect(ipv4Keys(other)).not.toContain(key ?? 0);
});

test("what has no four numbers in a row has no key", () => {
  for (const text of [
    "",
    "1.2.3",
    "203.0.113.",
    ".0.113.7",
    "a.b.c.d",
    "1.2345.6.7",
    "2001:db8::1",
    "1..2.3.4",
  ])
    expect(ipv4Keys(text)).toEqual([]);
});

test("numbers that go on have a key for each place where an address may be read", () => {
  expect(ipv4Keys("1.2.3.4.5")).toEqual([...ipv4Keys("1.2.3.4"), ...ipv4Keys("2.3.4.5")]);
});

test("a line has all keys of whatever part of it is looked for", () => {
  const pieces = constantFrom(
    "0",
    "1",
    "25",
    "203",
    "0113",
    ".",
    ".",
    "..",
    " ",
    ":",
    "x",
    "10.0.0.1",
    "192.0.2.",
  );
  assert(
    property(tuple(array(pieces, { maxLength: 20 }), nat(60), nat(30)), ([parts, from, length]) => {
      const line = parts.join("");
      const keys = ipv4Keys(line);
      expect(ipv4Keys(line.slice(from, from + length)).every((key) => keys.includes(key))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("a line whose dots are known has the same keys", () => {
  const marks = createLineMarks(1000);
  const part = constantFrom("1", "23", "456", "7890", ".", ".", ".", ",", "a");
  assert(
    property(array(part, { maxLength: 40 }), (parts) => {
      const line = lineOf({ rawLog: parts.join("") });
      addAsciiLine(line.bytes, createNgramFilter(), marks, NO_PREFIX);
      const [found, looked] = [new AddressKeySet(), new AddressKeySet()];
      const isKnown = found.add("192.0.2.1", line, { newHost: null, marks });
      expect(isKnown).toBe(looked.add("192.0.2.1", line, { newHost: null, marks: null }));
      expect(found.list()).toEqual(looked.list());
      expect(found.words).toBe(looked.words);
    }),
    { numRuns: 500 },
  );
});

test("a part that may be an address is in a line where it is in one of its words, and only there", () => {
  const pieces = constantFrom("0", "1", "25", "203", "0113", ".", "..", " ", "x", "10.0.0.1", "192.0.2.");
  const address = constantFrom("10.0.0.1", "0.0.0.1", "0.0.1", "92.0.2.2", "192.0.2.25", "10.0.0.110");
  const keys = new AddressKeySet();
  assert(
    property(array(pieces, { maxLength: 20 }), nat(30), nat(15), address, (parts, from, length, other) => {
      const rawLog = parts.join("");
      add(keys, { rawLog, srcIp: "10.0.0.1" });
      const words = keys.words.split(" ");
      for (const part of [rawLog.slice(from, from + length), other]) {
        if (!/^\d[\d.]*\d$/.test(part) || ipv4Keys(part).length === 0) continue;
        expect([part, words.some((word) => word.includes(part))]).toEqual([part, rawLog.includes(part)]);
      }
    }),
    { numRuns: 3000 },
  );
});

test("a list of addresses has no words: it is read itself", () => {
  const keys = new AddressKeySet();
  const list = (length: number) => Array.from({ length }, (_, index) => `10.0.${index}.1`);
  add(keys, { rawLog: list(32).join(",") });
  expect(keys.words).toBe(list(32).join(" "));
  add(keys, { rawLog: list(33).join(",") });
  expect(keys.words).toBe("");
  add(keys, { rawLog: "nothing here" });
  expect(keys.words).toBe("");
});

test("the addresses of every column are kept, and those of the line and the sender's name", () => {
  const keys = keysOf({
    srcIp: "192.0.2.7",
    dstIp: "2001:db8::7",
    natSrcIp: "192.0.2.8",
    natDstIp: "192.0.2.9",
    sourceHost: "198.51.100.1",
    rawLog: "x=203.0.113.250,",
  });
  const expected = ["192.0.2.1", "192.0.2.7", "2001:db8::7", "192.0.2.8", "192.0.2.9"].map(addressKey);
  const inTexts = ["198.51.100.1", "203.0.113.250"].flatMap(ipv4Keys);
  expect(new Set(keys)).toEqual(new Set([...expected, ...inTexts]));
  expect(keys).toHaveLength(expected.length + inTexts.length);
});

test("keys are kept once, however many there are", () => {
  const keys = new AddressKeySet();
  const addresses = Array.from({ length: 20_000 }, (_, index) => `10.${index >> 8}.${index & 255}.1`);
  for (const srcIp of [...addresses, ...addresses]) add(keys, { srcIp });
  const distinct = new Set([...addresses, "192.0.2.1"].map(addressKey));
  expect(new Set(keys.list())).toEqual(distinct);
  expect(keys.list()).toHaveLength(distinct.size);
});

describe("the addresses of a line's fields are known to be all that it contains", () => {
  const isKnown = (rawLog: string, fields: Fields = {}) => add(new AddressKeySet(), { ...fields, rawLog });
  const [srcIp, dstIp] = ["192.0.2.7", "10.0.0.1"];

  test("where each is there, as often as may be, and where there is none", () => {
    expect(isKnown("from 192.0.2.7:1 to 10.0.0.1.", { srcIp, dstIp })).toBe(true);
    expect(isKnown("192.0.2.7,192.0.2.7 v1.2.3 at 10:00:00.123", { srcIp, natSrcIp: srcIp })).toBe(true);
    expect(isKnown("nothing here", { srcIp: "2001:db8::1" })).toBe(true);
  });

  test("but not where another stands beside them, around them or in place of them", () => {
    expect(isKnown("from 192.0.2.7 to 10.0.0.1 by 10.0.0.2", { srcIp, dstIp })).toBe(false);
    expect(isKnown("from 192.0.2.70", { srcIp })).toBe(false);
    expect(isKnown("from 1192.0.2.7", { srcIp })).toBe(false);
    expect(isKnown("from 192.0.2.7.10.0.0.1", { srcIp, dstIp })).toBe(false);
    expect(isKnown("version 1.2.3.4")).toBe(false);
  });

  test("nor where a field's address is written in another way", () => {
    expect(isKnown("from c0000207", { srcIp })).toBe(false);
    expect(isKnown("from 192.0.2.7", { srcIp, dstIp })).toBe(false);
  });

  test("whatever was in the line before", () => {
    const keys = new AddressKeySet();
    expect(add(keys, { srcIp, dstIp, rawLog: "192.0.2.7 10.0.0.1 10.0.0.2" })).toBe(false);
    expect(add(keys, { srcIp, dstIp, rawLog: "192.0.2.7 10.0.0.1" })).toBe(true);
    expect(add(keys, { rawLog: "192.0.2.7" })).toBe(false);
  });
});

test("an address that is only a place in the line counts as one that the message has", () => {
  const bytes = nat(255);
  const address = tuple(bytes, bytes, nat(2), nat(9)).map((numbers) => numbers.join("."));
  const words = array(constantFrom("10.0.0.1", "1.2.3", "x", "10.0.0.10", "a.b"), { maxLength: 4 });
  // What a translation leaves as it was is an address of the line once more.
  const translations = constantFrom("none", "source", "destination", "other");
  assert(
    property(address, address, words, translations, (srcIp, dstIp, others, translated) => {
      const natSrcIp = { none: null, source: srcIp, destination: dstIp, other: "10.0.0.10" }[translated];
      const rawLog = [...others, srcIp, dstIp, ...others].join(" ");
      const start = [...others, ""].join(" ").length;
      const ranges = {
        srcIp: { start, end: start + srcIp.length },
        dstIp: { start: start + srcIp.length + 1, end: start + srcIp.length + 1 + dstIp.length },
      };
      const [inMessage, inLine] = [new AddressKeySet(), new AddressKeySet()];
      const isKnown = add(inMessage, { srcIp, dstIp, natSrcIp, rawLog });
      expect(add(inLine, { natSrcIp, rawLog }, ranges)).toBe(isKnown);
      expect(inLine.list().toSorted()).toEqual(inMessage.list().toSorted());
    }),
    { numRuns: 2000 },
  );
});
