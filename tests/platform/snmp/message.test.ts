import { expect, test } from "bun:test";
import { encodeUserMessage, readEnvelope } from "#platform/snmp/message";

const MOST = 2 ** 31 - 1;
const NOTHING = Buffer.alloc(0);

const messageOf = (counts: { boots: number; time: number }) =>
  encodeUserMessage({
    ...counts,
    messageId: 1,
    engine: Buffer.from("800000000500aa11bb22cc", "hex"),
    user: Buffer.from("somebody"),
    context: { engine: NOTHING, name: NOTHING },
    pdu: NOTHING,
    auth: null,
    priv: null,
  });

test.each([
  { boots: MOST, time: MOST },
  { boots: 0, time: 0 },
])("counts of %p are read", (counts) => {
  expect(readEnvelope(messageOf(counts))).toMatchObject(counts);
});

test.each([
  { boots: MOST + 1, time: 0 },
  { boots: 0, time: MOST + 1 },
  { boots: 2 ** 32, time: 0 },
  { boots: -1, time: 0 },
])("a message with counts of %p is malformed: they have 31 bits (RFC 3414 section 2.4)", (counts) => {
  expect(readEnvelope(messageOf(counts))).toBe("malformed");
});
