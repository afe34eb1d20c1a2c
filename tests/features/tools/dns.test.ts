import { afterAll, describe, expect, test } from "bun:test";
import { type Answer as ResourceRecord, decode, encode } from "dns-packet";
import type { DnsRecordType } from "#platform/dns/record-text";
import { lookUpRecords } from "../../../src/features/tools/passive/name-records";
import { createAuditReader } from "../../support/audit";
import { CLOSED_PORT, closePeers, startDatagramPeer, startStreamPeer } from "../monitoring/probes/given";
import { givenToolService } from "./given";
import { patient } from "../../support/patience";

const { service, passiveKey, ask } = await givenToolService();
const auditOf = await createAuditReader(service);
afterAll(closePeers);

const RESPONSE = 0x81_80;
const AUTHORITATIVE = 0x04_00;
const TRUNCATED = 0x02_00;
const NXDOMAIN = 3;
const SERVFAIL = 2;

/** The answer of a server to a query. */
function replyTo(query: Buffer, answers: readonly ResourceRecord[], flags = 0): Buffer {
  const { id, questions = [] } = decode(query);
  return encode({ type: "response", id: id ?? 0, flags: RESPONSE | flags, questions, answers: [...answers] });
}

/** Asks a server of a test. */
async function lookUp(
  peer: { address: string; port: number },
  { name = "host.example", type = "A" }: { name?: string; type?: DnsRecordType } = {},
) {
  return ask("dns", { name, record_type: type, server: peer.address, server_port: peer.port });
}

describe("the records of a name", () => {
  const name = "host.example";
  const RECORDS: [DnsRecordType, ResourceRecord, string][] = [
    ["A", { type: "A", name, ttl: 300, data: "192.0.2.1" }, "192.0.2.1"],
    ["AAAA", { type: "AAAA", name, ttl: 300, data: "2001:db8:0:0:0:0:0:1" }, "2001:db8::1"],
    [
      "MX",
      { type: "MX", name, ttl: 300, data: { preference: 10, exchange: "Mail.Example" } },
      "10 mail.example",
    ],
    ["TXT", { type: "TXT", name, ttl: 300, data: ['v=spf1 "x" ', "-all"] }, String.raw`"v=spf1 \"x\" -all"`],
    ["NS", { type: "NS", name, ttl: 300, data: "ns.example" }, "ns.example"],
    ["CNAME", { type: "CNAME", name, ttl: 300, data: "other.example" }, "other.example"],
    [
      "SOA",
      { type: "SOA", name, ttl: 300, data: { mname: "ns.example", rname: "root.example", serial: 7 } },
      "ns.example root.example 7",
    ],
    ["PTR", { type: "PTR", name, ttl: 300, data: "host.example" }, "host.example"],
    [
      "SRV",
      { type: "SRV", name, ttl: 300, data: { priority: 1, weight: 2, port: 5060, target: "sip.example" } },
      "1 2 5060 sip.example",
    ],
    [
      "CAA",
      { type: "CAA", name, ttl: 300, data: { flags: 0, tag: "issue", value: "ca.example" } },
      '0 issue "ca.example"',
    ],
  ];

  test.each(RECORDS)("of type %s", async (type, record, value) => {
    const peer = await startDatagramPeer((query) => [replyTo(query, [record], AUTHORITATIVE)]);
    expect((await lookUp(peer, { type })).body).toMatchObject({
      queried_name: name,
      record_type: type,
      records: [{ value, ttl: 300 }],
      source: "chosen-server",
      dns_server: "127.0.0.1",
      response_code: "NOERROR",
      is_authoritative: true,
    });
  });

  test("that is an alias say what it is an alias of", async () => {
    const chain: ResourceRecord[] = [
      { type: "CNAME", name: "www.example", ttl: 60, data: "Edge.example" },
      { type: "CNAME", name: "edge.example", ttl: 60, data: "node.example" },
      { type: "A", name: "node.example", ttl: 5, data: "192.0.2.9" },
    ];
    const peer = await startDatagramPeer((query) => [replyTo(query, chain)]);
    expect((await lookUp(peer, { name: "www.example" })).body).toMatchObject({
      records: [{ value: "192.0.2.9", ttl: 5 }],
      canonical_name: "node.example",
    });
  });

  test("aliases that go in circles are followed to no end", async () => {
    const circle: ResourceRecord[] = [
      { type: "CNAME", name: "a.example", ttl: 60, data: "b.example" },
      { type: "CNAME", name: "b.example", ttl: 60, data: "a.example" },
    ];
    const peer = await startDatagramPeer((query) => [replyTo(query, circle)]);
    expect(await lookUp(peer, { name: "a.example" })).toMatchObject({ status: 200, body: { records: [] } });
  });

  test.each([
    [NXDOMAIN, "NXDOMAIN"],
    [SERVFAIL, "SERVFAIL"],
  ])("are none where the server answers with code %d", async (flags, code) => {
    const peer = await startDatagramPeer((query) => [replyTo(query, [], flags)]);
    expect(await lookUp(peer)).toMatchObject({ status: 200, body: { records: [], response_code: code } });
  });

  test("that are too many for a datagram come by TCP", async () => {
    const many = Array.from({ length: 2000 }, (_, index): ResourceRecord => {
      return { type: "A", name, ttl: 1, data: `10.1.${index >> 8}.${index & 255}` };
    });
    const { port } = await startStreamPeer((socket) => {
      socket.once("data", (octets: Buffer) => {
        const reply = replyTo(octets.subarray(2), many);
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      });
    });
    const peer = await startDatagramPeer((query) => [replyTo(query, [], TRUNCATED)], { port });
    const { status, body } = await lookUp(peer);
    expect(status).toBe(200);
    expect(body).toHaveProperty("records.length", 2000);
  });

  test("that are hostile drive no terminal", async () => {
    const text = "\u001b]0;owned\u0007\u202egnp.exe";
    const hostile: ResourceRecord = {
      type: "TXT",
      name,
      ttl: 1,
      data: [Buffer.from(text), Buffer.from([0xff, 0])],
    };
    const peer = await startDatagramPeer((query) => [replyTo(query, [hostile])]);
    const { text: answer } = await lookUp(peer, { type: "TXT" });
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(answer).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(answer).toContain("gnp.exe");
  });
});

