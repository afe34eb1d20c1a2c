import { describe, expect, test } from "bun:test";
import { waitFor } from "../../../support/wait-for";
import { GivenReceiver } from "./receiver-fixture";

const MESSAGES = Array.from(
  { length: 64 },
  (_, index) => `<13>1 2026-11-21T10:50:00Z host app - - - message ${index} ${"x".repeat(index)}`,
);

const asLines = (end: string) => MESSAGES.map((message) => message + end).join("");
const asCounted = (trailer = "") =>
  MESSAGES.map((message) => `${Buffer.byteLength(message + trailer)} ${message}${trailer}`).join("");
const asMixed = MESSAGES.map((message, index) =>
  index % 3 === 0 ? `${Buffer.byteLength(message)} ${message}` : message + (index % 3 === 1 ? "\n" : "\0"),
).join("");

describe("fault 15: the same messages come out,", () => {
  test.each([
    ["LF", asLines("\n")],
    ["CRLF", asLines("\r\n")],
    ["NUL", asLines("\0")],
    ["octet counting", asCounted()],
    ["octet counting with a trailer inside", asCounted("\n")],
    ["all of them mixed", asMixed],
  ])("framed by %s, whether one octet or all 64 lines come in a packet", async (_, octets) => {
    await using given = await GivenReceiver.start();
    const whole = await given.connect();
    await whole.send(octets);
    expect(await given.readTexts(MESSAGES.length)).toEqual(MESSAGES);
    const dripping = await given.connect();
    dripping.setNoDelay();
    for (const octet of Buffer.from(octets)) await dripping.send(Buffer.of(octet));
    expect(await given.readTexts(MESSAGES.length)).toEqual(MESSAGES);
    const { malformed, truncated, received } = given.receiver.status().counters;
    expect([malformed, truncated]).toEqual([0, 0]);
    await waitFor("the count", () => given.receiver.status().counters.received.tcp === 2 * MESSAGES.length);
    expect(received.udp).toBe(0);
  });
});

test("fault 16: a count that cannot be true ends neither its connection nor another one, and the valid line behind it comes", async () => {
  await using given = await GivenReceiver.start();
  const other = await given.connect();
  for (const count of ["0", "-5", "999999999999", "007", "12x", "+3"]) {
    const bad = await given.connect();
    await bad.send(`${count} <1>what follows a bad count\n<2>a valid line\n`);
    const [first = "", second] = await given.readTexts(2);
    expect(first).toEndWith("what follows a bad count");
    expect(second).toBe("<2>a valid line");
    await bad.send("<3>still connected\n");
    expect(await given.readTexts(1)).toEqual(["<3>still connected"]);
  }
  await other.send("<4>the other one\n");
  expect(await given.readTexts(1)).toEqual(["<4>the other one"]);
});

test("fault 17: a line of 64 MiB without an end is cut at the limit and takes next to no memory (1 GiB: bun run test:faults)", async () => {
  await using given = await GivenReceiver.start({ maxLineBytes: 8192 });
  const client = await given.connect();
  const piece = Buffer.alloc(1 << 20, 0x61);
  await client.send("<13>");
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  for (let sent = 0; sent < 64; sent++) await client.send(piece);
  expect(process.memoryUsage.rss() - before).toBeLessThan(48 << 20);
  await client.send("\n<13>the next line\n");
  const [long, next] = await given.read(2);
  expect([long?.bytes.length, long?.originalBytes, long?.truncated]).toEqual([8192, (64 << 20) + 4, true]);
  expect(Buffer.from(next?.bytes ?? []).toString()).toBe("<13>the next line");
});

test("fault 18: 1,500 connections opened and dropped, and slow ones beside them, keep no new sender out (more: bun run test:faults)", async () => {
  await using given = await GivenReceiver.start({ tcpUnfinishedSeconds: 1 });
  const slow = await Promise.all(Array.from({ length: 20 }, () => given.connect()));
  // Each has begun a line before the crowd comes: a connection that said nothing would make room for it.
  await Promise.all(slow.map((client) => client.send("x")));
  const trickle = setInterval(() => {
    for (const client of slow) if (!client.isClosed) client.send("x").catch(() => undefined);
  }, 100);
  for (let opened = 0; opened < 1500; opened += 30) {
    const batch = await Promise.all(Array.from({ length: 30 }, () => given.connect()));
    for (const client of batch) client.drop();
  }
  const client = await given.connect();
  await client.send("<13>a new sender\n");
  await waitFor("the slow ones to be closed", () => slow.every(({ isClosed }) => isClosed));
  clearInterval(trickle);
  const texts = await given.readTexts(1 + slow.length);
  expect(texts.filter((text) => /^x+$/.test(text))).toHaveLength(slow.length);
  expect(texts).toContain("<13>a new sender");
  await waitFor("the dropped ones to be forgotten", () => given.receiver.status().openConnections === 1);
});

test("fault 20: datagrams of every size from 6,000 senders: none is lost, and what is kept of senders is bounded", async () => {
  await using given = await GivenReceiver.start({ receiveBufferBytes: 32 << 20 });
  await given.sendDatagrams(["", "a", "two\nlines\r\nin one", Buffer.alloc(65_507, 0x41)]);
  const [one, two, big] = await given.read(3);
  expect(Buffer.from(one?.bytes ?? []).toString()).toBe("a");
  expect(Buffer.from(two?.bytes ?? []).toString()).toBe("two\nlines\r\nin one");
  expect([big?.originalBytes, big?.bytes.length]).toEqual([65_507, 8192]);
  const senders = 6000;
  for (let index = 0; index < senders; index++) {
    const socket = await Bun.udpSocket({ hostname: `127.1.${index >> 8}.${index & 255}` });
    socket.send(`<13>${index}`, given.port("udp"), "127.0.0.1");
    socket.close();
  }
  const messages = await given.read(senders);
  expect(new Set(messages.map(({ sender }) => sender)).size).toBe(senders);
  await waitFor("the empty one to be counted", () => given.receiver.status().counters.empty === 1);
});
