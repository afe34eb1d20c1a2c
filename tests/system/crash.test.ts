import { afterEach, expect, test, setDefaultTimeout } from "bun:test";
import { createApiClient, setUpAdmin } from "../support/api-client";
import { startSender, type NumberedSender } from "../support/numbered-sender";
import { startService, type ServiceProcess } from "../support/service-process";
import { gapsIn, readStoredSequences } from "../support/stored-events";
import { waitUntilStored } from "../support/syslog-status";

/** From read to written (README's promise). */
const GRACE_MS = 50;
/** What a busy machine may add between a line's sending, which is what a test sees, and its reading. */
const STALL_MS = 1000;
const KILLS = 20;
const LINES = 50_000;
const RATE = 40_000;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(60_000);

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

/** Of what a connection sent, what is stored is without a gap; gives the age in ms that the oldest line not stored had at the end. */
function lossWindow(sender: NumberedSender, stored: Set<number>, endedAt: number): number {
  const own = sender.sent.map(({ sequence }) => sequence).filter((sequence) => stored.has(sequence));
  expect(gapsIn(own).slice(0, 10)).toEqual([]);
  const firstLost = sender.sent.find(({ sequence }) => !stored.has(sequence));
  return firstLost === undefined ? 0 : Math.max(0, endedAt - firstLost.at);
}

/** Every stored line once, under an id of its own; gives their numbers. */
async function readStoredOnce(dataDirectory: string): Promise<Set<number>> {
  const found = await readStoredSequences(dataDirectory);
  expect(found.rows - found.distinct).toBe(0);
  expect(found.rows - found.ids).toBe(0);
  return new Set(found.sequences);
}

test("fault 3: kill -9 in the middle of 50,000 lines, twenty times: a connection loses its last 50 ms at most, without a gap, and nothing repeats", async () => {
  service = await startService({ environment: UNLIMITED });
  const { dataDirectory } = service;
  const { credential } = await setUpAdmin(service.url);
  const windows: number[] = [];
  let sentInAll = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { syslogPort: port } = service;
    const first = kill * LINES;
    const half = { total: LINES / 2, rate: RATE / 2, port };
    const senders = await Promise.all([
      startSender({ ...half, transport: "tcp", first }),
      startSender({ ...half, transport: "udp", first: first + LINES / 2 }),
    ]);
    await Bun.sleep(100 + Math.random() * 1000);
    const killedAt = performance.now();
    await service.kill();
    for (const sender of senders) sender.stop();
    const restartedAt = performance.now();
    service = await startService({ dataDirectory, environment: UNLIMITED });
    expect(performance.now() - restartedAt).toBeLessThan(10_000);
    await waitUntilStored(createApiClient(service.url, credential));
    const stored = await readStoredOnce(dataDirectory);
    windows.push(...senders.map((sender) => lossWindow(sender, stored, killedAt)));
    sentInAll += senders.reduce((sum, sender) => sum + sender.sent.length, 0);
  }
  expect(sentInAll).toBeGreaterThan(KILLS * 2000);
  const inTime = windows.filter((window) => window <= GRACE_MS);
  expect(inTime.length / windows.length).toBeGreaterThanOrEqual(0.75);
  expect(Math.max(...windows)).toBeLessThan(STALL_MS);
}, 240_000);

const FAULT_POINTS = [
  "chunk-read",
  "segment-written",
  "segment-renamed",
  "segment-catalogued",
  "journal-release",
];

test.each(FAULT_POINTS)(
  "fault 5: a service that dies at the step «%s» stores every line once after its restart",
  async (step) => {
    service = await startService({ environment: UNLIMITED });
    const { dataDirectory } = service;
    const { credential } = await setUpAdmin(service.url);
    await service.stop();
    service = await startService({ dataDirectory, environment: { ...UNLIMITED, FAULT_POINT: step } });
    const sender = await startSender({
      transport: "tcp",
      port: service.syslogPort,
      first: 0,
      total: 20_000,
      rate: 10_000,
    });
    await service.exited;
    const diedAt = performance.now();
    sender.stop();
    service = await startService({ dataDirectory, environment: UNLIMITED });
    await waitUntilStored(createApiClient(service.url, credential));
    const stored = await readStoredOnce(dataDirectory);
    expect(lossWindow(sender, stored, diedAt)).toBeLessThan(STALL_MS);
    expect(stored.size).toBeGreaterThan(0);
  },
);

test("fault 4: SIGTERM at 40,000 lines a second drains, exits with 0 within 10 s, and loses nothing that was received", async () => {
  service = await startService({ environment: UNLIMITED });
  const { dataDirectory } = service;
  const { credential } = await setUpAdmin(service.url);
  const sender = await startSender({
    transport: "tcp",
    port: service.syslogPort,
    first: 0,
    total: 200_000,
    rate: RATE,
  });
  await Bun.sleep(2000);
  const stoppedAt = performance.now();
  expect(await service.stop()).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  sender.stop();
  const storedAtExit = await readStoredOnce(dataDirectory);
  expect(lossWindow(sender, storedAtExit, stoppedAt)).toBeLessThan(STALL_MS);
  service = await startService({ dataDirectory, environment: UNLIMITED });
  await waitUntilStored(createApiClient(service.url, credential));
  expect(await readStoredOnce(dataDirectory)).toEqual(storedAtExit);
});
