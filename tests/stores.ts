import { join } from "node:path";
import { isChdbInstalled } from "./support/clickhouse/install";
import { startClickHouseServer } from "./support/clickhouse/start";
import { CLICKHOUSE_VARIABLE } from "./support/clickhouse-store";
import { runRoom, runRoomTests } from "./support/room";
import { STORE_VARIABLE } from "./support/test-store";

/**
 * `bun tests/stores.ts <minutes>`: the service on a PostgreSQL and on a ClickHouse that are not its own. The tests of
 * what is read of stored events, which the check runs on segments, run again on ClickHouse. Fails beyond its minutes;
 * ends with the line `N passed, N failed`. Where ClickHouse cannot be installed only the tests of PostgreSQL run, and a
 * line says so.
 */
const ON_BOTH_STORES = [
  "exports/export-summary.test.ts",
  "exports/firewall-export.test.ts",
  "exports/report/report.test.ts",
  "lookup/lookup.test.ts",
  "syslog/live/",
  "syslog/past-events.test.ts",
  "syslog/query/device.test.ts",
  "syslog/relays/relays.test.ts",
  "syslog/routes.test.ts",
  "syslog/saved-searches/",
  "syslog/search/",
  "syslog/store/retention.test.ts",
].map((name) => `./tests/features/${name}`);

const files = [...new Bun.Glob("*.ts").scanSync({ cwd: join(import.meta.dir, "stores") })].sort();
const paths = (names: readonly string[]) => names.map((file) => `./tests/stores/${file}`);
const isOfClickHouse = (file: string) => file.endsWith(".test.ts");

await runRoom(Number(process.argv[2]), async (environment) => {
  const others = files.filter((file) => !isOfClickHouse(file));
  const runs = [await runRoomTests(paths(others), { heading: "tests of foreign databases", environment })];
  if (!isChdbInstalled()) return runs;
  const server = await startClickHouseServer();
  const own = { ...environment, [CLICKHOUSE_VARIABLE]: server.url };
  try {
    runs.push(
      await runRoomTests(paths(files.filter(isOfClickHouse)), {
        heading: "tests of ClickHouse",
        environment: own,
      }),
    );
    runs.push(
      await runRoomTests(ON_BOTH_STORES, {
        heading: "tests of the event store, on ClickHouse",
        environment: { ...own, [STORE_VARIABLE]: "clickhouse" },
      }),
    );
  } finally {
    await server.stop();
  }
  return runs;
});
