import { eq } from "drizzle-orm";
import { z } from "zod";
import { undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import { pick } from "#platform/put-back";
import { restoreAcknowledgement } from "../incidents/acknowledge";
import { alertIncidents } from "../tables";

const Acknowledgement = z.object({
  acknowledged_by: z.string().nullable(),
  note: z.string().nullable(),
});

const never = () => Promise.reject(new Error("our bug: incidents are neither made nor removed by people"));

const ACKNOWLEDGEMENTS: ObjectKind = {
  permission: "alert_write",
  actions: { created: [], updated: ["alerts.incident_acknowledged"], deleted: [] },
  targetOf: (id) => `alert_incident:${id}`,
  nameOf: ({ title }) => (typeof title === "string" ? title : null),
  comparable: (fields) => pick(fields, ["acknowledged_by", "note"]),
  async find(db, id) {
    const [row] = await db.select().from(alertIncidents).where(eq(alertIncidents.id, id)).for("update");
    return row && { title: row.title, acknowledged_by: row.acknowledgedBy, note: row.note };
  },
  async change({ db, actor }, { id, fields }) {
    const [now] = await db.select().from(alertIncidents).where(eq(alertIncidents.id, id));
    const whole = { acknowledged_by: now?.acknowledgedBy, note: now?.note, ...fields };
    const { acknowledged_by: by, note } = Acknowledgement.parse(whole);
    await restoreAcknowledgement({ db, actor }, { id, by, note });
  },
  remove: never,
  restore: never,
};

/** How it is taken back that somebody sees to an incident, while it lasts. */
export const ACKNOWLEDGEMENT_UNDOERS: readonly Undoer[] = undoersOf(ACKNOWLEDGEMENTS);
