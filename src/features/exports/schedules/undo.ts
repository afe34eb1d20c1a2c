import { eq } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import { readRequest, restoreRow, undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import { databaseNow } from "#platform/database-clock";
import { forbidden } from "#platform/errors";
import { reportSchedules } from "../tables";
import { ReportScheduleCreate, ReportScheduleUpdate, rhythmOf } from "./models";
import {
  createdColumns,
  deleteSchedule,
  findKeptSchedule,
  requireScheduleRoom,
  updateSchedule,
} from "./service";
import { dueAfter } from "./due";

/** What cannot be changed: whose it is, and which. */
const GIVEN = new Set(["id", "owner_user_id"]);

const SCHEDULES: ObjectKind = {
  permission: "report_export",
  actions: {
    created: ["export.report_schedule_created"],
    updated: ["export.report_schedule_updated"],
    deleted: ["export.report_schedule_deleted"],
  },
  stored: { table: reportSchedules },
  targetOf: (id) => `report_schedule:${id}`,
  nameOf: ({ name }) => (typeof name === "string" ? name : null),
  comparable: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => !GIVEN.has(name))),
  async find(db, id) {
    const [row] = await db.select().from(reportSchedules).where(eq(reportSchedules.id, id)).for("update");
    return row && findKeptSchedule(db, id);
  },
  async change({ db, actor, caller }, { id, fields }) {
    const changes = readRequest(ReportScheduleUpdate, fields);
    await updateSchedule({ db, actor, caller }, { id, changes, ifMatch: undefined });
  },
  async remove({ db, actor, caller }, id) {
    await deleteSchedule({ db, actor, caller }, { id, ifMatch: undefined, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const { db, caller } = run;
    const ownerUserId = Number(before["owner_user_id"]);
    if (ownerUserId !== caller.userId && !caller.isSuperAdmin)
      throw forbidden("A report schedule is its owner's, and SuperAdmins'");
    await requireScheduleRoom(db, ownerUserId);
    const own = createdColumns(readRequest(ReportScheduleCreate, before));
    const dueAt = dueAfter(await databaseNow(db), rhythmOf(own));
    const columns = { ...own, dueAt, ownerUserId, createdAt: before["created_at"] };
    if (!(await restoreRow(run, { table: reportSchedules, id, columns, about }))) return undefined;
    const after = await findKeptSchedule(db, id);
    await recordAudit(run, {
      action: "export.report_schedule_created",
      target: `report_schedule:${id}`,
      detail: own.name,
      after,
    });
    return {};
  },
};

/** How changes of report schedules are taken back, by their owners and by SuperAdmins. */
export const REPORT_SCHEDULE_UNDOERS: readonly Undoer[] = undoersOf(SCHEDULES);
