import { alertWatchedBelonging } from "#features/alerts";
import { maintenanceWatchedBelonging } from "#features/maintenance";
import { MEMBERSHIPS, type WatchedBelonging } from "#features/monitoring";
import { statusPageWatchedBelonging } from "#features/status-pages";

/** What goes with a service check or a monitor that is deleted, and comes back with it, in this order. */
export const WATCHED_BELONGINGS: readonly WatchedBelonging[] = [
  MEMBERSHIPS,
  alertWatchedBelonging,
  maintenanceWatchedBelonging,
  statusPageWatchedBelonging,
];
