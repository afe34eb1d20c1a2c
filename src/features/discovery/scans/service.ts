import { eq } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { askToCancel } from "#features/operations";
import type { Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { discoveryScans } from "../tables";
import type { DiscoveryScanRead } from "./models";
import { getScan } from "./read";

type Context = { db: Db; actor: Actor };

/** Asks a scan to end, in whatever process it runs. Throws 404. */
export async function cancelScan(ctx: Context, id: number): Promise<DiscoveryScanRead> {
  const { operation_id: operationId, status } = await getScan(ctx, id);
  if (status === "running" && operationId !== null)
    await askToCancel(ctx, { id: operationId, kind: "discovery_scan" });
  return getScan(ctx, id);
}

/** Removes a scan that has ended, with what it found. Throws 404, 409. */
export async function deleteScan(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const [scan] = await db.select().from(discoveryScans).where(eq(discoveryScans.id, id)).for("update");
    if (scan === undefined) throw notFound("Scan not found");
    if (scan.status === "running") throw conflict("Scan is running; cancel it first");
    await db.delete(discoveryScans).where(eq(discoveryScans.id, id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "discovery.scan_deleted",
        target: `scan:${id}`,
        detail: `target=${scan.target} found=${scan.resultCount}`,
      },
    );
  });
}
