import { asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { compareExactly, cutPage, type MemoryOrdering, type Page } from "#platform/http/paging";
import {
  toOccurrence,
  type MaintenanceOccurrences,
  type MaintenanceQuery,
  type MaintenanceRead,
} from "./models";
import { occurrencesOf } from "./schedule";
import { maintenanceWindows } from "./tables";
import { planOf, readWindows } from "./windows";

/** What runs or comes is what people look for, and it is mostly new. */
const NEWEST_FIRST: MemoryOrdering<{ id: number }> = {
  name: "maintenance",
  keysOfRow: ({ id }) => [id],
  schema: z.tuple([z.int()]),
  compare: (left, right) => compareExactly(right, left),
};

/** The windows, the newest first: all of them or a page. Throws 422 for a bad cursor. */
export async function listMaintenance(
  { db }: { db: Db },
  query: MaintenanceQuery,
): Promise<Page<MaintenanceRead>> {
  // Whether one runs is known to its cron expression alone, not to the database; there are hundreds of them, not
  // millions.
  const rows = await db.select().from(maintenanceWindows).orderBy(desc(maintenanceWindows.id));
  const windows = await readWindows(db, rows);
  const wanted = windows.filter(({ state }) => query.state === undefined || state === query.state);
  return cutPage(wanted, query, NEWEST_FIRST);
}

/** Throws 404. */
export async function getMaintenance({ db }: { db: Db }, id: number): Promise<MaintenanceRead> {
  const rows = await db.select().from(maintenanceWindows).where(eq(maintenanceWindows.id, id));
  const [window] = await readWindows(db, rows);
  if (window === undefined) throw notFound("Maintenance not found");
  return window;
}

/** What a calendar can show; asking one expression for more would hold up whoever else asks for something. */
const MAX_OCCURRENCES = 2000;

/**
 * What runs between two moments, as windows stand now, in the order in which it begins. Disabled windows are left out.
 */
export async function listOccurrences(
  { db }: { db: Db },
  { from, to }: { from: Date; to: Date },
): Promise<MaintenanceOccurrences> {
  const rows = await db
    .select()
    .from(maintenanceWindows)
    .where(eq(maintenanceWindows.isEnabled, true))
    .orderBy(asc(maintenanceWindows.id));
  const plans = rows.map((row) => ({ key: row, plan: planOf(row) }));
  const occurrences: MaintenanceOccurrences["occurrences"] = [];
  for (const { key, ...occurrence } of occurrencesOf(plans, {
    startsAt: from.getTime(),
    endsAt: to.getTime(),
  })) {
    if (occurrences.length === MAX_OCCURRENCES) return { occurrences, is_truncated: true };
    occurrences.push({ maintenance_id: key.id, title: key.title, ...toOccurrence(occurrence) });
  }
  return { occurrences, is_truncated: false };
}
