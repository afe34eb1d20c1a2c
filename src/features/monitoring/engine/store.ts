import { and, eq, sql } from "drizzle-orm";
import { ClaimQueue, type Claim } from "#platform/claims";
import { watchedAt } from "#features/topology";
import type { Database } from "#platform/database";
import type { SnmpProfileRow } from "#features/snmp-profiles";
import { anyOf } from "#platform/any-of";
import { snmpProfiles } from "#tables/snmp-profiles";
import { devices } from "#tables/topology";
import { callWokenGroups } from "../group/targets";
import type { TargetKind } from "../state";
import { checkTargets, monitors, serviceChecks } from "../tables";
import type { CheckResult, DeviceState, Surroundings } from "./decide";
import { Dependencies } from "./dependencies";
import { placeInSql, type MonitoringSettings } from "./reconcile";
import { recordResults, type Recorded } from "./record";
import type { Lane } from "./runs";
import { sweepTargets } from "./sweep";
import { TargetUpkeep } from "./target-upkeep";
import { readChoicesVersion, readDeviceStates, readNetwork } from "./topology";

/** With the SNMP profile of the device that it is asked of. */
export type ServiceCheck = typeof serviceChecks.$inferSelect & { snmpProfile: SnmpProfileRow | null };
/** What of a check says how it is asked. */
export type AskedCheck = Pick<
  ServiceCheck,
  | "checkType"
  | "port"
  | "httpPath"
  | "httpMethod"
  | "expectedStatusMin"
  | "expectedStatusMax"
  | "timeoutSeconds"
  | "verifyTls"
  | "followRedirects"
  | "options"
  | "snmpProfile"
>;
export type Monitor = typeof monitors.$inferSelect;

/** What a target is: what there is to ask. An `address` is a host name where the device has no address. */
export type Subject =
  | { kind: "device"; id: number; address: string }
  | { kind: "service"; id: number; address: string; check: ServiceCheck }
  | { kind: "monitor"; id: number; monitor: Monitor };

/** Where targets are kept. Times are the store's own. */
export type EngineStore = {
  clockMs(): Promise<number>;
  /** The clock, and what there is to claim that falls due within that time: where nothing is, a look is all it takes. */
  look(
    aheadMs: number,
  ): Promise<{ nowMs: number; dueKinds: ReadonlySet<TargetKind>; hasWokenGroups: boolean }>;
  claim(lane: Lane, limit: number, aheadMs: number): Promise<Claim[]>;
  renew(claims: readonly Claim[]): Promise<Pick<Claim, "id">[]>;
  release(claims: readonly Claim[]): Promise<void>;
  describe(kind: TargetKind, ids: readonly number[]): Promise<Subject[]>;
  /** Makes groups due whose members have changed. */
  callGroups(): Promise<void>;
  /** Gives one back that there is nothing to say about before that time. */
  postpone(claim: Pick<Claim, "id" | "token">, dueAtMs: number): Promise<void>;
  record(results: readonly CheckResult[], surroundings: Surroundings): Promise<Recorded>;
  /**
   * Makes the targets what there is to check; costs little where nothing of that has changed. False: so it was left.
   */
  reconcile(settings: MonitoringSettings): Promise<boolean>;
  /** Makes what is overdue due over the next while, not all of it now. */
  spreadOverdue(): Promise<void>;
  readDependencies(rootAddresses: readonly string[]): Promise<Dependencies>;
  /** Of what people chose devices to depend on. */
  readChoicesVersion(): Promise<string>;
  readDeviceStates(): Promise<DeviceState[]>;
  sweep(devices: readonly DeviceState[], dependencies: Dependencies): Promise<void>;
  countStates(): Promise<Record<string, number>>;
  check(): Promise<{ ok: boolean; message: string }>;
};

/** Overdue checks a second, after a stop. */
const OVERDUE_PER_SECOND = 100;
/** What is less overdue than that is on its way. */
const OVERDUE_SECONDS = 2;

