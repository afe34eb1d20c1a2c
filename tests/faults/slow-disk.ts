import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { runTcpLoad } from "../bench/tcp-load";
import { setUpAdmin } from "../support/api-client";
import { overload } from "../support/loss-balance";
import { startService, type ServiceProcess } from "../support/service-process";
import { canSlowDisk, createSlowDisk, type SlowDisk } from "../support/slow-disk";
import { readStoredSequences } from "../support/stored-events";
import { readStatus, waitUntilStored } from "../support/syslog-status";

const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
const DISK_BYTES = 4 * 1024 ** 3;
const SLOW_BYTES_PER_SECOND = 1024 ** 2;
/** Lines of some 200 octets. */
const RATE = 20_000;
const TOTAL = 200_000;
const PATIENCE_MS = 600_000;

setDefaultTimeout(1_200_000);

let disk: SlowDisk | undefined;
let service: ServiceProcess | undefined;

afterEach(async () => {
  disk?.speedUp();
  await service?.stop();
  await disk?.remove();
  service = disk = undefined;
});

describe.skipIf(!canSlowDisk)("fault 19: a disk of 1 MiB/s, sent more than that", () => {
  test("TCP senders are held back and lose nothing", async () => {
    disk = await createSlowDisk(DISK_BYTES);
    service = await startService({ dataDirectory: join(disk.folder, "data"), environment: UNLIMITED });
    const client = await setUpAdmin(service.url);
    disk.slowDown(service.pid, SLOW_BYTES_PER_SECOND);
    const { sent, seconds } = await runTcpLoad({ port: service.syslogPort, total: TOTAL, rate: RATE });
    expect(sent).toBe(TOTAL);
    expect(seconds).toBeGreaterThan((TOTAL / RATE) * 1.5);
    await waitUntilStored(client, PATIENCE_MS);
    const { losses, stored_events: stored } = await readStatus(client);
    expect([stored, Object.values(losses).filter((count) => count > 0)]).toEqual([TOTAL, []]);
    const { rows, distinct } = await readStoredSequences(service.dataDirectory);
    expect([rows, distinct]).toEqual([TOTAL, TOTAL]);
  });

  test("of datagrams each is stored or counted", async () => {
    disk = await createSlowDisk(DISK_BYTES);
    service = await startService({ dataDirectory: join(disk.folder, "data"), environment: UNLIMITED });
    const client = await setUpAdmin(service.url);
    disk.slowDown(service.pid, SLOW_BYTES_PER_SECOND);
    const { sent, losses, slowestAnswerMs } = await overload(service, client, {
      total: 3 * TOTAL,
      rate: 3 * RATE,
    });
    expect(sent).toBe(3 * TOTAL);
    expect(slowestAnswerMs).toBeLessThan(1000);
    expect(Object.values(losses).some((count) => count > 0)).toBe(true);
  });
});
