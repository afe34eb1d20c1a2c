import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { deviceNameOf } from "#tables/topology";
import { toState } from "./results";
import type { TargetKind, TargetState } from "./state";

/** What a target comes to in numbers, and what it is called. */
export type TargetGauge = {
  kind: TargetKind;
  /** Of the device, the service check or the monitor. */
  id: number;
  name: string;
  /** Of the device that a service check asks; null: it is none. */
  deviceId: number | null;
  device: string | null;
  state: TargetState;
  /** Of the newest result; null where it has none, as are the others. */
  latencySeconds: number | null;
  /** In seconds since 1970. */
  checkedAt: number | null;
  certificateExpiresAt: number | null;
};

export type TargetGauges = {
  targets: TargetGauge[];
  /** How many there are beyond what was asked for. They are not told apart then, and `targets` is empty. */
  leftOut: number;
};

const Rows = z.array(
  z.object({
    total: z.number(),
    kind: z.enum(["device", "service", "monitor"]).nullable(),
    id: z.number(),
    name: z.string(),
    device_id: z.number().nullable(),
    device: z.string().nullable(),
    state: z.string().transform(toState),
    checked_at: z.number().nullable(),
    result: z
      .looseObject({
        latencyMs: z.number().nullable().catch(null),
        certificateExpiresAt: z.iso.datetime({ offset: true }).nullable().catch(null),
      })
      .nullable()
      .catch(null),
  }),
);

/**
 * All targets where there are no more than `most`, else none of them: some of them would be others at each start, and
 * who watches them would not know which. One statement, which reads no target where there are too many.
 */
export async function readTargetGauges({ db }: { db: Db }, most: number): Promise<TargetGauges> {
  const rows = await db.execute(sql`
    SELECT counted.total::float8 AS total, target.kind, coalesce(target.id, 0)::float8 AS id,
      coalesce(target.name, '') AS name, target.device_id::float8 AS device_id, target.device,
      coalesce(target.state, 'unknown') AS state, target.checked_at, target.result
    FROM (SELECT count(*) AS total FROM check_targets) counted
    LEFT JOIN LATERAL (
      SELECT t.kind, coalesce(t.service_check_id, t.monitor_id, t.device_id) AS id,
        coalesce(c.label, m.name, ${deviceNameOf(sql`d`)}) AS name,
        CASE WHEN t.kind = 'service' THEN t.device_id END AS device_id,
        CASE WHEN t.kind = 'service' THEN ${deviceNameOf(sql`d`)} END AS device,
        t.state, extract(epoch FROM t.checked_at)::float8 AS checked_at, t.result
      FROM check_targets t
      LEFT JOIN devices d ON d.id = t.device_id
      LEFT JOIN service_checks c ON c.id = t.service_check_id
      LEFT JOIN monitors m ON m.id = t.monitor_id
      WHERE counted.total <= ${most}
      ORDER BY t.id
    ) target ON true`);
  const found = Rows.parse([...rows]);
  const targets = found.flatMap(({ kind, result, ...row }): TargetGauge[] => {
    if (kind === null) return [];
    const { latencyMs, certificateExpiresAt } = result ?? { latencyMs: null, certificateExpiresAt: null };
    return [
      {
        kind,
        id: row.id,
        name: row.name,
        deviceId: row.device_id,
        device: row.device,
        state: row.state,
        latencySeconds: latencyMs === null ? null : latencyMs / 1000,
        checkedAt: row.checked_at,
        certificateExpiresAt: certificateExpiresAt === null ? null : Date.parse(certificateExpiresAt) / 1000,
      },
    ];
  });
  return { targets, leftOut: (found[0]?.total ?? 0) - targets.length };
}
