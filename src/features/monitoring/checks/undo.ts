import { eq } from "drizzle-orm";
import { z } from "zod";
import { readKept, recordAudit } from "#features/audit";
import {
  notRecorded,
  readRequest,
  removeObjects,
  restoreRow,
  statesOf,
  undoersOf,
  type Fields,
  type ObjectKind,
  type Undoer,
  type UndoRun,
} from "#features/undo";
import { devices } from "#tables/topology";
import { holdTargets } from "../engine/target-upkeep";
import { serviceChecks } from "../tables";
import { restoreBelongings, type WatchedBelonging } from "../watched-belonging";
import { PortTargetCreate, PortTargetUpdate, toCheckColumns, toCheckFields } from "./models";
import { deleteCheck, describe, lockChecks, removeChecks, updateCheck } from "./service";

/** What is no choice of anybody's. */
const GIVEN = new Set(["id", "created_at", "updated_at"]);

/** How changes of service checks are taken back, one by one or on many devices at once. */
export function checkUndoers(belongings: readonly WatchedBelonging[]): Undoer[] {
  const kind: ObjectKind = {
    permission: "monitoring_write",
    actions: {
      created: ["monitoring.service_check_created"],
      updated: ["monitoring.service_check_updated"],
      deleted: ["monitoring.service_check_deleted"],
    },
    stored: { table: serviceChecks },
    targetOf: (id) => `service_check:${id}`,
    nameOf: ({ label }) => (typeof label === "string" ? label : null),
    references: { device_id: devices },
    comparable: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => !GIVEN.has(name))),
    async find(db, id) {
      const [row] = await db.select().from(serviceChecks).where(eq(serviceChecks.id, id)).for("update");
      return row && toCheckFields(row);
    },
    many: {
      async find(db, ids) {
        const found = await lockChecks(db, ids);
        return new Map(found.map((row) => [row.id, toCheckFields(row)]));
      },
      async change(run, changes) {
        for (const change of changes) await changeCheck(run, change);
      },
      async remove(run, ids) {
        await holdTargets(run.db);
        await removeChecks({ ...run, belongings }, await lockChecks(run.db, ids));
        return new Map(ids.map((id) => [id, {}]));
      },
    },
    change: changeCheck,
    async remove(run, id) {
      await holdTargets(run.db);
      await deleteCheck(
        { ...run, belongings, onChange: untold },
        { id, ifMatch: undefined, isDryRun: false },
      );
    },
    async restore(run, { id, before, entry, about }) {
      const check = readRequest(PortTargetCreate, before);
      const columns = { ...toCheckColumns(check), createdAt: before["created_at"] };
      if (!(await restoreRow(run, { table: serviceChecks, id, columns, about }))) return undefined;
      const found = await restoreBelongings(run, {
        kept: await readKept(run.db, entry, "removed"),
        belongings,
      });
      const [row] = await run.db.select().from(serviceChecks).where(eq(serviceChecks.id, id));
      if (row === undefined) throw new Error("our bug: a check that was put back is not there");
      const after = toCheckFields(row);
      await recordAudit(run, {
        action: "monitoring.service_check_created",
        target: `service_check:${id}`,
        detail: describe(after),
        after,
      });
      return found;
    },
  };
  return [...undoersOf(kind), bulkUndoer(kind)];
}

/** The caller of the undo tells of the change. */
const untold = () => {};

async function changeCheck(run: UndoRun, { id, fields }: { id: number; fields: Fields }): Promise<void> {
  const changes = readRequest(PortTargetUpdate, fields);
  await updateCheck({ ...run, onChange: untold }, { id, changes, ifMatch: undefined });
}

const Bulk = z.looseObject({
  check: z.record(z.string(), z.unknown()),
  created: z.array(z.object({ id: z.int(), device_id: z.int() })),
});

function bulkUndoer(kind: ObjectKind): Undoer {
  return {
    actions: ["monitoring.service_checks_bulk_created"],
    permission: "monitoring_write",
    async undo(run, entry) {
      const recorded = Bulk.safeParse(statesOf(entry).after);
      if (!recorded.success) return notRecorded(run, entry);
      const { check, created } = recorded.data;
      const made = new Map(
        created.map(({ id, device_id }): [number, Fields] => [id, { ...check, device_id, scope: null }]),
      );
      await removeObjects(run, { kind, made });
    },
  };
}
