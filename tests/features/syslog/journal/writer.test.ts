import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import path from "node:path";
import { JournalGate } from "../../../../src/features/syslog/journal/gate";
import { decodeRecords } from "../../../../src/features/syslog/journal/record";
import { RecordBuilder } from "../../../../src/features/syslog/journal/record-builder";
import { replaceOpenFile } from "../../../support/open-file";
import { waitFor } from "../../../support/wait-for";
import { arrived, GivenJournal, readAll, textsOf } from "./journal-fixture";
import { patient } from "../../../support/patience";

function journalFiles(directory: string): string[] {
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith(".journal"))
    .sort();
}

describe("the journal writer", () => {
  test("writes a message within 50 ms and announces it once it is fdatasynced", async () => {
    await using journal = await GivenJournal.create();
    const { writer, extents } = await journal.openWriter();
    const [name = ""] = journalFiles(journal.directory);
    const file = path.join(journal.directory, name);
    const before = fs.statSync(file).size;
    const started = performance.now();
    writer.append(arrived("hello"));
    await waitFor("the write", () => fs.statSync(file).size > before);
    expect(performance.now() - started).toBeLessThan(patient(50));
    await waitFor("the announcement", () => extents.length > 0, 1000);
    expect(extents).toMatchObject([{ file: name, lastPosition: 1, offset: fs.statSync(file).size }]);
    await writer.close(1000);
  });

  test("has a small batch written at once where nothing more comes before it would be due", async () => {
    await using journal = await GivenJournal.create();
    const { writer } = await journal.openWriter();
    const file = path.join(journal.directory, journalFiles(journal.directory)[0] ?? "");
    const before = fs.statSync(file).size;
    writer.append(arrived("more may come"));
    writer.noteLull(2);
    expect(fs.statSync(file).size).toBe(before);
    writer.noteLull(40);
    expect(fs.statSync(file).size).toBeGreaterThan(before);
    await writer.close(1000);
  });

  test("has a whole batch written at once as well where nothing more comes", async () => {
    await using journal = await GivenJournal.create();
    const { writer, troubles } = await journal.openWriter();
    const full = fs.openSync("/dev/full", "w");
    replaceOpenFile(path.join(journal.directory, journalFiles(journal.directory)[0] ?? ""), full);
    fs.closeSync(full);
    for (let index = 0; index < 25; index++) writer.append(arrived("x".repeat(8000)));
    writer.noteLull(12);
    expect(troubles).toEqual(["cannot write to the journal"]);
    await writer.close(1000);
  });

  test("keeps every batch as it was, though their memory serves others once they are durable", async () => {
    await using journal = await GivenJournal.create();
    const { reader } = await journal.open();
    const { writer, extents } = await journal.openWriter({}, reader);
    const sent: string[] = [];
    for (let batch = 0; batch < 12; batch++) {
      for (let index = 0; index < 15; index++) {
        const text = `${batch} ${index} `.padEnd(8000, String(batch % 10));
        sent.push(text);
        writer.append(arrived(text));
      }
      writer.noteLull(12);
      // Every third of them finds what the others have left.
      if (batch % 3 === 2)
        await waitFor("the announcement", () => extents.at(-1)?.lastPosition === sent.length);
    }
    await writer.close(1000);
    expect((await readAll(reader)).flatMap((chunk) => textsOf(chunk.records))).toEqual(sent);
  });

  test("is durable sooner for who follows it or waits for it", async () => {
    await using journals = new AsyncDisposableStack();
    const order: string[] = [];
    const open = async (name: string) => {
      const journal = journals.use(await GivenJournal.create());
      const gate = new JournalGate();
      const { writer, extents } = await journal.openWriter({ gate: gate.cells });
      return { name, gate, writer, extents };
    };
    const [left, followed, awaited] = await Promise.all(["left alone", "followed", "awaited"].map(open));
    if (left === undefined || followed === undefined || awaited === undefined)
      throw new Error("three are open");
    followed.gate.setFollowed(true);
    const all = [left, followed, awaited];
    for (const { writer } of all) writer.append(arrived("line"));
    awaited.writer.whenDurable(() => undefined);
    for (const { writer } of all) writer.noteLull(40);
    await waitFor("all announcements", () => {
      for (const { name, extents } of all) if (extents.length > 0 && !order.includes(name)) order.push(name);
      return order.length === all.length;
    });
    expect(order.at(-1)).toBe("left alone");
    for (const { writer } of all) await writer.close(1000);
  });

  test("goes on with a new file where a small batch could not be written at once", async () => {
    await using journal = await GivenJournal.create();
    const { reader } = await journal.open();
    const { writer, troubles } = await journal.openWriter({}, reader);
    const full = fs.openSync("/dev/full", "w");
    replaceOpenFile(path.join(journal.directory, journalFiles(journal.directory)[0] ?? ""), full);
    fs.closeSync(full);
    writer.append(arrived("one"));
    writer.noteLull(40);
    expect(troubles).toEqual(["cannot write to the journal"]);
    await writer.close(1000);
    expect((await readAll(reader)).flatMap((chunk) => textsOf(chunk.records))).toEqual(["one"]);
  });

  test("tells who waits for it when everything taken so far is durable, batches of other threads among it", async () => {
    await using journal = await GivenJournal.create();
    const { writer, extents } = await journal.openWriter();
    const told: string[] = [];
    const tell = (name: string) => () => void told.push(name);
    writer.whenDurable(tell("nothing taken"));
    expect(told).toEqual(["nothing taken"]);
    writer.append(arrived("first"));
    writer.whenDurable(tell("first"));
    const others = new RecordBuilder();
    others.append(arrived("of another thread"));
    writer.appendBatch(others.seal());
    writer.append(arrived("second"));
    writer.whenDurable(tell("second"));
    // Position 1 is the other thread's, and durable before the two lines in the batch behind it are.
    expect(told).toHaveLength(1);
    await writer.close(1000);
    expect(told).toEqual(["nothing taken", "first", "second"]);
    expect(extents.at(-1)?.lastPosition).toBe(3);
  });

  test("gives contiguous positions and strictly increasing ids, across files and restarts", async () => {
    await using journal = await GivenJournal.create();
    let expected = 0;
    for (let round = 0; round < 3; round++) {
      const { writer } = await journal.openWriter({ maxBytes: 400_000 });
      for (let index = 0; index < 3000; index++) {
        expected += 1;
        writer.append(
          arrived(`line ${expected} ${"z".repeat(80)}`, {
            receivedAtMicros: Date.now() * 1000 - round * 5_000_000,
          }),
        );
        if (index % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await writer.close(2000);
    }
    const { reader } = await journal.open();
    const chunks = await readAll(reader);
    const messages = chunks.flatMap((chunk) => decodeRecords(chunk.records));
    expect(messages.map((message) => Number(Buffer.from(message.bytes).toString().split(" ")[1]))).toEqual(
      Array.from({ length: expected }, (_, index) => index + 1),
    );
    expect(
      messages.every((message, index) => index === 0 || message.id > (messages[index - 1]?.id ?? 0)),
    ).toBe(true);
    expect(chunks.every((chunk, index) => chunk.from === (chunks[index - 1]?.through ?? 0))).toBe(true);
    expect(journalFiles(journal.directory).length).toBeGreaterThan(3);
  });

  test("announces a file to its end before the next one, also what was written to it during its fdatasync", async () => {
    const line = "z".repeat(32_000);
    /** Nine such lines are a batch; a file takes two. */
    const batch = Array.from({ length: 9 }, () => arrived(line));
    for (let attempt = 0; attempt < 8; attempt++) {
      await using journal = await GivenJournal.create();
      const { writer, extents } = await journal.openWriter({ maxBytes: 2_600_000 });
      const [name = ""] = journalFiles(journal.directory);
      for (const message of batch) writer.append(message);
      await waitFor("the write", () => fs.statSync(path.join(journal.directory, name)).size > 280_000);
      // The fdatasync begins 200 ms after the write: what comes then goes to this file and the next.
      await new Promise((resolve) => setTimeout(resolve, 180 + attempt * 3));
      for (const message of [...batch, ...batch, ...batch]) writer.append(message);
      await waitFor("the announcements", () => extents.at(-1)?.lastPosition === 36);
      const ends = new Map(
        extents.map(({ file, lastPosition }) => [Number.parseInt(file, 10), lastPosition]),
      );
      expect([...ends]).toEqual([
        [1, 18],
        [19, 36],
      ]);
      await writer.close(1000);
    }
  });

  test("starts above the ids that an earlier run had reserved, whatever the clock says", async () => {
    await using journal = await GivenJournal.create();
    const first = await journal.openWriter();
    first.writer.append(arrived("before"));
    await first.writer.close(1000);
    const second = await journal.openWriter();
    second.writer.append(arrived("after", { receivedAtMicros: 1 }));
    await second.writer.close(1000);
    const { reader } = await journal.open();
    const [before, after] = (await readAll(reader)).flatMap((chunk) => decodeRecords(chunk.records));
    expect((after?.id ?? 0) - (before?.id ?? 0)).toBeGreaterThan(9_000_000);
  });

  test("fault 10: writes the batches of a failed fdatasync to a new file: none is lost, none comes twice", async () => {
    await using journal = await GivenJournal.create();
    const { reader } = await journal.open();
    const { writer, troubles, extents } = await journal.openWriter({}, reader);
    writer.append(arrived("one"));
    await waitFor("the first announcement", () => extents.length === 1);
    const [name = ""] = journalFiles(journal.directory);
    const nowhere = fs.openSync("/dev/null", "w");
    replaceOpenFile(path.join(journal.directory, name), nowhere);
    for (const text of ["two", "three"]) writer.append(arrived(text));
    await waitFor("the second announcement", () => extents.length === 2, 2000);
    fs.closeSync(nowhere);
    expect(troubles).toEqual(["cannot fdatasync the journal"]);
    expect(writer.status().unsynced).toBe(0);
    writer.append(arrived("four"));
    await writer.close(1000);
    const chunks = await readAll(reader);
    expect(chunks.flatMap((chunk) => textsOf(chunk.records))).toEqual(["one", "two", "three", "four"]);
    const again = await journal.open();
    expect((await readAll(again.reader)).flatMap((chunk) => textsOf(chunk.records))).toEqual([
      "one",
      "two",
      "three",
      "four",
    ]);
  });

  test("counts what a second file did not take durably either, and goes on with a third", async () => {
    await using journal = await GivenJournal.create();
    const { reader } = await journal.open();
    const { writer, troubles, extents } = await journal.openWriter({}, reader);
    const nowhere = fs.openSync("/dev/null", "w");
    replaceOpenFile(path.join(journal.directory, journalFiles(journal.directory)[0] ?? ""), nowhere);
    writer.append(arrived("one"));
    const told: boolean[] = [];
    writer.whenDurable((isDurable) => void told.push(isDurable));
    const second = await waitFor("the second file", () =>
      journalFiles(journal.directory).find((file) => file.endsWith(".1.journal")),
    );
    await waitFor("the batch in it", () => fs.statSync(path.join(journal.directory, second)).size > 64);
    replaceOpenFile(path.join(journal.directory, second), nowhere);
    fs.closeSync(nowhere);
    await waitFor("the announcement", () => extents.length === 1, 2000);
    expect(writer.status().unsynced).toBe(1);
    expect(told).toEqual([false]);
    expect(troubles).toEqual([
      "cannot fdatasync the journal",
      "1 messages are in the journal without a successful fdatasync",
    ]);
    writer.append(arrived("two"));
    await writer.close(2000);
    expect(journalFiles(journal.directory)).toHaveLength(3);
    expect((await readAll(reader)).flatMap((chunk) => textsOf(chunk.records))).toEqual(["one", "two"]);
  });

  test("leaves no file behind for each try while the disk is full", async () => {
    await using journal = await GivenJournal.create();
    const { writer, troubles } = await journal.openWriter();
    replaceOpenFile(
      path.join(journal.directory, journalFiles(journal.directory)[0] ?? ""),
      fs.openSync("/dev/full", "w"),
    );
    writer.append(arrived("one"));
    await waitFor("the message to be durable", () => writer.status().syncedPosition === 1, 3000);
    expect(troubles).toEqual(["cannot write to the journal"]);
    expect(journalFiles(journal.directory)).toHaveLength(1);
    await writer.close(1000);
  });

  test("keeps batches in memory while the disk takes no writes, and writes them when it does again", async () => {
    await using journal = await GivenJournal.create();
    const { reader } = await journal.open();
    const { writer, extents, troubles } = await journal.openWriter({}, reader);
    const [name = ""] = journalFiles(journal.directory);
    const full = fs.openSync("/dev/full", "w");
    replaceOpenFile(path.join(journal.directory, name), full);
    fs.closeSync(full);
    fs.renameSync(journal.directory, `${journal.directory}-away`);
    const appendedAt = Date.now();
    writer.append(arrived("one"));
    await waitFor("two failures", () => troubles.length >= 2, 3000);
    expect(writer.status()).toMatchObject({ refusal: null, failedBecause: "journal_failed" });
    expect(writer.status().oldestPendingMicros).toBeWithin(appendedAt * 1000, Date.now() * 1000);
    fs.renameSync(`${journal.directory}-away`, journal.directory);
    writer.append(arrived("two"));
    await waitFor("the announcement", () => extents.length > 0, 3000);
    expect(writer.status()).toMatchObject({ failedBecause: null, oldestPendingMicros: null });
    await writer.close(1000);
    expect((await readAll(reader)).flatMap((chunk) => textsOf(chunk.records))).toEqual(["one", "two"]);
    expect(writer.status().unsynced).toBe(0);
  });

  test("counts what it could not write when it must close", async () => {
    await using journal = await GivenJournal.create();
    const { writer, troubles } = await journal.openWriter();
    const [name = ""] = journalFiles(journal.directory);
    const full = fs.openSync("/dev/full", "w");
    replaceOpenFile(path.join(journal.directory, name), full);
    fs.closeSync(full);
    fs.rmSync(journal.directory, { recursive: true });
    for (const text of ["one", "two"]) writer.append(arrived(text));
    await writer.close(100);
    expect(writer.status().unsynced).toBe(2);
    expect(troubles.at(-1)).toBe("the journal was closed before 2 messages were on disk");
  });

  test("makes TCP senders wait and refuses datagrams at its bound, and goes on when files are released", async () => {
    await using journal = await GivenJournal.create();
    const { reader } = await journal.open();
    const { writer, pauses } = await journal.openWriter({ maxBytes: 1 << 20 }, reader);
    let sent = 0;
    while (writer.refusal === null && sent < 50_000) {
      sent += 1;
      writer.append(arrived(`${sent} ${"x".repeat(200)}`));
      if (sent % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(writer.refusal).toBe("journal_full");
    await waitFor("the pause", () => writer.pausedBecause === "journal_full");
    await waitFor("everything taken to be durable", () => writer.status().syncedPosition === sent);
    const chunks = await readAll(reader);
    expect(chunks.at(-1)?.through).toBe(sent);
    await reader.release(sent);
    await waitFor("receiving to resume", () => writer.refusal === null, 3000);
    expect(pauses.at(-1)).toBeNull();
    await writer.close(1000);
  });

  test("does not let much wait for its time: the first fdatasync comes before all of ten megabytes is written", async () => {
    await using journal = await GivenJournal.create();
    const { writer, extents } = await journal.openWriter();
    const line = "m".repeat(4000);
    const sent = 2500;
    for (let number = 1; number <= sent; number++) writer.append(arrived(`${number} ${line}`));
    await waitFor("everything to be durable", () => writer.status().syncedPosition === sent, 5000);
    expect(extents[0]?.lastPosition).toBeLessThan(sent);
    await writer.close(1000);
  });

  test("refuses for want of disk space before the disk is full", async () => {
    await using journal = await GivenJournal.create();
    const { writer } = await journal.openWriter({ minFreeBytes: 2 ** 60 });
    expect(writer.refusal).toBe("disk_full");
    expect(writer.pausedBecause).toBe("disk_full");
    await writer.close(1000);
  });

  test("keeps everything while the disk is slow, holds TCP senders, and goes on when it is fast again", async () => {
    await using journal = await GivenJournal.create();
    const { reader } = await journal.open();
    const { writer, extents, pauses } = await journal.openWriter({}, reader);
    const [name = ""] = journalFiles(journal.directory);
    const fifo = path.join(journal.directory, "..", `${path.basename(journal.directory)}-fifo`);
    Bun.spawnSync(["mkfifo", fifo]);
    const end = fs.openSync(fifo, "r+");
    replaceOpenFile(path.join(journal.directory, name), end);
    const line = "s".repeat(4000);
    let sent = 0;
    while (writer.pausedBecause === null && sent < 10_000) {
      sent += 1;
      writer.append(arrived(`${sent} ${line}`));
      if (sent % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(writer.pausedBecause).toBe("journal_behind");
    const drain = Bun.spawn(["cat", fifo], { stdout: "ignore" });
    await waitFor("everything to be durable", () => writer.status().syncedPosition === sent, 8000);
    drain.kill();
    await drain.exited;
    expect(pauses.at(-1)).toBeNull();
    await writer.close(1000);
    expect(extents.at(-1)?.lastPosition).toBe(sent);
    const texts = (await readAll(reader)).flatMap((chunk) => textsOf(chunk.records));
    expect(texts.length).toBe(sent);
    fs.closeSync(end);
    fs.rmSync(fifo);
  }, 15_000);
});
