import { expect } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { createApiClient, waitForDatabase } from "./api-client";
import { searchTotal } from "./numbered-balance";
import { startSender, type NumberedSender } from "./numbered-sender";
import { startService, type ServiceProcess } from "./service-process";
import { gapsIn, readStoredSequences } from "./stored-events";
import { readStatus, waitUntilStored } from "./syslog-status";
import { unreadOctets } from "./unread-octets";

/** From read to written (README's promise). */
const WRITTEN_MS = 50;
const LINES = 50_000;
const RATE = 40_000;
const DRAIN_MS = 10_000;
const MAX_RESTART_MS = 10_000;
const ENVIRONMENT = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

/** What the service has surely read from its sockets, of each sender. */
export type ReadSoFar = { at: number; counts: number[] };

/** Half of 50,000 lines over TCP, half over UDP, 40,000 a second. */
export function startSenders(port: number, first: number): Promise<NumberedSender[]> {
  const half = { total: LINES / 2, rate: RATE / 2, port };
  return Promise.all([
    startSender({ ...half, transport: "tcp", first }),
    startSender({ ...half, transport: "udp", first: first + LINES / 2 }),
  ]);
}

/**
 * Lets the senders wait until the service has read all that they have sent. Between two looks nothing else runs here.
 */
export function waitUntilRead(port: number, senders: readonly NumberedSender[]): ReadSoFar {
  const deadline = performance.now() + DRAIN_MS;
  while (unreadOctets(port) > 0) {
    if (performance.now() > deadline) throw new Error("the service does not read what is sent to it");
    Bun.sleepSync(0.2);
  }
  // The newest line of a connection may still be in part on our side.
  return { at: performance.now(), counts: senders.map(({ sent }) => Math.max(0, sent.length - 1)) };
}

/**
 * Waits until what was read must be written: 50 ms, and as long as the threads that write it had to wait for a
 * processor.
 */
async function waitUntilWritten(pid: number, readAt: number): Promise<void> {
  const waitedBefore = waitedMs(pid);
  for (;;) {
    const starvedMs = waitedMs(pid) - waitedBefore;
    if (performance.now() - readAt - starvedMs >= WRITTEN_MS) return;
    await Bun.sleep(1);
  }
}

/**
 * How long the thread that receives was kept from running since it began, and of those that write for it the one that
 * was kept the longest, in ms: ready to run while others had the processors (/proc/<pid>/task/<tid>/schedstat, the
 * second number).
 */
function waitedMs(pid: number): number {
  const waits = readdirSync(`/proc/${pid}/task`).map((task) => {
    try {
      const [, waited = "0"] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ");
      return { name: readFileSync(`/proc/${pid}/task/${task}/comm`, "utf8"), ms: Number(waited) / 1e6 };
    } catch {
      return { name: "", ms: 0 };
    }
  });
  const longest = (prefix: string) =>
    Math.max(0, ...waits.filter(({ name }) => name.startsWith(prefix)).map(({ ms }) => ms));
  return longest("receiver-") + longest("Bun Pool");
}

/** Of each sender: what was read is stored, and what is stored has no gap. */
export function expectReadIsStored(
  senders: readonly NumberedSender[],
  { counts }: ReadSoFar,
  stored: ReadonlySet<number>,
): void {
  for (const [index, sender] of senders.entries()) {
    const numbers = sender.sent.map(({ sequence }) => sequence);
    const lost = numbers.slice(0, counts[index]).filter((sequence) => !stored.has(sequence));
    expect({ sender: index, lost: lost.length, first: lost[0] }).toEqual({
      sender: index,
      lost: 0,
      first: undefined,
    });
    expect(gapsIn(numbers.filter((sequence) => stored.has(sequence))).slice(0, 10)).toEqual([]);
  }
}

/** Every stored line once, under an id of its own, as many by search and by status; gives the numbers. */
export async function expectStoredOnce(
  service: ServiceProcess,
  credential: Record<string, string>,
): Promise<Set<number>> {
  const client = createApiClient(service.url, credential);
  await waitUntilStored(client);
  const status = await readStatus(client);
  const { events, rows, distinct, ids, sequences } = await readStoredSequences(service.dataDirectory);
  expect({ distinct, ids }).toEqual({ distinct: rows, ids: rows });
  expect({
    status: status.total_events,
    everStored: status.stored_since_creation,
    search: await searchTotal(client),
    lost: Object.values(status.losses).reduce((sum, count) => sum + count, 0),
  }).toEqual({ status: events, everStored: events, search: events, lost: 0 });
  return new Set(sequences);
}

/**
 * Kills a service so often, each time at a random moment of 50,000 lines, and starts it again. Sees that all that it
 * had read 50 ms before is stored, each line once, without a gap. Gives how long after the last read it was killed, in
 * ms.
 */
export async function killAgainAndAgain(
  first: ServiceProcess,
  { kills, credential }: { kills: number; credential: Record<string, string> },
): Promise<{ service: ServiceProcess; delays: number[] }> {
  let service = first;
  const delays: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const { pid, syslogPort: port, dataDirectory } = service;
    const senders = await startSenders(port, kill * LINES);
    await Bun.sleep(100 + Math.random() * 1000);
    const read = waitUntilRead(port, senders);
    await waitUntilWritten(pid, read.at);
    process.kill(pid, "SIGKILL");
    delays.push(Math.round(performance.now() - read.at));
    await service.kill();
    for (const sender of senders) sender.stop();
    const restartedAt = performance.now();
    service = await startService({ dataDirectory, environment: ENVIRONMENT });
    expect(performance.now() - restartedAt).toBeLessThan(MAX_RESTART_MS);
    await waitForDatabase(service.url);
    expectReadIsStored(senders, read, await expectStoredOnce(service, credential));
  }
  return { service, delays };
}
