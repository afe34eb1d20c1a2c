import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#features/audit";
import {
  addLost,
  readRequest,
  restoreRow,
  undoersOf,
  type Fields,
  type ObjectKind,
  type Undoer,
} from "#features/undo";
import type { Db } from "#platform/database";
import { pick } from "#platform/put-back";
import { REFERENCES, replaceGroups } from "./groups";
import { StatusPageCreate, StatusPageUpdate, type GroupsWrite } from "./models";
import { deleteStatusPage, findKeptPage, updateStatusPage } from "./service";
import { statusPages } from "./tables";

const SLUG = { field: "slug", message: "another status page has its address" };

const STATUS_PAGES: ObjectKind = {
  permission: "superadmin",
  actions: {
    created: ["status_page.created"],
    updated: ["status_page.updated"],
    deleted: ["status_page.deleted"],
  },
  stored: { table: statusPages },
  targetOf: (id) => `status_page:${id}`,
  nameOf: ({ title }) => (typeof title === "string" ? title : null),
  comparable: (fields) => pick(fields, ["slug", "title", "description", "published", "groups"]),
  async find(db, id) {
    const [row] = await db
      .select({ id: statusPages.id })
      .from(statusPages)
      .where(eq(statusPages.id, id))
      .for("update");
    return row && findKeptPage(db, id);
  },
  async change({ db, actor }, { id, fields }) {
    const changes = readRequest(StatusPageUpdate, fields);
    await updateStatusPage({ db, actor }, { id, changes, ifMatch: undefined, keys: keysOf(fields) });
  },
  async remove({ db, actor }, id) {
    await deleteStatusPage({ db, actor }, { id, ifMatch: undefined, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const { slug, title, description, published, groups } = readRequest(StatusPageCreate, before);
    const columns = { slug, title, description, isPublished: published, createdAt: before["created_at"] };
    if (!(await restoreRow(run, { table: statusPages, id, columns, about, unique: SLUG }))) return undefined;
    const { present, gone } = await splitGroups(run.db, groups);
    await replaceGroups(run.db, { pageId: id, groups: present, keys: keysOf(before) });
    addLost(run, {
      kind: "status_page_components",
      keys: gone.map((thing) => `${id}:${thing}`),
      reason: "what they showed is not there any more",
    });
    const after = await findKeptPage(run.db, id);
    await recordAudit(run, {
      action: "status_page.created",
      target: `status_page:${id}`,
      detail: title,
      after,
    });
    return { status_page_components: present.flatMap(({ components }) => components).length };
  },
};

/** How changes of status pages are taken back. */
export const STATUS_PAGE_UNDOERS: readonly Undoer[] = undoersOf(STATUS_PAGES);

const Keyed = z
  .array(
    z.object({
      components: z.array(z.object({ kind: z.string(), id: z.int(), key: z.string() })),
    }),
  )
  .catch([]);

/** What the public knows things by stays the same, so that badges go on working. */
function keysOf({ groups }: Fields): Map<string, string> {
  const components = Keyed.parse(groups).flatMap((group) => group.components);
  return new Map(components.map(({ kind, id, key }) => [`${kind} ${id}`, key]));
}

/** What of the groups is there still, and what is not. */
async function splitGroups(db: Db, groups: GroupsWrite): Promise<{ present: GroupsWrite; gone: string[] }> {
  const known = new Set<string>();
  const wanted = groups.flatMap(({ components }) => components);
  for (const { kind, table } of REFERENCES) {
    const ids = wanted.filter((component) => component.kind === kind).map(({ id }) => id);
    const rows = await db.select({ id: table.id }).from(table).where(inArray(table.id, ids));
    for (const { id } of rows) known.add(`${kind}:${id}`);
  }
  const isPresent = ({ kind, id }: (typeof wanted)[number]) => known.has(`${kind}:${id}`);
  return {
    present: groups.map((group) => ({ ...group, components: group.components.filter(isPresent) })),
    gone: wanted.filter((one) => !isPresent(one)).map(({ kind, id }) => `${kind}:${id}`),
  };
}
