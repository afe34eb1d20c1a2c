import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import path from "node:path";
import { encodeFileHeader, FILE_HEADER_BYTES } from "../../../../src/features/syslog/journal/journal-file";
import { decodeRecords } from "../../../../src/features/syslog/journal/record";
import type { JournalChunk } from "../../../../src/features/syslog/journal/reader";
import { encodeRecord } from "../../../../src/features/syslog/journal/record-builder";
import { waitFor } from "../../../support/wait-for";
import { arrived, COLLECTOR, GivenJournal, readAll, textsOf } from "./journal-fixture";

const SALT = 7;

/** Writes a journal file with one record per text, as the writer would, and returns the offset behind each record. */
function givenFile(
  directory: string,
  firstPosition: number,
  texts: string[],
  perRecord = 1,
): { file: string; ends: number[] } {
  const header = encodeFileHeader({
    salt: SALT,
    collector: COLLECTOR,
    firstPosition,
    reservedThroughId: firstPosition + 1000,
    createdAtMicros: 1_700_000_000_000_000,
  });
  const records = chunksOf(texts, perRecord).map((some, index) => {
    const position = firstPosition + index * perRecord;
    return encodeRecord(
      { firstPosition: position, firstId: position, salt: SALT },
      some.map((text, place) => arrived(text, { receivedAtMicros: position + place })),
    );
  });
  const file = path.join(directory, `${String(firstPosition).padStart(16, "0")}.journal`);
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(file, Buffer.concat([header, ...records]));
  let end = FILE_HEADER_BYTES;
  return { file, ends: records.map((record) => (end += record.length)) };
}

function chunksOf(texts: readonly string[], size: number): string[][] {
  const count = Math.ceil(texts.length / size);
  return Array.from({ length: count }, (_, index) => texts.slice(index * size, (index + 1) * size));
}

describe("opening the journal", () => {
  test("fault 6: keeps the valid prefix and reports the bytes of the tail, wherever the last record was cut", async () => {
    await using journal = await GivenJournal.create();
    const { file, ends } = givenFile(journal.directory, 1, ["one", "two", "three"]);
    const [, from = 0, whole = 0] = ends;
    const image = fs.readFileSync(file);
    for (let length = from; length <= whole; length++) {
      fs.writeFileSync(file, image.subarray(0, length));
      const { reader, scan } = await journal.open();
      const isWhole = length === whole;
      expect(scan.nextPosition).toBe(isWhole ? 4 : 3);
      expect(scan.tornTail?.bytes ?? 0).toBe(isWhole ? 0 : length - from);
      const texts = (await readAll(reader)).flatMap((chunk) => textsOf(chunk.records));
      expect(texts).toEqual(isWhole ? ["one", "two", "three"] : ["one", "two"]);
    }
  });

  test("keeps the records behind a flipped byte in the middle, and says how many bytes were passed over", async () => {
    await using journal = await GivenJournal.create();
    const { file, ends } = givenFile(journal.directory, 1, ["one", "two", "three"]);
    const image = fs.readFileSync(file);
    const [first = 0, second = 0] = ends;
    image.writeUInt8(image.readUInt8(second - 4) ^ 1, second - 4);
    fs.writeFileSync(file, image);
    const { reader, scan } = await journal.open();
    expect(scan.nextPosition).toBe(4);
    const chunks = await readAll(reader);
    expect(chunks.flatMap((chunk) => textsOf(chunk.records))).toEqual(["one", "three"]);
    expect(chunks.map(({ from, through, messages }) => ({ from, through, messages }))).toEqual([
      { from: 0, through: 3, messages: 2 },
    ]);
    expect(reader.damagedBytes).toBe(second - first);
    expect(journal.said).toContain("bytes in the journal are damaged and were passed over");
  });

  test("sets a file with a damaged header aside, names it, and reuses none of its positions and ids", async () => {
    await using journal = await GivenJournal.create();
    givenFile(journal.directory, 1, ["one"]);
    const { file } = givenFile(journal.directory, 2, ["two", "three"]);
    const image = fs.readFileSync(file);
    image.writeUInt8(image.readUInt8(30) ^ 1, 30);
    fs.writeFileSync(file, image);
    const { scan, reader } = await journal.open();
    const name = path.basename(file);
    expect(scan.setAside).toEqual([name]);
    expect(fs.existsSync(path.join(journal.directory, "quarantine", name))).toBe(true);
    expect(scan.nextPosition).toBeGreaterThan(3);
    expect((await readAll(reader)).flatMap((chunk) => textsOf(chunk.records))).toEqual(["one"]);
  });

  test("sets aside what is no journal file of this collector, and a second one of the same name too", async () => {
    await using journal = await GivenJournal.create();
    for (const round of [1, 2]) {
      fs.writeFileSync(path.join(journal.directory, "notes.txt"), `round ${round}`);
      const { scan } = await journal.open();
      expect(scan.setAside).toEqual(["notes.txt"]);
    }
    expect(fs.readdirSync(path.join(journal.directory, "quarantine")).sort()).toEqual([
      "notes.txt",
      "notes.txt.1",
    ]);
    const { file } = givenFile(journal.directory, 1, ["theirs"]);
    fs.writeFileSync(
      file,
      fs.readFileSync(file).toString("latin1").replace(COLLECTOR, "ba9876543210"),
      "latin1",
    );
    expect((await journal.open()).scan.setAside).toEqual([path.basename(file)]);
  });

  test("refuses a file that a newer version wrote, and leaves it where it is", async () => {
    await using journal = await GivenJournal.create();
    const { file } = givenFile(journal.directory, 1, ["one"]);
    const header = fs.readFileSync(file).subarray(0, FILE_HEADER_BYTES);
    header.writeUInt32LE(99, 8);
    const { crc32c } = await import("@node-rs/crc32");
    header.writeUInt32LE(crc32c(header.subarray(8)), 4);
    fs.writeFileSync(file, header);
    expect(await journal.open().catch(String)).toContain("newer version");
    expect(fs.existsSync(file)).toBe(true);
  });

  test("finds a contiguous prefix after kill -9 in the middle of a stream", async () => {
    await using journal = await GivenJournal.create();
    let written = 0;
    for (let round = 0; round < 3; round++) {
      const child = Bun.spawn(
        [
          process.execPath,
          path.join(import.meta.dir, "fixtures/writing-process.ts"),
          journal.directory,
          String(written),
        ],
        {
          stdout: "pipe",
          stderr: "inherit",
        },
      );
      let synced = 0;
      const decoder = new TextDecoder();
      for await (const output of child.stdout) {
        synced = Number(decoder.decode(output).trim().split("\n").at(-1));
        if (synced > written + 5000) break;
      }
      child.kill("SIGKILL");
      await child.exited;
      const { reader, scan } = await journal.open();
      expect(scan.nextPosition).toBeGreaterThan(synced);
      const texts = (await readAll(reader)).flatMap((chunk) => textsOf(chunk.records));
      expect(texts).toHaveLength(scan.nextPosition - 1);
      expect(texts.every((text, index) => text.startsWith(`${index + 1} `))).toBe(true);
      written = texts.length;
    }
    const { reader } = await journal.open();
    const ids = (await readAll(reader)).flatMap((chunk) =>
      decodeRecords(chunk.records).map((message) => message.id),
    );
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0))).toBe(true);
  }, 20_000);
});

