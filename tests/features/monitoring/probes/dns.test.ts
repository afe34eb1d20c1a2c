import { afterEach, describe, expect, test } from "bun:test";
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  TRUNCATED_RESPONSE,
} from "dns-packet";
import { probeDns } from "../../../../src/features/monitoring/probes/dns";
import type { DnsRecordType } from "../../../../src/features/monitoring/probes/targets";
import {
  closePeers,
  LOOPBACKS,
  startDatagramPeer,
  startForgedPeer,
  startPeerOfBoth,
  type TalkOfPeer,
  within,
} from "./given";

afterEach(closePeers);

const NXDOMAIN = 3;
const SERVFAIL = 2;
const HOST = { name: "host.example", recordType: "A", expected: null } as const;
const HOST_ANSWER = { type: "A", name: "host.example", ttl: 60, data: "192.0.2.7" } as const;

/** What a server answers to the query in the octets. */
function replyTo(
  octets: Buffer,
  answers: readonly Answer[],
  changes: Packet & { rcode?: number } = {},
): Buffer {
  const { id = 0, questions = [] } = decode(octets);
  const { rcode = 0, flags = AUTHORITATIVE_ANSWER, ...rest } = changes;
  return encode({ type: "response", id, flags: flags | rcode, questions, answers: [...answers], ...rest });
}

/** The same for TCP, where its length stands before it. */
function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

describe.each(LOOPBACKS)("a server on %s", (address) => {
  const RECORDS: readonly (readonly [DnsRecordType, Answer, string, string])[] = [
    ["A", HOST_ANSWER, "192.0.2.7", "192.0.2.7"],
    ["AAAA", { type: "AAAA", name: "x", data: "2001:db8:0:0::7" }, "2001:db8::7", "2001:DB8:0::7"],
    [
      "MX",
      { type: "MX", name: "x", data: { preference: 10, exchange: "M.example" } },
      "10 m.example",
      "m.example.",
    ],
    ["TXT", { type: "TXT", name: "x", data: ["v=spf1 ", "-all"] }, "v=spf1 -all", "v=spf1 -all"],
    ["NS", { type: "NS", name: "x", data: "Ns1.Example" }, "ns1.example", "NS1.example."],
    ["CNAME", { type: "CNAME", name: "x", data: "other.example" }, "other.example", "other.example"],
    [
      "SOA",
      { type: "SOA", name: "x", data: { mname: "ns.example", rname: "root.example", serial: 7 } },
      "ns.example root.example 7",
      "ns.example root.example 7",
    ],
    ["PTR", { type: "PTR", name: "x", data: "host.example" }, "host.example", "host.example"],
  ];

  test.each(RECORDS)("that gives a record of type %s is up", async (recordType, record, shown, expected) => {
    const peer = await startDatagramPeer((octets) => [replyTo(octets, [record])], { address });
    const target = { ...peer, name: "host.example", recordType };
    const outcome = await probeDns({ ...target, expected }, within(1000));
    expect(outcome).toMatchObject({
      status: "up",
      error: null,
      details: { rcode: "NOERROR", answers: shown, authoritative: true, overTcp: false },
    });
    expect(outcome.latencyMs).toBeGreaterThan(0);
    expect(await probeDns({ ...target, expected: "another" }, within(1000))).toMatchObject({
      status: "down",
      error: `${shown} instead of another`,
    });
    expect(decode(peer.heard[0] ?? Buffer.alloc(0))).toMatchObject({
      flag_rd: true,
      questions: [{ type: recordType, name: "host.example", class: "IN" }],
    });
  });

  test("that says too much for a datagram is asked by TCP", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({
      ...HOST_ANSWER,
      data: `198.51.${index >> 8}.${index & 255}`,
    }));
    const truncated = await startPeerOfBoth(
      (socket) => {
        socket.once("data", (octets: Buffer) => socket.write(framed(replyTo(octets.subarray(2), many))));
      },
      (octets) => [replyTo(octets, [], { flags: TRUNCATED_RESPONSE })],
      { address },
    );
    expect(await probeDns({ ...truncated, ...HOST, expected: "198.51.7.207" }, within(3000))).toMatchObject({
      status: "up",
      details: { overTcp: true },
    });
  });
});

test("an address is looked up by its reverse name", async () => {
  const answer = { type: "PTR", name: "x", data: "host.example" } as const;
  const peer = await startDatagramPeer((octets) => [replyTo(octets, [answer])]);
  for (const name of ["192.0.2.7", "2001:db8::7"]) {
    await probeDns({ ...peer, name, recordType: "PTR", expected: null }, within(1000));
  }
  expect(peer.heard.map((octets) => decode(octets).questions?.[0]?.name)).toEqual([
    "7.2.0.192.in-addr.arpa",
    "7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
  ]);
});

test("names beyond ASCII, of services and of the root are asked for as they stand on the wire", async () => {
  const peer = await startDatagramPeer((octets) => [replyTo(octets, [])]);
  for (const name of ["bücher.example", "_sip._tcp.example.", "."]) {
    await probeDns({ ...peer, ...HOST, name }, within(1000));
  }
  expect(peer.heard.map((octets) => decode(octets).questions?.[0]?.name)).toEqual([
    "xn--bcher-kva.example",
    "_sip._tcp.example",
    ".",
  ]);
});

