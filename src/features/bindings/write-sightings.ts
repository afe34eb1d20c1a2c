import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { renew, type Task } from "./renewals";
import { type Sighting, withSighting } from "./sighting";
import type { Binding, Timeline } from "./timeline";

/** What came of sightings: how many made a new row, changed one or more, or were turned away. */
export type Written = { added: number; changed: number; refused: number };

/** Whether the reporter may add so many rows. */
export type Admit = (reporter: string, rows: number) => boolean;

/** Timelines of a transaction. */
const BATCH = 500;
/**
 * An address that changed hands so often in the time that sightings speak of is one that somebody plays with: nothing
 * more is taken.
 */
const MAX_ROWS = 1000;

/**
 * Writes what was seen into the timelines, each in the order given. The same again changes nothing. Writers of all
 * replicas come one after the other, batch by batch.
 */
export async function writeSightings(
  db: Db,
  sightings: readonly Sighting[],
  admit: Admit = () => true,
): Promise<Written> {
  const tasks = tasksOf(sightings);
  const written: Written = { added: 0, changed: 0, refused: 0 };
  for (let start = 0; start < tasks.length; start += BATCH) {
    const batch = tasks.slice(start, start + BATCH);
    const counts = await db.transaction((transaction) => writeBatch(transaction, batch, admit));
    written.added += counts.added;
    written.changed += counts.changed;
    written.refused += counts.refused;
  }
  return written;
}

function tasksOf(sightings: readonly Sighting[]): Task[] {
  const tasks = new Map<string, Task>();
  for (const sighting of sightings) {
    const { address, source, reporter } = sighting;
    const name = `${address} ${source} ${reporter}`;
    const task = tasks.get(name);
    if (task === undefined) tasks.set(name, { key: { address, source, reporter }, sightings: [sighting] });
    else task.sightings.push(sighting);
  }
  return [...tasks.values()];
}