/** Targets in PostgreSQL, shared with every other process that opens them. */
export function openEngineStore({ db, sql }: Database): EngineStore {
  const active = sql`state <> 'paused'`;
  const queue = new ClaimQueue({ sql, table: "check_targets", active, passesOverLocked: true });
  const upkeep = new TargetUpkeep(sql);
  return {
    async clockMs() {
      const [row] = await sql<
        { ms: number }[]
      >`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
      return row?.ms ?? Number.NaN;
    },
    look: (aheadMs) => lookForWork(sql, aheadMs),
    claim: (lane, limit, aheadMs) => queue.claim({ limit, aheadMs, only: inLane(sql, lane) }),
    renew: (claims) => queue.renew(claims),
    release: (claims) => queue.release(claims),
    describe: (kind, ids) => describeTargets(db, kind, ids),
    callGroups: () => callWokenGroups(sql),
    postpone: (claim, dueAtMs) => postponeTarget(sql, claim, dueAtMs),
    record: (results, surroundings) => sql.begin((tx) => recordResults(tx, results, surroundings)),
    reconcile: (settings) => upkeep.look(settings),
    async spreadOverdue() {
      await sql`
        WITH overdue AS (
          SELECT id FROM check_targets WHERE due_at < now() - make_interval(secs => ${OVERDUE_SECONDS}) AND state <> 'paused'
            AND (leased_until IS NULL OR leased_until < now()) FOR UPDATE SKIP LOCKED)
        UPDATE check_targets t SET due_at = now() + ${placeInSql(sql)}
          * least(interval_seconds, (SELECT count(*) FROM overdue) / ${OVERDUE_PER_SECOND}::float8)
        FROM overdue WHERE t.id = overdue.id`;
    },
    readDependencies: async (addresses) => new Dependencies(await readNetwork(db, addresses)),
    readChoicesVersion: () => readChoicesVersion(db),
    readDeviceStates: () => readDeviceStates(db),
    sweep: (states, dependencies) => sweepTargets(sql, states, dependencies),
    async countStates() {
      const rows = await sql<{ state: string; count: number }[]>`
        SELECT state, count(*)::int AS count FROM check_targets GROUP BY state`;
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    check: () => queue.check(),
  };
}

async function lookForWork(sql: Database["sql"], aheadMs: number) {
  const [row] = await sql<{ nowMs: number; dueKinds: TargetKind[]; hasWokenGroups: boolean }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
      ARRAY(SELECT kind FROM (VALUES ('device'), ('service'), ('monitor')) AS kinds (kind) WHERE EXISTS (
        SELECT FROM check_targets t WHERE t.kind = kinds.kind AND t.state <> 'paused'
          AND t.due_at <= statement_timestamp() + make_interval(secs => ${aheadMs / 1000}))) AS "dueKinds",
      EXISTS (SELECT FROM group_wakes) AS "hasWokenGroups"`;
  if (row === undefined) throw new Error("our bug: a look at what is due gives no row");
  return { ...row, dueKinds: new Set(row.dueKinds) };
}

function inLane(sql: Database["sql"], { kind, whose }: Lane) {
  const isTold = sql`monitor_id IN (SELECT id FROM monitors WHERE monitors.kind IN ('push', 'group'))`;
  if (whose === "told") return sql`kind = ${kind} AND ${isTold}`;
  const isAsked = kind === "monitor" ? sql`NOT ${isTold}` : sql`true`;
  return sql`kind = ${kind} AND (raw_status IS NOT DISTINCT FROM 'up') = ${whose === "up"} AND ${isAsked}`;
}

/** Whoever reports locks the target first, so that the second statement sees every report that this one came after. */
async function postponeTarget(
  sql: Database["sql"],
  { id, token }: Pick<Claim, "id" | "token">,
  dueAtMs: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SELECT FROM check_targets WHERE id = ${id} FOR UPDATE`;
    await tx`
      UPDATE check_targets t SET leased_until = NULL, claim_token = claim_token + 1, due_at = CASE
        WHEN EXISTS (SELECT FROM push_reports p WHERE p.monitor_id = t.monitor_id AND p.number > p.counted) THEN now()
        ELSE to_timestamp(${dueAtMs}::float8 / 1000) END
      WHERE id = ${id} AND claim_token = ${token}`;
  });
}

async function describeTargets(
  db: Database["db"],
  kind: TargetKind,
  ids: readonly number[],
): Promise<Subject[]> {
  if (ids.length === 0) return [];
  const these = sql`${checkTargets.id} = ${anyOf(ids)}`;
  const { id } = checkTargets;
  const address = watchedAt;
  if (kind === "monitor") {
    const rows = await db
      .select({ id, monitor: monitors })
      .from(checkTargets)
      .innerJoin(monitors, eq(monitors.id, checkTargets.monitorId))
      .where(these);
    return rows.map((row) => ({ kind, ...row }));
  }
  if (kind === "service") {
    const rows = await db
      .select({ id, address, check: serviceChecks, snmpProfile: snmpProfiles })
      .from(checkTargets)
      .innerJoin(devices, eq(devices.id, checkTargets.deviceId))
      .innerJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
      .leftJoin(
        snmpProfiles,
        and(eq(snmpProfiles.id, devices.snmpProfileId), eq(serviceChecks.checkType, "snmp")),
      )
      .where(these);
    return rows.flatMap(({ id: target, address: text, check, snmpProfile }) =>
      text === null ? [] : [{ kind, id: target, address: text, check: { ...check, snmpProfile } }],
    );
  }
  const rows = await db
    .select({ id, address })
    .from(checkTargets)
    .innerJoin(devices, eq(devices.id, checkTargets.deviceId))
    .where(these);
  return rows.flatMap((row) => (row.address === null ? [] : [{ kind, id: row.id, address: row.address }]));
}
