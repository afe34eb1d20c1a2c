import { and, eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  changesOf,
  identified,
  keepRows,
  presentOf,
  recordAudit,
  type Actor,
  type RemovedRows,
} from "#features/audit";
import { refuseDouble, type Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import { readAffected, type Affected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { given, isText, occursIn } from "#platform/row-filters";
import { readAffectedDevices } from "../device-names";
import { lockTree, requireParent } from "../hierarchy";
import { devices, sites, topologyGroups } from "../tables";
import type { SiteBelonging } from "./belonging";
import {
  toSiteColumns,
  toSiteRead,
  type SiteCreate,
  type SiteQuery,
  type SiteRead,
  type SiteUpdate,
} from "./models";

type Context = { db: Db; actor: Actor };
export type DeletionContext = Context & { belongings: readonly SiteBelonging[] };

const TREE = { table: sites, noun: "site" };

const NAME = { constraint: "sites_name", detail: "Site name already exists" };

const SEARCHED = [sites.name, sites.displayName, sites.description, sites.address];

const BY_NAME: Ordering<typeof sites.$inferSelect> = {
  name: "sites",
  keys: [
    { column: sites.nameKey, type: "text", of: ({ nameKey }) => nameKey },
    { column: sites.id, type: "bigint", of: ({ id }) => id },
  ],
};

/**
 * The sites that the filters let through, by name, room2 before room10: all of them or a page. Throws 422 for a bad
 * cursor.
 */
export async function listSites({ db }: { db: Db }, query: SiteQuery = {}): Promise<Page<SiteRead>> {
  const filter = and(
    given(query.search, (text) => occursIn(SEARCHED, text)),
    given(query.name, (text) => isText(sites.name, text)),
  );
  const page = await readPage(query, {
    order: BY_NAME,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(sites)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(sites, filter),
  });
  return mapPage(page, toSiteRead);
}

/** Throws 404. */
export async function getSite({ db }: { db: Db }, siteId: number): Promise<SiteRead> {
  const [row] = await db.select().from(sites).where(eq(sites.id, siteId));
  if (row === undefined) throw notFound("Site not found");
  return toSiteRead(row);
}

/** Throws 409 where a site has the name, 404 for a parent that does not exist. */
export async function createSite(ctx: Context, site: SiteCreate): Promise<SiteRead> {
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      if (site.parent_id !== null) await lockTree(db, TREE);
      await requireParent(db, { tree: TREE, id: null, parentId: site.parent_id });
      const [row] = await db.insert(sites).values(toSiteColumns(site)).returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      const created = toSiteRead(row);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "topology.site_created",
          target: `site:${created.name}`,
          after: created,
        },
      );
      return created;
    }),
  );
}

/** Changes the fields that are given. Throws 404, 409, 412, and 422 for a parent that lies inside the site. */
export async function updateSite(
  ctx: Context,
  input: { siteId: number; changes: SiteUpdate; ifMatch: EntityTags },
): Promise<SiteRead> {
  const { siteId, changes, ifMatch } = input;
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      if (changes.parent_id !== undefined) await lockTree(db, TREE);
      const before = await lockSite(db, { siteId, ifMatch }, "no key update");
      if (changes.parent_id !== undefined)
        await requireParent(db, { tree: TREE, id: siteId, parentId: changes.parent_id });
      const [row] = await db
        .update(sites)
        .set({ ...toSiteColumns({ ...before, ...changes }), updatedAt: new Date() })
        .where(eq(sites.id, siteId))
        .returning();
      if (row === undefined) throw new Error("our bug: a locked row was not updated");
      const after = toSiteRead(row);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "topology.site_updated",
          target: `site:${after.name}`,
          ...identified(siteId, changesOf(before, after)),
        },
      );
      return after;
    }),
  );
}

async function lockSite(
  db: Db,
  { siteId, ifMatch }: { siteId: number; ifMatch: EntityTags },
  lock: "update" | "no key update",
): Promise<SiteRead> {
  const [row] = await db.select().from(sites).where(eq(sites.id, siteId)).for(lock);
  if (row === undefined) throw notFound("Site not found");
  const site = toSiteRead(row);
  requireUnchanged(ifMatch, { current: site, versioned: WHOLE });
  return site;
}

/** Removes a site; what was in it stays, without a site. A dry run only says what there is. Throws 404, 412. */
export async function deleteSite(
  ctx: DeletionContext,
  input: { siteId: number; ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  const { siteId, isDryRun } = input;
  return ctx.db.transaction(async (db) => {
    const site = await lockSite(db, input, "update");
    if (isDryRun) return previewOf({ ...ctx, db }, site);
    const action = "topology.site_deleted";
    const target = `site:${site.name}`;
    const keep = (kind: string, table: PgTable, name: string) =>
      keepRows(
        { db, actor: ctx.actor },
        {
          action,
          target,
          kind,
          rows: sql`SELECT jsonb_build_object('id', id, 'name', name) AS row FROM ${table}
            WHERE ${sql.identifier(name)} = ${siteId} ORDER BY id`,
        },
      );
    const others: Record<string, RemovedRows> = {};
    for (const { kind, table } of ctx.belongings) others[kind] = await keep(kind, table, "site_id");
    const unassigned = {
      ...others,
      groups: await keep("groups", topologyGroups, "site_id"),
      sites: await keep("sites", sites, "parent_id"),
    };
    const released = await db
      .update(devices)
      .set({ siteId: null, updatedAt: new Date() })
      .where(eq(devices.siteId, siteId))
      .returning({ id: devices.id });
    await db.delete(sites).where(eq(sites.id, siteId));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action,
        target,
        before: { ...site, device_ids: released.map(({ id }) => id), unassigned: presentOf(unassigned) },
      },
    );
    return undefined;
  });
}

async function previewOf({ db, belongings }: DeletionContext, site: SiteRead): Promise<DeletionPreview> {
  const others: Record<string, Affected> = {};
  for (const { kind, readUnassigned } of belongings) others[kind] = await readUnassigned(db, site.id);
  return deletionPreview({
    deleted: { sites: [site.name] },
    unassigned: {
      devices: await readAffectedDevices(db, eq(devices.siteId, site.id)),
      groups: await readAffected(db, {
        from: topologyGroups,
        where: eq(topologyGroups.siteId, site.id),
        name: topologyGroups.name,
        orderBy: [topologyGroups.nameKey],
      }),
      sites: await readAffected(db, {
        from: sites,
        where: eq(sites.parentId, site.id),
        name: sites.name,
        orderBy: [sites.nameKey],
      }),
      ...others,
    },
  });
}
