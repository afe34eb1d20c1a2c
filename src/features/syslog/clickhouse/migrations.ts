import type { ClickHouse } from "#platform/clickhouse/client";
import type { Logger } from "#platform/log";
import {
  engineOf,
  onCluster,
  ownTable,
  ownTableName,
  quoteName,
  quoteText,
  type TablePlace,
  tableStatements,
} from "./schema";
import { readAll, run } from "./statements";

/**
 * What makes the tables of each version from those of the one before. Each statement may run again, and beside itself
 * in another instance. A version that was released never changes.
 */
const MIGRATIONS: readonly ((place: TablePlace) => string[])[] = [tableStatements];

type Migrating = { clickhouse: ClickHouse; place: TablePlace; log: Logger };

/** Creates and migrates the tables. */
export async function prepareTables(ctx: Migrating): Promise<void> {
  const { clickhouse, place, log } = ctx;
  for (const sql of ledgerStatements(place)) await run(clickhouse, sql);
  const found = await readVersion(ctx);
  for (const [index, migration] of MIGRATIONS.entries()) {
    const version = index + 1;
    if (version <= found) continue;
    for (const sql of migration(place)) await run(clickhouse, sql);
    await run(clickhouse, `INSERT INTO ${ledger(place)} (version) VALUES (${version})`);
    log.info({ version }, "the tables of the event store were migrated");
  }
  await removeTtl(ctx);
}

/** The statements that keep in ClickHouse which migrations it has had; within a cluster all machines keep them. */
export function ledgerStatements(place: TablePlace): string[] {
  const on = onCluster(place);
  const engine =
    place.cluster === undefined
      ? engineOf(place)
      : "ReplicatedMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}')";
  return [
    `CREATE DATABASE IF NOT EXISTS ${quoteName(place.database)}${on}`,
    `CREATE TABLE IF NOT EXISTS ${ledger(place)}${on} (version UInt32, applied_at DateTime DEFAULT now())
     ENGINE = ${engine} ORDER BY version`,
  ];
}

/** The statement that ends what version 0.8 had ClickHouse do: drop events by its own clock. */
export function ttlRemoval(place: TablePlace): string {
  return `ALTER TABLE ${ownTable(place)}${onCluster(place)} REMOVE TTL`;
}

/** Ends it where it is so; a process of version 0.8 that runs still may have begun it anew. */
export async function removeTtl(ctx: Migrating): Promise<void> {
  const { clickhouse, place, log } = ctx;
  if ((await readTtlDays(ctx)) === undefined) return;
  await run(clickhouse, ttlRemoval(place)).catch(async (error: unknown) => {
    // Another instance was first.
    if ((await readTtlDays(ctx)) !== undefined) throw error;
  });
  log.info(
    "the table of events has no TTL any more: retention drops its days, by a clock that is looked after",
  );
}

/** After how many days ClickHouse itself has events expire; undefined: it does not, or there is no table. */
export async function readTtlDays({
  clickhouse,
  place,
}: Pick<Migrating, "clickhouse" | "place">): Promise<number | undefined> {
  const sql = `SELECT create_table_query AS created FROM system.tables
    WHERE database = ${quoteText(place.database)} AND name = ${quoteText(ownTableName(place))}`;
  const [row] = await readAll(clickhouse, sql);
  const [, days] = /\bTTL .*?toIntervalDay\((\d+)\)/.exec(String(row?.["created"])) ?? [];
  return days === undefined ? undefined : Number(days);
}

async function readVersion({ clickhouse, place }: Migrating): Promise<number> {
  const [row] = await readAll(clickhouse, `SELECT max(version) AS version FROM ${ledger(place)}`);
  return Number(row?.["version"] ?? 0);
}

function ledger({ database }: TablePlace): string {
  return `${quoteName(database)}.netatlas_migrations`;
}
