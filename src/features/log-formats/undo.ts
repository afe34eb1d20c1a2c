import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#features/audit";
import {
  addConflict,
  addChangedSince,
  notRecorded,
  readRequest,
  statesOf,
  undoersOf,
  type ObjectKind,
  type Undoer,
} from "#features/undo";
import { pick, putBack } from "#platform/put-back";
import { LogFormatUpdate } from "./models";
import { orderLogFormats, readOrder, REORDERED } from "./order";
import { audited, changeFormat, deleteLogFormat, findLocked, targetOf } from "./service";
import { logFormats } from "./tables";

const FIELDS = [
  "name",
  "description",
  "enabled",
  "kind",
  "reads",
  "pattern",
  "vendor",
  "conditions",
  "fields",
];

/** Held by no role but that of SuperAdmin, as the routes ask for it. */
const permission = "superadmin";

const FORMATS: ObjectKind = {
  permission,
  actions: {
    created: ["syslog.format_created"],
    updated: ["syslog.format_updated"],
    deleted: ["syslog.format_deleted"],
  },
  targetOf: (id) => targetOf({ id }),
  nameOf: ({ name }) => (typeof name === "string" ? name : null),
  comparable: (fields) => pick(fields, FIELDS),
  async find(db, id) {
    const row = await findLocked(db, id);
    return row && audited(row);
  },
  async change(ctx, { id, fields }) {
    const before = await findLocked(ctx.db, id);
    if (before === undefined) throw new Error("our bug: a format that was found is gone");
    await changeFormat(ctx, { before, changes: readRequest(LogFormatUpdate, fields) });
  },
  async remove(ctx, id) {
    await deleteLogFormat({ ...ctx, formats: undefined }, { id, ifMatch: undefined, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const { back } = await putBack(run.db, logFormats, [{ ...before }]);
    if (back.length === 0) {
      addConflict(run, about, { code: "taken", message: "a format of this name is there already" });
      return undefined;
    }
    const [row] = await run.db.select().from(logFormats).where(eq(logFormats.id, id));
    if (row === undefined) throw new Error("our bug: a format that was put back is not there");
    await recordAudit(run, {
      action: "syslog.format_created",
      target: targetOf(row),
      detail: row.name,
      after: audited(row),
    });
    return {};
  },
};

const Order = z.looseObject({ ids: z.array(z.int()) });

const ORDER: Undoer = {
  actions: [REORDERED],
  permission,
  async undo(run, entry) {
    const { before, after } = statesOf(entry);
    const wanted = Order.safeParse(before).data?.ids;
    const left = Order.safeParse(after).data?.ids;
    if (wanted === undefined || left === undefined) return notRecorded(run, entry);
    const about = { target: entry.target, name: null };
    const now = await readOrder(run.db);
    const isChanged = now.join() !== left.join();
    if (isChanged && !addChangedSince(run, about, { field: "ids", now, before: wanted })) return undefined;
    // Those that came since stay behind the others.
    const ids = [...wanted.filter((id) => now.includes(id)), ...now.filter((id) => !wanted.includes(id))];
    await orderLogFormats(run, { ids });
    run.objects.push({
      ...about,
      outcome: "changed",
      fields: [{ field: "ids", now, before: wanted }],
      with: {},
    });
    return undefined;
  },
};

/** How making, changing, removing and ordering formats is taken back. */
export const LOG_FORMAT_UNDOERS: readonly Undoer[] = [...undoersOf(FORMATS), ORDER];
