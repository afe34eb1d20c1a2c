import type { Fields } from "#features/undo";
import { favouriteMonitors } from "../tables";
import type { WatchedBelonging } from "../watched-belonging";
import { SECRET_NAMES, type RecordedMonitor } from "./models";
import { toMonitorColumns } from "./monitor-rows";

/** Whose favourite a monitor is, which comes back with it as its belongings do. */
export const FAVOURITES: WatchedBelonging = { kind: "favourites", table: favouriteMonitors };

/** The secrets that a monitor had, by what the audit log shows of it. */
export function secretsOf(fields: Fields): string[] {
  return SECRET_NAMES.filter((name) => fields[`has_${name}`] === true);
}

/** Of one that was deleted. It comes back paused where it lacks a secret: it would tell of trouble that there is not. */
export function toRestoredColumns(monitor: RecordedMonitor, before: Fields) {
  const enabled = monitor.enabled && secretsOf(before).length === 0;
  return { ...toMonitorColumns({ ...monitor, enabled }), createdAt: monitor.created_at };
}
