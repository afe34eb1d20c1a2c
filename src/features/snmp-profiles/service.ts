import { eq } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import { refuseDouble, type Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { notFound } from "#platform/errors";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import type { Affected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import {
  compareNaturally,
  cutPage,
  nameAndId,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { refuseIncomplete } from "./completeness";
import { changedProfile, SECRETS, type Credentials } from "./credentials";
import {
  toProfileColumns,
  toProfileRead,
  type SnmpProfileCreate,
  type SnmpProfileRead,
  type SnmpProfileUpdate,
} from "./models";
import { snmpProfiles } from "./tables";

type Context = { db: Db; encryption: Encryption; actor: Actor };
/** The devices that are asked by a profile. */
export type ProfileDevices = {
  readAffected(db: Db, profileId: number): Promise<Affected>;
  /** Leaves them without a profile; gives their ids. */
  release(db: Db, profileId: number): Promise<number[]>;
  /** Gives it to those of them that have none; gives their ids. */
  assign(db: Db, given: { profileId: number; deviceIds: readonly number[] }): Promise<number[]>;
};

type ProfileRow = typeof snmpProfiles.$inferSelect;
type OpenProfile = ProfileRow & { opened: Credentials };

const NAME = { constraint: "snmp_profiles_name", detail: "SNMP profile name already exists" };

const BY_NAME: MemoryOrdering<SnmpProfileRead> = {
  name: "SNMP profiles",
  keysOfRow: ({ name, id }) => [name, id],
  schema: nameAndId,
  compare: compareNaturally,
};

/** The profiles by name, without secrets: all of them or a page. Throws 422 for a bad cursor. */
export async function listSnmpProfiles(
  ctx: Omit<Context, "actor">,
  query: PageQuery,
): Promise<Page<SnmpProfileRead>> {
  const rows = await ctx.db.select().from(snmpProfiles);
  return cutPage(
    rows.map((row) => shown(openedForEdit(ctx, row))),
    query,
    BY_NAME,
  );
}

/** Throws 404. */
export async function getSnmpProfile(ctx: Omit<Context, "actor">, id: number): Promise<SnmpProfileRead> {
  const [row] = await ctx.db.select().from(snmpProfiles).where(eq(snmpProfiles.id, id));
  if (row === undefined) throw notFound("SNMP profile not found");
  return shown(openedForEdit(ctx, row));
}

/** Throws 409 where one has the name, 422 where the version needs more than is given. */
export async function createSnmpProfile(ctx: Context, given: SnmpProfileCreate): Promise<SnmpProfileRead> {
  refuseIncomplete(given);
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      const [row] = await db.insert(snmpProfiles).values(sealed(ctx, given)).returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      const profile = shown({ ...row, opened: given });
      await recordAudit(
        { db, actor: ctx.actor },
        { action: "tools.snmp_profile_created", target: targetOf(row), detail: profile.name, after: profile },
      );
      return profile;
    }),
  );
}

/** Changes what is given. Throws 404, 409, 412, and 422 where the profile as a whole would not do for its version. */
export async function updateSnmpProfile(
  ctx: Context,
  { id, changes, ifMatch }: { id: number; changes: SnmpProfileUpdate; ifMatch: EntityTags },
): Promise<SnmpProfileRead> {
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      const row = await lockProfile({ ...ctx, db }, { id, ifMatch });
      const before = shown(row);
      const wanted = changedProfile({ ...before, ...row.opened }, changes);
      refuseIncomplete(wanted);
      const [after] = await db
        .update(snmpProfiles)
        .set({ ...sealed(ctx, wanted), updatedAt: new Date() })
        .where(eq(snmpProfiles.id, id))
        .returning();
      if (after === undefined) throw new Error("our bug: a locked row is gone");
      const profile = shown({ ...after, opened: wanted });
      const replaced = SECRETS.filter((name) => wanted[name] !== row.opened[name]);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "tools.snmp_profile_updated",
          target: targetOf(row),
          detail: [profile.name, ...replaced.map((name) => `${name} replaced`)].join(", "),
          ...changesOf(before, profile),
        },
      );
      return profile;
    }),
  );
}

/** Removes a profile; its devices stay, without one. A dry run only says what there is. Throws 404, 412. */
export async function deleteSnmpProfile(
  ctx: Context & { devices: ProfileDevices },
  { id, ifMatch, isDryRun }: { id: number; ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockProfile({ ...ctx, db }, { id, ifMatch });
    if (isDryRun) {
      return deletionPreview({
        deleted: { snmp_profiles: [row.name] },
        unassigned: { devices: await ctx.devices.readAffected(db, id) },
      });
    }
    const released = await ctx.devices.release(db, id);
    await db.delete(snmpProfiles).where(eq(snmpProfiles.id, id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "tools.snmp_profile_deleted",
        target: targetOf(row),
        detail: row.name,
        before: { ...shown(row), device_ids: released },
      },
    );
    return undefined;
  });
}

async function lockProfile(
  ctx: Context,
  { id, ifMatch }: { id: number; ifMatch: EntityTags },
): Promise<OpenProfile> {
  const [row] = await ctx.db.select().from(snmpProfiles).where(eq(snmpProfiles.id, id)).for("update");
  if (row === undefined) throw notFound("SNMP profile not found");
  const profile = openedForEdit(ctx, row);
  requireUnchanged(ifMatch, { current: shown(profile), versioned: WHOLE });
  return profile;
}

/** What the table has of a profile, its secrets sealed. */
export function sealed({ encryption }: Pick<Context, "encryption">, profile: SnmpProfileCreate) {
  const { community, auth_key, priv_key } = profile;
  return {
    ...toProfileColumns(profile),
    secrets: encryption.encrypt(JSON.stringify({ community, auth_key, priv_key })),
  };
}

/** With no secrets where they cannot be read: they can still be given anew. */
function openedForEdit({ encryption }: Pick<Context, "encryption">, row: ProfileRow): OpenProfile {
  try {
    const opened: Credentials = JSON.parse(encryption.decrypt(row.secrets));
    return { ...row, opened };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    return { ...row, opened: { community: null, auth_key: null, priv_key: null } };
  }
}

/** A profile without its secrets, and these; none where they cannot be read. */
export function openForEdit(
  ctx: Pick<Context, "encryption">,
  row: ProfileRow,
): { shown: SnmpProfileRead; opened: Credentials } {
  const profile = openedForEdit(ctx, row);
  return { shown: shown(profile), opened: profile.opened };
}

/** A profile as audit rows show it. */
export function describeSnmpProfile(ctx: Pick<Context, "encryption">, row: ProfileRow): SnmpProfileRead {
  return shown(openedForEdit(ctx, row));
}

function shown({ opened, ...row }: OpenProfile): SnmpProfileRead {
  return toProfileRead(row, opened);
}

function targetOf({ id }: { id: number }): string {
  return `snmp_profile:${id}`;
}
