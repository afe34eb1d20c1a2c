import { count, eq, inArray, isNull, sql } from "drizzle-orm";
import { keepRows, presentOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import type { DeletionPreview } from "#platform/http/dry-run";
import { dhcpLeases, leaseSources } from "../tables";

const NAMED = 20;

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

async function previewOf(db: Db, wanted: ReturnType<typeof eq> | undefined): Promise<DeletionPreview> {
  const affected = async (isCurrent: boolean) => {
    const filter = sql`${isCurrent ? isNull(dhcpLeases.closedAt) : sql`${dhcpLeases.closedAt} IS NOT NULL`}
      AND ${wanted ?? sql`true`}`;
    const join = eq(leaseSources.id, dhcpLeases.sourceId);
    const [counted] = await db
      .select({ count: count() })
      .from(dhcpLeases)
      .innerJoin(leaseSources, join)
      .where(filter);
    const first = await db
      .select({ address: dhcpLeases.address })
      .from(dhcpLeases)
      .innerJoin(leaseSources, join)
      .where(filter)
      .orderBy(dhcpLeases.address)
      .limit(NAMED);
    return { count: counted?.count ?? 0, names: first.map(({ address }) => address) };
  };
  const kinds = { leases: await affected(true), former_leases: await affected(false) };
  const present = Object.entries(kinds).filter(([, { count }]) => count > 0);
  return { would_delete: Object.fromEntries(present), would_unassign: {} };
}
