import { sql } from "drizzle-orm";
import { z } from "zod";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { putBack, type PutBack, type StoredRow } from "#platform/put-back";
import {
  checkResults,
  checkRollups,
  checkTargets,
  incidents,
  resultDays,
  resultHours,
  stateChanges,
} from "../tables";

/** For so long what was found of a deleted target comes back with it. */
export const ORPHANS_KEPT_DAYS = 30;

const HISTORIES = [checkResults, resultHours, resultDays, checkRollups, stateChanges, incidents];

/**
 * A target, called `gone`, as it is when it comes back: paused since now, and looked at anew. Without what it found last,
 * which its history has.
 */
export const keptTarget = sql`to_jsonb(gone) - 'recent' - 'result' || jsonb_build_object('state', 'paused',
  'state_since', now(), 'confirmed', 'unknown', 'in_doubt', 0, 'leased_until', NULL, 'claim_token', gone.claim_token + 1)`;

const Back = z.array(z.looseObject({ id: z.coerce.number(), state_since: z.string() }));

/** Puts targets back, whose history is there still: nobody watched them in between. */
export async function restoreTargets(db: Db, rows: readonly StoredRow[]): Promise<PutBack> {
  const found = await putBack(db, checkTargets, rows);
  const ended = JSON.stringify(Back.parse(found.back).map(({ id, state_since: at }) => ({ id, at })));
  const given = sql`jsonb_to_recordset(${ended}::text::jsonb) AS given (id bigint, at timestamptz)`;
  await db.execute(sql`
    UPDATE ${incidents} AS open SET ended_at = greatest(open.started_at, given.at) FROM ${given}
    WHERE open.target_id = given.id AND open.ended_at IS NULL`);
  await db.execute(sql`
    INSERT INTO ${stateChanges} (target_id, at, state, reason, is_evaluated)
    SELECT id, at, 'paused', 'Deleted', true FROM ${given}`);
  return found;
}

const Ids = z.array(z.object({ id: z.coerce.number() }));

/** Lets the history go of targets that are gone and of which nothing was found since. */
export async function removeOrphans(db: Db, since: Date): Promise<void> {
  const limit = since.toISOString();
  // From one target to the next by the index: there are many changes of each.
  const rows = await db.execute(sql`
    WITH RECURSIVE known AS (
      SELECT min(target_id) AS id FROM ${stateChanges}
      UNION ALL
      SELECT (SELECT min(target_id) FROM ${stateChanges} WHERE target_id > known.id) FROM known WHERE known.id IS NOT NULL)
    SELECT id FROM known WHERE id IS NOT NULL
      AND NOT EXISTS (SELECT FROM ${checkTargets} AS target WHERE target.id = known.id)
      AND NOT EXISTS (SELECT FROM ${stateChanges} AS newer WHERE newer.target_id = known.id AND newer.at >= ${limit})
      AND NOT EXISTS (SELECT FROM ${checkRollups} AS newer WHERE newer.target_id = known.id AND newer.starts_at >= ${limit})`);
  const ids = Ids.parse([...rows]).map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of HISTORIES) await db.delete(table).where(sql`${table.targetId} = ${anyOf(ids)}`);
}
