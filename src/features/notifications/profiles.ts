import { eq, sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { toTimestamp } from "#platform/http/fields";
import {
  compareNaturally,
  cutPage,
  mapPage,
  nameAndId,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { endQuarantine } from "#platform/outbox/quarantine";
import type { Config } from "./delivery/message";
import { existingChannels } from "./existing-channels";
import { REDACTED } from "./models";
import {
  PROFILE_VERSION,
  SECRET_KEYS,
  type NotificationProfileCreate,
  type NotificationProfileRead,
  type NotificationProfileUpdate,
} from "./profile-models";
import { readQuarantines } from "./quarantine";
import type { NotificationQuarantine } from "./quarantine-models";
import { openNotificationSettings } from "./service";
import { notificationProfiles } from "./tables";

const NOT_FOUND = "Notification profile not found";

type Context = { db: Db; encryption: Encryption };
type ProfileRow = typeof notificationProfiles.$inferSelect;
/** A profile with its secrets, for whoever sends. */
type OpenProfile = Omit<ProfileRow, "config"> & { config: Config };

const BY_NAME: MemoryOrdering<{ name: string; id: number }> = {
  name: "notification profiles",
  keysOfRow: ({ name, id }) => [name, id],
  schema: nameAndId,
  compare: compareNaturally,
};

/**
 * The profiles by name, without secrets: all of them or a page. Channels of the settings that have none yet become
 * profiles first. Throws 422 for a bad cursor.
 */
export async function listProfiles(ctx: Context, query: PageQuery): Promise<Page<NotificationProfileRead>> {
  const page = cutPage(await withExistingChannels(ctx), query, BY_NAME);
  const quarantines = await readQuarantines(ctx.db);
  return mapPage(page, (row) => shown(openForEdit(ctx, row), quarantines.get(deliveryTargetOf(row))));
}

async function withExistingChannels(ctx: Context): Promise<ProfileRow[]> {
  const rows = await ctx.db.select().from(notificationProfiles);
  if ((await channelsWithout(ctx, rows)).length === 0) return rows;
  return ctx.db.transaction(async (db) => {
    // Two lists at once must not make them twice.
    await db.execute(sql`LOCK TABLE ${notificationProfiles} IN SHARE ROW EXCLUSIVE MODE`);
    const present = await db.select().from(notificationProfiles);
    const missing = await channelsWithout({ ...ctx, db }, present);
    if (missing.length === 0) return present;
    const values = missing.map((profile) => sealed(ctx, { ...profile, enabled: true }));
    return [...present, ...(await db.insert(notificationProfiles).values(values).returning())];
  });
}

async function channelsWithout(ctx: Context, rows: readonly ProfileRow[]) {
  const channels = await readableChannels(ctx);
  return channels.filter(({ provider }) => !rows.some((row) => row.provider === provider));
}

/** None where their secrets were stored with another master key: there is nothing to make a profile of. */
async function readableChannels(ctx: Context): Promise<ReturnType<typeof existingChannels>> {
  try {
    return existingChannels(await openNotificationSettings(ctx));
  } catch (error) {
    if (error instanceof UnreadableSecret) return [];
    throw error;
  }
}

/** A profile without its secrets. Throws 404. */
export async function getProfile(ctx: Context, id: number): Promise<NotificationProfileRead> {
  const [row] = await ctx.db.select().from(notificationProfiles).where(eq(notificationProfiles.id, id));
  if (row === undefined) throw notFound(NOT_FOUND);
  const quarantines = await readQuarantines(ctx.db);
  return shown(openForEdit(ctx, row), quarantines.get(deliveryTargetOf(row)));
}

/**
 * Undefined where there is none. Throws UnreadableSecret where its configuration was stored with another master key.
 */
export async function findProfile(ctx: Context, id: number): Promise<OpenProfile | undefined> {
  const [row] = await ctx.db.select().from(notificationProfiles).where(eq(notificationProfiles.id, id));
  return row && opened(ctx, row);
}

/** Throws 404 where there is none. */
export async function requireProfile({ db }: { db: Db }, id: number): Promise<void> {
  const found = await db.$count(notificationProfiles, eq(notificationProfiles.id, id));
  if (found === 0) throw notFound(NOT_FOUND);
}

export async function createProfile(
  ctx: Context & { actor: Actor },
  input: NotificationProfileCreate,
): Promise<NotificationProfileRead> {
  const config = merged({}, input.config);
  return ctx.db.transaction(async (db) => {
    const [row] = await db
      .insert(notificationProfiles)
      .values(sealed(ctx, toColumns({ ...input, config })))
      .returning();
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    const profile = shown(opened(ctx, row));
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "admin.notification_profile_created", target: targetOf(row), after: audited(profile) },
    );
    return profile;
  });
}

