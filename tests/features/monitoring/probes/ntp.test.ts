import { afterEach, describe, expect, test } from "bun:test";
import { probeNtp } from "../../../../src/features/monitoring/probes/ntp";
import { toTimestamp } from "../../../../src/features/monitoring/probes/ntp-packet";
import { closePeers, LOOPBACKS, startDatagramPeer, startForgedPeer, within } from "./given";

afterEach(closePeers);

const ANY = { maxOffsetMs: null };

type Server = { ahead?: number; octets?: Record<number, number>; text?: Record<number, string> };

/** A server's reply as RFC 5905 has it: the time of sending goes into the origin, ours into the other timestamps. */
function replyTo(request: Buffer, { ahead = 0, octets = {}, text = {} }: Server = {}): Buffer {
  const reply = Buffer.alloc(48);
  // Leap 0, version as asked, mode 4; stratum 2; follows 192.0.2.1.
  reply[0] = ((request[0] ?? 0) & 0b0011_1000) | 4;
  reply[1] = 2;
  reply.set([192, 0, 2, 1], 12);
  request.copy(reply, 24, 40, 48);
  const now = toTimestamp(Date.now() + ahead);
  reply.writeBigUInt64BE(now, 32);
  reply.writeBigUInt64BE(now, 40);
  for (const [at, octet] of Object.entries(octets)) reply[Number(at)] = octet;
  for (const [at, ascii] of Object.entries(text)) reply.write(ascii, Number(at), "latin1");
  return reply;
}

describe.each(LOOPBACKS)("a server on %s", (address) => {
  test("that gives the time is up, with its offset", async () => {
    const peer = await startDatagramPeer((request) => [replyTo(request, { ahead: 4000 })], { address });
    const outcome = await probeNtp({ ...peer, ...ANY }, within(1000));
    expect(outcome).toMatchObject({
      status: "up",
      error: null,
      details: { stratum: 2, leap: 0, reference: "192.0.2.1" },
    });
    expect(outcome.latencyMs).toBeGreaterThan(0);
    expect(Math.abs(Number(outcome.details["offsetMs"]) - 4000)).toBeLessThan(100);
    const [request = Buffer.alloc(0)] = peer.heard;
    expect({ bytes: request.length, first: request[0] }).toEqual({ bytes: 48, first: 0b0010_0011 });
    // Nothing of our clock, and what a forger would have to know.
    expect(request.subarray(1, 40)).toEqual(Buffer.alloc(39));
    expect(request.readBigUInt64BE(40)).toBeGreaterThan(0n);
  });
});

test.each([5000, -5000])("a clock that is off by %d ms is down beyond the bound", async (ahead) => {
  const peer = await startDatagramPeer((request) => [replyTo(request, { ahead })]);
  const outcome = await probeNtp({ ...peer, maxOffsetMs: 1000 }, within(1000));
  expect(outcome.status).toBe("down");
  expect(outcome.error).toMatch(/^the clocks differ by (?:49|50)\d\d ms, and may by 1000 ms$/);
  expect(await probeNtp({ ...peer, maxOffsetMs: 60_000 }, within(1000))).toMatchObject({ status: "up" });
});

test.each<[string, string, Server]>([
  ["a kiss-o'-death", "kiss-o'-death: RATE", { octets: { 1: 0 }, text: { 12: "RATE" } }],
  ["a leap of 3", "the server is not synchronised", { octets: { 0: 0b1110_0100 } }],
  ["a stratum of 16", "the server is not synchronised", { octets: { 1: 16 } }],
  [
    "no time",
    "the server gives no time",
    { octets: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [40 + index, 0])) },
  ],
  ["a dispersion of 16 s", "the server's time is too vague", { octets: { 9: 16 } }],
  ["a root delay of 32 s", "the server's time is too vague", { octets: { 5: 32 } }],
])("%s is down", async (_, error, server) => {
  const peer = await startDatagramPeer((request) => [replyTo(request, server)]);
  const outcome = await probeNtp({ ...peer, ...ANY }, within(1000));
  expect(outcome).toMatchObject({ status: "down", error });
  expect(outcome.latencyMs).toBeGreaterThan(0);
});

test("a clock of its own is named as such", async () => {
  const peer = await startDatagramPeer((request) => [
    replyTo(request, { octets: { 1: 1, 15: 0 }, text: { 12: "GPS" } }),
  ]);
  expect(await probeNtp({ ...peer, ...ANY }, within(1000))).toMatchObject({
    status: "up",
    details: { stratum: 1, reference: "GPS" },
  });
});

describe("an answer that is none to the request is passed over", () => {
  test.each<[string, (request: Buffer) => Uint8Array]>([
    ["another origin", (request) => replyTo(request, { octets: { 24: 1, 25: 2, 26: 3 } })],
    ["a client's packet", (request) => request],
    ["a broadcast", (request) => replyTo(request, { octets: { 0: 0b0010_0101 } })],
    ["a version that there is not", (request) => replyTo(request, { octets: { 0: 0b0011_1100 } })],
    ["too few octets", (request) => replyTo(request).subarray(0, 47)],
    ["nothing", () => Buffer.alloc(0)],
  ])("%s", async (_, other) => {
    const peer = await startDatagramPeer((request) => [other(request)]);
    expect(await probeNtp({ ...peer, ...ANY }, within(100))).toMatchObject({
      status: "down",
      latencyMs: null,
      // It asks again after a while, which a slow machine may not come to.
      error: expect.stringMatching(/^no answer within 100 ms; what came was none: [12]$/),
    });
    const honest = await startDatagramPeer((request) => [other(request), replyTo(request)]);
    expect(await probeNtp({ ...honest, ...ANY }, within(1000))).toMatchObject({ status: "up" });
  });

  test("one from another port", async () => {
    const peer = await startForgedPeer((request) => replyTo(request));
    expect(await probeNtp({ ...peer, ...ANY }, within(100))).toMatchObject({
      status: "down",
      latencyMs: null,
    });
    expect(peer.heard.length).toBeGreaterThan(0);
  });
});

test("a request that is lost is sent again, and its own reply counts", async () => {
  const peer = await startDatagramPeer((request, count) => (count === 1 ? [] : [replyTo(request)]));
  const outcome = await probeNtp({ ...peer, ...ANY }, within(400));
  expect(outcome.status).toBe("up");
  expect(outcome.latencyMs).toBeGreaterThanOrEqual(190);
  expect(Math.abs(Number(outcome.details["offsetMs"]))).toBeLessThan(100);
});
