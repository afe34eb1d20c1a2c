import { describe, expect, test } from "bun:test";
import type { Worker } from "node:worker_threads";
import { sharedTcpPort, sharedUdpPort } from "../../../../../src/features/syslog/receive/sockets/shared-port";
import { waitFor } from "../../../../support/wait-for";
import { GivenReceiver } from "../receiver-fixture";

const FLOWS = 32;
const LINES_PER_FLOW = 200;

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Sends numbered lines on several flows, a few at a time. */
async function sendFlows(given: GivenReceiver): Promise<void> {
  const sockets = await Promise.all(
    Array.from({ length: FLOWS }, () =>
      Bun.udpSocket({ hostname: "127.0.0.1", socket: { error: () => undefined } }),
    ),
  );
  for (let line = 0; line < LINES_PER_FLOW; line++) {
    for (const [flow, socket] of sockets.entries())
      socket.send(`${flow} ${line}`, given.port("udp"), "127.0.0.1");
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const socket of sockets) socket.close();
}

test("a UDP port is shared by the flag that Bun does not name; TCP's by its option", async () => {
  const first = await Bun.udpSocket({ hostname: "127.0.0.1", ...sharedUdpPort() });
  const second = await Bun.udpSocket({ hostname: "127.0.0.1", port: first.port, ...sharedUdpPort() });
  expect(second.port).toBe(first.port);
  const alone = (async () => Bun.udpSocket({ hostname: "127.0.0.1", port: first.port }))();
  expect(await alone.catch((error: Error) => error.message)).toContain("EADDRINUSE");
  first.close();
  second.close();
  const at = { hostname: "127.0.0.1", socket: { data: () => undefined } };
  const listener = Bun.listen({ ...at, port: 0, ...sharedTcpPort(true) });
  const other = Bun.listen({ ...at, port: listener.port, ...sharedTcpPort(true) });
  expect(other.port).toBe(listener.port);
  listener.stop(true);
  other.stop(true);
});

