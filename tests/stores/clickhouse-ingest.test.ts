import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { eventsIn, readNumbers } from "../support/clickhouse-lines";
import { type ClickHouseTable, createClickHouseTable } from "../support/clickhouse-store";
import { startCuttableProxy } from "../support/cuttable-proxy";
import { sendBurst } from "../support/numbered-burst";
import { type ServiceProcess, startService } from "../support/service-process";
import { startSlowProxy } from "../support/slow-proxy";
import { readStatus, waitUntilStored } from "../support/syslog-status";
import { temporaryPath } from "../support/temporary-path";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(180_000);

const KILLED = 137;
const LINES = 2000;
const STORED_MS = 30_000;

async function expectStoredOnce(table: ClickHouseTable, sent: readonly number[]): Promise<void> {
  await waitFor(
    "all lines to be stored",
    async () => (await readNumbers(table)).length >= sent.length,
    STORED_MS,
  );
  expect(await readNumbers(table)).toEqual([...sent]);
}

function numbers(total: number): number[] {
  return Array.from({ length: total }, (_, index) => index);
}

const started: ServiceProcess[] = [];

async function start(options: Parameters<typeof startService>[0]): Promise<ServiceProcess> {
  const service = await startService(options);
  started.push(service);
  return service;
}

afterEach(async () => {
  for (const service of started.splice(0)) await service.remove();
});

async function stopped(service: ServiceProcess): Promise<void> {
  expect(await service.stop()).toBe(0);
}

test.each(["chunk-read", "range-entered", "range-sent", "segment-catalogued", "journal-release"])(
  "a service that dies at the step «%s» has each line in ClickHouse once after its restart",
  async (step) => {
    const table = await createClickHouseTable();
    const environment = eventsIn(table);
    const dataDirectory = temporaryPath("kill-point");
    const doomed = await start({ dataDirectory, environment: { ...environment, FAULT_POINT: step } });
    await sendBurst(doomed.syslogPort, { first: 0, total: LINES });
    expect(await doomed.exited).toBe(KILLED);
    const service = await start({ dataDirectory, environment });
    await waitForDatabase(service.url);
    await sendBurst(service.syslogPort, { first: LINES, total: LINES });
    await expectStoredOnce(table, numbers(2 * LINES));
    await stopped(service);
  },
);

test("lines that come while ClickHouse is away wait in the journal, and all are there once it is back", async () => {
  const table = await createClickHouseTable();
  const proxy = await startCuttableProxy(table.url);
  const service = await start({ environment: eventsIn(table, proxy.url) });
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
  await proxy.close();
});

test("a line that ClickHouse never takes is set aside with what lies in one record of the journal with it; all else is stored", async () => {
  const table = await createClickHouseTable();
  const never = LINES + 700;
  await table.clickhouse.command(
    `ALTER TABLE ${table.tables.events} ADD CONSTRAINT taken CHECK position(raw_log, 'seq=000000${never}') = 0`,
  );
  const service = await start({ environment: eventsIn(table) });
  const { credential } = await setUpAdmin(service.url);
  const client = createApiClient(service.url, credential);
  for (let burst = 0; burst < 3; burst++) {
    await sendBurst(service.syslogPort, { first: burst * LINES, total: LINES });
    await waitUntilStored(client, STORED_MS, (burst + 1) * LINES);
  }
  const stored = await readNumbers(table);
  expect(stored).toEqual([...new Set(stored)]);
  const missing = new Set(numbers(3 * LINES)).difference(new Set(stored));
  expect(missing).toContain(never);
  expect(Math.min(...missing)).toBeGreaterThanOrEqual(LINES);
  expect(Math.max(...missing)).toBeLessThan(2 * LINES);
  const { quarantine, losses } = await readStatus(client);
  expect(losses["quarantined_or_damaged"]).toBe(missing.size);
  expect(quarantine).not.toEqual([]);
  await stopped(service);
});

test("two collectors store in one ClickHouse over a line that is slow and breaks after inserts, each line once", async () => {
  const table = await createClickHouseTable();
  const proxy = await startSlowProxy(table.url, { delayMs: 50, cutEvery: 3 });
  const environment = eventsIn(table, proxy.url);
  const services = await Promise.all([start({ environment }), start({ environment })]);
  for (let burst = 0; burst < 6; burst++)
    await Promise.all(
      services.map(({ syslogPort }, index) =>
        sendBurst(syslogPort, { first: (2 * burst + index) * LINES, total: LINES }),
      ),
    );
  await expectStoredOnce(table, numbers(12 * LINES));
  for (const service of services) {
    await stopped(service);
  }
  await proxy.close();
});
