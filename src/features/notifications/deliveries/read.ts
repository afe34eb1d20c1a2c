import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { readQuarantines } from "../quarantine";
import { outbox } from "#platform/tables/outbox";
import {
  stateOf,
  toDeliveryRead,
  type DeliveriesQuery,
  type DeliveryRow,
  type NotificationDeliveryRead,
} from "./models";

export type Viewer = { isSuperAdmin: boolean };

const NEWEST_FIRST: Ordering<DeliveryRow> = {
  name: "notification deliveries",
  keys: [{ column: outbox.id, type: "bigint", of: ({ id }) => id }],
  isDescending: true,
};

/** A page of what was and is to be sent, the newest first. Throws 422 for a bad cursor. */
export async function listDeliveries(
  { db, caller }: { db: Db; caller: Viewer },
  query: DeliveriesQuery,
): Promise<Page<NotificationDeliveryRead>> {
  const { status, kind, target } = query;
  const filter = and(
    visibleTo(caller),
    status && eq(outbox.state, stateOf(status)),
    kind && eq(outbox.kind, kind),
    target === undefined ? undefined : eq(outbox.destination, target),
  );
  const page = await readPage(query, {
    order: NEWEST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(outbox)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(outbox, filter),
  });
  const quarantines = await readQuarantines(db);
  return mapPage(page, (row) => toDeliveryRead(row, quarantines.get(row.destination)));
}

/** Mails to users about their accounts are for those to see who administer accounts. */
export function visibleTo({ isSuperAdmin }: Viewer): SQL | undefined {
  return isSuperAdmin ? undefined : eq(outbox.kind, "alert");
}

type Counts = {
  waiting: number;
  dead: number;
  /** Destinations. */
  quarantined: number;
  /** Undefined: nothing waits. */
  oldestSeconds: number | undefined;
};

/** What waits, and what was given up. */
export async function countDeliveries(db: Db): Promise<Counts> {
  const [row] = await db.execute<{
    waiting: number;
    dead: number;
    quarantined: number;
    oldest: number | null;
  }>(sql`
    SELECT (SELECT count(*)::int FROM outbox_destinations WHERE quarantined_at IS NOT NULL) AS quarantined,
      count(*) FILTER (WHERE state = 'waiting')::int AS waiting, count(*) FILTER (WHERE state = 'dead')::int AS dead,
      extract(epoch FROM now() - min(created_at) FILTER (WHERE state = 'waiting'))::float8 AS oldest
    FROM outbox WHERE state IN ('waiting', 'dead')`);
  const { waiting = 0, dead = 0, quarantined = 0, oldest } = row ?? {};
  return { waiting, dead, quarantined, oldestSeconds: oldest ?? undefined };
}
