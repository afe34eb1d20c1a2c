import type { Actor } from "#features/audit";
import type { Db } from "#platform/database";
import type { Caller } from "#platform/http/guard";
import type { UndoQuery } from "./models";
import type { UndoRegistry } from "./registry";

export type UndoContext = { db: Db; actor: Actor; caller: Caller; registry: UndoRegistry };

export type UndoOptions = Pick<UndoQuery, "on_conflict" | "scope"> & {
  isDryRun: boolean;
  /** Ends a dry run whose client has left. */
  signal: AbortSignal;
  /** Things that may be taken back at once; absent: as many as a request may. */
  most?: number;
  /** Told how many entries have been taken back, of how many. */
  onTaken?: (done: number, total: number) => Promise<void>;
};
