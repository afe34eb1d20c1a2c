import type { Actor } from "#features/audit";
import type { Db } from "#platform/database";
import {
  LogFormatCreate,
  toExported,
  type LogFormatExport,
  type LogFormatImport,
  type LogFormatImported,
} from "./models";
import { changeFormat, insertFormat, lockFormats, readRows, requireSound } from "./service";

/** All formats in their order, as an import takes them. */
export async function exportLogFormats({ db }: { db: Db }): Promise<LogFormatExport> {
  return { formats: (await readRows(db)).map(toExported) };
}

/**
 * Takes formats in by their names: one that is there is changed, any other is added behind the others. All of them or
 * none. Throws 409 where there would be more than 100, and 422 that names the format which cannot be used.
 */
export async function importLogFormats(
  ctx: { db: Db; actor: Actor },
  { formats }: LogFormatImport,
): Promise<LogFormatImported> {
  for (const [index, format] of formats.entries()) requireSound(format, ["formats", index]);
  return ctx.db.transaction(async (db) => {
    await lockFormats(db);
    const known = new Map((await readRows(db)).map((row) => [row.name, row]));
    const imported: LogFormatImported = { created: [], updated: [], unchanged: [] };
    for (const format of formats) {
      const before = known.get(format.name);
      if (before === undefined) {
        await insertFormat({ ...ctx, db }, format);
        imported.created.push(format.name);
      } else if (isSame(LogFormatCreate.parse(toExported(before)), format))
        imported.unchanged.push(format.name);
      else {
        await changeFormat({ ...ctx, db }, { before, changes: format });
        imported.updated.push(format.name);
      }
    }
    return imported;
  });
}

function isSame(one: LogFormatCreate, other: LogFormatCreate): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
