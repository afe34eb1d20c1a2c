import { z } from "@hono/zod-openapi";
import {
  defaultsOf,
  fieldsOf,
  textOf,
  type ConfigurationKind,
  type Fields,
} from "#features/configuration-kinds";
import type { Db } from "#platform/database";
import { pick } from "#platform/put-back";
import { LogFormatCreate, LogFormatUpdate, newFormatFields, toExported } from "../models";
import { setPositions } from "../order";
import {
  changeFormat,
  deleteLogFormat,
  findLocked,
  insertFormat,
  lockFormats,
  readRows,
  requireSound,
} from "../service";

const FIELDS = ["name", ...Object.keys(newFormatFields)];
const Position = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .openapi({ description: "those with a smaller number are asked first" });

/** Own formats of log lines, by name. */
export const LOG_FORMAT_KIND: ConfigurationKind = {
  name: "log_formats",
  noun: "log format",
  key: "its name",
  reads: { permission: "security_view" },
  writes: "superadmin",
  refersTo: [],
  isKeyUnique: true,
  fields: { ...fieldsOf(LogFormatCreate.shape, FIELDS), position: Position },
  defaults: defaultsOf(newFormatFields, FIELDS.slice(1)),
  keyOf: (fields) => textOf(fields, "name"),
  nameOf: (fields) => textOf(fields, "name"),
  toItem: (fields) => pick(fields, [...FIELDS, "position"]),
  fromItem: (item) => pick(item, [...FIELDS, "position"]),
  async read(db) {
    const rows = await readRows(db);
    return rows.map((row) => ({ id: row.id, fields: { ...toExported(row), position: row.position } }));
  },
  async create(ctx, things) {
    await lockFormats(ctx.db);
    const ids: number[] = [];
    for (const { fields } of things) {
      const format = LogFormatCreate.parse(fields);
      requireSound(format);
      const { id } = await insertFormat(ctx, format);
      ids.push(id);
      await place(ctx, id, fields);
    }
    return ids;
  },
  async update(ctx, changes) {
    await lockFormats(ctx.db);
    for (const { id, fields } of changes) {
      await place(ctx, id, fields);
      const own = LogFormatUpdate.parse(pick(fields, FIELDS));
      if (Object.keys(own).length > 0)
        await changeFormat(ctx, { before: await requireRow(ctx.db, id), changes: own });
    }
  },
  async remove(ctx, gone) {
    for (const { id } of gone)
      await deleteLogFormat({ ...ctx, formats: undefined }, { id, ifMatch: undefined, isDryRun: false });
  },
};

async function place(
  ctx: Parameters<typeof setPositions>[0],
  id: number,
  { position }: Fields,
): Promise<void> {
  if (position !== undefined) await setPositions(ctx, [{ id, position: Position.parse(position) }]);
}

async function requireRow(db: Db, id: number) {
  const row = await findLocked(db, id);
  if (row === undefined) throw new Error("our bug: a log format is gone that an apply holds");
  return row;
}
