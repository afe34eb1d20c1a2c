import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { isChdbInstalled } from "../support/clickhouse/install";
import { startClickHouseServer } from "../support/clickhouse/start";
import { eventsIn, readTable } from "../support/clickhouse-lines";
import { createClickHouseTable } from "../support/clickhouse-store";
import { startCluster } from "../support/cluster";
import { expectNothingLostInKills } from "../support/cluster-kills";

/** Two that answer and work and two that collect, on one PostgreSQL and one ClickHouse, behind HAProxy. */
setDefaultTimeout(900_000);

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

test.skipIf(!isChdbInstalled())(
  "kill -9 of any process or of ClickHouse at any moment, and its restart: no line lost or doubled, no check or notice twice, no request failed but those under way on it",
  async () => {
    const server = await startClickHouseServer();
    open.push(() => server.stop());
    const table = await createClickHouseTable(server);
    const cluster = await startCluster(eventsIn(table));
    open.push(() => cluster.remove());
    const figures = await expectNothingLostInKills({
      cluster,
      server,
      readStored: () => readTable(table),
    });
    process.stdout.write(`kills in a cluster on ClickHouse: ${JSON.stringify(figures)}\n`);
    expect(figures.lines).toBeGreaterThan(0);
    expect(figures.requests).toBeGreaterThan(figures.failed);
  },
);
