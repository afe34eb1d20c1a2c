import { and, eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { findIds, type Keyed } from "#platform/http/upsert";
import { monitors } from "../tables";
import { getMonitor } from "./list";
import type { MonitorCreate, MonitorRead, MonitorUpdate } from "./models";
import { createMonitor, updateMonitor, type Context } from "./service";

/** A monitor under its kind and its name. */
export function monitorByKey(
  contextOf: (db: Db) => Context,
  monitor: MonitorCreate,
): Keyed<MonitorRead, MonitorUpdate> {
  const { kind, name } = monitors;
  return {
    key: `${monitor.kind} monitor named ${monitor.name}`,
    find: (db) =>
      findIds(db, { table: monitors, where: and(eq(kind, monitor.kind), eq(name, monitor.name)) }),
    read: (db, id) => getMonitor(contextOf(db), id),
    create: (db) => createMonitor(contextOf(db), monitor),
    update: (db, change) => updateMonitor(contextOf(db), change),
  };
}
