import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { deviceIdentities, devices } from "../tables";
import type { KeyHolder } from "./live";

export type SeenKey = KeyHolder & { source: "scan" | "neighbours" | "enrichment" };

/** Keeps what devices have just shown themselves to be told by; those that have gone since are left out. */
export async function noteIdentities(db: Db, seen: readonly SeenKey[]): Promise<void> {
  const distinct = new Map(seen.map((key) => [`${key.kind} ${key.value} ${key.deviceId}`, key]));
  if (distinct.size === 0) return;
  await db.execute(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify([...distinct.values()])}::text::jsonb)
        AS seen ("deviceId" bigint, kind text, value text, source text)),
    there AS MATERIALIZED (
      SELECT id FROM ${devices} WHERE id IN (SELECT "deviceId" FROM given) ORDER BY id FOR KEY SHARE)
    INSERT INTO ${deviceIdentities} (device_id, kind, value, source)
    SELECT there.id, kind, value, source FROM given JOIN there ON there.id = given."deviceId"
    ON CONFLICT (kind, value, device_id) DO UPDATE SET last_seen_at = now(), source = excluded.source`);
}

type Agent = { serialNumber: string | null; engineId: string | null };
type AgentKey = { kind: "serial_number" | "engine_id"; value: string };

/** The keys of what an agent says of itself; the better one first. */
export function keysOfAgent({ serialNumber, engineId }: Agent): AgentKey[] {
  return [
    ...(serialNumber === null ? [] : [{ kind: "serial_number" as const, value: serialNumber.toLowerCase() }]),
    ...(engineId === null ? [] : [{ kind: "engine_id" as const, value: engineId }]),
  ];
}
