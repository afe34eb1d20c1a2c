import { expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { CLICKHOUSE_PASSWORD, CLICKHOUSE_USER } from "../support/clickhouse/start";
import { type ClickHouseTable, createClickHouseTable } from "../support/clickhouse-store";
import { startCuttableProxy } from "../support/cuttable-proxy";
import { sendBurst } from "../support/numbered-burst";
import { type ServiceProcess, startService } from "../support/service-process";
import { startSlowProxy } from "../support/slow-proxy";
import { readStatus } from "../support/syslog-status";
import { temporaryPath } from "../support/temporary-path";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(180_000);

const KILLED = 137;
const LINES = 2000;
const NEVER = new AbortController().signal;

function environmentOf({ url, place }: ClickHouseTable, throughUrl = url): Record<string, string> {
  const who = `${CLICKHOUSE_USER}:${encodeURIComponent(CLICKHOUSE_PASSWORD)}`;
  return {
    API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
    EVENTS_URL: `clickhouse://${who}@${new URL(throughUrl).host}/${place.database}`,
  };
}

/** The numbers of all lines that are stored, each as often as it is, in order. */
async function readNumbers({ clickhouse, tables }: ClickHouseTable): Promise<number[]> {
  const sql = `SELECT toUInt32(extract(raw_log, 'seq=(\\\\d{10})$')) AS seq FROM ${tables.events}
    WHERE match(raw_log, 'seq=\\\\d{10}$') ORDER BY seq`;
  const numbers: number[] = [];
  for await (const rows of clickhouse.query(sql, {}, { signal: NEVER }))
    for (const { seq } of rows) numbers.push(Number(seq));
  return numbers;
}

async function expectStoredOnce(table: ClickHouseTable, sent: readonly number[]): Promise<void> {
  await waitFor("all lines to be stored", async () => (await readNumbers(table)).length >= sent.length);
  expect(await readNumbers(table)).toEqual([...sent]);
}

function numbers(total: number): number[] {
  return Array.from({ length: total }, (_, index) => index);
}

async function stopped(service: ServiceProcess): Promise<void> {
  expect(await service.stop()).toBe(0);
}

test.each(["chunk-read", "range-entered", "range-sent", "segment-catalogued", "journal-release"])(
  "a service that dies at the step «%s» has each line in ClickHouse once after its restart",
  async (step) => {
    const table = await createClickHouseTable();
    const environment = environmentOf(table);
    const dataDirectory = temporaryPath("kill-point");
    const doomed = await startService({ dataDirectory, environment: { ...environment, FAULT_POINT: step } });
    await sendBurst(doomed.syslogPort, { first: 0, total: LINES });
    expect(await doomed.exited).toBe(KILLED);
    const service = await startService({ dataDirectory, environment });
    await waitForDatabase(service.url);
    await sendBurst(service.syslogPort, { first: LINES, total: LINES });
    await expectStoredOnce(table, numbers(2 * LINES));
    await stopped(service);
  },
);

test("lines that come while ClickHouse is away wait in the journal, and all are there once it is back", async () => {
  const table = await createClickHouseTable();
  const proxy = await startCuttableProxy(table.url);
  const service = await startService({ environment: environmentOf(table, proxy.url) });
  const { credential } = await setUpAdmin(service.url);
  const client = createApiClient(service.url, credential);
  await sendBurst(service.syslogPort, { first: 0, total: LINES });
  await expectStoredOnce(table, numbers(LINES));
  proxy.setDown(true);
  proxy.cut();
  await sendBurst(service.syslogPort, { first: LINES, total: LINES });
  await waitFor("the status to say so", async () => {
    const { store_error: error, journal } = await readStatus(client);
    return error === "the event store does not take events; they wait in the journal" && journal.messages > 0;
  });
  proxy.setDown(false);
  await expectStoredOnce(table, numbers(2 * LINES));
  await waitFor("the status to be well", async () => (await readStatus(client)).store_error === null);
  await stopped(service);
  await service.remove();
  await proxy.close();
});

test("a line that ClickHouse never takes is set aside, and those beside it are stored", async () => {
  const table = await createClickHouseTable();
  await table.clickhouse.command(
    `ALTER TABLE ${table.tables.events} ADD CONSTRAINT taken CHECK position(raw_log, 'seq=0000000700') = 0`,
  );
  const service = await startService({ environment: environmentOf(table) });
  const { credential } = await setUpAdmin(service.url);
  const client = createApiClient(service.url, credential);
  await sendBurst(service.syslogPort, { first: 0, total: LINES });
  await waitFor("the rest to be stored", async () => (await readStatus(client)).journal.messages === 0);
  const stored = await readNumbers(table);
  expect(stored).not.toContain(700);
  expect(stored).toEqual([...new Set(stored)]);
  expect(stored.length).toBeGreaterThan(LINES / 2);
  expect((await readStatus(client)).quarantine).not.toEqual([]);
  await stopped(service);
  await service.remove();
});

test("two collectors store in one ClickHouse over a line that is slow and breaks after inserts, each line once", async () => {
  const table = await createClickHouseTable();
  const proxy = await startSlowProxy(table.url, { delayMs: 50, cutEvery: 3 });
  const environment = environmentOf(table, proxy.url);
  const services = await Promise.all([startService({ environment }), startService({ environment })]);
  for (let burst = 0; burst < 6; burst++)
    await Promise.all(
      services.map(({ syslogPort }, index) =>
        sendBurst(syslogPort, { first: (2 * burst + index) * LINES, total: LINES }),
      ),
    );
  await expectStoredOnce(table, numbers(12 * LINES));
  for (const service of services) {
    await stopped(service);
    await service.remove();
  }
  await proxy.close();
});
