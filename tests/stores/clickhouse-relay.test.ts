import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { setUpAdmin } from "../support/api-client";
import { startClickHouseServer } from "../support/clickhouse/start";
import { eventsIn, readTable } from "../support/clickhouse-lines";
import { createClickHouseTable } from "../support/clickhouse-store";
import { startStream } from "../support/numbered-stream";
import { startRelay } from "../support/relay-process";
import { startService } from "../support/service-process";
import { expectStreamsStored } from "../support/stream-balance";
import { waitFor } from "../support/wait-for";

/** A relay at a branch, a central service, and the ClickHouse that keeps its events. */
setDefaultTimeout(300_000);

const RATE = 500;

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

test("what a relay sends is in ClickHouse once, through kill -9 of ClickHouse and of the central service", async () => {
  const server = await startClickHouseServer();
  open.push(() => server.stop());
  const table = await createClickHouseTable(server);
  const environment = eventsIn(table);
  const central = await startService({ environment });
  open.push(() => central.remove());
  const client = await setUpAdmin(central.url);
  const { key } = await client.send<{ key: string }>("POST", "/api/v1/api-keys", {
    name: "relay",
    permission: "relay",
  });
  const relay = await startRelay({ upstream: central.url, key });
  open.push(() => relay.remove());
  const { syslogPort: port } = relay;
  const stream = startStream({ transport: "tcp", port, readAt: [port], first: 0, rate: RATE });
  open.push(() => stream.stop());
  const untilMore = async () => {
    const { rows } = await readTable(table);
    await waitFor("more to be stored", async () => (await readTable(table)).rows > rows, 30_000);
  };
  await untilMore();
  await server.dieAt("stored");
  await server.gone();
  await server.restart();
  await untilMore();
  await central.kill();
  const { dataDirectory, httpPort } = central;
  const again = await startService({
    dataDirectory,
    environment: { ...environment, APP_PORT: String(httpPort) },
  });
  open.push(() => again.stop());
  await untilMore();
  expect(stream.breaks()).toBe(0);
  await expectStreamsStored([await stream.stop()], () => readTable(table));
  const { clickhouse, tables } = table;
  const found = await Array.fromAsync(
    clickhouse.query(
      `SELECT uniqExact(collector) AS collectors FROM ${tables.events}`,
      {},
      {
        signal: new AbortController().signal,
      },
    ),
  );
  expect(found.flat()).toEqual([{ collectors: 1 }]);
  const [known] =
    await client.get<{ lines: number; lost_total: number; missing: number }[]>("/api/v1/syslog/relays");
  expect(known).toMatchObject({ lost_total: 0, missing: 0 });
});
