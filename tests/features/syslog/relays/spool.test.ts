import { afterEach, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { decodeRecords } from "../../../../src/features/syslog/journal/record";
import { readBatch } from "../../../../src/features/syslog/relays/batch";
import { ClockGuess } from "../../../../src/features/syslog/relays/clock-guess";
import { RelaySpool, type SpoolPlace } from "../../../../src/features/syslog/relays/spool";
import { findPlace } from "../../../../src/features/syslog/relay/find-place";
import { behind, recordOf } from "../../../support/relay-sender";

const log = pino({ level: "silent" });
const RIGHT_CLOCK = { shiftMicros: 0, latestMicros: Number.MAX_SAFE_INTEGER };

/** What the database keeps of spools. */
const kept = new Map<string, SpoolPlace>();

const opened: RelaySpool[] = [];
afterEach(async () => {
  for (const spool of opened.splice(0)) {
    await spool.feed.close();
    await spool.close();
  }
});

async function open(folder: string): Promise<RelaySpool> {
  const spool = await RelaySpool.open({ folder, log, findPlace: async (collector) => kept.get(collector) });
  opened.push(spool);
  return spool;
}

const newFolder = () => mkdtempSync(join(tmpdir(), "netatlas-spool-"));

async function append(spool: RelaySpool, lines: readonly string[]) {
  const received = lines.map((line, index) => ({ line, receivedAtMicros: 1_000_000 + index }));
  const batch = await readBatch(recordOf(1, received), 0, RIGHT_CLOCK);
  return spool.append(batch?.batches ?? []);
}

/** Appends, tells the database, and lets be read. */
async function acknowledge(spool: RelaySpool, lines: readonly string[]): Promise<void> {
  const appended = await append(spool, lines);
  kept.set(spool.collector, appended.place);
  spool.announce(appended);
}

/** What can be read behind a position. */
async function read(spool: RelaySpool, after = 0): Promise<{ id: number; text: string }[]> {
  await spool.feed.restart(after);
  const found: { id: number; text: string }[] = [];
  while (spool.feed.unread().messages > 0) {
    const chunk = await spool.feed.next(1024, new AbortController().signal);
    found.push(
      ...decodeRecords(chunk.records).map(({ id, bytes }) => ({ id, text: Buffer.from(bytes).toString() })),
    );
  }
  return found;
}

const texts = async (spool: RelaySpool) => (await read(spool)).map(({ text }) => text);

test("what was appended and never acknowledged is gone when the spool is opened again", async () => {
  const folder = newFolder();
  const spool = await open(folder);
  await acknowledge(spool, ["one", "two"]);
  await append(spool, ["killed before the database was told"]);
  const again = await open(folder);
  expect(again.collector).toBe(spool.collector);
  expect(await texts(again)).toEqual(["one", "two"]);
  await acknowledge(again, ["three"]);
  expect(await texts(await open(folder))).toEqual(["one", "two", "three"]);
});

test("a batch that another process was first with is taken back, and the next one stands in its place", async () => {
  const spool = await open(newFolder());
  await acknowledge(spool, ["one"]);
  await spool.takeBack(await append(spool, ["not ours"]));
  await acknowledge(spool, ["two"]);
  expect(await texts(spool)).toEqual(["one", "two"]);
  expect(spool.place.position).toBe(2);
});

test("ids rise over all batches, though lines of one moment come twice", async () => {
  const spool = await open(newFolder());
  await acknowledge(spool, ["a", "b"]);
  await acknowledge(spool, ["c", "d"]);
  expect((await read(spool)).map(({ id }) => id)).toEqual([1_000_000, 1_000_001, 1_000_002, 1_000_003]);
});

test("a torn end, as a power cut leaves it, takes nothing of what was acknowledged along", async () => {
  const folder = newFolder();
  const spool = await open(folder);
  await acknowledge(spool, ["one", "two"]);
  const [file = ""] = readdirSync(spool.journalFolder).filter((name) => name.endsWith(".journal"));
  appendFileSync(join(spool.journalFolder, file), Buffer.alloc(500, 0x4e));
  const again = await open(folder);
  await acknowledge(again, ["three"]);
  expect(await texts(again)).toEqual(["one", "two", "three"]);
});

test("a database that knows nothing of a spool loses none of what is in it", async () => {
  const folder = newFolder();
  const spool = await open(folder);
  await acknowledge(spool, ["one"]);
  kept.delete(spool.collector);
  expect(await texts(await open(folder))).toEqual(["one"]);
});

test("a place is found in a journal where a record ends, and nowhere else", async () => {
  const spool = await open(newFolder());
  await acknowledge(spool, ["one", "two"]);
  await acknowledge(spool, ["three"]);
  await spool.feed.restart(0);
  const chunk = await spool.feed.next(1024 * 1024, new AbortController().signal);
  expect(await findPlace(spool.journalFolder, 3)).toEqual(behind(chunk.records));
  expect((await findPlace(spool.journalFolder, 2))?.position).toBe(2);
  expect(await findPlace(spool.journalFolder, 1)).toBeUndefined();
  expect(await findPlace(spool.journalFolder, 9)).toBeUndefined();
});

test("of many reports the one with the shortest way tells how far a clock is off", () => {
  const guess = new ClockGuess();
  for (const wayMs of [900, 40, 3000]) guess.observe(5_000_000 + 10_000, 5_000_000 + wayMs);
  expect(guess.offsetMs).toBe(9960);
  expect(guess.shiftMicros).toBe(-9_960_000);
});

test("a clock that seems to be behind by what a slow line may take is left alone", () => {
  const guess = new ClockGuess();
  guess.observe(0, 30_000);
  expect(guess.shiftMicros).toBe(0);
  const behindByAnHour = new ClockGuess();
  behindByAnHour.observe(0, 3_600_000);
  expect(behindByAnHour.shiftMicros).toBe(3_600_000_000);
});

test("a clock that was set back counts from its next report on", () => {
  const guess = new ClockGuess();
  const year = 31_536_000_000;
  guess.observe(year, 0);
  guess.observe(year + 10_000, 10_000);
  guess.observe(20_000, 20_000);
  expect(guess.shiftMicros).toBe(0);
});
