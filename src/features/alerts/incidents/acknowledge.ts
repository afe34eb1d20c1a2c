import { eq, sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { alertIncidents } from "../tables";
import type { AlertIncidentRead } from "./models";
import { getIncident } from "./read";

type Context = { db: Db; actor: Actor; now: Date };

/** Says that somebody sees to it. Throws 404, and 409 for one that is over. Who does it again takes it over. */
export async function acknowledgeIncident(
  ctx: Context,
  { id, note }: { id: number; note: string | null },
): Promise<AlertIncidentRead> {
  return markAcknowledged(ctx, { id, note, by: ctx.actor.username, takesOver: true });
}

type Acknowledgement = {
  id: number;
  note: string | null;
  by: string | null;
  /** False: what is acknowledged already is a 409. */
  takesOver: boolean;
};

/** As `acknowledgeIncident`, for whoever is named. */
export async function markAcknowledged(
  ctx: Context,
  { id, note, by, takesOver }: Acknowledgement,
): Promise<AlertIncidentRead> {
  return ctx.db.transaction(async (db) => {
    const [row] = await db.select().from(alertIncidents).where(eq(alertIncidents.id, id)).for("update");
    if (row === undefined) throw notFound("Incident not found");
    if (row.resolvedAt !== null) throw conflict("The incident is over");
    if (row.acknowledgedAt !== null && !takesOver) throw conflict("The incident is acknowledged already");
    const [next = row] = await db
      .update(alertIncidents)
      .set({ acknowledgedAt: sql`now()`, acknowledgedBy: by, note })
      .where(eq(alertIncidents.id, id))
      .returning();
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "alerts.incident_acknowledged",
        target: `alert_incident:${id}`,
        detail: row.title,
        ...changesOf(toAcknowledgement(row), toAcknowledgement(next)),
      },
    );
    return getIncident({ db, now: ctx.now }, id);
  });
}

function toAcknowledgement({
  acknowledgedBy,
  note,
}: Pick<typeof alertIncidents.$inferSelect, "acknowledgedBy" | "note">) {
  return { acknowledged_by: acknowledgedBy, note };
}

/** What was said of an incident before somebody saw to it; null: nobody did. Throws 404, and 409 for one that is over. */
export async function restoreAcknowledgement(
  { db, actor }: { db: Db; actor: Actor },
  { id, by, note }: { id: number; by: string | null; note: string | null },
): Promise<void> {
  const [row] = await db.select().from(alertIncidents).where(eq(alertIncidents.id, id)).for("update");
  if (row === undefined) throw notFound("Incident not found");
  if (row.resolvedAt !== null) throw conflict("The incident is over");
  const acknowledgedAt = by === null ? null : sql`coalesce(${alertIncidents.acknowledgedAt}, now())`;
  await db
    .update(alertIncidents)
    .set({ acknowledgedAt, acknowledgedBy: by, note })
    .where(eq(alertIncidents.id, id));
  const next = { acknowledgedBy: by, note };
  await recordAudit(
    { db, actor },
    {
      action: "alerts.incident_acknowledged",
      target: `alert_incident:${id}`,
      detail: row.title,
      ...changesOf(toAcknowledgement(row), toAcknowledgement(next)),
    },
  );
}
