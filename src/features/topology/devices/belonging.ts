import type { SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import type { Affected } from "#platform/http/affected";
import type { PutBack, StoredRow } from "#platform/put-back";

/** What another feature has of devices, for when one is deleted, or comes back. */
export type DeviceBelonging = {
  /** As `removed` of the audit row, and the preview, call it. */
  kind: string;
  /** Rows that the audit row keeps, to be put back; absent: they go for good. */
  kept?: KeptBelonging;
  /**
   * Before many devices are changed in one transaction: keeps off what works on all devices by itself, and would wait for
   * some of them while it holds others.
   */
  hold?: (db: Db) => Promise<void>;
  /** What goes with the devices, for the preview; absent: it tells nothing of them. */
  readRemoved?: (db: Db, ids: readonly number[]) => Promise<Affected>;
  /** What stays and loses by it, for the preview. */
  readUnassigned?: (db: Db, ids: readonly number[]) => Promise<Affected>;
};

export type KeptBelonging = {
  /** A statement that gives the device of each row as `owner`, and the `row` as jsonb, of those devices. */
  rowsOf: (ids: readonly number[]) => SQL;
  /** Where the rows go back to, as they are unless `restore` does it. */
  table: PgTable;
  restore?: (db: Db, rows: readonly StoredRow[]) => Promise<PutBack>;
};
