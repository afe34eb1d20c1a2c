import { and, eq, isNull, sql } from "drizzle-orm";
import { changesOf, keepRows, presentOf, recordAudit, recordAudits, type Actor } from "#features/audit";
import { findDhcpRangeFault } from "#platform/dhcp-range";
import { refuseDouble, type Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { readAffected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";
import { gatewayFault } from "#platform/network-gateway";
import { sites } from "#tables/topology";
import { formatPrefix, parsePrefix, type Prefix } from "../prefix";
import { ipReservations, subnets } from "../tables";
import {
  SUBNET_VERSION,
  toSubnetFields,
  toSubnetOut,
  type SubnetCreate,
  type SubnetFields,
  type SubnetOut,
  type SubnetRow,
  type SubnetUpdate,
} from "./models";
import { measureUsage } from "./usage";
import { toTree, type Block } from "./usage-tree";

type Context = { db: Db; actor: Actor };

/** What of a subnet is stored as people set it. */
export type SubnetColumns = Omit<typeof subnets.$inferInsert, "id" | "createdAt" | "updatedAt">;

/** No two subnets have the same network. */
export const NETWORK = { constraint: "subnets_network", detail: "A subnet with this CIDR already exists" };

export function toBlock({ id, network, isPool }: SubnetRow): Block {
  return { id, prefix: toPrefix(network), isPool };
}

/** The prefix of what the database calls a network. */
export function toPrefix(network: string): Prefix {
  const prefix = parsePrefix(network);
  if (prefix === undefined) throw new Error(`our bug: the database has the network ${network}`);
  return prefix;
}

/** Throws 404. */
export async function getSubnet({ db }: { db: Db }, id: number): Promise<SubnetOut> {
  return withUsage(db, await findSubnetRow(db, id));
}

/** Throws 404. */
export async function findSubnetRow(db: Db, id: number): Promise<SubnetRow> {
  const [row] = await db.select().from(subnets).where(eq(subnets.id, id));
  if (row === undefined) throw notFound("Subnet not found");
  return row;
}

async function withUsage(db: Db, row: SubnetRow): Promise<SubnetOut> {
  const enclosing = await db
    .select({ id: subnets.id })
    .from(subnets)
    .where(sql`${subnets.network} >> ${row.network}`)
    .orderBy(sql`masklen(${subnets.network}) DESC`);
  const usages = await measureUsage(db, toTree([toBlock(row)]));
  const usage = usages.get(row.id);
  if (usage === undefined) throw new Error("our bug: a subnet was not measured");
  return toSubnetOut(row, {
    place: { parentId: enclosing[0]?.id ?? null, depth: enclosing.length },
    usage,
  });
}

/** Throws 404 for an unknown site, 409 where the CIDR is taken, 422 for a gateway or DHCP range that is none of it. */
export async function createSubnet(ctx: Context, input: SubnetCreate): Promise<SubnetOut> {
  return refuseDouble(NETWORK, () =>
    ctx.db.transaction(async (db) => withUsage(db, await insertSubnet({ db, actor: ctx.actor }, input))),
  );
}

/** Adds a subnet in the caller's transaction. Throws as `createSubnet`, but for the 409. */
export async function insertSubnet(ctx: Context, input: SubnetCreate): Promise<SubnetRow> {
  refuseGateway(input);
  refuseDhcpRange(input);
  await requireSite(ctx.db, input.site_id);
  const [row] = await ctx.db.insert(subnets).values(toColumns(input)).returning();
  if (row === undefined) throw new Error("our bug: an insert gave no row");
  await recordAudit(ctx, createdEntry(row));
  return row;
}

/**
 * Adds those of the subnets whose network no other has, in the caller's transaction, in few statements. Their sites are
 * to be locked. Throws 422 for a gateway or DHCP range that is none of its subnet.
 */
export async function insertSubnets(ctx: Context, inputs: readonly SubnetCreate[]): Promise<SubnetRow[]> {
  if (inputs.length === 0) return [];
  for (const input of inputs) {
    refuseGateway(input);
    refuseDhcpRange(input);
  }
  const rows = await ctx.db
    .insert(subnets)
    .values(inputs.map(toColumns))
    .onConflictDoNothing({ target: subnets.network })
    .returning();
  await recordAudits(ctx, rows.map(createdEntry));
  return rows;
}

function createdEntry(row: SubnetRow) {
  const after = toSubnetFields(row);
  return { action: "ipam.subnet_created", target: `subnet:${row.id}`, detail: after.cidr, after };
}

function refuseGateway(subnet: Pick<SubnetFields, "cidr" | "gateway">): void {
  const msg = gatewayFault(subnet);
  if (msg !== null) throw invalid([{ loc: ["body", "gateway"], msg, type: "value_error" }]);
}

function refuseDhcpRange(range: Pick<SubnetFields, "cidr" | "dhcp_start" | "dhcp_end">): void {
  const fault = findDhcpRangeFault(range);
  if (fault !== undefined)
    throw invalid([{ loc: ["body", fault.field], msg: fault.text, type: "value_error" }]);
}

async function requireSite(db: Db, siteId: number | null): Promise<void> {
  if (siteId === null) return;
  const [site] = await db.select({ id: sites.id }).from(sites).where(eq(sites.id, siteId)).for("key share");
  if (site === undefined) throw notFound("Site not found");
}

function toColumns(input: SubnetCreate): SubnetColumns {
  return {
    ...networkColumns(input.cidr),
    name: input.name,
    description: input.description,
    notes: input.notes,
    vlanId: input.vlan_id,
    siteId: input.site_id,
    gateway: input.gateway,
    ...dhcpRangeColumns(input),
    dnsServers: input.dns_servers,
    isPool: input.is_pool,
  };
}

/** The gateway in canonical form, or none where it can be none of the network. */
export function gatewayColumn(cidr: string, gateway: string | null): string | null {
  return gatewayFault({ cidr, gateway }) === null ? (canonicalAddress(gateway ?? "") ?? null) : null;
}

/** The DHCP range in canonical form, or none where it is no range of the network. */
export function dhcpRangeColumns(range: Parameters<typeof findDhcpRangeFault>[0]) {
  const [start, end] = [range.dhcp_start ?? "", range.dhcp_end ?? ""].map(canonicalAddress);
  const isRange = findDhcpRangeFault(range) === undefined;
  return { dhcpStart: (isRange && start) || null, dhcpEnd: (isRange && end) || null };
}

function networkColumns(cidr: string): Pick<SubnetColumns, "network" | "cidrAsSent"> {
  const network = formatPrefix(toPrefix(cidr));
  return { network, cidrAsSent: network === cidr ? null : cidr };
}

type SubnetChange = { id: number; changes: SubnetUpdate; ifMatch: EntityTags };

/** Throws 404, 409, 412 where it has changed, 422. */
export async function updateSubnet(ctx: Context, input: SubnetChange): Promise<SubnetOut> {
  return refuseDouble(NETWORK, () =>
    ctx.db.transaction(async (db) => withUsage(db, await updateSubnetRow({ db, actor: ctx.actor }, input))),
  );
}

/** As `updateSubnet`, in the caller's transaction, without a look at what is in it. Throws as that, but for the 409. */
export async function updateSubnetRow(
  ctx: Context,
  { id, changes, ifMatch }: SubnetChange,
): Promise<SubnetRow> {
  const before = await lockSubnet(ctx.db, id);
  const current = toSubnetFields(before);
  requireUnchanged(ifMatch, { current, versioned: SUBNET_VERSION });
  const wanted = { ...current, ...changes };
  // One that was stored before this was a rule stays until somebody changes it.
  if (wanted.gateway !== current.gateway || canonicalNetwork(wanted.cidr) !== current.cidr)
    refuseGateway(wanted);
  refuseDhcpRange(wanted);
  if (wanted.site_id !== current.site_id) await requireSite(ctx.db, wanted.site_id);
  const columns = toColumns(wanted);
  if (changes.cidr === undefined) columns.cidrAsSent = before.cidrAsSent;
  return changeSubnet(ctx, { before, columns });
}

async function lockSubnet(db: Db, id: number): Promise<SubnetRow> {
  const [row] = await db.select().from(subnets).where(eq(subnets.id, id)).for("update");
  if (row === undefined) throw notFound("Subnet not found");
  return row;
}

/** Writes the columns of a locked subnet and its audit row. */
export async function changeSubnet(
  ctx: Context,
  { before, columns }: { before: SubnetRow; columns: Partial<SubnetColumns> },
): Promise<SubnetRow> {
  const [after = before] = await ctx.db
    .update(subnets)
    .set({ ...columns, updatedAt: new Date() })
    .where(eq(subnets.id, before.id))
    .returning();
  await recordAudit(ctx, {
    action: "ipam.subnet_updated",
    target: `subnet:${before.id}`,
    detail: toSubnetFields(after).cidr,
    ...changesOf(toSubnetFields(before), toSubnetFields(after)),
  });
  return after;
}

/**
 * Removes a subnet; its reservations stay, without it. Says what that would do where it is a dry run. Throws 404, 412.
 */
export async function deleteSubnet(
  ctx: Context,
  input: { id: number; isDryRun: boolean; ifMatch: EntityTags },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockSubnet(db, input.id);
    const before = toSubnetFields(row);
    requireUnchanged(input.ifMatch, { current: before, versioned: SUBNET_VERSION });
    if (input.isDryRun) return previewOf(db, row);
    const entry = { action: "ipam.subnet_deleted", target: `subnet:${row.id}`, detail: before.cidr };
    const reservations = await keepRows(
      { db, actor: ctx.actor },
      {
        ...entry,
        kind: "reservations",
        rows: sql`SELECT jsonb_build_object('id', id, 'ip_address', host(address), 'label', label) AS row
          FROM ${ipReservations} WHERE subnet_id = ${row.id} ORDER BY id`,
      },
    );
    await db.delete(subnets).where(eq(subnets.id, row.id));
    await recordAudit(
      { db, actor: ctx.actor },
      { ...entry, before: { ...before, unassigned: presentOf({ reservations }) } },
    );
    return undefined;
  });
}

async function previewOf(db: Db, row: SubnetRow): Promise<DeletionPreview> {
  const reservations = await readAffected(db, {
    from: ipReservations,
    where: and(eq(ipReservations.subnetId, row.id), isNull(ipReservations.releasedAt)),
    name: ipReservations.address,
    orderBy: [ipReservations.address],
  });
  return deletionPreview({ deleted: { subnets: [row.name] }, unassigned: { reservations } });
}
