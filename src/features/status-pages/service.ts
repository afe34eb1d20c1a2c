import { eq } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import { refuseDouble, type Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { toTimestamp } from "#platform/http/fields";
import {
  compareNaturally,
  cutPage,
  nameAndId,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { readGroups, readThings, replaceGroups, thingOf, type PublicKeys } from "./groups";
import {
  STATUS_PAGE_VERSION,
  type StatusPageCreate,
  type StatusPageRead,
  type StatusPageUpdate,
} from "./models";
import { statusPages } from "./tables";

type Context = { db: Db; actor: Actor };
type PageRow = typeof statusPages.$inferSelect;

const SLUG = { constraint: "status_pages_slug", detail: "Another status page has this address" };

const BY_TITLE: MemoryOrdering<StatusPageRead> = {
  name: "status pages",
  keysOfRow: ({ title, id }) => [title, id],
  schema: nameAndId,
  compare: compareNaturally,
};

/** The pages by title, published or not: all of them or a page. Throws 422 for a bad cursor. */
export async function listStatusPages({ db }: { db: Db }, query: PageQuery): Promise<Page<StatusPageRead>> {
  return cutPage(await shown(db, await db.select().from(statusPages)), query, BY_TITLE);
}

/** Throws 404. */
export async function getStatusPage({ db }: { db: Db }, id: number): Promise<StatusPageRead> {
  const [page] = await shown(db, await db.select().from(statusPages).where(eq(statusPages.id, id)));
  if (page === undefined) throw notFound("Status page not found");
  return page;
}

async function shown(db: Db, rows: readonly PageRow[]): Promise<StatusPageRead[]> {
  const ids = rows.map(({ id }) => id);
  const [groups, things] = await Promise.all([readGroups(db, ids), readThings(db, ids)]);
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    published: row.isPublished,
    groups: (groups.get(row.id) ?? []).map(({ name, components }) => ({
      name,
      components: components.map((component) => ({
        ...thingOf(component),
        name: component.name,
        key: component.key,
      })),
    })),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
    things: things.get(row.id) ?? [],
  }));
}

/** Throws 404 for a thing that is not there, 409 where another page has the address. */
export async function createStatusPage(ctx: Context, input: StatusPageCreate): Promise<StatusPageRead> {
  return refuseDouble(SLUG, () =>
    ctx.db.transaction(async (db) => {
      const { slug, title, description, published } = input;
      const [row] = await db
        .insert(statusPages)
        .values({ slug, title, description, isPublished: published })
        .returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      await replaceGroups(db, { pageId: row.id, groups: input.groups });
      const page = await getStatusPage({ db }, row.id);
      await recordAudit(
        { db, actor: ctx.actor },
        { action: "status_page.created", target: targetOf(row), detail: title, after: kept(page) },
      );
      return page;
    }),
  );
}

type Target = { id: number; ifMatch: EntityTags };

/**
 * Changes the fields that are given. Throws 404 for it or a thing of it, 409 for the address, 412 where it has changed.
 */
export async function updateStatusPage(
  ctx: Context,
  input: Target & { changes: StatusPageUpdate; keys?: PublicKeys },
): Promise<StatusPageRead> {
  const { slug, title, description, published, groups } = input.changes;
  return refuseDouble(SLUG, () =>
    ctx.db.transaction(async (db) => {
      const before = await lockPage(db, input);
      await db
        .update(statusPages)
        .set({
          ...(slug !== undefined && { slug }),
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          ...(published !== undefined && { isPublished: published }),
          updatedAt: new Date(),
        })
        .where(eq(statusPages.id, input.id));
      if (groups !== undefined) await replaceGroups(db, { pageId: input.id, groups, keys: input.keys });
      const page = await getStatusPage({ db }, input.id);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "status_page.updated",
          target: targetOf(page),
          detail: page.title,
          ...changesOf(kept(before), kept(page)),
        },
      );
      return page;
    }),
  );
}

/** Removes a page; what was on it stays. A dry run only says what there is. Throws 404, 412. */
export async function deleteStatusPage(
  ctx: Context,
  input: Target & { isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const page = await lockPage(db, input);
    if (input.isDryRun) return deletionPreview({ deleted: { status_pages: [page.title] } });
    await db.delete(statusPages).where(eq(statusPages.id, page.id));
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "status_page.deleted", target: targetOf(page), detail: page.title, before: kept(page) },
    );
    return undefined;
  });
}

async function lockPage(db: Db, { id, ifMatch }: Target): Promise<StatusPageRead> {
  await db.select({ id: statusPages.id }).from(statusPages).where(eq(statusPages.id, id)).for("update");
  const page = await getStatusPage({ db }, id);
  requireUnchanged(ifMatch, { current: page, versioned: STATUS_PAGE_VERSION });
  return page;
}

/** A page as audit rows show it. Throws 404. */
export async function findKeptPage(db: Db, id: number): Promise<Record<string, unknown>> {
  return kept(await getStatusPage({ db }, id));
}

/** For the audit log: all that an undo needs, and nothing that is only said. */
function kept(page: StatusPageRead): Omit<StatusPageRead, "things"> {
  const { things: _, ...fields } = page;
  return fields;
}

function targetOf({ id }: { id: number }): string {
  return `status_page:${id}`;
}
