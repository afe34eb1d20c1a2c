import { eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import type { StatusPageCreate, StatusPageRead, StatusPageUpdate } from "./models";
import { createStatusPage, getStatusPage, updateStatusPage } from "./service";
import { statusPages } from "./tables";

/** A status page under its slug. */
export function statusPageByKey(
  actor: Actor,
  page: StatusPageCreate,
): Keyed<StatusPageRead, StatusPageUpdate> {
  return {
    key: `status page ${page.slug}`,
    find: (db) => findIds(db, { table: statusPages, where: eq(statusPages.slug, page.slug) }),
    read: (db, id) => getStatusPage({ db }, id),
    create: (db) => createStatusPage({ db, actor }, page),
    update: (db, change) => updateStatusPage({ db, actor }, change),
  };
}
