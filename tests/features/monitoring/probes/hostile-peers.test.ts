import { afterEach, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { waitFor } from "../../../support/wait-for";
import { closePeers, probeAny, startDatagramPeer, startStreamPeer, within } from "./given";
import { patient } from "../../../support/patience";

afterEach(closePeers);

const MEGABYTE = 1024 * 1024;
const GREETINGS = { smtp: "220 x\r\n", imap: "* OK x\r\n", ssh: "hello\r\n" } as const;

/** Writes for as long as it is read. */
function writeForEver(socket: Socket, octets: string | Uint8Array): void {
  const write = () => {
    while (!socket.destroyed && socket.write(octets));
  };
  socket.on("drain", write);
  write();
}

function writeEvery(socket: Socket, octet: string): void {
  const timer = setInterval(() => socket.write(octet), 20);
  socket.on("close", () => clearInterval(timer));
}

describe.each(["smtp", "imap", "ssh"] as const)("%s: a peer that", (type) => {
  const greeting = GREETINGS[type];

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ["sends without a line end for ever", (socket) => writeForEver(socket, "x".repeat(65_536)), /^sends /],
    ["sends lines for ever", (socket) => writeForEver(socket, "x\r\n".repeat(10_000)), /^(?:sends |no )/],
    ["sends binary for ever", (socket) => writeForEver(socket, new Uint8Array(65_536)), /^sends /],
    ["sends a line of a megabyte", (socket) => void socket.write("x".repeat(MEGABYTE)), /^sends /],
    [
      "greets and sends a line of a megabyte",
      (socket) => void socket.write(greeting + "x".repeat(MEGABYTE)),
      /^sends /,
    ],
    ["sends garbage", (socket) => void socket.write(Buffer.from("fffe00017f0a".repeat(60), "hex")), /^no /],
    ["closes at once", (socket) => void socket.end(), /^connection (?:closed|reset)$/],
    ["closes in the middle of a line", (socket) => void socket.end("220"), /^connection (?:closed|reset)$/],
    ["closes after its greeting", (socket) => void socket.end(greeting), /^connection (?:closed|reset)$/],
    [
      "resets in the middle",
      (socket) => void socket.write("22", () => socket.resetAndDestroy()),
      /^connection (?:closed|reset)$/,
    ],
  ])("%s is down before the time is over", async (_, talk, error) => {
    const peer = await startStreamPeer(talk);
    const outcome = await probeAny(type, peer, within(5000));
    expect(outcome).toMatchObject({ status: "down", latencyMs: null, error: expect.stringMatching(error) });
    await waitFor("the connection to be closed", () => peer.open.size === 0);
  });

  test.each<[string, (socket: Socket) => void]>([
    ["keeps silent", () => undefined],
    ["keeps silent after its greeting", (socket) => void socket.write(greeting)],
    ["sends an octet now and then", (socket) => writeEvery(socket, "2")],
    ["keeps silent in the handshake of TLS", () => undefined],
  ])("%s is down when the time is over", async (behaviour, talk) => {
    const peer = await startStreamPeer(talk);
    const changes = behaviour.endsWith("TLS") && type !== "ssh" ? { tls: "implicit" } : {};
    const startedAt = performance.now();
    const outcome = await probeAny(type, { ...peer, changes }, within(300));
    const tookMs = performance.now() - startedAt;
    expect(outcome).toMatchObject({
      status: "down",
      latencyMs: null,
      error: "connected, but no whole answer within 300 ms",
    });
    expect(tookMs).toBeGreaterThan(290);
    expect(tookMs).toBeLessThan(patient(1300));
    await waitFor("the connection to be closed", () => peer.open.size === 0);
  });

  test("keeps silent is left at once when the signal fires", async () => {
    const peer = await startStreamPeer((socket) => void socket.write("2"));
    const leaving = new AbortController();
    const limits = { timeoutMs: 60_000, signal: leaving.signal };
    const asked = probeAny(type, peer, limits).catch((error: unknown) => error);
    await waitFor("the connection", () => peer.open.size === 1);
    const reason = new Error("no longer wanted");
    const firedAt = performance.now();
    leaving.abort(reason);
    expect(await asked).toBe(reason);
    expect(performance.now() - firedAt).toBeLessThan(patient(1000));
    await waitFor("the connection to be closed", () => peer.open.size === 0);
  });
});

describe.each(["udp", "dhcp", "dns", "ntp"] as const)("%s: a peer that", (type) => {
  test("keeps silent is left when the time is over, and at once when the signal fires", async () => {
    const peer = await startDatagramPeer(() => []);
    const startedAt = performance.now();
    const outcome = await probeAny(type, peer, within(200));
    expect(outcome).toMatchObject({
      latencyMs: null,
      error: expect.stringContaining("no answer within 200 ms"),
    });
    expect(outcome.status).not.toBe("up");
    expect(performance.now() - startedAt).toBeLessThan(patient(1200));

    const leaving = new AbortController();
    const limits = { timeoutMs: 60_000, signal: leaving.signal };
    const before = peer.heard.length;
    const asked = probeAny(type, peer, limits).catch((error: unknown) => error);
    await waitFor("the question", () => peer.heard.length > before);
    const reason = new Error("no longer wanted");
    const firedAt = performance.now();
    leaving.abort(reason);
    expect(await asked).toBe(reason);
    expect(performance.now() - firedAt).toBeLessThan(patient(1000));
  });
});

test.each(["dhcp", "dns", "ntp"] as const)(
  "%s: a peer that floods us with what is no answer is down before the time is over",
  async (type) => {
    const peer = await startDatagramPeer(() => Array.from({ length: 300 }, () => new Uint8Array(1400)));
    expect(await probeAny(type, peer, within(5000))).toMatchObject({
      status: "down",
      error: "64 datagrams, none an answer",
    });
  },
);
