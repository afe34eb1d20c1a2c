import { eq } from "drizzle-orm";
import { z } from "zod";
import { readKept, recordAudit, type StoredAuditEntry } from "#features/audit";
import {
  addConflict,
  addLost,
  changeBack,
  removeObject,
  statesOf,
  undoersOf,
  type Fields,
  type ObjectKind,
  type Undoer,
} from "#features/undo";
import type { Db } from "#platform/database";
import { pick, putBack } from "#platform/put-back";
import {
  auditedLayout,
  deleteLayout,
  lockOwnLayout,
  putLayoutBack,
  requireRoom,
  type LayoutBefore,
} from "../layouts/service";
import { topologyLayouts } from "../tables";

const Place = z.object({ node: z.string(), position: z.object({ x: z.number(), y: z.number() }) });
/** An entry that holds the places of before, or says where they are. */
const Kept = z.looseObject({ removed: z.looseObject({ layout_positions: z.unknown() }) });
const Preferences = z.record(z.string(), z.unknown()).nullable();
const Recorded = z.looseObject({ id: z.int(), name: z.string(), is_shared: z.boolean().default(false) });

async function keptPlaces(db: Db, entry: StoredAuditEntry): Promise<Positions> {
  const places = z.array(Place).parse((await readKept(db, entry, "removed")).get("layout_positions") ?? []);
  return Object.fromEntries(places.map(({ node, position }) => [node, position]));
}

/** How changes of layouts are taken back, each only by its owner, who has made them. */
const LAYOUTS: ObjectKind = {
  permission: null,
  actions: { created: ["topology.layout_imported"], updated: [], deleted: ["topology.layout_deleted"] },
  stored: { table: topologyLayouts },
  targetOf: (id, { name }) => `layout:${typeof name === "string" ? name : id}`,
  nameOf: ({ name }) => (typeof name === "string" ? name : null),
  comparable: (fields) => pick(fields, ["name", "positions", "places", "display_prefs"]),
  async find(db, id) {
    const [row] = await db.select().from(topologyLayouts).where(eq(topologyLayouts.id, id)).for("update");
    return row && auditedLayout(row);
  },
  change: () => Promise.reject(new Error("our bug: a layout's fields are not taken back")),
  async remove({ db, actor, caller }, id) {
    const input = { userId: caller.userId, layoutId: id, ifMatch: undefined, isDryRun: false };
    await deleteLayout({ db, actor }, input);
  },
  async restore(run, { id, before, entry, about }) {
    const { db, caller } = run;
    await requireRoom(db, caller.userId);
    const { name, is_shared: wasShared } = Recorded.parse(before);
    const positions = await keptPlaces(db, entry);
    const row = {
      id,
      name,
      owner_user_id: caller.userId,
      positions,
      display_prefs: before["display_prefs"] ?? null,
    };
    const { back } = await putBack(db, topologyLayouts, [row]);
    if (back.length === 0) {
      addConflict(run, about, {
        code: "taken",
        field: "name",
        message: "you have a layout of this name already",
      });
      return undefined;
    }
    if (wasShared) addLost(run, { kind: "share_code", keys: [id], reason: "a code is never given again" });
    const layout = await lockOwnLayout(db, { userId: caller.userId, layoutId: id });
    await recordAudit(run, {
      action: "topology.layout_imported",
      target: `layout:${name}`,
      detail: "restored",
      after: auditedLayout(layout),
    });
    return { layout_positions: Object.keys(positions).length };
  },
};

/** A layout that was saved for the first time goes; one that was there has the places of before again. */
const SAVED: Undoer = {
  actions: ["topology.layout_saved"],
  permission: null,
  refusalOf: ({ before }) =>
    before === null || Kept.safeParse(before).success
      ? undefined
      : "the places that a layout had before it was saved were not recorded then",
  async undo(run, entry) {
    const { before, after } = statesOf(entry);
    const { id } = Recorded.parse(after);
    if (entry.before === null) return removeObject(run, { kind: LAYOUTS, id, after });
    const positions = await keptPlaces(run.db, entry);
    const kind: ObjectKind = {
      ...LAYOUTS,
      change: ({ db, actor, caller }, { fields }) =>
        putLayoutBack(
          { db, actor },
          { userId: caller.userId, layoutId: id, fields: toColumns(fields, positions) },
        ),
    };
    return changeBack(run, { kind, id, before, after });
  },
};

type Positions = NonNullable<LayoutBefore["positions"]>;

function toColumns(fields: Fields, positions: Positions): LayoutBefore {
  return {
    ...("places" in fields && { positions }),
    ...("display_prefs" in fields && { displayPrefs: Preferences.parse(fields["display_prefs"]) }),
  };
}

export const LAYOUT_UNDOERS: readonly Undoer[] = [...undoersOf(LAYOUTS), SAVED];
