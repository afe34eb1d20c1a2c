import { eq, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import type { LogFormatOrder } from "./models";
import { lockFormats, readRows } from "./service";
import { logFormats } from "./tables";

export const REORDERED = "syslog.formats_reordered";

/** Sets in which order formats are asked. Throws 422 where it does not name each format once. */
export async function orderLogFormats(
  ctx: { db: Db; actor: Actor },
  { ids }: LogFormatOrder,
): Promise<LogFormatOrder> {
  return ctx.db.transaction(async (db) => {
    await lockFormats(db);
    const before = await readOrder(db);
    const known = new Set(before);
    if (ids.length !== known.size || !known.isSubsetOf(new Set(ids))) throw refused();
    if (before.join() === ids.join()) return { ids };
    await db.execute(sql`
      UPDATE ${logFormats} SET position = given.place
      FROM unnest(${`{${ids.join()}}`}::bigint[]) WITH ORDINALITY AS given (id, place)
      WHERE ${logFormats.id} = given.id`);
    await recordAudit(
      { db, actor: ctx.actor },
      { action: REORDERED, target: "log_formats", before: { ids: before }, after: { ids } },
    );
    return { ids };
  });
}

/** Gives formats their place among the others, of which nothing is said. The transaction has locked the formats. */
export async function setPositions(
  { db, actor }: { db: Db; actor: Actor },
  places: readonly { id: number; position: number }[],
): Promise<void> {
  const before = await readOrder(db);
  for (const { id, position } of places)
    await db.update(logFormats).set({ position }).where(eq(logFormats.id, id));
  const after = await readOrder(db);
  if (before.join() === after.join()) return;
  await recordAudit(
    { db, actor },
    { action: REORDERED, target: "log_formats", before: { ids: before }, after: { ids: after } },
  );
}

/** The ids of the formats, the one that is asked first in front. */
export async function readOrder(db: Db): Promise<number[]> {
  return (await readRows(db)).map(({ id }) => id);
}

function refused() {
  const msg = "Value error, it has to name each format once: somebody may have added or removed one";
  return invalid([{ loc: ["body", "ids"], msg, type: "value_error" }]);
}
