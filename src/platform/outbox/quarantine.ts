import { sql } from "drizzle-orm";
import type { Db } from "../database";
import { TRIED_FOR_SECONDS } from "./retries";

/** A destination that has refused everything for long. */
export type Failing = {
  destination: string;
  /** When the first of those attempts failed. */
  since: Date;
  /** Why the last one did. */
  detail: string;
};

type Failure = {
  destination: string;
  detail: string;
  /** What the destination asked for. */
  retryAfterSeconds?: number | undefined;
};

export type Quarantine = {
  /** An attempt reached it. */
  end(destination: string): Promise<void>;
  /** An attempt failed, and not for a reason of this side alone. */
  noteFailure(failure: Failure): Promise<void>;
  /**
   * The notices by which destinations in quarantine are to be tried now, made due; each destination is due for one
   * process only. What waited there for too long is given up.
   */
  takeProbes(): Promise<number[]>;
};

type Options = {
  db: Db;
  /** No: one failure there says nothing of the next notice, which may be for somebody else. */
  covers: (destination: string) => boolean;
  /** In the transaction in which a quarantine begins. */
  onBegin: (db: Db, failing: Failing) => Promise<void>;
};

const FAILURES = 10;
const FAILING_SECONDS = 30 * 60;
const PROBE_SECONDS = 15 * 60;
/** Of a pause that a destination asks for. */
const LONGEST_SECONDS = 3600;

/** Also one that is due later than any can: the clock was set back since. */
const isProbeDue = sql`NOT probe_at BETWEEN statement_timestamp()
  AND statement_timestamp() + make_interval(secs => ${LONGEST_SECONDS + 60})`;

/**
 * Takes destinations out that fail and fail, ten attempts in a row over half an hour, so that nobody waits for what
 * cannot come: one notice goes there in 15 minutes, and the first that arrives ends it. Times are the database's, and
 * shared by all processes.
 */
export function createQuarantine({ db, covers, onBegin }: Options): Quarantine {
  return {
    end: (destination) => endQuarantine(db, destination),

    async noteFailure({ destination, detail, retryAfterSeconds = 0 }) {
      if (!covers(destination)) return;
      const pause = Math.min(retryAfterSeconds, LONGEST_SECONDS);
      await db.transaction(async (tx) => {
        const [row] = await tx.execute<{ since: number; begins: boolean }>(sql`
          INSERT INTO outbox_destinations AS known (destination, failures, failing_since, failed_at, detail)
          VALUES (${destination}, 1, now(), now(), ${detail})
          ON CONFLICT (destination) DO UPDATE
          SET failures = known.failures + 1, failed_at = now(), detail = excluded.detail,
            failing_since = least(known.failing_since, now()),
            probe_at = CASE WHEN known.quarantined_at IS NOT NULL
              THEN greatest(known.probe_at, now() + make_interval(secs => ${pause})) END
          RETURNING extract(epoch FROM failing_since)::float8 AS since,
            quarantined_at IS NULL AND failures >= ${FAILURES}
              AND failing_since <= now() - make_interval(secs => ${FAILING_SECONDS}) AS begins`);
        if (row?.begins !== true) return;
        await tx.execute(sql`
          UPDATE outbox_destinations
          SET quarantined_at = now(), probe_at = now() + make_interval(secs => ${Math.max(PROBE_SECONDS, pause)})
          WHERE destination = ${destination}`);
        await onBegin(tx, { destination, since: new Date(row.since * 1000), detail });
      });
    },

    async takeProbes() {
      const due = await db.execute<{ destination: string; detail: string }>(sql`
        UPDATE outbox_destinations tried
        SET probe_at = statement_timestamp() + make_interval(secs => ${PROBE_SECONDS})
        WHERE quarantined_at IS NOT NULL AND ${isProbeDue} AND EXISTS (
          SELECT 1 FROM outbox waiting WHERE waiting.state = 'waiting' AND waiting.destination = tried.destination)
        RETURNING destination, detail`);
      const probes = await Promise.all(
        due.map(async (failing) => {
          await giveUpLate(db, failing);
          return chooseProbe(db, failing.destination);
        }),
      );
      return probes.flat();
    },
  };
}

/**
 * Ends a quarantine, and forgets what failed before: whatever waits for the destination is due. `db` may be a
 * transaction.
 */
export async function endQuarantine(db: Db, destination: string): Promise<void> {
  await db.execute(sql`
    WITH ended AS (
      DELETE FROM outbox_destinations WHERE destination = ${destination} RETURNING quarantined_at)
    UPDATE outbox SET due_at = least(due_at, now())
    WHERE state = 'waiting' AND destination = ${destination}
      AND EXISTS (SELECT 1 FROM ended WHERE quarantined_at IS NOT NULL)`);
}

/** No attempt tells them that their time is over. */
async function giveUpLate(db: Db, { destination, detail }: { destination: string; detail: string }) {
  await db.execute(sql`
    UPDATE outbox SET state = 'dead', tried_at = coalesce(tried_at, now()), leased_until = NULL,
      detail = left(${`In quarantine: ${detail}`}, 255),
      payload = CASE WHEN expires_at IS NULL THEN payload END
    WHERE state = 'waiting' AND destination = ${destination}
      AND least(tried_from + make_interval(secs => ${TRIED_FOR_SECONDS}), expires_at) < now()`);
}

/**
 * The one whose last attempt is the longest ago: one that the other side never takes does not stand before the others
 * for ever.
 */
async function chooseProbe(db: Db, destination: string): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    UPDATE outbox SET due_at = least(due_at, now())
    WHERE id = (
      SELECT id FROM outbox
      WHERE state = 'waiting' AND destination = ${destination} AND (group_key = '' OR NOT EXISTS (
        SELECT 1 FROM outbox earlier WHERE earlier.state = 'waiting' AND earlier.group_key <> ''
          AND earlier.destination = outbox.destination AND earlier.group_key = outbox.group_key AND earlier.id < outbox.id))
      ORDER BY coalesce(tried_at, created_at), id LIMIT 1)
    RETURNING id::float8 AS id`);
  return rows.map(({ id }) => id);
}
