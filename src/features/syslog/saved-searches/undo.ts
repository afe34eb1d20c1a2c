import { eq } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import { readRequest, restoreRow, undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import { savedSearches } from "../tables";
import { SavedSecuritySearchCreate } from "./models";
import { deleteSavedSearch, requireRoom } from "./service";

const NAME = { field: "name", message: "you have a saved search of this name" };

/** A search is its owner's, who alone has made such entries. */
const SAVED_SEARCHES: ObjectKind = {
  permission: null,
  actions: { created: ["syslog.search_saved"], updated: [], deleted: ["syslog.search_deleted"] },
  stored: { table: savedSearches },
  targetOf: (id) => `saved_search:${id}`,
  nameOf: ({ name }) => (typeof name === "string" ? name : null),
  comparable: (fields) => fields,
  async find(db, id) {
    const [row] = await db
      .select({ name: savedSearches.name, filters: savedSearches.filters })
      .from(savedSearches)
      .where(eq(savedSearches.id, id))
      .for("update");
    return row;
  },
  change: () => Promise.reject(new Error("our bug: saved searches are not changed")),
  async remove({ db, actor, caller }, id) {
    await deleteSavedSearch({ db, actor, userId: caller.userId }, id);
  },
  async restore(run, { id, before, about }) {
    const { userId } = run.caller;
    await requireRoom({ db: run.db, userId });
    const search = readRequest(SavedSecuritySearchCreate, before);
    const columns = { ...search, userId, createdAt: before["created_at"] };
    if (!(await restoreRow(run, { table: savedSearches, id, columns, about, unique: NAME })))
      return undefined;
    await recordAudit(run, { action: "syslog.search_saved", target: `saved_search:${id}`, after: search });
    return {};
  },
};

/** How saved searches are taken back, each only by its owner. */
export const SAVED_SEARCH_UNDOERS: readonly Undoer[] = undoersOf(SAVED_SEARCHES);
