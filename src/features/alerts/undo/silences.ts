import { eq } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import { readRequest, restoreRow, undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import { pick } from "#platform/put-back";
import { databaseNow } from "#platform/database-clock";
import { AlertSilenceCreate, toSilenceRead } from "../silences/models";
import { deleteSilence, requireEnd } from "../silences/service";
import { alertSilences } from "../tables";

const SILENCES: ObjectKind = {
  permission: "alert_write",
  actions: { created: ["alerts.silence_created"], updated: [], deleted: ["alerts.silence_deleted"] },
  stored: { table: alertSilences },
  targetOf: (id) => `alert_silence:${id}`,
  nameOf: ({ reason }) => (typeof reason === "string" ? reason : null),
  comparable: (fields) => pick(fields, ["reason", "rule_ids", "device_ids", "scope", "ends_at"]),
  async find(db, id) {
    const [row] = await db.select().from(alertSilences).where(eq(alertSilences.id, id)).for("update");
    return row && toSilenceRead(row, await databaseNow(db));
  },
  change: () => Promise.reject(new Error("our bug: silences are not changed")),
  async remove({ db, actor }, id) {
    await deleteSilence({ db, actor }, { id, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const {
      reason,
      ends_at: endsAt,
      rule_ids: ruleIds,
      device_ids: deviceIds,
      scope,
    } = readRequest(AlertSilenceCreate, before);
    const now = await databaseNow(run.db);
    requireEnd(endsAt, now);
    const { starts_at: startsAt, created_by: createdBy } = before;
    const columns = { reason, endsAt, ruleIds, deviceIds, scope, startsAt, createdBy };
    if (!(await restoreRow(run, { table: alertSilences, id, columns, about }))) return undefined;
    const [row] = await run.db.select().from(alertSilences).where(eq(alertSilences.id, id));
    if (row === undefined) throw new Error("our bug: a silence that was put back is not there");
    const after = toSilenceRead(row, now);
    await recordAudit(run, {
      action: "alerts.silence_created",
      target: `alert_silence:${id}`,
      detail: reason,
      after,
    });
    return {};
  },
};

/** How silences are taken back: one whose end has passed by now does not begin again. */
export const SILENCE_UNDOERS: readonly Undoer[] = undoersOf(SILENCES);
