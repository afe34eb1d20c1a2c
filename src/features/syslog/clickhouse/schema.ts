import type { ClickHouse } from "#platform/clickhouse/client";
import type { ColumnType } from "../event/column-type";
import { COLUMNS, type EventColumn } from "../event/columns";
import { INDEXED_TEXTS, NGRAM } from "./text-index";
import { CLICKHOUSE_TYPES } from "./values";

/** `cluster`: its name, where events lie on several machines. */
export type TablePlace = { database: string; cluster: string | undefined };

/** What statements read events from, and what tells of the parts that hold them. */
export type EventTables = { events: string; parts: string };

/** The table that holds a machine's own events; on one machine the one that is read. */
const OWN_TABLE = { alone: "events", inCluster: "events_local" } as const;
/** Inserts whose tokens are remembered, so that one that is sent again is stored once. */
const REMEMBERED_INSERTS = 10_000;

/** Without a value no event is stored. */
const REQUIRED: ReadonlySet<EventColumn> = new Set(["id", "received_at", "raw_log"]);
/** Each little more than the one before. */
const RISING: ReadonlySet<EventColumn> = new Set(["id", "received_at", "event_time"]);
/** Values that seldom repeat. */
const UNLIKE: ReadonlySet<EventColumn> = new Set(["raw_log", "raw_bytes", "message", "structured_data"]);
const FLOW_ADDRESSES = ["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"] as const;
const FLOW_PORTS = ["src_port", "dst_port", "nat_src_port", "nat_dst_port"] as const;

export function eventTables({ database, cluster }: TablePlace): EventTables {
  const name = quoteName(database);
  const source = cluster === undefined ? "system.parts" : `cluster(${quoteText(cluster)}, system.parts)`;
  const table = ownTableName({ database, cluster });
  return {
    events: `${name}.events`,
    parts: `(SELECT * FROM ${source} WHERE active AND database = ${quoteText(database)} AND table = '${table}')`,
  };
}

/** Creates what is missing. */
export async function createTables(clickhouse: ClickHouse, place: TablePlace): Promise<void> {
  for (const sql of tableStatements(place)) await clickhouse.command(sql);
}

/**
 * The statements that create the tables. Rows lie in the order in which lists show them; what a skip index of segments
 * tells, indexes of blocks tell here.
 */
export function tableStatements({ database, cluster }: TablePlace): string[] {
  const name = quoteName(database);
  const place = { database, cluster };
  const on = onCluster(place);
  const own = ownTableName(place);
  const statements = [
    `CREATE DATABASE IF NOT EXISTS ${name}${on}`,
    `CREATE TABLE IF NOT EXISTS ${name}.${own}${on} (
      ${[...COLUMNS.map(columnSql), "collector LowCardinality(String)", ...INDEXES].join(",\n      ")}
    ) ENGINE = ${engineOf(place)} PARTITION BY toDate(received_at) ORDER BY (received_at, collector, id)
    SETTINGS ${rememberedSetting(place)} = ${REMEMBERED_INSERTS}, ttl_only_drop_parts = 1, merge_with_ttl_timeout = 3600,
      materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1`,
  ];
  if (cluster === undefined) return statements;
  const places = [cluster, database, own].map(quoteText).join(", ");
  return [
    ...statements,
    `CREATE TABLE IF NOT EXISTS ${name}.events${on} AS ${name}.${own} ENGINE = Distributed(${places}, cityHash64(collector))`,
  ];
}

/** Of a block of 8,192 rows; measured: 1.6 octets an event on disk. */
const NGRAM_OCTETS = 32_768;

/** The newest event of each collector is asked for by each search. */
const INDEXES = [
  "INDEX id_range id TYPE minmax GRANULARITY 1",
  ...Object.entries(INDEXED_TEXTS).map(
    ([column, expression]) =>
      `INDEX ${column}_ngrams ${expression} TYPE ngrambf_v1(${NGRAM}, ${NGRAM_OCTETS}, 2, 0) GRANULARITY 1`,
  ),
  ...[...FLOW_ADDRESSES, "rule_id", ...FLOW_PORTS].map(
    (column) => `INDEX ${column}_values ${column} TYPE bloom_filter(0.01) GRANULARITY 1`,
  ),
  "PROJECTION newest (SELECT collector, max(id) GROUP BY collector)",
];

function columnSql({ name, type }: { name: EventColumn; type: ColumnType }): string {
  const plain = CLICKHOUSE_TYPES[type];
  const codec = RISING.has(name) ? "CODEC(Delta(8), ZSTD(1))" : "CODEC(ZSTD(3))";
  if (REQUIRED.has(name)) return `${name} ${plain} ${codec}`;
  const nullable = `Nullable(${plain})`;
  const isLow = type === "VARCHAR" && !UNLIKE.has(name);
  return `${name} ${isLow ? `LowCardinality(${nullable})` : nullable} ${codec}`;
}

/** Bounds of the rows of an insert, both included. */
type Extent = { minId: number; maxId: number; minReceivedAtMicros: number; maxReceivedAtMicros: number };

/**
 * The statement to which the bytes of a Parquet file of a collector's events belong. `extent`: some of them may be there
 * already, and are left out.
 */
export function insertSql({ events }: EventTables, collector: string, extent?: Extent): string {
  const structure = COLUMNS.map(({ name, type }) => {
    const plain = CLICKHOUSE_TYPES[type];
    return `${name} ${REQUIRED.has(name) ? plain : `Nullable(${plain})`}`;
  }).join(", ");
  const names = COLUMNS.map(({ name }) => name).join(", ");
  return `INSERT INTO ${events} (${names}, collector) SELECT ${names}, ${quoteText(collector)}
    FROM input(${quoteText(structure)})${extent === undefined ? "" : missingFrom(events, collector, extent)} FORMAT Parquet`;
}

function missingFrom(events: string, collector: string, extent: Extent): string {
  const [first, last] = [extent.minReceivedAtMicros, extent.maxReceivedAtMicros].map(
    (micros) => `fromUnixTimestamp64Micro(${micros}, 'UTC')`,
  );
  return ` WHERE id NOT IN (SELECT id FROM ${events} WHERE received_at BETWEEN ${first} AND ${last}
    AND collector = ${quoteText(collector)} AND id BETWEEN ${extent.minId} AND ${extent.maxId})`;
}

/** For statements that make or change tables: on all machines of the cluster. */
export function onCluster({ cluster }: TablePlace): string {
  return cluster === undefined ? "" : ` ON CLUSTER ${quoteName(cluster)}`;
}

/** Of a table that holds a machine's own rows. */
export function engineOf({ cluster }: TablePlace): string {
  return cluster === undefined
    ? "MergeTree"
    : "ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')";
}

/** The setting of a table by which it knows the tokens of inserts again. */
export function rememberedSetting({ cluster }: TablePlace): string {
  return cluster === undefined ? "non_replicated_deduplication_window" : "replicated_deduplication_window";
}

/** The table that holds a machine's own events. */
export function ownTable(place: TablePlace): string {
  return `${quoteName(place.database)}.${ownTableName(place)}`;
}

export function ownTableName({ cluster }: TablePlace): string {
  return cluster === undefined ? OWN_TABLE.alone : OWN_TABLE.inCluster;
}

export function quoteName(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
