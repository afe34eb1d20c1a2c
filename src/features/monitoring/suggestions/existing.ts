import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { DEVICES_IN_SCOPES } from "../checks/scope";

/** The check of a kind and port that a device has already: its own before one of many devices. */
export type FindExisting = (deviceId: number, kind: string, port: number) => number | null;

/** What is checked on these devices. */
export async function readExisting(db: Db, deviceIds: readonly number[]): Promise<FindExisting> {
  const wanted = sql`${sql.param(`{${deviceIds.join(",")}}`)}::bigint[]`;
  const rows = await db.execute<{ device_id: string; id: string; check_type: string; port: number }>(sql`
    SELECT device_id, id, check_type, port, 0 AS rank FROM service_checks WHERE device_id = ANY (${wanted})
    UNION ALL
    SELECT covered.device_id, c.id, c.check_type, c.port, 1 FROM (${sql.raw(DEVICES_IN_SCOPES)}) covered
      JOIN service_checks c ON c.id = covered.check_id WHERE covered.device_id = ANY (${wanted})
    UNION ALL
    SELECT every_device, c.id, c.check_type, c.port, 2 FROM service_checks c CROSS JOIN unnest(${wanted}) every_device
      WHERE c.device_id IS NULL AND c.scope IS NULL
    ORDER BY rank, id`);
  const existing = new Map<string, number>();
  for (const { device_id: device, id, check_type: kind, port } of rows) {
    const key = keyOf(Number(device), kind, port);
    if (!existing.has(key)) existing.set(key, Number(id));
  }
  return (device, kind, port) => existing.get(keyOf(device, kind, port)) ?? null;
}

function keyOf(device: number, kind: string, port: number): string {
  return `${device} ${kind} ${port}`;
}