async function writeBatch(db: Db, tasks: readonly Task[], admit: Admit): Promise<Written> {
  // A plan that was made while the table was small would read all of it ever after.
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('address bindings', 0)),
    set_config('enable_seqscan', 'off', true)`);
  const others = await renew(db, tasks);
  const counts: Written = { added: 0, changed: tasks.length - others.length, refused: 0 };
  if (others.length === 0) return counts;
  const timelines = await loadTimelines(db, others);
  const removed: object[] = [];
  const kept: object[] = [];
  for (const [index, { key, sightings }] of others.entries()) {
    const before = timelines[index] ?? [];
    const after = applied(before, sightings, { admit, counts });
    const change = changeOf(before, after);
    removed.push(...change.removed.map(({ from }) => ({ ...key, held_from: instant(from) })));
    kept.push(...change.kept.map((binding) => ({ ...key, ...rowOf(binding) })));
  }
  await removeRows(db, removed);
  await keepRows(db, kept);
  return counts;
}

function applied(
  before: Timeline,
  sightings: readonly Sighting[],
  { admit, counts }: { admit: Admit; counts: Written },
): Timeline {
  if (before.length >= MAX_ROWS) {
    counts.refused += sightings.length;
    return before;
  }
  let timeline = before;
  for (const sighting of sightings) {
    const next = withSighting(timeline, sighting);
    const growth = next.length - timeline.length;
    if (growth > 0 && !admit(sighting.reporter, growth)) {
      counts.refused += 1;
      continue;
    }
    if (growth > 0) counts.added += 1;
    else if (next !== timeline) counts.changed += 1;
    timeline = next;
  }
  return timeline;
}

function changeOf(before: Timeline, after: Timeline): { removed: Binding[]; kept: Binding[] } {
  const known = new Map(before.map((binding) => [binding.from, binding]));
  const starts = new Set(after.map(({ from }) => from));
  return {
    removed: before.filter(({ from }) => !starts.has(from)),
    kept: after.filter((binding) => !isSame(binding, known.get(binding.from))),
  };
}

function isSame(one: Binding, other: Binding | undefined): boolean {
  return (
    other !== undefined &&
    one.seenAt === other.seenAt &&
    one.to === other.to &&
    one.isEnded === other.isEnded &&
    one.macAddress === other.macAddress &&
    one.clientId === other.clientId &&
    one.host === other.host &&
    one.switchName === other.switchName &&
    one.switchPort === other.switchPort
  );
}

const LoadedRow = z.object({
  task: z.coerce.number(),
  from: z.coerce.number(),
  seen_at: z.coerce.number(),
  to: z.coerce.number(),
  is_ended: z.boolean(),
  mac_address: z.string().nullable(),
  client_id: z.string().nullable(),
  host: z.string().nullable(),
  switch_name: z.string().nullable(),
  switch_port: z.string().nullable(),
});
const LoadedRows = z.array(LoadedRow);

const millisecondsOf = (column: string) => sql.raw(`(extract(epoch FROM found.${column}) * 1000)::float8`);

/**
 * Of each timeline what the sightings may touch: from the binding in which they begin to the one behind the last moment
 * that they may cover.
 */
async function loadTimelines(db: Db, tasks: readonly Task[]): Promise<Binding[][]> {
  const spans = tasks.map(({ key, sightings }, task) => ({ task, ...key, ...spanOf(sightings) }));
  const rows = await db.execute(sql`
    SELECT wanted.task, ${millisecondsOf("held_from")} AS from, ${millisecondsOf("seen_at")} AS seen_at,
      ${millisecondsOf("ends_at")} AS to, found.is_ended, found.mac_address, found.client_id, found.host,
      found.switch_name, found.switch_port
    FROM jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb)
      AS wanted (task integer, address inet, source text, reporter text, first timestamptz, last timestamptz)
    CROSS JOIN LATERAL (
      (SELECT * FROM address_bindings row
        WHERE (row.address, row.source, row.reporter) = (wanted.address, wanted.source, wanted.reporter)
          AND row.held_from <= wanted.first
        ORDER BY row.held_from DESC LIMIT 1)
      UNION ALL
      (SELECT * FROM address_bindings row
        WHERE (row.address, row.source, row.reporter) = (wanted.address, wanted.source, wanted.reporter)
          AND row.held_from > wanted.first AND row.held_from <= wanted.last
        ORDER BY row.held_from LIMIT ${MAX_ROWS})
      UNION ALL
      (SELECT * FROM address_bindings row
        WHERE (row.address, row.source, row.reporter) = (wanted.address, wanted.source, wanted.reporter)
          AND row.held_from > wanted.last
        ORDER BY row.held_from LIMIT 1)
    ) found
    ORDER BY wanted.task, found.held_from`);
  const timelines: Binding[][] = tasks.map(() => []);
  for (const row of LoadedRows.parse([...rows])) timelines[row.task]?.push(toBinding(row));
  return timelines;
}

function spanOf(sightings: readonly Sighting[]): { first: string; last: string } {
  let first = Infinity;
  let last = -Infinity;
  for (const { firstAt, endsAt } of sightings) {
    first = Math.min(first, firstAt);
    last = Math.max(last, endsAt);
  }
  return { first: instant(first), last: instant(last) };
}

function toBinding(row: z.infer<typeof LoadedRow>): Binding {
  return {
    from: row.from,
    seenAt: row.seen_at,
    to: row.to,
    isEnded: row.is_ended,
    macAddress: row.mac_address,
    clientId: row.client_id,
    host: row.host,
    switchName: row.switch_name,
    switchPort: row.switch_port,
  };
}

function rowOf(binding: Binding): object {
  return {
    held_from: instant(binding.from),
    seen_at: instant(binding.seenAt),
    ends_at: instant(binding.to),
    is_ended: binding.isEnded,
    mac_address: binding.macAddress,
    client_id: binding.clientId,
    host: binding.host,
    switch_name: binding.switchName,
    switch_port: binding.switchPort,
  };
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

async function removeRows(db: Db, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    DELETE FROM address_bindings row USING jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS gone (address inet, source text, reporter text, held_from timestamptz(3))
    WHERE (row.address, row.source, row.reporter, row.held_from)
      = (gone.address, gone.source, gone.reporter, gone.held_from)`);
}

async function keepRows(db: Db, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    INSERT INTO address_bindings (address, source, reporter, held_from, seen_at, ends_at, is_ended, mac_address,
      client_id, host, switch_name, switch_port)
    SELECT address, source, reporter, held_from, seen_at, ends_at, is_ended, mac_address, client_id, host,
      switch_name, switch_port
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS given (address inet, source text, reporter text, held_from timestamptz(3), seen_at timestamptz(3),
        ends_at timestamptz(3), is_ended boolean, mac_address macaddr, client_id text, host text,
        switch_name text, switch_port text)
    ON CONFLICT ON CONSTRAINT address_bindings_key DO UPDATE SET seen_at = excluded.seen_at,
      ends_at = excluded.ends_at, is_ended = excluded.is_ended, mac_address = excluded.mac_address,
      client_id = excluded.client_id, host = excluded.host, switch_name = excluded.switch_name,
      switch_port = excluded.switch_port`);
}
