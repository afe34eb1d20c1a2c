import { sql } from "drizzle-orm";
import { SUPER_ADMIN } from "#features/users";
import { readMigrations } from "#platform/migrations";
import type { Db } from "#platform/database";
import { checkOfMasterKey, type Instance } from "../dump/dump";
import { instanceOf } from "../format/signature";
import type { OptionalPart } from "../table-parts";
import type { EventsReport } from "../events/restored-events";
import { nameOf } from "../schema-tables";
import type { Prepared } from "./prepare";

/** What a backup is, and what restoring it would do; the answer of the trial. */
export type RestoreReport = {
  valid: boolean;
  size_bytes: number;
  table_count: number;
  devices: number;
  users: number;
  subnets: number;
  created_at: string;
  version: string;
  is_encrypted: boolean;
  is_own_instance: boolean;
  secrets_readable: boolean;
  migrations: number;
  parts: OptionalPart[];
  /** Null: the backup has none. */
  events: EventsReport | null;
  tables: { name: string; rows: number; current_rows: number }[];
  still_disabled_users: string[];
  still_revoked_keys: string[];
  missing_users: string[];
  keeps_audit_log: boolean;
  warnings: string[];
};

/** Names that are listed of a kind. */
const MAX_NAMES = 100;

type Context = { prepared: Prepared; instance: Instance };

export async function describeRestore(db: Db, { prepared, instance }: Context): Promise<RestoreReport> {
  const { backup, side, settled, keepsAuditLog, migrations } = prepared;
  const { manifest, masterKey } = backup;
  const counts = await countLive(
    db,
    manifest.tables.map(({ name }) => name),
  );
  const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]));
  const missing = await db.execute<{ username: string }>(sql`
    SELECT l.username FROM public.users l WHERE l.is_active AND NOT EXISTS (
      SELECT FROM ${nameOf({ schema: side.name, name: "users" })} s WHERE lower(s.username) = lower(l.username))
    ORDER BY 1 LIMIT ${MAX_NAMES}`);
  const raised = await db.execute<{ username: string }>(sql`
    SELECT l.username FROM public.users l JOIN ${nameOf({ schema: side.name, name: "users" })} s
      ON s.id = l.id AND s.created_at = l.created_at
    WHERE s.is_active AND s.role = ${SUPER_ADMIN} AND l.role <> s.role ORDER BY 1 LIMIT ${MAX_NAMES}`);
  const found = {
    is_own_instance: manifest.instance === instanceOf(instance.secretKey),
    secrets_readable:
      masterKey !== undefined || manifest.master_key_check === checkOfMasterKey(instance.masterKey),
    migrations,
    missing_users: missing.map(({ username }) => username),
    keeps_audit_log: keepsAuditLog,
  };
  return {
    valid: true,
    size_bytes: backup.octets,
    table_count: manifest.tables.length,
    devices: rows.get("devices") ?? 0,
    users: rows.get("users") ?? 0,
    subnets: rows.get("subnets") ?? 0,
    created_at: manifest.created_at,
    version: manifest.version,
    is_encrypted: backup.isSealed,
    parts: manifest.parts,
    events: prepared.events?.report ?? null,
    tables: manifest.tables.map(({ name }) => ({
      name,
      rows: rows.get(name) ?? 0,
      current_rows: counts.get(name) ?? 0,
    })),
    still_disabled_users: settled.disabledUsers.slice(0, MAX_NAMES),
    still_revoked_keys: settled.revokedKeys.slice(0, MAX_NAMES),
    ...found,
    warnings: warningsOf(
      { ...found, parts: manifest.parts, events: prepared.events?.report },
      raised.map(({ username }) => username),
    ),
  };
}

type Found = Pick<
  RestoreReport,
  "is_own_instance" | "secrets_readable" | "migrations" | "missing_users" | "keeps_audit_log" | "parts"
> & { events: EventsReport | undefined };

function warningsOf(found: Found, raisedUsers: readonly string[]): string[] {
  const warnings = ["Everybody is signed out, and what was written since the backup is lost."];
  if (!found.is_own_instance) warnings.push("The backup is of another instance.");
  if (!found.secrets_readable)
    warnings.push(
      "Its stored secrets, such as SNMP communities and mail passwords, were encrypted with another MASTER_KEY and cannot be read here.",
    );
  if (found.migrations > 0)
    warnings.push(
      `It is of an older version: it is brought up to this one's schema (${found.migrations} of ${readMigrations().length} steps).`,
    );
  if (found.keeps_audit_log) warnings.push("The audit log of here stays, and nothing of it is lost.");
  else warnings.push("The audit log of here is replaced by the backup's, as that is none of its beginnings.");
  if (found.missing_users.length > 0)
    warnings.push("Some who may sign in now have no account in the backup.");
  if (raisedUsers.length > 0)
    warnings.push(`Who has lost the role since is a SuperAdmin again: ${raisedUsers.join(", ")}.`);
  if (!found.parts.includes("check_history"))
    warnings.push(
      "The single results of checks, sensors and ports are not in the backup, and go; their summaries are in it.",
    );
  if (!found.parts.includes("bindings"))
    warnings.push("The history of who held which address is not in the backup: that of here stays.");
  if (found.events !== undefined && found.events.left_out_files > 0)
    warnings.push(
      `Of its files of stored events ${found.events.left_out_files} are left out, as they are damaged or something else is here in their place.`,
    );
  return warnings;
}

async function countLive(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const [exists] = await db.execute<{ is_there: boolean }>(
      sql`SELECT to_regclass(${`public."${name}"`}) IS NOT NULL AS is_there`,
    );
    if (exists?.is_there !== true) continue;
    const [found] = await db.execute<{ rows: string }>(
      sql`SELECT count(*) AS rows FROM ${nameOf({ schema: "public", name })}`,
    );
    counts.set(name, Number(found?.rows ?? 0));
  }
  return counts;
}
