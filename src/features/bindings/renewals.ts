import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Sighting, TimelineKey } from "./sighting";

/** One timeline, and what is to be written into it. */
export type Task = { key: TimelineKey; sightings: Sighting[] };

/**
 * Makes the last binding of each timeline longer where that is all there is to do, as for nearly every line: one
 * holder, in order, within its time. Gives the tasks that it was not; of a task it has done all or nothing.
 */
export async function renew(db: Db, tasks: readonly Task[]): Promise<Task[]> {
  const simple = tasks.filter(isSimple);
  if (simple.length === 0) return [...tasks];
  const renewed = await db.execute<{ place: number }>(sql`
    UPDATE address_bindings binding SET
      seen_at = to_timestamp(given.last / 1000.0),
      ends_at = greatest(binding.ends_at, to_timestamp(given.ends / 1000.0)),
      host = coalesce(given.host, binding.host)
    FROM (
      SELECT *, given.address_text::inet AS address FROM unnest(
        ${listOf(simple, ({ address }) => address)}::text[], ${listOf(simple, ({ source }) => source)}::text[],
        ${listOf(simple, ({ reporter }) => reporter)}::text[], ${listOf(simple, ({ firstAt }) => firstAt)}::bigint[],
        ${listOf(simple, ({ lastAt }) => lastAt)}::bigint[], ${listOf(simple, ({ endsAt }) => endsAt)}::bigint[],
        ${listOf(simple, ({ holder }) => holder.macAddress)}::macaddr[],
        ${listOf(simple, ({ holder }) => holder.clientId)}::text[], ${listOf(simple, ({ holder }) => holder.host)}::text[],
        ${listOf(simple, ({ holder }) => holder.switchName)}::text[],
        ${listOf(simple, ({ holder }) => holder.switchPort)}::text[]
      ) WITH ORDINALITY AS given (address_text, source, reporter, first, last, ends, mac_address, client_id, host,
        switch_name, switch_port, place)
    ) given
    CROSS JOIN LATERAL (
      SELECT newest.held_from FROM address_bindings newest
      WHERE newest.address = given.address AND newest.source = given.source AND newest.reporter = given.reporter
      ORDER BY newest.held_from DESC LIMIT 1
    ) last
    WHERE binding.address = given.address AND binding.source = given.source AND binding.reporter = given.reporter
      AND binding.held_from = last.held_from
      AND binding.mac_address IS NOT DISTINCT FROM given.mac_address
      AND binding.client_id IS NOT DISTINCT FROM given.client_id
      AND (given.switch_port IS NULL
        OR (binding.switch_name, binding.switch_port) IS NOT DISTINCT FROM (given.switch_name, given.switch_port))
      AND NOT binding.is_ended
      AND to_timestamp(given.first / 1000.0) BETWEEN binding.seen_at AND binding.ends_at
    RETURNING given.place::integer AS place`);
  const done = new Set([...renewed].map(({ place }) => simple[place - 1]));
  return tasks.filter((task) => !done.has(task));
}

/** Who names neither a MAC address nor an identifier may be anybody. */
function isSimple({ sightings }: Task): boolean {
  const [first, ...others] = sightings;
  if (first === undefined || others.length > 0 || !first.isHeld) return false;
  const { macAddress, clientId } = first.holder;
  return macAddress !== null || clientId !== null;
}

/** A column as PostgreSQL writes an array. */
function listOf(tasks: readonly Task[], valueOf: (sighting: Sighting) => string | number | null): string {
  const values = tasks.map(({ sightings: [sighting] }) => {
    const value = sighting === undefined ? null : valueOf(sighting);
    if (typeof value === "number") return String(value);
    return value === null ? "NULL" : `"${value.replace(/[\\"]/g, "\\$&")}"`;
  });
  return `{${values.join(",")}}`;
}