/** Changes what is given; `config` key by key. A quarantine ends: what is changed may work. Throws 404, 412. */
export async function updateProfile(
  ctx: Context & { actor: Actor },
  { id, changes, ifMatch }: { id: number; changes: NotificationProfileUpdate; ifMatch?: EntityTags },
): Promise<NotificationProfileRead> {
  return ctx.db.transaction(async (db) => {
    const before = openForEdit(ctx, await lockProfile(db, id));
    requireUnchanged(ifMatch, { current: shown(before), versioned: PROFILE_VERSION });
    const next = {
      carries_log_lines: before.carriesLogLines,
      ...before,
      ...changes,
      config: merged(before.config, changes.config ?? {}),
    };
    const [row] = await db
      .update(notificationProfiles)
      .set({ ...sealed(ctx, toColumns(next)), updatedAt: sql`now()` })
      .where(eq(notificationProfiles.id, id))
      .returning();
    if (row === undefined) throw new Error("our bug: a locked row is gone");
    await endQuarantine(db, deliveryTargetOf(row));
    const profile = shown(opened(ctx, row));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "admin.notification_profile_updated",
        target: targetOf(row),
        ...changesOf(audited(shown(before)), audited(profile)),
      },
    );
    return profile;
  });
}

/** Throws 404, 412. */
export async function deleteProfile(
  ctx: Context & { actor: Actor },
  id: number,
  ifMatch?: EntityTags,
): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const row = await lockProfile(db, id);
    const before = shown(openForEdit(ctx, row));
    requireUnchanged(ifMatch, { current: before, versioned: PROFILE_VERSION });
    await db.delete(notificationProfiles).where(eq(notificationProfiles.id, id));
    await endQuarantine(db, deliveryTargetOf({ id }));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "admin.notification_profile_deleted",
        target: targetOf({ id }),
        before: { ...audited(before), created_at: toTimestamp(row.createdAt) },
      },
    );
  });
}

async function lockProfile(db: Db, id: number): Promise<ProfileRow> {
  const [row] = await db
    .select()
    .from(notificationProfiles)
    .where(eq(notificationProfiles.id, id))
    .for("update");
  if (row === undefined) throw notFound(NOT_FOUND);
  return row;
}

/** Null removes a key, but leaves a secret as it is, as does the mark in its place. */
function merged(config: Config, changes: Config): Config {
  const kept = Object.entries(changes).filter(
    ([key, value]) => !SECRET_KEYS.has(key) || (value !== null && value !== REDACTED),
  );
  const all = { ...config, ...Object.fromEntries(kept) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function toColumns(profile: NotificationProfileCreate) {
  const { name, provider, enabled, config, carries_log_lines: carriesLogLines } = profile;
  return { name, provider, enabled, config, carriesLogLines };
}

function sealed<Profile extends { config: Config }>(
  { encryption }: Pick<Context, "encryption">,
  profile: Profile,
) {
  return { ...profile, config: encryption.encrypt(JSON.stringify(profile.config)) };
}

function opened({ encryption }: { encryption: Encryption }, row: ProfileRow): OpenProfile {
  const config: Config = JSON.parse(encryption.decrypt(row.config));
  return { ...row, config };
}

/** With nothing in place of a configuration that cannot be read: it can still be filled in anew, or removed. */
export function openForEdit({ encryption }: { encryption: Encryption }, row: ProfileRow): OpenProfile {
  try {
    return opened({ encryption }, row);
  } catch (error) {
    if (error instanceof UnreadableSecret) return { ...row, config: {} };
    throw error;
  }
}

function shown(
  { config, carriesLogLines, createdAt, updatedAt, ...profile }: OpenProfile,
  quarantine: NotificationQuarantine | null = null,
): NotificationProfileRead {
  const redacted = Object.entries(config).map(([key, value]) => [key, redact(key, value)]);
  return {
    ...profile,
    config: Object.fromEntries(redacted),
    carries_log_lines: carriesLogLines,
    quarantine,
    created_at: toTimestamp(createdAt),
    updated_at: toTimestamp(updatedAt),
  };
}

function redact(key: string, value: unknown): unknown {
  return SECRET_KEYS.has(key) && value !== "" ? REDACTED : value;
}

/** A profile as audit rows show it. Throws 404. */
export async function findAuditedProfile(ctx: Context, id: number): Promise<Record<string, unknown>> {
  const [row] = await ctx.db.select().from(notificationProfiles).where(eq(notificationProfiles.id, id));
  if (row === undefined) throw notFound("Notification profile not found");
  return audited(shown(openForEdit(ctx, row)));
}

/** What the table has of a profile, its configuration sealed. */
export function profileColumns(ctx: Pick<Context, "encryption">, profile: NotificationProfileCreate) {
  return sealed(ctx, toColumns(profile));
}

function audited(profile: NotificationProfileRead): Record<string, unknown> {
  const { name, provider, enabled, config, carries_log_lines } = profile;
  return { name, provider, enabled, config, carries_log_lines };
}

/** Where notices may hold log lines, as notices name it. */
export async function listLineCarriers(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: notificationProfiles.id })
    .from(notificationProfiles)
    .where(eq(notificationProfiles.carriesLogLines, true));
  return new Set(rows.map(deliveryTargetOf));
}

/** As notices name it. */
function deliveryTargetOf({ id }: { id: number }): string {
  return `profile:${id}`;
}

function targetOf({ id }: { id: number }): string {
  return `notification_profile:${id}`;
}
