import { alertWatchedBelonging } from "#features/alerts";
import { maintenanceWatchedBelonging } from "#features/maintenance";
import { HISTORIES, MEMBERSHIPS, type WatchedBelonging } from "#features/monitoring";
import { statusPageWatchedBelonging } from "#features/status-pages";

/** What goes with a service check or a monitor that is deleted, and comes back with it, in this order. */
export const WATCHED_BELONGINGS: readonly WatchedBelonging[] = [
  HISTORIES,
  MEMBERSHIPS,
  alertWatchedBelonging,
  maintenanceWatchedBelonging,
  statusPageWatchedBelonging,
];
