import { and, eq, sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { OTHER, type SenderTally } from "../encode/sender-tally";
import { logSenders, type Rhythm } from "../tables";
import type { ListeningClock } from "./listening-clock";
import { addGap, beginRhythm, usualGap } from "./rhythm";

/** Senders that are known of one collector. */
export const MAX_KNOWN_SENDERS = 4096;
/** Looked at of one range: the busiest, which forged ones are not. */
const MAX_SIGHTINGS = 5000;
/** Of a flood with forged addresses only so many are noted at a time: who goes on to send is noted a little later. */
const MAX_NEW = 64;
/** Seen in more minutes than that, a sender is real, and forged ones do not take its place. */
const FEW_GAPS = 2;
export const KEPT_DAYS = 30;
const MINUTE_MS = 60_000;

/** What came from a sender in a range. */
export type Sighting = { sender: string; firstAtMs: number; lastAtMs: number; lines: number };

/** A collector and for how long it has listened. */
type ListeningCollector = { collector: string; clock: Pick<ListeningClock, "secondsAt"> };

type Known = typeof logSenders.$inferSelect;

/** Who sent the lines of chunks, each sender once. */
export function listSightings(chunks: readonly { senders: ReadonlyMap<string, SenderTally> }[]): Sighting[] {
  const sightings = new Map<string, Sighting>();
  for (const { senders } of chunks) {
    for (const [sender, { rows, firstReceivedAtMicros, lastReceivedAtMicros }] of senders) {
      if (sender === OTHER) continue;
      const before = sightings.get(sender);
      const [first, last] = [firstReceivedAtMicros / 1000, lastReceivedAtMicros / 1000];
      sightings.set(sender, {
        sender,
        firstAtMs: Math.min(first, before?.firstAtMs ?? Infinity),
        lastAtMs: Math.max(last, before?.lastAtMs ?? 0),
        lines: rows + (before?.lines ?? 0),
      });
    }
  }
  return [...sightings.values()].toSorted((left, right) => right.lines - left.lines).slice(0, MAX_SIGHTINGS);
}

/** Writes down when senders were seen. Of one collector nothing else does so at the same time: its row is locked. */
export async function noteSenders(
  db: Db,
  place: ListeningCollector,
  sightings: readonly Sighting[],
): Promise<void> {
  const touched = await touchSenders(db, place, sightings);
  const others = sightings.filter(({ sender }) => !touched.has(sender));
  if (others.length === 0) return;
  const rows = await db
    .select()
    .from(logSenders)
    .where(
      and(
        eq(logSenders.collector, place.collector),
        eq(
          logSenders.sender,
          anyOf(
            others.map(({ sender }) => sender),
            "text",
          ),
        ),
      ),
    );
  const known = new Map(rows.map((row) => [row.sender, row]));
  const newcomers = others.filter(({ sender }) => !known.has(sender)).slice(0, MAX_NEW);
  const noted = [...others.filter(({ sender }) => known.has(sender)), ...newcomers];
  await writeSenders(
    db,
    noted.map((sighting) => noteSighting(place, sighting, known.get(sighting.sender))),
  );
  if (newcomers.length > 0) await forgetSome(db, place.collector);
}

/**
 * Those seen within the minute in which they were seen last, which is most of them, learn nothing: gives their names.
 */
async function touchSenders(
  db: Db,
  { collector, clock }: ListeningCollector,
  sightings: readonly Sighting[],
): Promise<Set<string>> {
  if (sightings.length === 0) return new Set();
  const seen = sightings.map((sighting) => ({
    ...sighting,
    heardSeconds: clock.secondsAt(sighting.lastAtMs),
  }));
  const rows = await db.execute<{ sender: string }>(sql`
    UPDATE ${logSenders} s SET last_seen_at = to_timestamp(seen."lastAtMs" / 1000), lines = s.lines + seen.lines,
      heard_seconds = greatest(s.heard_seconds, seen."heardSeconds")
    FROM jsonb_to_recordset(${JSON.stringify(seen)}::text::jsonb)
      AS seen(sender text, "firstAtMs" float8, "lastAtMs" float8, lines bigint, "heardSeconds" float8)
    WHERE s.collector = ${collector} AND s.sender = seen.sender
      AND floor(extract(epoch FROM s.last_seen_at) / 60) >= floor(seen."firstAtMs" / ${MINUTE_MS})
    RETURNING s.sender`);
  return new Set(rows.map(({ sender }) => sender));
}

async function writeSenders(db: Db, rows: readonly Known[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    INSERT INTO ${logSenders} (collector, sender, first_seen_at, last_seen_at, lines, heard_seconds, rhythm, gaps, usual_gap_seconds)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS written(collector text, sender text,
      "firstSeenAt" timestamptz, "lastSeenAt" timestamptz, lines bigint, "heardSeconds" float8, rhythm jsonb, gaps integer,
      "usualGapSeconds" integer)
    ON CONFLICT (collector, sender) DO UPDATE SET last_seen_at = excluded.last_seen_at, lines = excluded.lines,
      heard_seconds = excluded.heard_seconds, rhythm = excluded.rhythm, gaps = excluded.gaps,
      usual_gap_seconds = excluded.usual_gap_seconds`);
}

function noteSighting(place: ListeningCollector, sighting: Sighting, known: Known | undefined): Known {
  const { collector } = place;
  const { sender, firstAtMs, lastAtMs, lines } = sighting;
  const heardSeconds = Math.max(place.clock.secondsAt(lastAtMs), known?.heardSeconds ?? 0);
  if (known === undefined) {
    const [firstSeenAt, lastSeenAt] = [new Date(firstAtMs), new Date(lastAtMs)];
    const rhythm = beginRhythm(firstAtMs);
    return {
      collector,
      sender,
      firstSeenAt,
      lastSeenAt,
      lines,
      heardSeconds,
      rhythm,
      gaps: 0,
      usualGapSeconds: null,
    };
  }
  const rhythm = learn(place, known, firstAtMs);
  return {
    ...known,
    lastSeenAt: new Date(lastAtMs),
    lines: known.lines + lines,
    heardSeconds,
    rhythm,
    gaps: rhythm.gaps,
    usualGapSeconds: usualGap(rhythm, lastAtMs - known.firstSeenAt.getTime()),
  };
}

/** A pause is as long as the collector has listened meanwhile. */
function learn(
  place: ListeningCollector,
  { rhythm, lastSeenAt, heardSeconds }: Known,
  firstAtMs: number,
): Rhythm {
  const minutes = Math.floor(firstAtMs / MINUTE_MS) - Math.floor(lastSeenAt.getTime() / MINUTE_MS);
  return minutes <= 0 ? rhythm : addGap(rhythm, place.clock.secondsAt(firstAtMs) - heardSeconds, firstAtMs);
}

/**
 * Those not seen for a month (of collectors that are gone, for two), and what is beyond the bound: first who was seen
 * in few minutes, then who was not seen for longest.
 */
async function forgetSome(db: Db, collector: string): Promise<void> {
  await db.execute(sql`
    DELETE FROM ${logSenders} WHERE last_seen_at < now() - make_interval(days => ${2 * KEPT_DAYS})
      OR collector = ${collector} AND last_seen_at < now() - make_interval(days => ${KEPT_DAYS})
      OR collector = ${collector} AND sender IN (
        SELECT sender FROM ${logSenders} WHERE collector = ${collector}
        ORDER BY (gaps > ${FEW_GAPS}) DESC, last_seen_at DESC, sender OFFSET ${MAX_KNOWN_SENDERS})`);
}
