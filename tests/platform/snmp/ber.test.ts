import { describe, expect, test } from "bun:test";
import { BerReader, encode, encodeInteger, encodeOid, TAG } from "#platform/snmp/ber";

test.each([0, 1, 127, 128, 255, 256, 32_767, 32_768, 2 ** 31 - 1, 2 ** 32 - 1, -1, -128, -129, -(2 ** 31)])(
  "the number %p is read as it was written",
  (number) => {
    const octets = encodeInteger(number);
    expect(BerReader.of(octets).readInteger()).toBe(number);
    // No octet more than it needs (X.690 section 8.3.2).
    expect(octets.length - 2).toBe(Math.max(1, Math.ceil((bitsOf(number) + 1) / 8)));
  },
);

function bitsOf(number: number): number {
  return Math.ceil(Math.log2(number >= 0 ? number + 1 : -number));
}

test.each(["1.3.6.1.6.3.1.1.5.3", "0.0", "1.3.6.1.4.1.4294967295", "2.100.3", "1.0.8802.1.1.2"])(
  "the object identifier %s is read as it was written",
  (oid) => {
    expect(BerReader.of(encodeOid(oid)).readOid()).toBe(oid);
  },
);

test.each([0, 127, 128, 255, 256, 65_535, 65_536])("a value of %p octets is read whole", (length) => {
  const value = Buffer.alloc(length, 7);
  expect(BerReader.of(encode(TAG.octets, value)).readOctets()).toEqual(value);
});

test("a number without the zero octet that keeps it positive is still an unsigned one", () => {
  expect(BerReader.of(Buffer.from([TAG.counter32, 4, 255, 255, 255, 255])).readUnsigned(TAG.counter32)).toBe(
    2 ** 32 - 1,
  );
});

describe("octets that break the rules break the reader, and nothing else", () => {
  test.each([
    ["an end within the head", [0x02]],
    ["a length beyond the end", [0x02, 5, 1]],
    ["another tag", [0x04, 1, 1]],
    ["an indefinite length", [0x02, 0x80, 1, 0, 0]],
    ["a length of five octets", [0x02, 0x85, 0, 0, 0, 0, 1, 1]],
    ["an empty number", [0x02, 0]],
    ["a number of six octets", [0x02, 6, 1, 2, 3, 4, 5, 6]],
  ])("%s", (_, octets) => {
    const reader = BerReader.of(Buffer.from(octets));
    expect(reader.readInteger()).toBe(0);
    expect([reader.isBroken, reader.isAtEnd, reader.nextTag]).toEqual([true, true, -1]);
    expect(reader.enter(TAG.sequence).readOctets()).toEqual(Buffer.alloc(0));
  });

  test.each([
    ["an empty object identifier", [0x06, 0]],
    ["one that breaks off within a number", [0x06, 2, 0x2b, 0x81]],
    ["one with a number above 32 bits", [0x06, 7, 0x2b, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
    ["one of more than 128 numbers", [0x06, 0x81, 200, ...Array.from({ length: 200 }, () => 1)]],
  ])("%s", (_, octets) => {
    const reader = BerReader.of(Buffer.from(octets));
    expect([reader.readOid(), reader.isBroken]).toEqual(["", true]);
  });

  test("a part that breaks, breaks the whole", () => {
    const whole = BerReader.of(encode(TAG.sequence, Buffer.from([0x02, 9, 1])));
    whole.enter(TAG.sequence).readInteger();
    expect(whole.isBroken).toBeTrue();
  });
});
