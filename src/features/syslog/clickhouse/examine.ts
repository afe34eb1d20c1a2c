import { ClickHouseUnreachableError } from "#platform/clickhouse/errors";
import type { Logger } from "#platform/log";
import { engineOf, onCluster, ownTableName, quoteName, quoteText, rememberedSetting } from "./schema";
import type { ClickHouseEvents } from "./reader";
import { readTtlDays } from "./migrations";
import { insertSettings } from "./row-store";
import { readAll, run } from "./statements";

/** What was found of one thing that the event store needs. */
export type StoreFinding = { isRight: boolean; message: string; remedy: string | null };

const UNREACHABLE = "see that ClickHouse runs, and that EVENTS_URL names its HTTP port";
const REFUSED = "see docs/clickhouse.md for the rights and settings that are needed";
const OLDEST_VERSION = 24;
const MAX_CLOCK_SECONDS = 30;
const MAX_DELAY_SECONDS = 60;

/**
 * What an operator wants to know of a ClickHouse before events go there: who it is, its clock, its replicas, and whether
 * we may make a table in it, store a row once by its token, read it and drop the table. Nothing of it stays.
 */
export async function examineClickHouse(store: ClickHouseEvents, log: Logger): Promise<StoreFinding[]> {
  const findings: StoreFinding[] = [];
  for (const check of [checkServer, checkTables, checkReplicas, probe]) {
    try {
      findings.push(...(await check(store)));
    } catch (error) {
      log.debug({ err: error }, "a check of ClickHouse failed");
      const message = error instanceof Error ? error.message : String(error);
      findings.push(wrong(message, error instanceof ClickHouseUnreachableError ? UNREACHABLE : REFUSED));
      if (check === checkServer) break;
    }
  }
  return findings;
}

function right(message: string): StoreFinding {
  return { isRight: true, message, remedy: null };
}

function wrong(message: string, remedy: string): StoreFinding {
  return { isRight: false, message, remedy };
}

async function checkServer({ clickhouse }: ClickHouseEvents): Promise<StoreFinding[]> {
  const [row] = await readAll(
    clickhouse,
    "SELECT version() AS version, toUnixTimestamp64Milli(now64(3)) AS now",
  );
  const version = String(row?.["version"]);
  const isOld = Number(version.split(".")[0]) < OLDEST_VERSION;
  const skew = Math.round((Number(row?.["now"]) - Date.now()) / 1000);
  return [
    isOld
      ? wrong(`ClickHouse ${version} is older than ${OLDEST_VERSION}`, "upgrade ClickHouse")
      : right(`ClickHouse ${version} answers`),
    Math.abs(skew) > MAX_CLOCK_SECONDS
      ? wrong(`its clock is ${skew} s beside ours`, "set the clocks by NTP")
      : right("its clock is right"),
  ];
}

async function checkTables({ clickhouse, place }: ClickHouseEvents): Promise<StoreFinding[]> {
  const wanted = ownTableName(place);
  const [row] = await readAll(
    clickhouse,
    `SELECT create_table_query AS created FROM system.tables
     WHERE database = ${quoteText(place.database)} AND name = ${quoteText(wanted)}`,
  );
  if (row === undefined) return [right("there are no tables yet: the service makes them when it starts")];
  if (!String(row["created"]).includes(`${rememberedSetting(place)} = `))
    return [
      wrong(
        `the table ${wanted} does not remember inserts`,
        `ALTER TABLE ${wanted} MODIFY SETTING ${rememberedSetting(place)} = 10000`,
      ),
    ];
  const days = await readTtlDays({ clickhouse, place });
  return days === undefined
    ? [right("the tables are there, and only retention drops their events")]
    : [
        wrong(
          `ClickHouse drops events after ${days} days by its own clock, as version 0.8 had it`,
          "start the service: it ends that, and drops them itself",
        ),
      ];
}

async function checkReplicas({ clickhouse, place }: ClickHouseEvents): Promise<StoreFinding[]> {
  const { cluster, database } = place;
  if (cluster === undefined) return [];
  const machines = await readAll(
    clickhouse,
    `SELECT host_name, errors_count FROM system.clusters WHERE cluster = ${quoteText(cluster)}`,
  );
  if (machines.length === 0)
    return [wrong(`there is no cluster ${cluster}`, "name one of system.clusters in EVENTS_URL")];
  const replicas = await readAll(
    clickhouse,
    `SELECT hostName() AS host, is_readonly, absolute_delay, queue_size
     FROM clusterAllReplicas(${quoteText(cluster)}, system.replicas) WHERE database = ${quoteText(database)}`,
  );
  const behind = replicas.filter(
    (replica) => Number(replica["is_readonly"]) > 0 || Number(replica["absolute_delay"]) > MAX_DELAY_SECONDS,
  );
  if (behind.length === 0)
    return [
      right(`cluster ${cluster}: ${machines.length} machines, ${replicas.length} replicas of tables in step`),
    ];
  const names = behind.map(({ host, queue_size: waiting }) => `${String(host)} (${String(waiting)} waiting)`);
  return [
    wrong(`replicas are behind or read-only: ${names.join(", ")}`, "see system.replicas and Keeper there"),
  ];
}

/** Makes a table as that of events, and drops it again. */
async function probe(store: ClickHouseEvents): Promise<StoreFinding[]> {
  const { clickhouse, place } = store;
  const name = `netatlas_probe_${crypto.randomUUID().replaceAll("-", "")}`;
  const table = `${quoteName(place.database)}.${name}`;
  const on = onCluster(place);
  await run(clickhouse, `CREATE DATABASE IF NOT EXISTS ${quoteName(place.database)}${on}`);
  await run(
    clickhouse,
    `CREATE TABLE ${table}${on} (id UInt64) ENGINE = ${engineOf(place)} ORDER BY id
     SETTINGS ${rememberedSetting(place)} = 100`,
  );
  try {
    const settings = insertSettings(name);
    for (let time = 0; time < 2; time++)
      await run(clickhouse, `INSERT INTO ${table} SELECT number + 1 FROM numbers(1)`, settings);
    const [row] = await readAll(clickhouse, `SELECT count() AS rows FROM ${table}`);
    return Number(row?.["rows"]) === 1
      ? [right("a row that was inserted twice by one token is there once")]
      : [
          wrong(
            `a row that was inserted twice by one token is there ${String(row?.["rows"])} times`,
            "allow the user to set insert_deduplicate and insert_deduplication_token",
          ),
        ];
  } finally {
    await run(clickhouse, `DROP TABLE IF EXISTS ${table}${on} SYNC`);
  }
}
