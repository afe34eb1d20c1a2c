import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { canFailDisk, createFailingDisk } from "../support/failing-disk";
import { startForeignPostgres } from "../support/foreign-postgres";
import { expectReadIsStored, expectStoredOnce, startSenders, waitUntilRead } from "../support/kill-service";
import { startService, type ServiceProcess } from "../support/service-process";
import { readStatus } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

const DISK_BYTES = 1024 ** 3;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
/** From read to synced (README's promise), and what a busy machine adds. */
const SYNCED_MS = 1500;
const PATIENCE_MS = 60_000;

setDefaultTimeout(300_000);

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

if (!canFailDisk) process.stdout.write("fault 10: skipped, as it needs root and loop devices\n");

/**
 * How long other lines have come already when the disk fails: too short for a segment of theirs, and long enough for
 * the first.
 */
const CASES = [
  { name: "with EIO while the journal is written", lateMs: 0, fault: "fail", searched: 503 },
  { name: "with EIO while segments are written", lateMs: 700, fault: "fail", searched: 503 },
  {
    name: "by turning read-only while segments are written",
    lateMs: 700,
    fault: "turnReadOnly",
    searched: 200,
  },
] as const;

describe.skipIf(!canFailDisk)("fault 10: a disk that fails while lines arrive", () => {
  for (const { name, lateMs, fault, searched } of CASES) {
    test(`${name}: nothing more is called stored, readiness is red; at the restart all that was synced is there, once`, async () => {
      const postgres = await startForeignPostgres();
      cleanUps.push(() => postgres.stop());
      const environment = { ...UNLIMITED, DATABASE_URL: postgres.url };
      const { disk, service, client, senders, read } = await givenSynced(environment);
      const late = await startSenders(service.syslogPort, 1_000_000);
      await Bun.sleep(lateMs);
      disk[fault]();
      const readiness = async () => (await client.fetch("/api/v1/health/ready")).status;
      await waitFor("readiness to be red", async () => (await readiness()) === 503, PATIENCE_MS);
      // What was under way when the disk failed is counted then; from there on nothing is.
      await Bun.sleep(1000);
      const { stored_events: stored } = await readStatus(client);
      await Bun.sleep(2000);
      for (const sender of late) sender.stop();
      const status = await readStatus(client);
      expect(status.stored_events).toBe(stored);
      expect(status.store_error).not.toBeNull();
      expect(await readiness()).toBe(503);
      expect((await client.fetch("/api/health")).status).toBe(200);
      expect((await client.fetch("/api/v1/syslog/events")).status).toBe(searched);
      await service.kill();

      await disk.mountAgain();
      const again = await restart(service, environment);
      const found = await expectStoredOnce(again, client.credential);
      expectReadIsStored(senders, read, found);
      expect(found.size).toBeGreaterThanOrEqual(stored);
      const { quarantine, damaged_segments: damaged } = await readStatus(
        createApiClient(again.url, client.credential),
      );
      expect({ quarantine, damaged }).toEqual({ quarantine: [], damaged: [] });
      expect((await fetch(`${again.url}/api/v1/health/ready`)).status).toBe(200);
    });
  }

  test("with EIO under the service's own database, too: the API goes on and refuses, and all that was synced is there at the restart, once", async () => {
    const { disk, service, client, senders, read } = await givenSynced(UNLIMITED);
    const late = await startSenders(service.syslogPort, 1_000_000);
    disk.fail();
    const answers = new Set<number>();
    await waitFor("the database to be given up", async () => {
      answers.add((await client.fetch("/api/v1/syslog/events")).status);
      return service.output().includes("the database server does not start");
    });
    expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
    expect((await fetch(`${service.url}/api/v1/health/ready`)).status).toBe(503);
    for (const sender of late) sender.stop();
    await service.kill();

    await waitFor("the database's files to be closed", () =>
      disk.mountAgain().then(
        () => true,
        () => false,
      ),
    );
    const again = await restart(service, UNLIMITED);
    expectReadIsStored(senders, read, await expectStoredOnce(again, client.credential));
  });
});

/**
 * A service on a disk of its own that has received lines, and synced all that it had read of them; some are in a
 * segment.
 */
async function givenSynced(environment: Record<string, string>) {
  const disk = await createFailingDisk(DISK_BYTES);
  cleanUps.push(() => disk.remove());
  const service = await startService({ dataDirectory: join(disk.folder, "data"), environment });
  cleanUps.push(() => service.kill());
  const client = await setUpAdmin(service.url);
  const senders = await startSenders(service.syslogPort, 0);
  await Bun.sleep(500);
  const read = waitUntilRead(service.syslogPort, senders);
  await Bun.sleep(SYNCED_MS);
  await waitFor("the first segment", async () => (await readStatus(client)).stored_events > 0);
  for (const sender of senders) sender.stop();
  return { disk, service, client, senders, read };
}

async function restart({ dataDirectory }: ServiceProcess, environment: Record<string, string>) {
  const service = await startService({ dataDirectory, environment });
  cleanUps.push(() => service.stop());
  await waitForDatabase(service.url);
  return service;
}
