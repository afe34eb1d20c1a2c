import { eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import { getMaintenance } from "./list";
import type { MaintenanceCreate, MaintenanceRead, MaintenanceUpdate } from "./models";
import { createMaintenance, updateMaintenance } from "./service";
import { maintenanceWindows } from "./tables";
import { scheduleColumns, shownSchedule } from "./windows";

/** Maintenance under its title. */
export function maintenanceByKey(
  actor: Actor,
  maintenance: MaintenanceCreate,
): Keyed<MaintenanceRead, MaintenanceUpdate> {
  const where = eq(maintenanceWindows.title, maintenance.title);
  return {
    key: `maintenance named ${maintenance.title}`,
    find: (db) => findIds(db, { table: maintenanceWindows, where }),
    read: (db, id) => getMaintenance({ db }, id),
    create: (db) => createMaintenance({ db, actor }, maintenance),
    update: (db, change) => updateMaintenance({ db, actor }, change),
    shown: ({ schedule, ...changes }) =>
      schedule === undefined ? changes : { ...changes, schedule: shownSchedule(scheduleColumns(schedule)) },
  };
}
