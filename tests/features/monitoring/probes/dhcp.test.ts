import { afterEach, describe, expect, test } from "bun:test";
import { probeDhcp } from "../../../../src/features/monitoring/probes/dhcp";
import { answerInform, isInform } from "./dhcp-server";
import { CLOSED_PORT, closePeers, startDatagramPeer, within } from "./given";

afterEach(closePeers);

test("a server that answers is up, with what it says of itself", async () => {
  const peer = await startDatagramPeer((octets) => (isInform(octets) ? [answerInform(octets)] : []));
  const { status, error, latencyMs, details } = await probeDhcp(peer, within(2000));
  expect({ status, error, details }).toEqual({
    status: "up",
    error: null,
    details: {
      serverIdentifier: "192.0.2.1",
      subnetMask: "255.255.255.0",
      routers: "192.0.2.1, 192.0.2.2",
      nameServers: "192.0.2.53",
      domain: "example.test",
    },
  });
  expect(latencyMs).toBeGreaterThan(0);
});

test("probes of one server at once hear each their own answer", async () => {
  const asked: Buffer[] = [];
  const peer = await startDatagramPeer((octets) => {
    asked.push(Buffer.from(octets));
    return [answerInform(octets)];
  });
  const probes = Array.from({ length: 10 }, () => probeDhcp(peer, within(5000)));
  const outcomes = await Promise.all(probes);
  const transactions = new Set(asked.map((octets) => octets.readUInt32BE(4)));
  expect(transactions.size).toBe(10);
  expect(outcomes.map(({ status }) => status)).toEqual(probes.map(() => "up"));
});

test("a refusal is down", async () => {
  const peer = await startDatagramPeer((octets) => [answerInform(octets, { messageType: 6 })]);
  expect(await probeDhcp(peer, within(2000))).toMatchObject({
    status: "down",
    error: "the server refuses us (DHCPNAK)",
    details: { serverIdentifier: "192.0.2.1" },
  });
});

test("a port that is unreachable is down", async () => {
  expect(await probeDhcp({ address: "127.0.0.1", port: CLOSED_PORT }, within(2000))).toMatchObject({
    status: "down",
    error: "port unreachable",
  });
});

test("a server of IPv6 is unknown, as none answers", async () => {
  expect(await probeDhcp({ address: "::1", port: 547 }, within(2000))).toMatchObject({
    status: "unknown",
    error: "DHCPv6 servers answer no client that asks one of them alone",
  });
});

describe("an answer that is none to the question is passed over", () => {
  test.each<[string, (octets: Buffer) => Uint8Array]>([
    ["another transaction", (octets) => answerInform(octets).fill(0x55, 4, 8)],
    ["another client", (octets) => answerInform(octets).fill(0x55, 28, 34)],
    ["an offer of an address", (octets) => answerInform(octets, { messageType: 2 })],
    ["our own question", (octets) => octets],
    ["garbage", () => Buffer.from("garbage")],
  ])("%s", async (_, other) => {
    const peer = await startDatagramPeer((octets) => [other(octets)]);
    const { status, error, latencyMs } = await probeDhcp(peer, within(300));
    // Unknown where this process may not have the port of clients.
    expect(["down", "unknown"]).toContain(status);
    expect({ latencyMs, error }).toEqual({
      latencyMs: null,
      error: expect.stringContaining("no answer within 300 ms; what came was none: "),
    });
    const honest = await startDatagramPeer((octets) => [other(octets), answerInform(octets)]);
    expect(await probeDhcp(honest, within(2000))).toMatchObject({ status: "up" });
  });
});
