import { and, eq, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { readQuarantines } from "../quarantine";
import { outbox } from "#platform/tables/outbox";
import { toDeliveryRead, type NotificationDeliveryRead } from "./models";
import { visibleTo, type Viewer } from "./read";

/**
 * Tries a notice anew that was given up, for another day, under the id that it has. Throws 404, also for one that the
 * caller may not see, and 409 for one that was not given up or whose content is worth nothing any more.
 */
export async function resendDelivery(
  ctx: { db: Db; actor: Actor; caller: Viewer },
  id: number,
): Promise<NotificationDeliveryRead> {
  return ctx.db.transaction(async (db) => {
    const [found] = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.id, id), visibleTo(ctx.caller)))
      .for("update");
    if (found === undefined) throw notFound("Delivery not found");
    if (found.state !== "dead") throw conflict("Only a delivery that was given up can be sent again");
    if (found.payload === null) throw conflict("The content of the delivery was not kept");
    const [row = found] = await db
      .update(outbox)
      .set({ state: "waiting", dueAt: sql`now()`, triedFrom: sql`now()`, attempts: 0 })
      .where(eq(outbox.id, id))
      .returning();
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "alerts.delivery_sent_again",
        target: `notification_delivery:${id}`,
        detail: `target=${row.destination} subject=${row.subject}`,
      },
    );
    return toDeliveryRead(row, (await readQuarantines(db)).get(row.destination));
  });
}