test("an alias on the way to the answer is none", async () => {
  const alias = { type: "CNAME", name: "host.example", data: "real.example" } as const;
  const peer = await startDatagramPeer((octets) => [
    replyTo(octets, [alias, { ...HOST_ANSWER, name: "real.example" }]),
  ]);
  expect(await probeDns({ ...peer, ...HOST }, within(1000))).toMatchObject({
    status: "up",
    details: { answers: "192.0.2.7" },
  });
});

test.each([
  ["no such name (NXDOMAIN)", [], { rcode: NXDOMAIN }],
  ["the server answers SERVFAIL", [], { rcode: SERVFAIL }],
  ["the name has no A record", [], {}],
  ["the server answers FORMERR", [], { rcode: 1, questions: [] }],
])("%s is down", async (error, answers, changes) => {
  const peer = await startDatagramPeer((octets) => [replyTo(octets, answers, changes)]);
  const outcome = await probeDns({ ...peer, ...HOST }, within(1000));
  expect(outcome).toMatchObject({ status: "down", error });
  expect(outcome.latencyMs).toBeGreaterThan(0);
});

test("silence is down: a name server answers", async () => {
  const peer = await startDatagramPeer(() => []);
  expect(await probeDns({ ...peer, ...HOST }, within(200))).toMatchObject({
    status: "down",
    latencyMs: null,
    error: "no answer within 200 ms",
  });
  expect(peer.heard).toHaveLength(2);
});

test("a query that is lost is sent again", async () => {
  const peer = await startDatagramPeer((octets, count) =>
    count === 1 ? [] : [replyTo(octets, [HOST_ANSWER])],
  );
  const outcome = await probeDns({ ...peer, ...HOST }, within(400));
  expect(outcome.status).toBe("up");
  expect(outcome.latencyMs).toBeGreaterThanOrEqual(190);
});

describe("an answer that is none to the query is passed over", () => {
  const flipped = (octets: Buffer, at: number) => {
    const copy = Buffer.from(octets);
    copy[at] = (copy[at] ?? 0) ^ 0x80;
    return copy;
  };
  const OTHERS: Record<string, (octets: Buffer) => Uint8Array> = {
    "another id": (octets) => flipped(replyTo(octets, [HOST_ANSWER]), 0),
    "a query": (octets) => octets,
    "another name": (octets) =>
      replyTo(octets, [HOST_ANSWER], { questions: [{ type: "A", name: "evil.example" }] }),
    "another type": (octets) =>
      replyTo(octets, [HOST_ANSWER], { questions: [{ type: "AAAA", name: "host.example" }] }),
    "no question": (octets) => replyTo(octets, [HOST_ANSWER], { questions: [] }),
    garbage: () => Buffer.from("\u0000\u0001 garbage"),
    nothing: () => Buffer.alloc(0),
    "a name that leads to itself": (octets) =>
      Buffer.concat([
        octets.subarray(0, 2),
        Buffer.from("8180000100000000 0000c00c00010001".replace(" ", ""), "hex"),
      ]),
    "a record that ends early": (octets) => replyTo(octets, [HOST_ANSWER]).subarray(0, -2),
  };

  test.each(Object.entries(OTHERS))("%s", async (_, other) => {
    const peer = await startDatagramPeer((octets) => [other(octets)]);
    expect(await probeDns({ ...peer, ...HOST }, within(400))).toMatchObject({
      status: "down",
      latencyMs: null,
      error: "no answer within 400 ms; what came was none: 2",
    });
    const honest = await startDatagramPeer((octets) => [other(octets), replyTo(octets, [HOST_ANSWER])]);
    expect(await probeDns({ ...honest, ...HOST }, within(1000))).toMatchObject({ status: "up" });
  });

  test("one from another port", async () => {
    const peer = await startForgedPeer((octets) => replyTo(octets, [HOST_ANSWER]));
    expect(await probeDns({ ...peer, ...HOST }, within(100))).toMatchObject({
      status: "down",
      latencyMs: null,
    });
    expect(peer.heard.length).toBeGreaterThan(0);
  });

  test("a flood of them ends the wait", async () => {
    const peer = await startDatagramPeer(() => Array.from({ length: 300 }, () => Buffer.from("x")));
    const outcome = await probeDns({ ...peer, ...HOST }, within(5000));
    expect(outcome).toMatchObject({ status: "down", error: "64 datagrams, none an answer" });
  });
});

describe("by TCP", () => {
  async function startTruncating(talk: TalkOfPeer | null) {
    const answer = (octets: Buffer) => [replyTo(octets, [], { flags: TRUNCATED_RESPONSE })];
    const peer = await (talk === null ? startDatagramPeer(answer) : startPeerOfBoth(talk, answer));
    return { ...peer, ...HOST };
  }

  test.each<[string, TalkOfPeer | null]>([
    ["connection refused", null],
    ["connection closed", (socket) => socket.end(Buffer.of(0, 9, 1))],
    ["connected, but no whole answer within", (socket) => void socket.write(Buffer.of(0))],
    ["over TCP came no answer to the query", (socket) => void socket.write(framed(Buffer.from("garbage")))],
  ])("%s is down", async (error, talk) => {
    const outcome = await probeDns(await startTruncating(talk), within(300));
    expect(outcome.status).toBe("down");
    expect(outcome.error).toStartWith(error);
  });
});

test("a name that cannot be asked for says nothing about the server", async () => {
  const peer = await startDatagramPeer(() => []);
  const outcome = await probeDns({ ...peer, ...HOST, name: "a".repeat(64) }, within(300));
  expect(outcome.status).toBe("unknown");
  expect(peer.heard).toEqual([]);
});
