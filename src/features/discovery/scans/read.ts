import { desc, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { operations } from "#tables/operations";
import { users } from "#tables/users";
import { compareFinds, type Compared } from "../inventory/compare";
import { discoveryHosts, discoveryScans } from "../tables";
import { readFinds } from "./finds";
import { DiscoveryScanRead, HOST_FIELDS, ScanEngine, ScanState, type DiscoveryHost } from "./models";

const SHOWN_SCANS = 20;
const Status = DiscoveryScanRead.shape.status;

type Row = Awaited<ReturnType<typeof selectScans>>[number];

/** The latest 20 scans, each of their hosts held against the inventory as it is now. */
export async function listScans(
  { db }: { db: Db },
  { include_results: hasResults }: { include_results: boolean },
): Promise<DiscoveryScanRead[]> {
  // By when they began: what was brought over from elsewhere, or is of a corrected clock, has later ids than what is newer.
  const newestFirst = [desc(discoveryScans.createdAt), desc(discoveryScans.id)];
  const rows = await selectScans(db)
    .orderBy(...newestFirst)
    .limit(SHOWN_SCANS);
  return hasResults ? withResults(db, rows) : rows.map((row) => toScanRead(row, []));
}

/** Throws 404. */
export async function getScan({ db }: { db: Db }, id: number): Promise<DiscoveryScanRead> {
  const rows = await selectScans(db, eq(discoveryScans.id, id));
  const [scan] = await withResults(db, rows);
  if (scan === undefined) throw notFound("Scan not found");
  return scan;
}

function selectScans(db: Db, filter?: SQL) {
  return db
    .select({
      scan: discoveryScans,
      username: users.username,
      phase: operations.phase,
      asked: operations.done,
      count: operations.total,
      found: sql<number>`(SELECT count(*)::int FROM ${discoveryHosts} WHERE ${discoveryHosts.scanId} = ${discoveryScans.id})`,
    })
    .from(discoveryScans)
    .leftJoin(users, eq(users.id, discoveryScans.userId))
    .leftJoin(operations, eq(operations.id, discoveryScans.operationId))
    .where(filter)
    .$dynamic();
}

/** One scan after the other: what a scan found is judged by all that it found. */
async function withResults(db: Db, rows: readonly Row[]): Promise<DiscoveryScanRead[]> {
  const finds = await readFinds(
    db,
    rows.map(({ scan }) => scan.id),
  );
  const scans: DiscoveryScanRead[] = [];
  for (const row of rows) {
    const compared = await compareFinds(db, finds.get(row.scan.id) ?? []);
    scans.push(toScanRead(row, compared.map(toHost)));
  }
  return scans;
}

function toScanRead(row: Row, results: DiscoveryHost[]): DiscoveryScanRead {
  const { scan } = row;
  const isRunning = scan.status === "running";
  return {
    id: scan.id,
    schedule_id: scan.scheduleId,
    target: scan.target,
    scan_type: scan.scanType,
    engine: ScanEngine.parse(scan.engine),
    exclude: scan.exclude,
    status: Status.parse(scan.status),
    host_count: scan.hostCount,
    result_count: isRunning ? row.found : scan.resultCount,
    results,
    error: scan.error,
    created_at: toTimestamp(scan.createdAt),
    completed_at: toTimestamp(scan.completedAt),
    state: ScanState.parse(scan.state),
    username: row.username,
    operation_id: scan.operationId,
    progress: isRunning ? { phase: row.phase, asked: row.asked ?? 0, count: row.count } : null,
    methods: scan.methods,
    notes: scan.notes,
  };
}

function toHost({ address, find, match, proposed, conflict, ignored }: Compared): DiscoveryHost {
  const fields = Object.keys(proposed);
  return {
    ip_address: address,
    hostname: find.hostname,
    mac_address: find.macAddress,
    vendor: find.vendor,
    os: find.os,
    status: "online",
    open_ports: find.openPorts,
    existing_device_id: match?.device.id ?? null,
    import_status: match === undefined ? "new" : fields.length > 0 ? "changed" : "existing",
    proposed_updates: HOST_FIELDS.filter((field) => fields.includes(field)),
    proposed_values: proposed,
    match_reason: match?.reason ?? null,
    match_text: match?.text ?? null,
    ignored_keys: ignored,
    serial_number: find.serialNumber ?? null,
    engine_id: find.engineId ?? null,
    conflict: conflict?.text ?? null,
    is_random_mac: find.isRandomMac,
    hostname_source: find.hostnameSource,
    answered_by: find.answeredBy,
    round_trip_ms: find.roundTripMs,
    services: find.services,
    device_type_guess: find.deviceTypeGuess,
  };
}
