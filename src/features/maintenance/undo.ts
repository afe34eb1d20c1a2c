import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#features/audit";
import {
  addLost,
  readRequest,
  restoreRow,
  undoersOf,
  type Fields,
  type ObjectKind,
  type Undoer,
} from "#features/undo";
import type { Db } from "#platform/database";
import { pick } from "#platform/put-back";
import { MaintenanceCreate, MaintenanceUpdate, type Scope } from "./models";
import { deleteMaintenance, findMaintenanceFields, updateMaintenance } from "./service";
import { REFERENCES, replaceScope } from "./scope";
import { maintenanceWindows } from "./tables";
import { scheduleColumns } from "./windows";

const SET_FIELDS = ["title", "description", "enabled", "scope", "schedule", "exceptions"];

const MAINTENANCE: ObjectKind = {
  permission: "monitoring_write",
  actions: {
    created: ["maintenance.created"],
    updated: ["maintenance.updated", "maintenance.ended", "maintenance.occurrence_skipped"],
    deleted: ["maintenance.deleted"],
  },
  stored: { table: maintenanceWindows },
  targetOf: (id) => `maintenance:${id}`,
  nameOf: ({ title }) => (typeof title === "string" ? title : null),
  comparable: (fields) => pick(fields, SET_FIELDS),
  async find(db, id) {
    const [row] = await db
      .select({ id: maintenanceWindows.id })
      .from(maintenanceWindows)
      .where(eq(maintenanceWindows.id, id))
      .for("update");
    return row && findMaintenanceFields(db, id);
  },
  async change({ db, actor }, { id, fields }) {
    // A schedule that is given alone takes the exceptions away, which are as they are here.
    const exceptions = "schedule" in fields ? pick(await findMaintenanceFields(db, id), ["exceptions"]) : {};
    await updateMaintenance(
      { db, actor },
      { id, changes: readRequest(MaintenanceUpdate, { ...exceptions, ...fields }) },
    );
  },
  async remove({ db, actor }, id) {
    await deleteMaintenance({ db, actor }, { id, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const { db } = run;
    const { title, description, enabled, scope, schedule } = readRequest(MaintenanceCreate, before);
    const columns = {
      title,
      description,
      isEnabled: enabled,
      coversEverything: scope.everything,
      ...scheduleColumns(schedule),
      exceptions: toExceptions(before),
      createdBy: before["created_by"],
      createdAt: before["created_at"],
    };
    if (!(await restoreRow(run, { table: maintenanceWindows, id, columns, about }))) return undefined;
    const { present, gone } = await splitScope(db, scope);
    await replaceScope(db, { maintenanceId: id, scope: present });
    addLost(run, {
      kind: "maintenance_scopes",
      keys: gone.map((thing) => `${id}:${thing}`),
      reason: "what it covered is not there any more",
    });
    const after = await findMaintenanceFields(db, id);
    await recordAudit(run, {
      action: "maintenance.created",
      target: `maintenance:${id}`,
      detail: title,
      after,
    });
    return {};
  },
};

/** How changes of maintenance windows are taken back. */
export const MAINTENANCE_UNDOERS: readonly Undoer[] = undoersOf(MAINTENANCE);

const Exceptions = z.array(z.object({ starts_at: z.string(), ends_at: z.string() })).catch([]);

function toExceptions({ exceptions }: Fields) {
  return Exceptions.parse(exceptions).map((given) => ({
    startsAt: Date.parse(given.starts_at),
    endsAt: Date.parse(given.ends_at),
  }));
}

/** What of a scope is there still, and what is not. */
async function splitScope(db: Db, scope: Scope): Promise<{ present: Scope; gone: string[] }> {
  const present = { ...scope };
  const gone: string[] = [];
  for (const { ids, kind, table } of REFERENCES) {
    const rows = await db.select({ id: table.id }).from(table).where(inArray(table.id, scope[ids]));
    const known = new Set(rows.map(({ id }) => id));
    present[ids] = scope[ids].filter((id) => known.has(id));
    gone.push(...scope[ids].filter((id) => !known.has(id)).map((id) => `${kind}:${id}`));
  }
  return { present, gone };
}
