import { z } from "@hono/zod-openapi";
import { and, eq, sql } from "drizzle-orm";
import { timestamp } from "#platform/http/fields";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { deviceNameOf, devices } from "#tables/topology";
import type { HistoryReader } from "../history/damage";
import { readTotals } from "../history/totals";
import { percentOf } from "../monitors/figures";
import { toCheckResult } from "../results";
import { checkTargets, serviceChecks } from "../tables";

const percent = z.number().nullable().openapi({ description: "percent of all results, before retries" });

export const ServiceCheckStanding = z
  .object({
    service_check_id: z.int(),
    label: z.string(),
    check_type: z.string(),
    port: z.int(),
    enabled: z.boolean(),
    device_id: z.int().nullable().openapi({ description: "null: it is checked on no device" }),
    device: z.string().nullable(),
    state: z.string().nullable(),
    state_since: timestamp.nullable(),
    checked_at: timestamp.nullable(),
    response_time_ms: z.number().nullable(),
    status_code: z.int().nullable(),
    error: z.string().nullable(),
    uptime_24h: percent,
    uptime_7d: percent,
  })
  .openapi("ServiceCheckStanding");
export type ServiceCheckStanding = z.infer<typeof ServiceCheckStanding>;

type Row = {
  check: typeof serviceChecks.$inferSelect;
  target: typeof checkTargets.$inferSelect | null;
  device: string | null;
};

const IN_ORDER: Ordering<Row> = {
  name: "service checks on devices",
  keys: [
    { column: serviceChecks.id, type: "bigint", of: ({ check }) => check.id },
    { column: sql`coalesce(${checkTargets.id}, 0)`, type: "bigint", of: ({ target }) => target?.id ?? 0 },
  ],
};

const DAY_MS = 86_400_000;

/**
 * Each check on each of its devices, and how it stands there; a check without a device once. Throws 422 for a bad
 * cursor.
 */
export async function listCheckStandings(
  reader: HistoryReader,
  query: PageQuery,
): Promise<Page<ServiceCheckStanding>> {
  const { db } = reader;
  const ofCheck = and(eq(checkTargets.kind, "service"), eq(checkTargets.serviceCheckId, serviceChecks.id));
  const page = await readPage(query, {
    order: IN_ORDER,
    rows: ({ after, orderBy, limit }) =>
      db
        .select({
          check: serviceChecks,
          target: checkTargets,
          device: sql<string | null>`CASE WHEN ${devices.id} IS NOT NULL THEN ${deviceNameOf()} END`,
        })
        .from(serviceChecks)
        .leftJoin(checkTargets, ofCheck)
        .leftJoin(devices, eq(devices.id, checkTargets.deviceId))
        .where(after)
        .orderBy(...orderBy)
        .limit(limit),
    count: async () => {
      const [counted] = await db
        .select({ rows: sql<number>`count(*)::int` })
        .from(serviceChecks)
        .leftJoin(checkTargets, ofCheck);
      return counted?.rows ?? 0;
    },
  });
  const now = new Date();
  const targetIds = page.rows.flatMap(({ target }) => (target === null ? [] : [target.id]));
  const fromMs = [1, 7].map((days) => now.getTime() - days * DAY_MS);
  const totals = await readTotals(reader, { targetIds, now, fromMs });
  return mapPage(page, (row) => {
    const [day, week] = totals.get(row.target?.id ?? 0) ?? [];
    return { ...toStanding(row), uptime_24h: percentOf(day), uptime_7d: percentOf(week) };
  });
}

function toStanding({ check, target, device }: Row) {
  const result = target === null ? null : toCheckResult(target);
  return {
    service_check_id: check.id,
    label: check.label,
    check_type: check.checkType,
    port: check.port,
    enabled: check.enabled,
    device_id: target?.deviceId ?? null,
    device,
    state: result?.state ?? null,
    state_since: result?.state_since ?? null,
    checked_at: result?.checked_at ?? null,
    response_time_ms: result?.response_time_ms ?? null,
    status_code: result?.status_code ?? null,
    error: result?.error ?? null,
  };
}