describe("the journal reader", () => {
  test("gives chunks of about the size asked for, never splitting a record", async () => {
    await using journal = await GivenJournal.create();
    const texts = Array.from(
      { length: 50 },
      (_, index) => `${index} ${"x".repeat(index === 20 ? 5000 : 100)}`,
    );
    givenFile(journal.directory, 1, texts);
    const { reader } = await journal.open();
    const chunks = await readAll(reader, 0, 1000);
    expect(chunks.flatMap((chunk) => textsOf(chunk.records))).toEqual(texts);
    expect(chunks.filter((chunk) => chunk.records.length > 1000).map((chunk) => chunk.messages)).toEqual([1]);
    expect(chunks[0]).toMatchObject({
      from: 0,
      firstReceivedAtMicros: 1,
      lastReceivedAtMicros: chunks[0]?.through,
    });
  });

  test("begins behind a position, cutting a record that reaches over it by message", async () => {
    await using journal = await GivenJournal.create();
    const { writer } = await journal.openWriter();
    for (const text of ["one", "two", "three", "four"])
      writer.append(arrived(text, { sender: `10.0.0.${text.length}` }));
    await writer.close(1000);
    const all = await readAll((await journal.open()).reader);
    const { reader } = await journal.open();
    const [chunk] = await readAll(reader, 2);
    expect(chunk).toMatchObject({ from: 2, through: 4, messages: 2 });
    const ids = all.flatMap((part) => decodeRecords(part.records)).map((message) => message.id);
    const kept = decodeRecords(chunk?.records ?? new Uint8Array());
    expect(kept.map((message) => message.id)).toEqual(ids.slice(2));
    expect(kept.map((message) => message.sender)).toEqual(["10.0.0.5", "10.0.0.4"]);
  });

  test("goes back when it is started again, and hands out buffers that may be given to another thread", async () => {
    await using journal = await GivenJournal.create();
    givenFile(journal.directory, 1, ["one", "two"]);
    givenFile(journal.directory, 3, ["three"]);
    const { reader } = await journal.open();
    const signal = AbortSignal.timeout(5000);
    reader.start(0);
    for (const position of [2, 3]) expect((await reader.next(1 << 20, signal)).through).toBe(position);
    reader.start(1);
    const { from, records } = await reader.next(1 << 20, signal);
    expect(from).toBe(1);
    const moved = structuredClone({ records }, { transfer: [records.buffer as ArrayBuffer] });
    expect(records).toHaveLength(0);
    expect(textsOf(moved.records)).toEqual(["two"]);
    expect(reader.firstPosition).toBe(1);
    await reader.close();
  });

  test("ends a chunk where it is told to, in the middle of a record, and goes on behind it", async () => {
    await using journal = await GivenJournal.create();
    givenFile(journal.directory, 1, ["one", "two", "three"], 3);
    givenFile(journal.directory, 4, ["four", "five"], 2);
    const { reader } = await journal.open();
    const signal = AbortSignal.timeout(5000);
    const whole: number[] = [];
    for (const chunk of await readAll(reader))
      whole.push(...decodeRecords(chunk.records).map(({ id }) => id));
    for (const cut of [1, 2, 3, 4]) {
      reader.start(0);
      const parts: JournalChunk[] = [];
      while ((parts.at(-1)?.through ?? 0) < cut) parts.push(await reader.next(1 << 20, signal, cut));
      expect(parts.at(-1)?.through).toBe(cut);
      while ((parts.at(-1)?.through ?? 0) < 5) parts.push(await reader.next(1 << 20, signal));
      const messages = parts.flatMap(({ records }) => decodeRecords(records));
      expect(parts.flatMap(({ records }) => textsOf(records))).toEqual([
        "one",
        "two",
        "three",
        "four",
        "five",
      ]);
      expect(messages.map(({ id }) => id)).toEqual(whole);
    }
    await reader.close();
  });

  test("gives what comes next where all is missing up to where the chunk should end", async () => {
    await using journal = await GivenJournal.create();
    givenFile(journal.directory, 1, ["one"]);
    givenFile(journal.directory, 5, ["five", "six"]);
    const { reader } = await journal.open();
    const signal = AbortSignal.timeout(5000);
    reader.start(0);
    expect((await reader.next(1 << 20, signal, 3)).through).toBe(1);
    expect((await reader.next(1 << 20, signal, 3)).through).toBeGreaterThanOrEqual(5);
    await reader.close();
  });

  test("waits for what comes next, and stops waiting when told to", async () => {
    await using journal = await GivenJournal.create();
    const { reader } = await journal.open();
    const { writer } = await journal.openWriter({}, reader);
    reader.start(0);
    const pending = reader.next(1 << 20, AbortSignal.timeout(5000));
    writer.append(arrived("late"));
    expect(textsOf((await pending).records)).toEqual(["late"]);
    const stop = new AbortController();
    const waiting = reader.next(1 << 20, stop.signal);
    stop.abort(new Error("enough"));
    expect(await waiting.catch(String)).toBe("Error: enough");
    await writer.close(1000);
    await reader.close();
  });

  test("deletes the files that are wholly stored, never the newest, and tells what is left", async () => {
    await using journal = await GivenJournal.create();
    givenFile(journal.directory, 1, ["one", "two"]);
    givenFile(journal.directory, 3, ["three"]);
    givenFile(journal.directory, 4, ["four", "five"]);
    const { reader } = await journal.open();
    reader.start(0);
    const left = (): number =>
      fs.readdirSync(journal.directory).filter((name) => name.endsWith(".journal")).length;
    expect(reader.depth()).toMatchObject({ messages: 5, oldestArrivalMicros: 1_700_000_000_000_000 });
    const signal = AbortSignal.timeout(5000);
    for (const [position, files] of [
      [2, 3],
      [3, 2],
      [5, 1],
    ] as const) {
      const chunk = await reader.next(1 << 20, signal);
      expect(chunk.through).toBe(position);
      await reader.release(position - 1);
      expect(left()).toBeGreaterThanOrEqual(files);
      await reader.release(position);
    }
    await waitFor("the stored files to go", () => left() === 1);
    expect(reader.depth()).toEqual({ bytes: 0, messages: 0, oldestArrivalMicros: null });
    await reader.close();
  });

  test("takes a stored file that has gone already for deleted", async () => {
    await using journal = await GivenJournal.create();
    const { file } = givenFile(journal.directory, 1, ["one"]);
    givenFile(journal.directory, 2, ["two"]);
    const { reader } = await journal.open();
    reader.start(1);
    fs.rmSync(file);
    await reader.release(1);
    expect(await readAll(reader, 1)).toMatchObject([{ from: 1, through: 2 }]);
  });
});