describe("several receiver threads", () => {
  test("share the senders, keep each one's order, and give every message an id and a place of its own", async () => {
    await using given = await GivenReceiver.start({ threads: 3, receiveBufferBytes: 8 << 20 });
    const clients = await Promise.all(Array.from({ length: 12 }, () => given.connect()));
    const octets = Array.from({ length: LINES_PER_FLOW }, (_, line) => line);
    await Promise.all([
      sendFlows(given),
      ...clients.map((client, index) =>
        client.send(octets.map((line) => `${FLOWS + index} ${line}\n`).join("")),
      ),
    ]);
    const total = (FLOWS + clients.length) * LINES_PER_FLOW;
    const messages = await given.read(total);
    expect(messages).toHaveLength(total);
    const byFlow = Map.groupBy(messages, ({ bytes }) => textOf(bytes).split(" ")[0]);
    expect(byFlow.size).toBe(FLOWS + clients.length);
    for (const [flow, lines] of byFlow)
      expect(lines.map(({ bytes }) => textOf(bytes))).toEqual(octets.map((line) => `${flow} ${line}`));
    expect(
      messages.every((message, index) => index === 0 || message.id > (messages[index - 1]?.id ?? 0)),
    ).toBe(true);
    expect(given.reader.lastPosition).toBe(total);
    await waitFor("the counts", () => {
      const { received } = given.receiver.status().counters;
      return received.udp === FLOWS * LINES_PER_FLOW && received.tcp === clients.length * LINES_PER_FLOW;
    });
    expect(given.receiver.listeners.map(({ transport, thread }) => `${transport} ${thread}`)).toEqual(
      [0, 1, 2].flatMap((thread) => [`udp ${thread}`, `tcp ${thread}`]),
    );
    expect(new Set(given.receiver.listeners.map(({ port }) => port)).size).toBe(2);
    for (const client of clients) client.end();
  });

  test("announce everything when they stop, also what no thread had handed over", async () => {
    await using given = await GivenReceiver.start({ threads: 3, receiveBufferBytes: 8 << 20 });
    const clients = await Promise.all(Array.from({ length: 12 }, () => given.connect()));
    await Promise.all([sendFlows(given), ...clients.map((client) => client.send("whole\nunfinished"))]);
    await given.receiver.stop(3000);
    const total = FLOWS * LINES_PER_FLOW + 2 * clients.length;
    expect(given.reader.lastPosition).toBe(total);
    expect(given.receiver.status()).toMatchObject({
      counters: { received: { udp: FLOWS * LINES_PER_FLOW, tcp: 2 * clients.length } },
      journal: { syncedPosition: total },
    });
  });

  test("hold TCP senders back at the journal's bound, on every thread", async () => {
    await using given = await GivenReceiver.start({ threads: 2 }, { maxBytes: 8 << 20 });
    const clients = await Promise.all(Array.from({ length: 8 }, () => given.connect()));
    const line = `<34>${"p".repeat(1000)}`;
    const perClient = 8000;
    let finished = 0;
    const sending = clients.map(async (client) => {
      await client.send(`${line}\n`.repeat(perClient));
      finished += 1;
    });
    await waitFor("the journal to be full", () => given.receiver.status().journal.refusal === "journal_full");
    const total = perClient * clients.length;
    let read = 0;
    while (read < total) {
      read += (await given.read(1)).length;
      await given.reader.release(read);
    }
    await Promise.all(sending);
    expect([read, finished]).toEqual([total, clients.length]);
    expect(given.receiver.status().counters.dropped.journal_full).toBe(0);
  }, 30_000);

  test("are all started again when one of them crashes; what was lost is counted, and nothing comes twice", async () => {
    const workers: Worker[] = [];
    const remember = (worker: Worker): void => void workers.push(worker);
    process.on("worker", remember);
    await using given = await GivenReceiver.start({ threads: 2, receiveBufferBytes: 8 << 20 });
    process.off("worker", remember);
    await sendFlows(given);
    const before = FLOWS * LINES_PER_FLOW;
    await waitFor("the first lines", () => given.receiver.status().counters.received.udp === before);
    await workers[1]?.terminate();
    await waitFor("the restart", () => given.said.includes("the receiver crashed and is started again"));
    await waitFor(
      "both threads",
      () => given.receiver.listeners.filter(({ error }) => error === null).length === 4,
    );
    await sendFlows(given);
    await waitFor("the second lines", () => given.receiver.status().counters.received.udp === 2 * before);
    const { received, dropped } = given.receiver.status().counters;
    const messages = await given.read(2 * before - dropped.receiver_crashed);
    expect(messages.length + dropped.receiver_crashed).toBe(received.udp);
    expect(
      messages.every((message, index) => index === 0 || message.id > (messages[index - 1]?.id ?? 0)),
    ).toBe(true);
  });

  test("do not take half of the messages of another program that shares the port", async () => {
    const other = await Bun.udpSocket({ hostname: "127.0.0.1", ...sharedUdpPort() });
    await using given = await GivenReceiver.start({ threads: 2, udpPort: other.port });
    const udp = given.receiver.listeners.filter(({ transport }) => transport === "udp");
    expect(udp.map(({ thread, error }) => [thread, error])).toEqual([
      [0, `cannot listen on udp 127.0.0.1 port ${other.port}: another program uses it`],
    ]);
    other.close();
    await waitFor(
      "the port to be taken by both threads",
      () =>
        given.receiver.listeners.filter(({ transport, error }) => transport === "udp" && error === null)
          .length === 2,
    );
    await given.sendDatagrams(["at last"]);
    expect(await given.readTexts(1)).toEqual(["at last"]);
  });
});

test("a listener whose port is taken comes back by itself once it is free, and says so meanwhile", async () => {
  const udp = await Bun.udpSocket({ hostname: "127.0.0.1" });
  const tcp = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  await using given = await GivenReceiver.start({ udpPort: udp.port, tcpPort: tcp.port });
  expect(given.receiver.limitations.slice(0, 2)).toEqual([
    `cannot listen on udp 127.0.0.1 port ${udp.port}: another program uses it`,
    `cannot listen on tcp 127.0.0.1 port ${tcp.port}: another program uses it`,
  ]);
  udp.close();
  tcp.stop(true);
  await waitFor("both listeners", () => given.receiver.listeners.every(({ error }) => error === null));
  await given.sendDatagrams(["a datagram"]);
  expect(await given.readTexts(1)).toEqual(["a datagram"]);
  const client = await given.connect();
  await client.send("a line\n");
  expect(await given.readTexts(1)).toEqual(["a line"]);
  expect(given.receiver.limitations).toEqual([]);
});
