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
    const told = ({ acknowledgedBy, note: own }: typeof row) => ({
      acknowledged_by: acknowledgedBy,
      note: own,
    });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "alerts.incident_acknowledged",
        target: `alert_incident:${id}`,
        detail: row.title,
        ...changesOf(told(row), told(next)),
      },
    );
    return getIncident({ db, now: ctx.now }, id);
  });
}
