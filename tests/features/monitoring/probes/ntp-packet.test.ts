import { expect, test } from "bun:test";
import { assert, constantFrom, integer, property, uint8Array } from "fast-check";
import {
  describeReference,
  offsetMs,
  readNtpReply,
  toTimestamp,
} from "../../../../src/features/monitoring/probes/ntp-packet";

const NOTHING = {
  leap: 0,
  stratum: 2,
  reference: Buffer.from([192, 0, 2, 1]),
  rootDelayMs: 0,
  rootDispersionMs: 0,
  origin: 0n,
};

test("timestamps count from 1900", () => {
  // RFC 5905 figure 4: the first day of Unix.
  expect(toTimestamp(0) >> 32n).toBe(2_208_988_800n);
  expect(toTimestamp(500) & 0xff_ff_ff_ffn).toBe(0x80_00_00_00n);
});

test("the offset is the mean of both ways, whatever the way takes, also over the end of an era", () => {
  const endOfEra = Date.UTC(2036, 1, 7, 6, 28, 16);
  assert(
    property(
      constantFrom(Date.UTC(2026, 0, 1), endOfEra - 1000, endOfEra),
      integer({ min: -86_400_000, max: 86_400_000 }),
      integer({ min: 0, max: 5000 }),
      (sentAt, ahead, wayMs) => {
        const receivedAt = toTimestamp(sentAt + wayMs + ahead);
        const reply = { ...NOTHING, receivedAt, sentAt: toTimestamp(sentAt + wayMs + ahead + 3) };
        expect(offsetMs(reply, { sentAt, arrivedAt: sentAt + 2 * wayMs + 3 })).toBeCloseTo(ahead, 3);
      },
    ),
  );
});

test("a reference is text for clocks and kisses, an address for others", () => {
  const of = (stratum: number, reference: Buffer) =>
    describeReference({ ...NOTHING, receivedAt: 0n, sentAt: 0n, stratum, reference });
  expect(of(1, Buffer.from("GPS\0"))).toBe("GPS");
  expect(of(0, Buffer.from("DENY"))).toBe("DENY");
  expect(of(3, Buffer.from([192, 0, 2, 1]))).toBe("192.0.2.1");
});

test("no octets break the reading", () => {
  assert(
    property(uint8Array({ maxLength: 100 }), (octets) => {
      const reply = readNtpReply(Buffer.from(octets));
      expect(reply === undefined || octets.length >= 48).toBe(true);
    }),
  );
});
