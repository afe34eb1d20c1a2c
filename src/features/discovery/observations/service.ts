import { and, desc, eq, inArray, ne, sql, type SQL } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { refuseDouble, type Db } from "#platform/database";
import { notFound } from "#platform/errors";
import type { WorkerPool } from "#platform/workers";
import { deviceNameOf, devices, everyDeviceAddress } from "#tables/topology";
import { discoveryObservations, discoverySchedules, discoverySettledMacs } from "../tables";
import {
  toObservationRead,
  type DiscoveryObservationRead,
  type DiscoveryObservationUpdate,
  type ObservationsQuery,
} from "./models";

export type ObservationContext = { db: Db; actor: Actor; userId: number; pool: WorkerPool };

const SHOWN = 200;
export const OBSERVATION_NOT_FOUND = "Observation not found";
const ANOTHER = {
  constraint: "discovery_observations_unresolved",
  detail: "There is a newer observation of the same that is not resolved",
};

/**
 * At most 200 observations, those seen last first. What is in the inventory by now is new no more, and what was to stay
 * away for a while comes back.
 */
export async function listObservations(
  { db }: { db: Db },
  query: ObservationsQuery,
): Promise<DiscoveryObservationRead[]> {
  await settleKnown(db);
  await wakeIgnored(db);
  const { schedule_id: scheduleId, observation_type: type, status_filter: status } = query;
  const rows = await selectObservations(
    db,
    and(
      scheduleId === undefined ? undefined : eq(discoveryObservations.scheduleId, scheduleId),
      type === undefined ? undefined : eq(discoveryObservations.observationType, type),
      conditionOf(status),
    ),
  )
    .orderBy(desc(discoveryObservations.lastSeenAt), desc(discoveryObservations.id))
    .limit(SHOWN);
  return rows.map(toObservationRead);
}

function conditionOf(status: ObservationsQuery["status_filter"]): SQL | undefined {
  if (status === "all") return undefined;
  if (status === "ignored")
    return and(eq(discoveryObservations.status, "acknowledged"), eq(discoveryObservations.isIgnored, true));
  return eq(discoveryObservations.status, status);
}

function selectObservations(db: Db, filter: SQL | undefined) {
  return db
    .select({
      observation: discoveryObservations,
      scheduleName: discoverySchedules.name,
      deviceName: sql<string | null>`CASE WHEN ${devices.id} IS NULL THEN NULL ELSE ${deviceNameOf()} END`,
    })
    .from(discoveryObservations)
    .innerJoin(discoverySchedules, eq(discoverySchedules.id, discoveryObservations.scheduleId))
    .leftJoin(devices, eq(devices.id, discoveryObservations.deviceId))
    .where(filter)
    .$dynamic();
}

async function settleKnown(db: Db): Promise<void> {
  await db
    .update(discoveryObservations)
    .set({
      status: "resolved",
      resolvedAt: sql`now()`,
      details: sql`${discoveryObservations.details} || '{"auto_resolved": "in_inventory"}'::jsonb`,
    })
    .where(
      and(
        eq(discoveryObservations.status, "open"),
        eq(discoveryObservations.observationType, "new_device"),
        sql`EXISTS (SELECT FROM ${everyDeviceAddress}
          WHERE ${everyDeviceAddress.address} = ${discoveryObservations.ipAddress}::inet)`,
      ),
    );
}

async function wakeIgnored(db: Db): Promise<void> {
  await db
    .update(discoveryObservations)
    .set({ status: "open", isIgnored: false, ignoredUntil: null, reason: null })
    .where(
      and(
        eq(discoveryObservations.status, "acknowledged"),
        eq(discoveryObservations.isIgnored, true),
        sql`${discoveryObservations.ignoredUntil} <= now()`,
      ),
    );
}

/** Throws 404. */
export async function getObservation({ db }: { db: Db }, id: number): Promise<DiscoveryObservationRead> {
  const [row] = await selectObservations(db, eq(discoveryObservations.id, id));
  if (row === undefined) throw notFound(OBSERVATION_NOT_FOUND);
  return toObservationRead(row);
}

/**
 * Gives an observation another status. Throws 404; 409 where it would be a second one of the same that is not resolved.
 */
export async function updateObservation(
  ctx: Pick<ObservationContext, "db" | "actor">,
  { id, update }: { id: number; update: DiscoveryObservationUpdate },
): Promise<DiscoveryObservationRead> {
  return refuseDouble(ANOTHER, () =>
    ctx.db.transaction(async (db) => {
      await lockObservation(db, id);
      const { status, ignored_until: until, reason } = update;
      const isIgnored = status === "acknowledged" && (update.ignore || until !== null || reason !== null);
      const resolvedAt =
        status === "resolved" ? sql`coalesce(${discoveryObservations.resolvedAt}, now())` : null;
      await db
        .update(discoveryObservations)
        .set({
          status,
          isIgnored,
          ignoredUntil: isIgnored ? until : null,
          reason: isIgnored ? reason : null,
          resolvedAt,
        })
        .where(eq(discoveryObservations.id, id));
      if (status === "resolved") await settleMacs(db, eq(discoveryObservations.id, id));
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "discovery.observation_updated",
          target: `discovery_observation:${id}`,
          detail: `status=${status}${isIgnored ? ` ignored_until=${until?.toISOString() ?? "ever"}` : ""}`,
        },
      );
      return getObservation({ db }, id);
    }),
  );
}

/** Throws 404. Nobody else changes it until the transaction ends. */
export async function lockObservation(
  db: Db,
  id: number,
): Promise<typeof discoveryObservations.$inferSelect> {
  const [row] = await db
    .select()
    .from(discoveryObservations)
    .where(eq(discoveryObservations.id, id))
    .for("update");
  if (row === undefined) throw notFound(OBSERVATION_NOT_FOUND);
  return row;
}

/** What was new and is resolved by a person is new no more, to any schedule, where its MAC address tells it. */
async function settleMacs(db: Db, these: SQL): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${discoverySettledMacs} (mac_address)
    SELECT DISTINCT substr(subject_key, 5) FROM ${discoveryObservations}
    WHERE ${these} AND observation_type = 'new_device' AND subject_key LIKE 'mac:%'
    ON CONFLICT DO NOTHING`);
}

/** Resolves all that is not. */
export async function resolveAll(
  ctx: Pick<ObservationContext, "db" | "actor">,
): Promise<{ resolved: number }> {
  return ctx.db.transaction(async (db) => {
    const resolved = await db
      .update(discoveryObservations)
      .set({ status: "resolved", isIgnored: false, ignoredUntil: null, resolvedAt: sql`now()` })
      .where(ne(discoveryObservations.status, "resolved"))
      .returning({ id: discoveryObservations.id });
    const ids = resolved.map(({ id }) => id);
    if (ids.length > 0) await settleMacs(db, inArray(discoveryObservations.id, ids));
    const count = ids.length;
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "discovery.observations_resolved_all",
        target: "discovery_observations",
        detail: `count=${count}`,
      },
    );
    return { resolved: count };
  });
}
