import type { Db } from "#platform/database";
import type { Named } from "./course/find-target";

/** What is in maintenance at one moment, each by its id; a device's is also that of the service checks on it. */
export type Maintained = {
  /** Everything is; null: only what follows. */
  everything: Date | null;
  devices: ReadonlyMap<number, unknown>;
  serviceChecks: ReadonlyMap<number, unknown>;
  monitors: ReadonlyMap<number, unknown>;
};

/** Who knows what is in maintenance. The same object again: nothing has changed. */
export type MaintenanceLook = {
  at(now: Date): Promise<Maintained>;
  /** For after a write. */
  forget(): void;
};

/** Finds the maintenance of one thing that lasted at some time between two moments. */
export type MaintenanceFinder = (
  ctx: { db: Db },
  asked: { target: Named; from: Date; to: Date },
) => Promise<TargetMaintenance[]>;

export type TargetMaintenance = { maintenanceId: number; title: string; startsAt: Date; endsAt: Date };