describe("a name server", () => {
  test("that is silent is a 504, that sends what is no answer as well", async () => {
    const silent = await startDatagramPeer(() => []);
    const noisy = await startDatagramPeer((query) => [Buffer.from("no"), replyTo(query, []).fill(0, 0, 2)]);
    const answers = await Promise.all([lookUp(silent), lookUp(noisy)]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 504, body: { detail: "DNS lookup timed out" } });
  });

  test("that is not there is a 503 that says so", async () => {
    const answer = await lookUp({ address: "127.0.0.1", port: CLOSED_PORT });
    expect(answer).toMatchObject({ status: 503, body: { detail: "DNS is unavailable: port unreachable" } });
  });

  test("whose answer by TCP never ends is cut off in time", async () => {
    const { port } = await startStreamPeer((socket) => {
      socket.write(Buffer.from([0xff, 0xff]));
      const drip = setInterval(() => socket.write(Buffer.alloc(1)), 50);
      socket.on("close", () => clearInterval(drip));
    });
    const peer = await startDatagramPeer((query) => [replyTo(query, [], TRUNCATED)], { port });
    const begun = performance.now();
    expect(await lookUp(peer)).toMatchObject({ status: 504 });
    expect(performance.now() - begun).toBeLessThan(patient(8000));
  });

  test("is chosen only by who may use active tools, and that is put on record", async () => {
    const peer = await startDatagramPeer((query) => [replyTo(query, [])]);
    const body = { name: "host.example", record_type: "A", server: peer.address, server_port: peer.port };
    expect(await ask("dns", body, { key: passiveKey })).toMatchObject({
      status: 403,
      body: { detail: "Active scanning is not permitted for your role" },
    });
    expect(peer.heard).toHaveLength(0);
    expect((await ask("dns", body)).status).toBe(200);
    expect(await auditOf(`127.0.0.1:${peer.port}`, "tools.dns_lookup")).toMatchObject([
      { detail: "name=host.example" },
    ]);
  });

  test("may not be one that nothing is sent to", async () => {
    const answer = await ask("dns", { name: "x.example", record_type: "A", server: "169.254.169.254" });
    expect(answer).toMatchObject({ status: 400 });
  });

  test("that fails has the next one of the system's asked", async () => {
    const failing = await startDatagramPeer((query) => [replyTo(query, [], SERVFAIL)]);
    const silent = await startDatagramPeer(() => []);
    const good = await startDatagramPeer((query) => [
      replyTo(query, [{ type: "A", name: "x", ttl: 1, data: "192.0.2.3" }]),
    ]);
    const gone = { address: "127.0.0.1", port: CLOSED_PORT };
    const found = await lookUpRecords(
      { name: "host.example", record_type: "A" },
      {
        source: "system-resolver",
        servers: [gone, failing, silent, good],
        signal: AbortSignal.timeout(9000),
      },
    );
    expect(found.records).toEqual([{ value: "192.0.2.3", ttl: 1 }]);
  });
});

describe("the names of an address", () => {
  test.each([
    ["192.0.2.7", "7.2.0.192.in-addr.arpa"],
    ["2001:DB8::7", "7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa"],
  ])("%s", async (address, reverse) => {
    const peer = await startDatagramPeer((query) => [
      replyTo(query, [{ type: "PTR", name: reverse, ttl: 1, data: "Host.example" }]),
    ]);
    const answer = await ask("reverse-dns", {
      ip_address: address,
      server: "127.0.0.1",
      server_port: peer.port,
    });
    expect(answer.body).toMatchObject({ ip_address: address.toLowerCase(), ptr_records: ["host.example"] });
    expect(decode(peer.heard[0] ?? Buffer.alloc(0)).questions?.[0]?.name).toBe(reverse);
  });

  test("are none where nobody has given it one; silence is a 504", async () => {
    const empty = await startDatagramPeer((query) => [replyTo(query, [], NXDOMAIN)]);
    const silent = await startDatagramPeer(() => []);
    const of = (port: number) =>
      ask("reverse-dns", { ip_address: "192.0.2.7", server: "127.0.0.1", server_port: port });
    expect((await of(empty.port)).body).toMatchObject({ ptr_records: [], response_code: "NXDOMAIN" });
    expect(await of(silent.port)).toMatchObject({
      status: 504,
      body: { detail: "Reverse DNS lookup timed out" },
    });
  });
});

test.each([
  ["dns", { name: "", record_type: "A" }],
  ["dns", { name: "a..b", record_type: "A" }],
  ["dns", { name: "x.example", record_type: "AXFR" }],
  ["dns", { name: "x.example", record_type: "A", server: "dns.example" }],
  ["reverse-dns", { ip_address: "x" }],
  ["subnet", { cidr: "10.0.0.0/33" }],
])("%s refuses %j", async (tool, body) => {
  expect((await ask(tool, body)).status).toBe(422);
});
