import { and, eq } from "drizzle-orm";
import { findIds, type Keyed } from "#platform/http/upsert";
import { reportSchedules } from "../tables";
import type { ReportScheduleCreate, ReportScheduleRead, ReportScheduleUpdate } from "./models";
import { createSchedule, getSchedule, updateSchedule, type Context } from "./service";

/** A report by mail under its name, among its owner's. */
export function reportScheduleByKey(
  ctx: Omit<Context, "db">,
  schedule: ReportScheduleCreate,
): Keyed<ReportScheduleRead, ReportScheduleUpdate> {
  const { ownerUserId, name } = reportSchedules;
  const { userId } = ctx.caller;
  return {
    key: `report of user ${userId} named ${schedule.name}`,
    find: (db) =>
      findIds(db, {
        table: reportSchedules,
        where: and(eq(ownerUserId, userId), eq(name, schedule.name)),
      }),
    read: (db, id) => getSchedule({ ...ctx, db }, id),
    create: (db) => createSchedule({ ...ctx, db }, schedule),
    update: (db, change) => updateSchedule({ ...ctx, db }, change),
  };
}
