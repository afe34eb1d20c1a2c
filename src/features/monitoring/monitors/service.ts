import { eq, sql } from "drizzle-orm";
import {
  changesOf,
  keepRowsOfEach,
  recordAudit,
  recordAudits,
  type Actor,
  type AuditEntry,
} from "#features/audit";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { invalid, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { readMembers, replaceMembers } from "../group/members";
import { favouriteMonitors, monitors } from "../tables";
import { keepBelongings, type WatchedBelonging } from "../watched-belonging";
import type { HistoryReader } from "../history/damage";
import { showMonitor } from "./list";
import {
  codesOfRange,
  isGiven,
  MONITOR_VERSION,
  type MonitorCreate,
  type MonitorFields,
  type MonitorRead,
  type MonitorUpdate,
  type SecretName,
} from "./models";
import {
  namedSecrets,
  sealSecrets,
  toMonitorColumns,
  toMonitorFields,
  type MonitorRow,
} from "./monitor-rows";
import { addPushToken } from "../push/token";
import { problemsOf, toIssues } from "./rules";

/** `onChange` is called when a change of what is checked has been committed. */
export type Context = HistoryReader & {
  encryption: Encryption;
  actor: Actor;
  userId: number;
  onChange: () => void;
};

const KIND_STAYS = "the kind of a monitor cannot be changed";

export async function createMonitor(ctx: Context, input: MonitorCreate): Promise<MonitorRead> {
  const created = await ctx.db.transaction(async (db) => {
    const [row] = await insertMonitors({ ...ctx, db }, [input]);
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    return showMonitor({ ...ctx, db }, row);
  });
  ctx.onChange();
  return created;
}

/**
 * Adds monitors in the caller's transaction, in few statements; in the order of the inputs. The caller tells of the
 * change when it is committed.
 */
export async function insertMonitors(
  ctx: Pick<Context, "db" | "encryption" | "actor">,
  inputs: readonly MonitorCreate[],
): Promise<MonitorRow[]> {
  const { db, encryption } = ctx;
  if (inputs.length === 0) return [];
  const rows = await db
    .insert(monitors)
    .values(inputs.map((input) => ({ ...toMonitorColumns(input), ...sealSecrets(encryption, input) })))
    .returning();
  const entries: AuditEntry[] = [];
  for (const [place, row] of rows.entries()) {
    const members = inputs[place]?.members ?? [];
    if (row.kind === "push") await addPushToken({ db, encryption }, row.id);
    if (row.kind === "group") await replaceMembers(db, { groupId: row.id, members });
    const after = toMonitorFields(row, members);
    entries.push({ action: "monitor.created", target: targetOf(row), detail: describe(row), after });
  }
  await recordAudits(ctx, entries);
  return rows;
}

function targetOf({ id }: { id: number }): string {
  return `monitor:${id}`;
}

/** For people who read the audit log. */
export function describe({ name, kind, url }: { name: string; kind: string; url: string }): string {
  return kind === "http" ? `name=${name} url=${url}` : `name=${name} kind=${kind}`;
}

type MonitorChange = { id: number; changes: MonitorUpdate; ifMatch: EntityTags };

/** Changes what is given; what was found stays with it. Throws 404, 412, 422 where the whole would be no monitor. */
export async function updateMonitor(ctx: Context, input: MonitorChange): Promise<MonitorRead> {
  const updated = await ctx.db.transaction(async (db) =>
    showMonitor({ ...ctx, db }, await updateMonitorFields({ ...ctx, db }, input)),
  );
  ctx.onChange();
  return updated;
}

/**
 * As `updateMonitor`, in the caller's transaction, without what was found. The caller tells of the change when it is
 * committed.
 */
export async function updateMonitorFields(
  { db, encryption, actor }: Pick<Context, "db" | "encryption" | "actor">,
  input: MonitorChange,
): Promise<MonitorRow> {
  const { changes } = input;
  const before = await lockMonitor(db, input);
  const [row] = await db
    .update(monitors)
    .set({
      ...toMonitorColumns(mergeMonitor(before, changes)),
      ...sealSecrets(encryption, changes),
      updatedAt: new Date(),
    })
    .where(eq(monitors.id, before.id))
    .returning();
  if (row === undefined) throw new Error("our bug: a locked row was not updated");
  const members = changes.members ?? before.members;
  if (row.kind === "group" && changes.members !== undefined)
    await replaceMembers(db, { groupId: row.id, members });
  const differing = changesOf(before, toMonitorFields(row, members));
  const secrets = namedSecrets(changes);
  await recordAudit(
    { db, actor },
    {
      action: "monitor.updated",
      target: targetOf(row),
      detail: describe(row),
      before: differing.before,
      after: { ...differing.after, ...(secrets.length > 0 && { secrets_set_or_removed: secrets }) },
    },
  );
  return row;
}

/** The monitor as it would be, but for its secrets. Throws 422 where that is none. */
export function mergeMonitor(before: MonitorFields, changes: MonitorUpdate): MonitorFields {
  const codes = codesOfRange(changes, before) ?? before.accepted_status_codes;
  if (changes.kind !== undefined && changes.kind !== before.kind)
    throw invalid(toIssues([{ field: "kind", message: KIND_STAYS }]));
  const whole = { ...before, ...changes, accepted_status_codes: codes };
  const has = (name: SecretName) => {
    const value = changes[name] ?? null;
    return value === null ? before[`has_${name}`] : isGiven(value);
  };
  const problems = problemsOf(
    { ...whole, members: changes.members },
    {
      oauth_client_secret: has("oauth_client_secret"),
      tls_cert: has("tls_cert"),
      tls_key: has("tls_key"),
    },
  );
  const issues = toIssues(problems);
  if (issues.length > 0) throw invalid(issues);
  return whole;
}

/** The monitors of these ids that there are, locked, by id. */
export async function lockMonitors(db: Db, ids: readonly number[]): Promise<MonitorFields[]> {
  const rows = await db
    .select()
    .from(monitors)
    .where(eq(monitors.id, anyOf(ids)))
    .orderBy(monitors.id)
    .for("update");
  const members = await readMembers(
    db,
    rows.flatMap(({ id, kind }) => (kind === "group" ? [id] : [])),
  );
  return rows.map((row) => toMonitorFields(row, members(row.id)));
}

async function lockMonitor(
  db: Db,
  { id, ifMatch }: { id: number; ifMatch: EntityTags },
): Promise<MonitorFields> {
  const [row] = await db.select().from(monitors).where(eq(monitors.id, id)).for("update");
  if (row === undefined) throw notFound("Monitor not found");
  const current = await readFields(db, row);
  requireUnchanged(ifMatch, { current, versioned: MONITOR_VERSION });
  return current;
}

export async function readFields(db: Db, row: MonitorRow): Promise<MonitorFields> {
  const members = await readMembers(db, row.kind === "group" ? [row.id] : []);
  return toMonitorFields(row, members(row.id));
}

/** Removes a monitor with all that it found. Says what would go where it is a dry run. Throws 404, 412. */
export async function deleteMonitor(
  ctx: Pick<Context, "db" | "actor" | "onChange"> & { belongings: readonly WatchedBelonging[] },
  input: { id: number; ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  const preview = await ctx.db.transaction(async (db) => {
    const row = await lockMonitor(db, input);
    if (input.isDryRun) return deletionPreview({ deleted: { monitors: [row.name] } });
    await removeMonitors({ ...ctx, db }, [row]);
    return undefined;
  });
  if (!input.isDryRun) ctx.onChange();
  return preview;
}

/** Removes monitors that are locked, with all that they found, in few statements. */
export async function removeMonitors(
  { db, actor, belongings }: Pick<Context, "db" | "actor"> & { belongings: readonly WatchedBelonging[] },
  gone: readonly MonitorFields[],
): Promise<void> {
  const action = "monitor.deleted";
  const ids = gone.map(({ id }) => id);
  const targets = { ids, action, targetOf: (id: number) => targetOf({ id }) };
  const favourites = await keepRowsOfEach(
    { db, actor },
    { ...targets, kind: "favourites", rowsOf: rowsOfFavourites },
  );
  const othersOf = await keepBelongings({ db, actor }, { ...targets, column: "monitor_id", belongings });
  await db.delete(monitors).where(eq(monitors.id, anyOf(ids)));
  await recordAudits(
    { db, actor },
    gone.map((monitor) => {
      const own = favourites.get(monitor.id);
      const removed = { ...(own && { favourites: own }), ...othersOf(monitor.id) };
      return {
        action,
        target: targetOf(monitor),
        detail: describe(monitor),
        before: { ...monitor, removed },
      };
    }),
  );
}

function rowsOfFavourites(ids: readonly number[]) {
  return sql`SELECT monitor_id AS owner, to_jsonb(gone) AS row
    FROM ${favouriteMonitors} AS gone WHERE monitor_id = ${anyOf(ids)} ORDER BY user_id`;
}
