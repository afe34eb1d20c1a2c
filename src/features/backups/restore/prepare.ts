import { sql } from "drizzle-orm";
import type { Actor, AuditAnchor } from "#features/audit";
import type { RunningOperation } from "#features/operations";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { createEncryption } from "#platform/encryption";
import { ApiError, conflict } from "#platform/errors";
import type { Instance } from "../dump/dump";
import { openBackup, type OpenBackup, type StoredBackup } from "../format/read-backup";
import { nameOf } from "../schema-tables";
import { useExactText } from "../table-lines";
import { OPTIONAL_PARTS, replacedTables } from "../table-parts";
import { stageEvents, type RestoredEvents } from "../events/restored-events";
import { Progress, type Watching } from "../progress";
import { holdSchema, requireNoMove, takesTurn } from "./turn";
import { loadBackup } from "./load";
import { settle, type Settled } from "./settle";
import { createSideSchema, migrateSide, pathFrom, type SideSchema } from "./side-schema";

/** Steps at which tests end the process. */
export type RestoreStep =
  | "restore_opened"
  | "restore_loaded"
  | "restore_migrated"
  | "restore_events_placed"
  | "restore_locked"
  | "restore_emptied"
  | "restore_filled"
  | "restore_written"
  | "restore_committed";

export type RestoreContext = {
  db: Db;
  instance: Instance;
  anchor: AuditAnchor;
  actor: Actor;
  log?: Logger | undefined;
  observe?: ((step: RestoreStep) => void) | undefined;
  /** That as which the restore runs: it outlives the operations of before. */
  operation?: RunningOperation | undefined;
} & Watching;

export type RestoreRequest = { stored: StoredBackup; passphrase: string | undefined };

/** So long the server waits at most for a process that reads a backup through, before anything is changed. */
const OPENING_PATIENCE = "6h";

/** A backup that lies in the side schema, whole and ready to be put in place. */
export type Prepared = {
  backup: OpenBackup;
  side: SideSchema;
  settled: Settled;
  /** The live audit log goes on where the backup's ends: it stays, and nothing of it is lost. */
  keepsAuditLog: boolean;
  migrations: number;
  /** Undefined: the backup has none. To be dropped or settled. */
  events: RestoredEvents | undefined;
};

/**
 * Opens a backup, loads it beside the live tables, brings it to the current schema and makes it fit to live. Nothing of
 * it is to be seen from outside the transaction `db`. `isTrial`: it is not to be put in place. Throws BadBackup, 400,
 * 409, 501 and 507.
 */
export async function prepare(
  ctx: RestoreContext,
  db: Db,
  { stored, passphrase, isTrial }: RestoreRequest & { isTrial: boolean },
): Promise<Prepared> {
  const { instance, observe = () => undefined } = ctx;
  const progress = new Progress(ctx);
  await takeTurn(db);
  if (!isTrial) await holdSchema(db);
  await progress.begin("checking");
  // The signature is over all of it, hours with many events: meanwhile the server hears nothing.
  await useExactText(db);
  await db.execute(sql`SELECT set_config('idle_in_transaction_session_timeout', ${OPENING_PATIENCE}, true)`);
  const backup = await openBackup(stored, { secretKey: instance.secretKey, passphrase });
  observe("restore_opened");
  try {
    const { made, missing } = pathFrom(backup.manifest.schema);
    await requireRights(db);
    await useExactText(db);
    const side = await createSideSchema(db, made);
    const encryption = createEncryption(instance.masterKey);
    await loadBackup({ db, side, encryption, progress }, backup, { isCurrent: missing.length === 0 });
    observe("restore_loaded");
    const keepsAuditLog = await isBeginningOfLive(db, side);
    await migrateSide(db, side, missing);
    const settled = await settle(db, side.name);
    observe("restore_migrated");
    const events = backup.manifest.parts.includes("events")
      ? await stageEvents({ db, side: side.name, instance, progress }, backup, { isTrial })
      : undefined;
    return { backup, side, settled, keepsAuditLog, migrations: missing.length, events };
  } finally {
    await backup.close();
  }
}

async function takeTurn(db: Db): Promise<void> {
  if (!(await takesTurn(db)))
    throw conflict("A backup is being restored or validated at this moment; try again when that has ended");
  await requireNoMove(db);
}

/** Throws the 501 where the role of a database that is not ours lacks a right, before anything is done. */
async function requireRights(db: Db): Promise<void> {
  const [found] = await db.execute<{
    database: string;
    role: string;
    may_create: boolean;
    is_owner: boolean;
  }>(sql`
    SELECT current_database() AS database, current_user AS role,
      has_database_privilege(current_database(), 'CREATE') AS may_create,
      (SELECT bool_and(pg_has_role(c.relowner, 'USAGE')) FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
          AND c.relname IN (${sql.join(
            replacedTables(OPTIONAL_PARTS).map((name) => sql`${name}`),
            sql`, `,
          )})) AS is_owner`);
  if (found === undefined || !found.may_create)
    throw new ApiError(
      501,
      `Database restore needs the right to create a schema: GRANT CREATE ON DATABASE ${found?.database} TO ${found?.role}`,
    );
  if (!found.is_owner)
    throw new ApiError(
      501,
      `Database restore is only implemented for a role that owns the tables; ${found.role} does not`,
    );
}

/** Whether the live audit log has the backup's as its beginning: the chain of hashes says so. */
async function isBeginningOfLive(db: Db, side: SideSchema): Promise<boolean> {
  const [found] = await db.execute<{ is_one: boolean }>(sql`
    SELECT h.position = 0 OR EXISTS (SELECT FROM public.audit_chain c, public.audit_head l
      WHERE c.position = h.position AND c.hash = h.hash AND l.position >= h.position) AS is_one
    FROM ${nameOf({ schema: side.name, name: "audit_head" })} h`);
  return found?.is_one === true;
}
