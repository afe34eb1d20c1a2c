import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import type { Affected } from "#platform/http/affected";
import type { StoredRow } from "#platform/put-back";

/** What another feature has at sites, for when a site is removed, or comes back. */
export type SiteBelonging = {
  /** As `unassigned` of the audit row and of the preview call it. */
  kind: string;
  /** Its rows have an `id`, a `name` and a `site_id`, which the removal of the site empties. */
  table: PgTable;
  readUnassigned: (db: Db, siteId: number) => Promise<Affected>;
  /** Gives things that have no site by now a site again; gives how many. */
  assign: (db: Db, given: { siteId: number; rows: readonly StoredRow[] }) => Promise<number>;
};
