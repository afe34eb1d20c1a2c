import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { syncSubnetOfGroup } from "#features/ipam";
import {
  DeviceCreate,
  getGroup,
  requireSite,
  updateGroup,
  writeDevices,
  type DeviceUpdate,
  type DeviceWrite,
} from "#features/topology";
import type { Db } from "#platform/database";
import { findDhcpRangeFault } from "#platform/dhcp-range";
import { gatewayFault } from "#platform/network-gateway";
import { badRequest, notFound } from "#platform/errors";
import type { WorkerPool } from "#platform/workers";
import { readFindsOf } from "../scans/finds";
import type { DiscoveryImportRequest, DiscoveryImportResult } from "../scans/models";
import { inGroups } from "../sweep/in-parallel";
import { discoveryScans } from "../tables";
import { networkOf } from "../target/target";
import { compareFinds, type Compared } from "./compare";
import { differences } from "./differences";
import { newDeviceFieldsOf } from "./host-fields";
import { noteKeys, noteNewKeys } from "./note-keys";
import type { KnownDevice, Match } from "./match";

type Context = { db: Db; actor: Actor; userId: number; pool: WorkerPool };
type Row = DiscoveryImportResult["rows"][number];

/**
 * Puts hosts of a completed scan into the inventory, in one transaction. What a person has typed is replaced by the
 * mode that says so alone. Throws 404 for a scan, group or site that there is not, 400 for a scan that is not
 * completed.
 */
export async function importHosts(
  ctx: Context,
  request: DiscoveryImportRequest,
): Promise<DiscoveryImportResult> {
  return ctx.db.transaction(async (db) => {
    const scan = await requireCompleted(db, request.scan_id);
    if (request.topology_group_id !== null) await getGroup({ db }, request.topology_group_id);
    await requireSite(db, request.site_id);
    const wanted = new Set(request.ip_addresses);
    const all = await compareFinds(db, await readFindsOf(db, scan.id));
    const hosts = wanted.size === 0 ? all : all.filter(({ address }) => wanted.has(address));
    const rows = await writeHosts({ ...ctx, db }, hosts, request);
    await noteKeys(db, hosts);
    await noteNewKeys(db, hosts, rows);
    await giveRange({ ...ctx, db }, request.topology_group_id, scan.target);
    const counted = (action: Row["action"]) => rows.filter((row) => row.action === action).length;
    const result = {
      created: counted("created"),
      updated: counted("updated"),
      skipped_existing: counted("skipped"),
    };
    const { created, updated, skipped_existing: skipped } = result;
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "discovery.results_imported",
        target: `scan:${scan.id}`,
        detail: `created=${created} updated=${updated} skipped_existing=${skipped} mode=${request.mode}`,
      },
    );
    return { ...result, rows };
  });
}

async function requireCompleted(db: Db, id: number): Promise<typeof discoveryScans.$inferSelect> {
  const [scan] = await db.select().from(discoveryScans).where(eq(discoveryScans.id, id)).for("key share");
  if (scan === undefined) throw notFound("Scan not found");
  if (scan.status !== "completed") throw badRequest("Scan is not completed");
  return scan;
}

/** Until others have their turn. */
const HOSTS_PER_TURN = 250;

type Plan = { host: Compared; id: number | undefined; changes: DeviceUpdate };

/** Decides on every host, then writes them. */
async function writeHosts(
  ctx: Context,
  hosts: readonly Compared[],
  request: DiscoveryImportRequest,
): Promise<Row[]> {
  const plans = hosts.map((host) => planOf(host, request));
  const writes: DeviceWrite[] = [];
  const fresh = plans.filter(({ id }) => id === undefined);
  for (const some of inGroups(fresh, HOSTS_PER_TURN)) {
    for (const { host } of some) writes.push({ device: newDevice(host, request) });
    await setImmediate();
  }
  for (const [id, changes] of changesById(plans)) writes.push({ id, changes });
  const ids = await writeDevices(ctx, { writes, userId: ctx.userId });
  const idOf = new Map(fresh.map((plan, at) => [plan, ids[at] ?? 0]));
  return plans.map((plan) => {
    const { host, id, changes } = plan;
    const about = { ip_address: host.address, device_id: id ?? idOf.get(plan) ?? 0 };
    if (id === undefined) return { ...about, action: "created", fields: [] };
    const fields = Object.keys(changes);
    return { ...about, action: fields.length === 0 ? "skipped" : "updated", fields };
  });
}

function planOf(host: Compared, request: DiscoveryImportRequest): Plan {
  const { match } = host;
  if (match === undefined) return { host, id: undefined, changes: {} };
  const changes = request.mode === "new_only" ? {} : changesOf(host, match, request);
  return { host, id: match.device.id, changes };
}

/** Of several hosts that are one device the later adds to what the earlier says. */
function changesById(plans: readonly Plan[]): Map<number, DeviceUpdate> {
  const byId = new Map<number, DeviceUpdate>();
  for (const { id, changes } of plans) {
    if (id === undefined || Object.keys(changes).length === 0) continue;
    byId.set(id, { ...byId.get(id), ...changes });
  }
  return byId;
}

function newDevice(
  { address, find }: Compared,
  { topology_group_id: groupId, site_id: siteId, use_guessed_types: usesGuesses }: DiscoveryImportRequest,
): DeviceCreate {
  const guess = usesGuesses ? find.deviceTypeGuess?.type : undefined;
  return DeviceCreate.parse({
    ...newDeviceFieldsOf(find),
    ip_address: address,
    device_type: guess ?? "discovered",
    status: "online",
    icon: "device",
    topology_group_id: groupId,
    site_id: siteId,
  });
}

function changesOf(host: Compared, match: Match, request: DiscoveryImportRequest): DeviceUpdate {
  const { device } = match;
  const { topology_group_id: groupId, site_id: siteId } = request;
  const seen = host.isAlias ? {} : differences(host, match);
  const own = request.update_fields.flatMap((field) => {
    const value = seen[field];
    return value !== undefined && mayWrite(device, field, request.mode) ? [[field, value] as const] : [];
  });
  const isTold = match.reason !== "hostname";
  const moves = request.update_ip_on_mac_match && isTold && host.proposed.ip_address !== undefined;
  return {
    ...Object.fromEntries(own),
    ...(moves && { ip_address: host.proposed.ip_address }),
    ...(groupId !== null && groupId !== device.topologyGroupId && { topology_group_id: groupId }),
    ...(siteId !== null && siteId !== device.siteId && { site_id: siteId }),
  };
}

const FIELDS = { hostname: "hostname", mac_address: "macAddress", vendor: "vendor", os: "os" } as const;

function mayWrite(
  device: KnownDevice,
  field: keyof typeof FIELDS,
  mode: DiscoveryImportRequest["mode"],
): boolean {
  return mode === "override_existing" || device[FIELDS[field]] === null;
}

/** A group that does not say what its network is gets that which was scanned, where its gateway and DHCP range fit it. */
async function giveRange(ctx: Context, groupId: number | null, target: string): Promise<void> {
  const network = networkOf({ text: target });
  if (groupId === null || network === undefined) return;
  const group = await getGroup(ctx, groupId);
  if (group.ip_range !== null || findDhcpRangeFault({ ...group, cidr: network }) !== undefined) return;
  if (gatewayFault({ ...group, cidr: network }) !== null) return;
  await updateGroup(
    { ...ctx, syncSubnet: syncSubnetOfGroup },
    { groupId, changes: { ip_range: network }, ifMatch: undefined },
  );
}
