import type { Db } from "#platform/database";

/** What came of the things of one kind: they are the kept device's now, one with what it had already, or gone. */
export type Moved = {
  kind: string;
  outcome: "moved" | "joined" | "dropped";
  /** One for each thing. */
  names: readonly string[];
};

export type Merge = {
  /** The merge's transaction. */
  db: Db;
  /** Ids of the device that stays and of the one that goes; both are there, and locked. */
  kept: number;
  gone: number;
  /**
   * Service checks that go with a device, and which of the kept one does the same. Earlier movers add to it for later
   * ones.
   */
  joinedChecks: Map<number, number>;
};

/** Gives what one feature has of a device to another device, as nobody else may write its tables. */
export type DeviceMover = {
  /**
   * The columns that name devices and that it sees to: `table.column`. Every column that references devices has one
   * mover.
   */
  columns: readonly string[];
  /** Takes locks that have to be held before those of the devices. */
  lock?(db: Db): Promise<void>;
  /** Moves the rows. What it leaves at the device that goes is deleted with it. */
  move(merge: Merge): Promise<Moved[]>;
};

/** Without the kinds of which there is nothing. */
export function presentMoves(moved: readonly Moved[]): Moved[] {
  return moved.filter(({ names }) => names.length > 0);
}
