import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import { waitFor } from "../../../../support/wait-for";
import { GivenReceiver } from "../receiver-fixture";

const numbered = (count: number, prefix = "<34>line"): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`);

describe("a receiver", () => {
  test("takes numbered lines over UDP and TCP without a gap, in order, with increasing ids", async () => {
    await using given = await GivenReceiver.start();
    const client = await given.connect();
    await Promise.all([
      given.sendDatagrams(numbered(2000, "udp")),
      client.send(
        numbered(2000, "<1>tcp")
          .map((line) => `${line.length} ${line}`)
          .join(""),
      ),
    ]);
    const messages = await given.read(4000);
    const texts = (transport: string): string[] =>
      messages
        .filter((message) => message.transport === transport)
        .map((message) => Buffer.from(message.bytes).toString());
    expect(texts("udp")).toEqual(numbered(2000, "udp"));
    expect(texts("tcp")).toEqual(numbered(2000, "<1>tcp"));
    expect(
      messages.every((message, index) => index === 0 || message.id > (messages[index - 1]?.id ?? 0)),
    ).toBe(true);
    expect(messages.every((message) => message.sender === "127.0.0.1")).toBe(true);
    expect(messages.every((message) => Math.abs(message.receivedAtMicros / 1000 - Date.now()) < 10_000)).toBe(
      true,
    );
    expect(given.reader.lastPosition).toBe(4000);
    client.end();
  });

  test("takes datagrams also where the receive buffer is too small to be read by the clock", async () => {
    await using given = await GivenReceiver.start({ receiveBufferBytes: 1 << 20 });
    const sent = ["one", "two\n", "", "x".repeat(9000)];
    await given.sendDatagrams(sent);
    expect(await given.readTexts(3)).toEqual(["one", "two", "x".repeat(8192)]);
    await waitFor("the counts", () => given.receiver.status().counters.truncated === 1);
    expect(given.receiver.status().counters).toMatchObject({ empty: 1, received: { udp: 3 } });
  });

  test("listens on both families, and takes an IPv4 sender for what it is", async () => {
    await using given = await GivenReceiver.start({ host: "::" });
    await given.sendDatagrams(["four"]);
    await given.sendDatagrams(["six"], "::1");
    const messages = await given.read(2);
    expect(messages.map((message) => message.sender).sort()).toEqual(["127.0.0.1", "::1"]);
  });

  test("never says that less was received than is durable", async () => {
    await using given = await GivenReceiver.start();
    given.receiver.setFollowed(true);
    for (let sent = 1; sent <= 8; sent++) {
      await given.sendDatagrams([`line ${sent}`]);
      await given.read(1);
      expect(given.receiver.status().counters.received.udp).toBe(sent);
    }
  });

  test("announces everything when it stops, also what nobody had waited for", async () => {
    await using given = await GivenReceiver.start();
    const client = await given.connect();
    await client.send("one\ntwo\nunfinished");
    await given.sendDatagrams(numbered(500));
    await given.receiver.stop(3000);
    expect(given.reader.lastPosition).toBe(503);
    expect((await given.readTexts(503)).filter((text) => !text.startsWith("<34>"))).toEqual([
      "one",
      "two",
      "unfinished",
    ]);
    expect(given.receiver.status()).toMatchObject({
      counters: { received: { udp: 500, tcp: 3 } },
      journal: { syncedPosition: 503 },
    });
  });

  test("says which port it could not bind and why, and works without it", async () => {
    await using first = await GivenReceiver.start();
    await using second = await GivenReceiver.start({ udpPort: first.port("udp") });
    const [udp, tcp] = second.receiver.listeners;
    expect(udp?.error).toBe(
      `cannot listen on udp 127.0.0.1 port ${first.port("udp")}: another program uses it`,
    );
    expect(second.receiver.limitations).toContain(udp?.error ?? "");
    expect(tcp?.error).toBeNull();
    const client = await second.connect();
    await client.send("still here\n");
    expect(await second.readTexts(1)).toEqual(["still here"]);
  });

  test("refuses to start with an allowlist that it cannot read, or a journal that it cannot write", async () => {
    const started = GivenReceiver.start({ allowlist: ["10.0.0.0/8", "nonsense", "300.1.1.1"] });
    expect(await started.catch((error: Error) => String(error.cause))).toContain("nonsense, 300.1.1.1");
    const unwritable = GivenReceiver.start({}, { journalFolder: "/proc/self/status/journal" });
    expect(await unwritable.catch((error: Error) => String(error.cause))).toContain("ENOTDIR");
  });

  test("counts the senders that the allowlist does not name, and stores nothing of theirs", async () => {
    await using given = await GivenReceiver.start({ host: "::", allowlist: ["::1", "10.0.0.0/8"] });
    await given.sendDatagrams(["denied", "denied"]);
    const client = await given.connect();
    await waitFor("the connection to be closed", () => client.isClosed);
    await given.sendDatagrams(["welcome"], "::1");
    expect(await given.readTexts(1)).toEqual(["welcome"]);
    await waitFor("the count", () => given.receiver.status().counters.denied === 3);
    expect(given.receiver.status()).toMatchObject({
      counters: { received: { udp: 1, tcp: 0 } },
      lastSeen: { deniedSender: "127.0.0.1", packetSender: "::1" },
    });
  });

  test("counts empty, cut and malformed messages, and keeps the last two", async () => {
    await using given = await GivenReceiver.start({ maxLineBytes: 100 });
    await given.sendDatagrams(["", "\r\n", "d".repeat(300), "trailer\n", Buffer.alloc(60_000, 0x65)]);
    const client = await given.connect();
    await client.send(`\n\n${"t".repeat(250)}\n0 <1>bad count\n`);
    const messages = await given.read(5);
    const lengths = messages.map((message) => [
      message.bytes.length,
      message.originalBytes,
      message.truncated,
      message.malformed,
    ]);
    expect(lengths.sort((left, right) => String(left).localeCompare(String(right)))).toEqual([
      [100, 250, true, false],
      [100, 300, true, false],
      [100, 60_000, true, false],
      [14, 14, false, true],
      [7, 7, false, false],
    ]);
    await waitFor("the counts", () => given.receiver.status().counters.malformed === 1);
    expect(given.receiver.status().counters).toMatchObject({
      empty: 4,
      truncated: 3,
      malformed: 1,
      received: { udp: 3, tcp: 2 },
    });
  });

  test("survives datagrams of every size and many senders' names", async () => {
    await using given = await GivenReceiver.start();
    const sizes = [1, 2, 100, 1472, 1473, 8192, 9000, 65_507];
    await given.sendDatagrams(sizes.map((size) => Buffer.alloc(size, 0x41)));
    const messages = await given.read(sizes.length);
    expect(messages.map((message) => message.originalBytes)).toEqual(sizes);
  });

  test("is started again after a crash, with no position or id used twice", async () => {
    const workers: Worker[] = [];
    const remember = (worker: Worker): void => void workers.push(worker);
    process.on("worker", remember);
    await using given = await GivenReceiver.start();
    process.off("worker", remember);
    await given.sendDatagrams(numbered(100, "before"));
    await waitFor("the first lines", () => given.receiver.status().counters.received.udp === 100);
    await workers[0]?.terminate();
    await waitFor("the restart", () => given.said.includes("the receiver crashed and is started again"));
    const port = given.port("udp");
    await waitFor("lines to be taken again", async () => {
      await given.sendDatagrams(["after"]);
      return given.receiver.status().counters.received.udp > 100;
    });
    expect(given.port("udp")).toBe(port);
    const messages = await given.read(101);
    expect(messages.slice(0, 100).map((message) => Buffer.from(message.bytes).toString())).toEqual(
      numbered(100, "before"),
    );
    expect(
      messages.every((message, index) => index === 0 || message.id > (messages[index - 1]?.id ?? 0)),
    ).toBe(true);
  });
});

describe("at the journal's bound", () => {
  test("fault 19: TCP senders are held back and lose nothing; datagrams are counted as dropped; both go on by themselves", async () => {
    await using given = await GivenReceiver.start({}, { maxBytes: 8 << 20 });
    const client = await given.connect();
    const lines = numbered(40_000, `<34>${"p".repeat(1000)}`);
    let isSent = false;
    const sending = client.send(`${lines.join("\n")}\n`).finally(() => {
      isSent = true;
    });
    await waitFor("the journal to be full", () => given.receiver.status().journal.refusal === "journal_full");
    await given.sendDatagrams(numbered(10, "udp"));
    await waitFor(
      "the datagrams to be counted",
      () => given.receiver.status().counters.dropped.journal_full === 10,
    );
    expect(isSent).toBe(false);
    expect(given.said).toContain("receiving is held back: journal_full");

    const texts: string[] = [];
    while (texts.length < lines.length) {
      texts.push(...(await given.readTexts(1)));
      await given.reader.release(texts.length);
    }
    await sending;
    expect(texts).toEqual(lines);
    await waitFor("datagrams to be welcome", () => given.receiver.status().journal.refusal === null);
    await given.sendDatagrams(["welcome again"]);
    expect(await given.readTexts(1)).toEqual(["welcome again"]);
    expect(given.receiver.status().counters.dropped.journal_full).toBe(10);
  }, 30_000);

  test("for want of disk space the reason is disk_full", async () => {
    await using given = await GivenReceiver.start({}, { minFreeBytes: 2 ** 60 });
    await given.sendDatagrams(["lost"]);
    await waitFor("the count", () => given.receiver.status().counters.dropped.disk_full === 1);
    expect(given.receiver.status().counters.received.udp).toBe(1);
    expect(statSync(given.directory).isDirectory()).toBe(true);
  });
});

describe("TCP connections", () => {
  test("beyond the limit take the place of the longest-idle one without an unfinished message", async () => {
    await using given = await GivenReceiver.start({ maxTcpConnections: 3 });
    const unfinished = await given.connect();
    await unfinished.send("begun");
    const idle = await given.connect();
    await idle.send("idle\n");
    await given.read(1);
    const active = await given.connect();
    await active.send("active\n");
    await given.read(1);
    const newcomer = await given.connect();
    await newcomer.send("newcomer\n");
    expect(await given.readTexts(1)).toEqual(["newcomer"]);
    await waitFor("the idle one to be closed", () => idle.isClosed);
    expect([unfinished.isClosed, active.isClosed, newcomer.isClosed]).toEqual([false, false, false]);
    await unfinished.send(" and ended\n");
    expect(await given.readTexts(1)).toEqual(["begun and ended"]);
    await waitFor("the count", () => given.receiver.status().counters.connections.evicted === 1);
  });

  test("of one address are limited too, and a newcomer is refused where all have begun a message", async () => {
    await using given = await GivenReceiver.start({ maxTcpConnectionsPerAddress: 2 });
    const held = [await given.connect(), await given.connect()];
    for (const client of held) await client.send("begun");
    await waitFor("both to be open", () => given.receiver.status().openConnections === 2);
    const newcomer = await given.connect();
    await waitFor("the newcomer to be refused", () => newcomer.isClosed);
    expect(held.map((client) => client.isClosed)).toEqual([false, false]);
    await waitFor("the count", () => given.receiver.status().counters.connections.refused === 1);
  });

  test("that are silent or trickle are closed, and what they sent is stored", async () => {
    await using given = await GivenReceiver.start({ tcpIdleSeconds: 0.6, tcpUnfinishedSeconds: 0.4 });
    const silent = await given.connect();
    const trickling = await given.connect();
    let sent = "";
    const trickle = setInterval(() => {
      if (trickling.isClosed) return;
      sent += "x";
      trickling.send("x").catch(() => undefined);
    }, 30);
    await waitFor("both to be closed", () => silent.isClosed && trickling.isClosed, 3000);
    clearInterval(trickle);
    const [text = ""] = await given.readTexts(1);
    expect(text.length).toBeGreaterThan(3);
    expect(sent.startsWith(text)).toBe(true);
    await waitFor("the counts", () => given.receiver.status().counters.connections.idleClosed === 1);
    expect(given.receiver.status().counters.connections.unfinishedClosed).toBe(1);
  });

  test("in great number do not keep a new sender out, and a bad count on one does not touch another", async () => {
    await using given = await GivenReceiver.start({ maxTcpConnectionsPerAddress: 1024 });
    const idle = await Promise.all(Array.from({ length: 300 }, () => given.connect()));
    const bad = await given.connect();
    await bad.send("999999999999 <1>nonsense\n<2>valid\n");
    expect(await given.readTexts(2)).toEqual(["999999999999 <1>nonsense", "<2>valid"]);
    expect(idle.some((client) => client.isClosed) || bad.isClosed).toBe(false);
  });
});
