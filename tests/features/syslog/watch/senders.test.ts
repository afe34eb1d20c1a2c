import { beforeEach, expect, test } from "bun:test";
import { listSendersBeyondTheirRhythm, listSilentSenders } from "#features/syslog";
import { MAX_KNOWN_SENDERS, noteSenders, type Sighting } from "../../../../src/features/syslog/watch/senders";
import { createTestDatabase } from "../../../support/database";

const { db, sql } = await createTestDatabase();
const NOW = Date.now();
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await sql`DELETE FROM log_senders`;
  await sql`DELETE FROM collectors`;
});

/** A collector that has listened for so long, and said so just now or so many minutes ago. */
async function givenCollector(id: string, heardSeconds: number, minutesAgo = 0): Promise<void> {
  await sql`
    INSERT INTO collectors (id, heard_seconds, heard_at) VALUES (${id}, ${heardSeconds}, now() - make_interval(mins => ${minutesAgo}))
    ON CONFLICT (id) DO UPDATE SET heard_seconds = excluded.heard_seconds, heard_at = excluded.heard_at`;
}

/** Notes lines that came when the collector had listened for so long. */
async function heard(
  collector: string,
  seconds: number,
  ...senders: (string | Partial<Sighting>)[]
): Promise<void> {
  const sightings = senders.map((sender) => ({
    sender: "192.0.2.1",
    firstAtMs: NOW,
    lastAtMs: NOW,
    lines: 1,
    ...(typeof sender === "string" ? { sender } : sender),
  }));
  await noteSenders(db, { collector, clock: { secondsAt: () => seconds } }, sightings);
}

const silentFor = async (silentForSeconds: number) =>
  (await listSilentSenders(db, { silentForSeconds })).map(({ sender, silentForSeconds: seconds }) => [
    sender,
    seconds,
  ]);

test("a sender is silent for as long as its collector has listened since its last line", async () => {
  await heard("a", 100, "192.0.2.1");
  await heard("a", 400, "192.0.2.2");
  await heard("a", 100, { sender: "192.0.2.1", lines: 4 });
  await givenCollector("a", 500);
  expect(await silentFor(300)).toEqual([["192.0.2.1", 400]]);
  expect(await silentFor(100)).toEqual([
    ["192.0.2.1", 400],
    ["192.0.2.2", 100],
  ]);
  const [first] = await listSilentSenders(db, { silentForSeconds: 300 });
  expect(first).toEqual({ sender: "192.0.2.1", lastSeenAt: new Date(NOW), lines: 5, silentForSeconds: 400 });
});

test("while a collector is down, nobody becomes silent", async () => {
  await heard("a", 100, { lastAtMs: NOW - DAY_MS });
  await givenCollector("a", 150, 24 * 60);
  expect(await silentFor(60)).toEqual([]);
});

test("a sender that goes to another collector is as silent as for the one that hears it now", async () => {
  await heard("a", 100, "192.0.2.1");
  await heard("b", 7000, "192.0.2.1");
  await givenCollector("a", 5000);
  await givenCollector("b", 7030);
  expect(await silentFor(60)).toEqual([]);
  await givenCollector("b", 8000);
  expect(await silentFor(60)).toEqual([["192.0.2.1", 1000]]);
});

test("what a collector that is gone knew does not hide that others hear nothing", async () => {
  await heard("gone", 100, "192.0.2.1");
  await heard("a", 100, "192.0.2.1");
  await givenCollector("gone", 101, 60);
  await givenCollector("a", 900);
  expect(await silentFor(60)).toEqual([["192.0.2.1", 800]]);
});

test("a sender that has not been heard for a month is not told of for ever", async () => {
  await heard("a", 100, { sender: "192.0.2.9", firstAtMs: NOW - 31 * DAY_MS, lastAtMs: NOW - 31 * DAY_MS });
  await givenCollector("a", 3_000_000);
  expect(await silentFor(60)).toEqual([]);
  await heard("a", 3_000_000, "192.0.2.1");
  const rows = await sql`SELECT sender FROM log_senders`;
  expect(rows.map((row) => row["sender"])).toEqual(["192.0.2.1"]);
});

test("a sender beyond its rhythm is told with the pause that is usual for it", async () => {
  const start = NOW - 5 * DAY_MS;
  for (let index = 0; index <= 25; index++) {
    const at = start + index * (DAY_MS / 5);
    await heard(
      "a",
      index * 600,
      { firstAtMs: at, lastAtMs: at },
      { sender: "192.0.2.2", firstAtMs: NOW, lastAtMs: NOW },
    );
  }
  await givenCollector("a", 25 * 600 + 1700);
  expect(await listSendersBeyondTheirRhythm(db, { factor: 3 })).toEqual([]);
  await givenCollector("a", 25 * 600 + 1900);
  expect(await listSendersBeyondTheirRhythm(db, { factor: 3 })).toMatchObject([
    { sender: "192.0.2.1", gapSeconds: 600, silentForSeconds: 1900, lines: 26 },
  ]);
});

test("a flood of forged senders displaces none that was heard in several minutes", async () => {
  for (let minute = 0; minute < 5; minute++) {
    const at = NOW - DAY_MS + minute * 60_000;
    await heard("a", minute * 60, { firstAtMs: at, lastAtMs: at });
  }
  await sql`
    INSERT INTO log_senders (collector, sender, first_seen_at, last_seen_at, lines, heard_seconds, rhythm, gaps)
    SELECT 'a', 'forged-' || n, now() - interval '1 hour', now() - interval '1 hour', 1, 0, '{}', 0 FROM generate_series(1, ${MAX_KNOWN_SENDERS}) n`;
  await heard("a", 1000, ...Array.from({ length: 500 }, (_, index) => `198.51.100.${index}`));
  const [counts] = await sql`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE sender LIKE '198.51.%')::int AS new, bool_or(sender = '192.0.2.1') AS real FROM log_senders`;
  expect(counts).toEqual({ all: MAX_KNOWN_SENDERS, new: 64, real: true });
});
