import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { canFailDisk, createFailingDisk } from "../support/failing-disk";
import { startForeignPostgres } from "../support/foreign-postgres";
import { expectReadIsStored, expectStoredOnce, startSenders, waitUntilRead } from "../support/kill-service";
import { startService } from "../support/service-process";
import { readStatus } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

const DISK_BYTES = 1024 ** 3;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
/** From read to synced (README's promise), and what a busy machine adds. */
const SYNCED_MS = 1500;
/** From read to stored in a segment. */
const STORED_MS = 5000;
const PATIENCE_MS = 60_000;

setDefaultTimeout(300_000);

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

if (!canFailDisk) process.stdout.write("fault 10: skipped, as it needs root and loop devices\n");

const CASES = [
  { name: "with EIO while the journal is written", waitMs: SYNCED_MS, fault: "fail", searched: 503 },
  { name: "with EIO once all is stored", waitMs: STORED_MS, fault: "fail", searched: 503 },
  {
    name: "by turning read-only once all is stored",
    waitMs: STORED_MS,
    fault: "turnReadOnly",
    searched: 200,
  },
] as const;

describe.skipIf(!canFailDisk)("fault 10: a disk that fails in the middle of 50,000 lines", () => {
  for (const { name, waitMs, fault, searched } of CASES) {
    test(`${name}: nothing more is called stored, readiness is red; at the restart all that was synced is there, once`, async () => {
      const postgres = await startForeignPostgres();
      cleanUps.push(() => postgres.stop());
      const disk = await createFailingDisk(DISK_BYTES);
      cleanUps.push(() => disk.remove());
      const environment = { ...UNLIMITED, DATABASE_URL: postgres.url };
      const dataDirectory = join(disk.folder, "data");
      const service = await startService({ dataDirectory, environment });
      cleanUps.push(() => service.kill());
      const client = await setUpAdmin(service.url);
      const senders = await startSenders(service.syslogPort, 0);
      await Bun.sleep(500);
      const read = waitUntilRead(service.syslogPort, senders);
      await Bun.sleep(waitMs);
      disk[fault]();
      for (const sender of senders) sender.stop();
      // All may have been written by then: only who writes learns that the disk is gone.
      const late = await startSenders(service.syslogPort, 1_000_000);
      const readiness = async () => (await client.fetch("/api/v1/health/ready")).status;
      await waitFor("readiness to be red", async () => (await readiness()) === 503, PATIENCE_MS);
      // What was under way when the disk failed is counted by now; from here on nothing is.
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
      const again = await startService({ dataDirectory, environment });
      cleanUps.push(() => again.stop());
      await waitForDatabase(again.url);
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
});
