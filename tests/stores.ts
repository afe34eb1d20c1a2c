import { join } from "node:path";
import { startClickHouseServer } from "./support/clickhouse/start";
import { CLICKHOUSE_VARIABLE } from "./support/clickhouse-store";
import { joinRuns, runTests } from "./support/test-process";
import { STORE_VARIABLE } from "./support/test-store";
import { judgeTime } from "./support/time-limit";

/**
 * `bun tests/stores.ts <minutes>`: the service on a PostgreSQL and on a ClickHouse that are not its own. The tests of
 * what is read of stored events, which the check runs on segments, run again on ClickHouse. Fails beyond its minutes;
 * ends with the line `N passed, N failed`.
 */
const ON_BOTH_STORES = [
  "exports/firewall-export",
  "syslog/query/device",
  "syslog/search/paging",
  "syslog/search/results/statistics",
  "syslog/search/search",
].map((name) => `./tests/features/${name}.test.ts`);

const own = [...new Bun.Glob("*.ts").scanSync({ cwd: join(import.meta.dir, "stores") })].sort();
const server = await startClickHouseServer();
const environment = { [CLICKHOUSE_VARIABLE]: server.url };
const runs = [
  await runTests(
    own.map((file) => `./tests/stores/${file}`),
    { heading: "tests of stores", environment },
  ),
  await runTests(ON_BOTH_STORES, {
    heading: "tests of the event store, on ClickHouse",
    environment: { ...environment, [STORE_VARIABLE]: "clickhouse" },
  }),
];
await server.stop();
const { tests, failures, isRight } = joinRuns(runs);
const late = judgeTime(Number(process.argv[2]));
for (const fault of late) process.stdout.write(`failed: ${fault}\n`);
const failed = Math.max(failures, isRight ? 0 : 1) + late.length;
process.stdout.write(`\n${tests - failures} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
