import { afterEach, expect, test } from "bun:test";
import { probeUdp } from "../../../../src/features/monitoring/probes/udp";
import { CLOSED_PORT, closePeers, LOOPBACKS, startDatagramPeer, startForgedPeer, within } from "./given";

afterEach(closePeers);

const PING = { payload: { encoding: "text", data: "ping ✓" }, expected: null } as const;

test.each(LOOPBACKS)("a port of %s that answers is up", async (address) => {
  const peer = await startDatagramPeer((octets) => [octets], { address });
  const outcome = await probeUdp({ ...peer, ...PING }, within(1000));
  expect(outcome).toMatchObject({ status: "up", error: null, details: { answer: "ping ✓" } });
  expect(outcome.latencyMs).toBeGreaterThan(0);
});

test("octets are sent as hexadecimal text says, and none where there is no payload", async () => {
  const peer = await startDatagramPeer((octets) => [octets]);
  await probeUdp({ ...peer, payload: { encoding: "hex", data: "00ff10" }, expected: null }, within(1000));
  const empty = await probeUdp({ ...peer, payload: null, expected: null }, within(1000));
  expect(peer.heard.map((octets) => octets.toString("hex"))).toEqual(["00ff10", ""]);
  expect(empty.status).toBe("up");
});

test("an answer without the expected text is down, with the answer", async () => {
  const peer = await startDatagramPeer(() => [Buffer.from("not today\u001b[2J")]);
  const outcome = await probeUdp({ ...peer, ...PING, expected: "ready" }, within(1000));
  expect(outcome).toMatchObject({
    status: "down",
    error: 'the answer lacks "ready"',
    details: { answer: String.raw`not today\u001b[2J` },
  });
  expect(await probeUdp({ ...peer, ...PING, expected: "today" }, within(1000))).toMatchObject({
    status: "up",
  });
});

test.each(LOOPBACKS)("a port of %s that is unreachable is down", async (address) => {
  expect(await probeUdp({ address, port: CLOSED_PORT, ...PING }, within(1000))).toMatchObject({
    status: "down",
    latencyMs: null,
    error: "port unreachable",
  });
});

test("silence is unknown, never down, and so is an answer from elsewhere", async () => {
  const silent = await startDatagramPeer(() => []);
  const forged = await startForgedPeer((octets) => octets);
  for (const peer of [silent, forged]) {
    expect(await probeUdp({ ...peer, ...PING }, within(100))).toEqual({
      status: "unknown",
      latencyMs: null,
      error: "no answer within 100 ms",
      statusCode: null,
      details: {},
    });
    expect(peer.heard).toHaveLength(1);
  }
});
