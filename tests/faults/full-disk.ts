import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { runUdpLoad } from "../bench/udp-load";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startForeignPostgres } from "../support/foreign-postgres";
import { canMount, createFullDisk, type FullDisk } from "../support/full-disk";
import { searchTotal } from "../support/numbered-balance";
import { startSender } from "../support/numbered-sender";
import { startService, type ServiceProcess } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { readStatus, waitUntilStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

const MIB = 1024 ** 2;
const DISK_BYTES = 512 * MIB;
const KEPT_FREE = 64 * MIB;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
const RATE = 5000;
const TCP_LINES = 5000;
const PATIENCE_MS = 120_000;

setDefaultTimeout(600_000);

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function givenDisk(): Promise<FullDisk> {
  const disk = await createFullDisk(DISK_BYTES);
  cleanUps.push(() => disk.remove());
  return disk;
}

async function givenService(disk: FullDisk, environment: Record<string, string>) {
  const service = await startService({
    dataDirectory: join(disk.folder, "data"),
    environment: { ...UNLIMITED, ...environment },
  });
  cleanUps.push(() => service.stop());
  return { service, client: await setUpAdmin(service.url) };
}

type Ready = { status: string; checks: { name: string; ok: boolean; message: string }[] };

/** What readiness says of syslog; null where it is well. */
async function syslogComplaint(client: ApiClient): Promise<string | null> {
  const { checks } = (await (await client.fetch("/api/v1/health/ready")).json()) as Ready;
  const syslog = checks.find(({ name }) => name === "syslog");
  return syslog?.ok === false ? syslog.message : null;
}

/** Sent = stored + every named loss, and what is stored is in the files, in a search and in the status, once. */
async function expectAllAccountedFor(
  service: ServiceProcess,
  client: ApiClient,
  sent: number,
): Promise<number> {
  await waitFor(
    "all that was sent to be received or dropped by the kernel",
    async () => {
      const { received_packets: received, losses } = await readStatus(client);
      return received + (losses["kernel"] ?? 0) === sent;
    },
    PATIENCE_MS,
  );
  await waitUntilStored(client, PATIENCE_MS);
  const { stored_events: stored, total_events: total, losses, quarantine } = await readStatus(client);
  const lost = Object.values(losses).reduce((sum, count) => sum + count, 0);
  expect(stored + lost).toBe(sent);
  expect(quarantine).toEqual([]);
  // Reads every file: none is corrupt.
  const files = await readStoredSequences(service.dataDirectory);
  expect([total, await searchTotal(client), files.rows, files.distinct]).toEqual([
    stored,
    stored,
    stored,
    stored,
  ]);
  const { damaged_segments: damaged } = await client.get<{ damaged_segments: unknown[] }>(
    "/api/v1/syslog/status",
  );
  expect(damaged).toEqual([]);
  return losses["disk_full"] ?? 0;
}

/** Sends datagrams for so long, and gives how many. */
async function sendThroughout(
  port: number,
  seconds: number,
  meanwhile: () => Promise<void>,
): Promise<number> {
  const sending = runUdpLoad({ port, total: RATE * seconds, rate: RATE });
  // Where the service has died, that is what the test tells of.
  sending.catch(() => undefined);
  await meanwhile();
  return (await sending).sent;
}

if (!canMount) process.stdout.write("faults 9: skipped, as only root may mount a file system\n");

describe.skipIf(!canMount)("fault 9: a disk that fills while lines arrive, and has space again", () => {
  test("below SYSLOG_MIN_FREE_BYTES: datagrams are lost under disk_full, TCP waits, readiness is red, the API and searches go on", async () => {
    const disk = await givenDisk();
    const { service, client } = await givenService(disk, { SYSLOG_MIN_FREE_BYTES: String(KEPT_FREE) });
    expect(disk.freeBytes()).toBeGreaterThan(2 * KEPT_FREE);
    const port = service.syslogPort;
    const sent = await sendThroughout(port, 20, async () => {
      await waitFor("events", async () => (await readStatus(client)).total_events > RATE, PATIENCE_MS);
      expect(await syslogComplaint(client)).toBeNull();
      disk.fillUpTo(KEPT_FREE / 2);
      await waitFor(
        "losses under disk_full",
        async () => ((await readStatus(client)).losses["disk_full"] ?? 0) > 0,
        PATIENCE_MS,
      );
      expect(await syslogComplaint(client)).toBe("messages are refused: disk_full");
      expect((await client.fetch("/api/v1/health/ready")).status).toBe(503);
      expect((await client.fetch("/api/health")).status).toBe(200);
      expect(await searchTotal(client)).toBeGreaterThan(0);
      const name = crypto.randomUUID();
      await client.send("POST", "/api/v1/topology/devices", { name, ip_address: "192.0.2.1" });
      disk.free();
      await waitFor("readiness", async () => (await syslogComplaint(client)) === null, PATIENCE_MS);
    });
    const tcp = await startSender({ transport: "tcp", port, first: sent, total: TCP_LINES, rate: RATE });
    await tcp.done;
    tcp.stop();
    expect(await expectAllAccountedFor(service, client, sent + TCP_LINES)).toBeGreaterThan(0);
  });

  test("TCP senders wait while it is full and lose nothing", async () => {
    const disk = await givenDisk();
    const { service, client } = await givenService(disk, { SYSLOG_MIN_FREE_BYTES: String(KEPT_FREE) });
    disk.fillUpTo(KEPT_FREE / 2);
    await waitFor(
      "receiving to be held back",
      async () => (await syslogComplaint(client)) !== null,
      PATIENCE_MS,
    );
    const total = 50_000;
    const sender = await startSender({
      transport: "tcp",
      port: service.syslogPort,
      first: 0,
      total,
      rate: RATE,
    });
    await Bun.sleep(3000);
    const stored = (await readStatus(client)).stored_events;
    disk.free();
    await sender.done;
    sender.stop();
    expect(stored).toBeLessThan(total / 2);
    expect(await expectAllAccountedFor(service, client, total)).toBe(0);
  });

  test("without one octet left: what cannot be written waits or is lost under disk_full, no file is corrupt, and all goes on by itself", async () => {
    const postgres = await startForeignPostgres();
    cleanUps.push(() => postgres.stop());
    const disk = await givenDisk();
    const { service, client } = await givenService(disk, {
      SYSLOG_MIN_FREE_BYTES: "0",
      DATABASE_URL: postgres.url,
    });
    const sent = await sendThroughout(service.syslogPort, 30, async () => {
      await waitFor("events", async () => (await readStatus(client)).total_events > RATE, PATIENCE_MS);
      disk.fillUpTo(0);
      await waitFor("readiness to be red", async () => (await syslogComplaint(client)) !== null, PATIENCE_MS);
      expect((await client.fetch("/api/health")).status).toBe(200);
      expect(await searchTotal(client)).toBeGreaterThan(0);
      await Bun.sleep(3000);
      disk.free();
      await waitFor("readiness", async () => (await syslogComplaint(client)) === null, PATIENCE_MS);
    });
    await expectAllAccountedFor(service, client, sent);
  });
});
