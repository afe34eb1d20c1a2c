import { sql } from "drizzle-orm";
import { z } from "zod";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { devices } from "#tables/topology";
import { TARGET_STATES, type TargetKind } from "./state";
import { checkTargets, incidents, stateChanges } from "./tables";
import { isAsked, NamedTarget, namedColumns, namedTargets, type OnlyTargets } from "./troubles/targets";

const StateChangeRow = NamedTarget.extend({
  id: z.number(),
  kind: z.enum(["device", "service", "monitor"]),
  expectedStatus: z.string().nullable(),
  at: z.coerce.date(),
  state: z.enum(TARGET_STATES),
  reason: z.string().nullable(),
  /** What it was when it was last known, up or down; null: it never was. */
  known: z.enum(["up", "down"]).nullable(),
  /** When the trouble began that ends with this change; null: none does. */
  downSince: z.coerce.date().nullable(),
});

/** A change of what a target is held to be, with what it is about. */
export type StateChange = z.infer<typeof StateChangeRow>;

/** The columns of a `StateChange`, in a statement from `namedTargets` joined to rows of changes called `change`. */
const changeColumns = sql`${namedColumns}, ${checkTargets.kind}, ${devices.expectedStatus} AS "expectedStatus",
  change.id::float8 AS id, change.at, change.state, change.reason,
  (SELECT before.state FROM ${stateChanges} before
    WHERE before.target_id = change.target_id AND (before.at, before.id) < (change.at, change.id)
      AND before.state IN ('up', 'down') ORDER BY before.at DESC, before.id DESC LIMIT 1) AS known,
  (SELECT max(incident.started_at) FROM ${incidents} incident
    WHERE incident.target_id = change.target_id AND incident.ended_at = change.at) AS "downSince"`;

/**
 * The oldest changes of state that nobody has taken yet, at most `limit`, in the order in which they came; in the
 * transaction of what comes of them: each is taken once, whatever ends in between.
 */
export async function takeStateChanges(db: Db, limit: number): Promise<StateChange[]> {
  const rows = await db.execute(sql`
    WITH taken AS (
      UPDATE ${stateChanges} SET is_evaluated = true WHERE id IN (
        SELECT id FROM ${stateChanges} WHERE NOT is_evaluated ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, target_id, at, state, reason)
    SELECT ${changeColumns} FROM ${namedTargets} JOIN taken AS change ON change.target_id = ${checkTargets.id}
    ORDER BY change.id`);
  return z.array(StateChangeRow).parse([...rows]);
}

type Past = { from: Date; to: Date };

/** Targets of a kind whose state has changed in that time, in the order of their ids. */
export async function findChangedTargets(
  db: Db,
  { kind, only, from, to }: Past & { kind: TargetKind; only: OnlyTargets },
): Promise<{ targetId: number; deviceId: number | null }[]> {
  const rows = await db.execute(sql`
    SELECT ${checkTargets.id}::float8 AS "targetId", ${checkTargets.deviceId}::float8 AS "deviceId" FROM ${checkTargets}
    WHERE ${checkTargets.kind} = ${kind} AND ${isAsked(only)} AND ${checkTargets.id} IN (
      SELECT target_id FROM ${stateChanges} WHERE at >= ${from.toISOString()} AND at < ${to.toISOString()})
    ORDER BY ${checkTargets.id}`);
  return z.array(StateChangeRow.pick({ targetId: true, deviceId: true })).parse([...rows]);
}

/** Read at once: a target that comes and goes all day has tens of thousands. */
const PAGE = 5000;

/**
 * Changes of state of these targets in that time, target by target, oldest first; a page at a time. Whether rules have
 * been asked about them does not matter.
 */
export async function* readPastChanges(
  db: Db,
  { targetIds, from, to }: Past & { targetIds: readonly number[] },
): AsyncGenerator<StateChange[]> {
  let last = { targetId: -1, at: from, id: -1 };
  for (;;) {
    const after = sql`(${last.targetId}::bigint, ${last.at.toISOString()}::timestamptz, ${last.id}::bigint)`;
    const rows = await db.execute(sql`
      WITH page AS MATERIALIZED (
        SELECT id, target_id, at, state, reason FROM ${stateChanges}
        WHERE target_id = ${anyOf(targetIds)} AND at >= ${from.toISOString()} AND at < ${to.toISOString()}
          AND (target_id, at, id) > ${after} ORDER BY target_id, at, id LIMIT ${PAGE})
      SELECT ${changeColumns} FROM ${namedTargets} JOIN page AS change ON change.target_id = ${checkTargets.id}
      ORDER BY change.target_id, change.at, change.id`);
    const changes = z.array(StateChangeRow).parse([...rows]);
    const next = changes.at(-1);
    if (next === undefined) return;
    yield changes;
    last = next;
  }
}
