import { and, count, eq } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { refuseDouble, type Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { users } from "#tables/users";
import { savedSearches } from "../tables";
import type { SavedSecuritySearch, SavedSecuritySearchCreate } from "./models";

/** Who asks: a search belongs to its user alone, whatever the user's role. */
type Owner = { db: Db; userId: number };

const NAME = {
  constraint: "saved_searches_user_name",
  detail: "A saved search with this name already exists",
};
const MAX_PER_USER = 500;

const BY_NAME: Ordering<Row> = {
  name: "saved searches",
  keys: [
    { column: savedSearches.name, type: "text", of: ({ name }) => name },
    { column: savedSearches.id, type: "bigint", of: ({ id }) => id },
  ],
};

/** The caller's own searches by name: all of them or a page. @throws ApiError 422 for a bad cursor. */
export async function listSavedSearches(
  { db, userId }: Owner,
  query: PageQuery,
): Promise<Page<SavedSecuritySearch>> {
  const filter = eq(savedSearches.userId, userId);
  const page = await readPage(query, {
    order: BY_NAME,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(savedSearches)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(savedSearches, filter),
  });
  return mapPage(page, toSavedSecuritySearch);
}

/** @throws ApiError 409 where the caller has that name, or as many searches as one may have. */
export async function createSavedSearch(
  ctx: Owner & { actor: Actor },
  input: SavedSecuritySearchCreate,
): Promise<SavedSecuritySearch> {
  const { userId, actor } = ctx;
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      await requireRoom({ db, userId });
      const [row] = await db
        .insert(savedSearches)
        .values({ ...input, userId })
        .returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      await recordAudit(
        { db, actor },
        { action: "syslog.search_saved", target: targetOf(row), after: shown(row) },
      );
      return toSavedSecuritySearch(row);
    }),
  );
}

/** Locks the user's row, so that requests that arrive together cannot pass the limit together. */
export async function requireRoom({ db, userId }: Owner): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  const [saved] = await db
    .select({ count: count() })
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId));
  if (saved !== undefined && saved.count >= MAX_PER_USER)
    throw conflict(`You already have ${MAX_PER_USER} saved searches; delete one first`);
}

/** @throws ApiError 404 where there is none, or it is another user's. */
export async function deleteSavedSearch(ctx: Owner & { actor: Actor }, id: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const [row] = await db
      .delete(savedSearches)
      .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, ctx.userId)))
      .returning();
    if (row === undefined) throw notFound("Saved search not found");
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "syslog.search_deleted",
        target: targetOf(row),
        before: { ...shown(row), created_at: toTimestamp(row.createdAt) },
      },
    );
  });
}

type Row = typeof savedSearches.$inferSelect;

function targetOf({ id }: Row): string {
  return `saved_search:${id}`;
}

function shown({ name, filters }: Row): Record<string, unknown> {
  return { name, filters };
}

function toSavedSecuritySearch({ id, name, filters, createdAt }: Row): SavedSecuritySearch {
  return { id, name, filters, created_at: toTimestamp(createdAt) };
}
