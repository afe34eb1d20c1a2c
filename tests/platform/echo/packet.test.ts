import { describe, expect, test } from "bun:test";
import { assert, constantFrom, integer, nat, property, record, tuple, uint8Array } from "fast-check";
import {
  checksumOf,
  createEcho,
  describeIcmpError,
  ECHO_BYTES,
  type EchoIdentity,
  readQuotedEcho,
  readRawReply,
  readReply,
  writeEcho,
} from "../../../src/platform/echo/packet";

const word = integer({ min: 0, max: 0xff_ff });
const identity = record({
  identifier: word,
  sequence: word,
  cookie: tuple(nat(0xff_ff_ff_ff), nat(0xff_ff_ff_ff)),
});

/** What the other side makes of a request. */
function replyTo(request: Buffer): Buffer {
  const reply = Buffer.from(request);
  reply[0] = 0;
  reply.writeUInt16BE(0, 2);
  reply.writeUInt16BE(checksumOf(reply), 2);
  return reply;
}

function requestOf(echo: EchoIdentity): Buffer {
  const packet = createEcho(4);
  writeEcho(packet, echo);
  return packet;
}

/** Behind a header of IPv4 of so many octets. */
function inIpv4(message: Buffer, headerBytes = 20): Buffer {
  const header = Buffer.alloc(headerBytes);
  header[0] = 0x40 | (headerBytes / 4);
  header[9] = 1;
  return Buffer.concat([header, message]);
}

describe("an echo request", () => {
  test("is what RFC 792 and RFC 1071 say, as ping sends it", () => {
    const packet = requestOf({ identifier: 0x12_34, sequence: 7, cookie: [0xde_ad_be_ef, 1] });
    expect(packet).toHaveLength(ECHO_BYTES);
    expect(packet.subarray(0, 2).toString("hex")).toBe("0800");
    expect(packet.subarray(4, 16).toString("hex")).toBe("12340007deadbeef00000001");
    expect(checksumOf(packet)).toBe(0);
  });

  test("comes back as itself in its reply and in the quotation of an error, whatever it is", () => {
    assert(
      property(identity, constantFrom(20, 24, 60), (echo, headerBytes) => {
        const request = requestOf(echo);
        expect(readRawReply(inIpv4(replyTo(request), headerBytes))).toEqual(echo);
        expect(readReply(4, replyTo(request))).toEqual(echo);
        expect(readQuotedEcho(4, request)).toEqual({ ...echo, checksum: request.readUInt16BE(2) });
      }),
    );
  });

  test("that a router quotes by its header alone has no cookie", () => {
    const request = requestOf({ identifier: 1, sequence: 2, cookie: [3, 4] });
    expect(readQuotedEcho(4, request.subarray(0, 8))).toMatchObject({ sequence: 2, cookie: null });
  });
});

describe("what is no reply", () => {
  const reply = replyTo(requestOf({ identifier: 1, sequence: 2, cookie: [3, 4] }));

  test("a packet in which one bit was turned over", () => {
    const packet = inIpv4(reply);
    assert(
      property(integer({ min: 20 * 8, max: packet.length * 8 - 1 }), (bit) => {
        const broken = Buffer.from(packet);
        broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(readRawReply(broken)).toBeUndefined();
      }),
    );
  });

  test("a packet that was cut off, or any octets at all", () => {
    for (let length = 0; length < 36; length++)
      expect(readRawReply(inIpv4(reply).subarray(0, length))).toBeUndefined();
    assert(
      property(uint8Array({ maxLength: 200 }), (octets) => {
        const packet = Buffer.from(octets);
        expect(readRawReply(packet)).toBeUndefined();
        readQuotedEcho(4, packet);
        readQuotedEcho(6, packet);
      }),
    );
  });

  test("a request, a packet of another protocol, a reply of the other family", () => {
    const udp = inIpv4(reply);
    udp[9] = 17;
    expect(readRawReply(udp)).toBeUndefined();
    expect(readReply(4, requestOf({ identifier: 1, sequence: 2, cookie: [3, 4] }))).toBeUndefined();
    expect(readReply(6, reply)).toBeUndefined();
  });
});

test.each([
  [4, 3, 1, "host unreachable"],
  [4, 3, 13, "prohibited by a filter"],
  [4, 3, 99, "unreachable (code 99)"],
  [4, 11, 0, "too many hops on the way"],
  [6, 1, 3, "host unreachable"],
  [6, 1, 1, "prohibited by a filter"],
  [6, 3, 0, "too many hops on the way"],
] as const)("in IPv%d, type %d code %d is %p", (family, type, code, text) => {
  expect(describeIcmpError(family, { type, code })).toBe(text);
});
