import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { keepRows, presentOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { readAffected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { dhcpLeases, leaseSources } from "../tables";

/** Removes every lease with its history, or those of one source. Says what would go where it is a dry run. */
export async function deleteLeases(
  ctx: { db: Db; actor: Actor },
  { source, isDryRun }: { source: string | undefined; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const wanted = source === undefined ? undefined : eq(leaseSources.name, source);
    // Imports lock their source too: none of them writes while this one counts and removes.
    const sources = await db.select().from(leaseSources).where(wanted).orderBy(leaseSources.id).for("update");
    if (isDryRun) return previewOf(db, wanted);
    const [counted] = await db
      .select({
        current: sql<number>`count(*) FILTER (WHERE ${dhcpLeases.closedAt} IS NULL)::int`,
        former: sql<number>`count(${dhcpLeases.closedAt})::int`,
      })
      .from(dhcpLeases)
      .innerJoin(leaseSources, eq(leaseSources.id, dhcpLeases.sourceId))
      .where(wanted);
    const entry = {
      action: "ipam.dhcp_leases_deleted",
      target: source === undefined ? "dhcp_leases" : `dhcp_leases:${source}`,
    };
    const gone = inArray(
      leaseSources.id,
      sources.map(({ id }) => id),
    );
    const leases = await keepRows(
      { db, actor: ctx.actor },
      {
        ...entry,
        kind: "dhcp_leases",
        rows: sql`SELECT to_jsonb(lease) || jsonb_build_object('source', ${leaseSources.name}, 'address', host(lease.address)) AS row
          FROM ${dhcpLeases} AS lease JOIN ${leaseSources} ON ${leaseSources.id} = lease.source_id WHERE ${gone}
          ORDER BY lease.id`,
      },
    );
    await db.delete(leaseSources).where(gone);
    await recordAudit(
      { db, actor: ctx.actor },
      {
        ...entry,
        detail: `current=${counted?.current ?? 0} former=${counted?.former ?? 0}`,
        before: {
          sources: sources.map(({ name }) => name),
          ...counted,
          removed: presentOf({ dhcp_leases: leases }),
          lease_sources: sources,
        },
      },
    );
    return undefined;
  });
}

async function previewOf(db: Db, wanted: SQL | undefined): Promise<DeletionPreview> {
  const { address, closedAt, sourceId } = dhcpLeases;
  const affected = (state: SQL) =>
    readAffected(db, {
      from: sql`${dhcpLeases} JOIN ${leaseSources} ON ${leaseSources.id} = ${sourceId}`,
      where: and(state, wanted),
      name: address,
      orderBy: [address],
    });
  return deletionPreview({
    deleted: { leases: await affected(isNull(closedAt)), former_leases: await affected(isNotNull(closedAt)) },
  });
}
