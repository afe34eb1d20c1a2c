import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { treeMemory } from "../bench/process-memory";
import { runUdpLoad } from "../bench/udp-load";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { readMetrics, shareWithin } from "../support/metrics";
import { takeCensus, type ProcessCensus } from "../support/process-census";
import { startService, type ServiceProcess } from "../support/service-process";
import { gapsIn, readStoredSequences, type StoredSequences } from "../support/stored-events";
import { readStatus, waitUntilStored, type Status } from "../support/syslog-status";

/**
 * An hour (SOAK_MINUTES) of what a busy network sends: 5,000 lines a second, a search a second, segments merged, and
 * the oldest dropped for their size from the first quarter on.
 */
const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 60);
const RATE = 5000;
const TOTAL = RATE * 60 * MINUTES;
const SAMPLES = 180;
const METRICS_TOKEN = "soak";
/** A quarter of the lines, and some: merged, one takes 25 to 45 octets. */
const RETENTION_BYTES = TOTAL * 8;
/** A line that was sent so long ago is searchable. */
const SEARCHABLE_MS = 5000;
/** Of the lines that are kept the oldest may go between the look at the status and the search. */
const SAFE_SHARE = 0.8;
const LAG_SECONDS = 0.1;
/** All processes: at this rate 420 MB after seven minutes; a cache that nobody bounded took 1,600 after an hour. */
const MEMORY_MEGABYTES = 700;
/** On a busy machine the journal may be far behind at the end. */
const STORED_MS = 600_000;

type Sample = ProcessCensus & { segments: number; merged: number; megabytes: number };

type Soak = {
  sent: number;
  samples: Sample[];
  searches: { count: number; failures: string[] };
  status: Status;
  histogramTotal: number;
  expired: number;
  onDisk: StoredSequences;
  lagShare: number;
  output: string;
};

setDefaultTimeout((MINUTES + 15) * 60_000);

let service: ServiceProcess | undefined;
let soak: Soak;

beforeAll(async () => {
  service = await startService({
    environment: {
      API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
      FIREWALL_LOG_RETENTION_BYTES: String(RETENTION_BYTES),
      METRICS_TOKEN,
    },
  });
  soak = await run(service);
  const { sent, expired, lagShare } = soak;
  process.stdout.write(`${JSON.stringify({ sent, expired, lagShare })}\n`);
});

afterAll(() => service?.remove());

async function run(service: ServiceProcess): Promise<Soak> {
  const client = await setUpAdmin(service.url);
  const before = await readMetrics(service.url, METRICS_TOKEN);
  const startedAt = Date.now();
  const ended = new AbortController();
  const load = runUdpLoad({ port: service.syslogPort, total: TOTAL, rate: RATE }).finally(() =>
    ended.abort(),
  );
  const [samples, searches] = await Promise.all([
    sampleUntil(service, client, ended.signal),
    searchUntil(client, startedAt, ended.signal),
  ]);
  const { sent } = await load;
  process.stdout.write(`${describe({ samples, searches })}\n`);
  await waitUntilStored(client, STORED_MS);
  const status = await readStatus(client);
  const window = `start_time=${new Date(startedAt - 1000).toISOString()}&end_time=${new Date().toISOString()}`;
  const [{ total: histogramTotal }, { total_events: after }] = [
    await client.get<{ total: number }>(`/api/v1/syslog/histogram?${window}`),
    await readStatus(client),
  ];
  const metrics = { before, after: await readMetrics(service.url, METRICS_TOKEN) };
  const lagShare = shareWithin(metrics, "netatlas_event_loop_lag_seconds", LAG_SECONDS);
  // Nothing may expire between the looks that are compared.
  expect(after).toBe(status.total_events);
  await service.stop();
  return {
    sent,
    samples,
    searches,
    status,
    histogramTotal,
    expired: expiredIn(service.output()),
    onDisk: await readStoredSequences(service.dataDirectory),
    lagShare,
    output: service.output(),
  };
}

function describe({ samples, searches }: Pick<Soak, "samples" | "searches">): string {
  const { count, failures } = searches;
  const middle = samples[Math.floor(samples.length / 2)];
  return JSON.stringify({
    searches: count,
    failed: failures.length,
    firstFailure: failures[0],
    samples: [samples[0], middle, samples.at(-1)],
  });
}

async function sampleUntil(
  service: ServiceProcess,
  client: ApiClient,
  ended: AbortSignal,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (!ended.aborted) {
    await Bun.sleep((MINUTES * 60_000) / SAMPLES);
    const { segments, merged_segments: merged } = await readStatus(client);
    samples.push({ ...takeCensus(service.pid), segments, merged, megabytes: treeMemory(service.pid) });
  }
  return samples;
}

/** Every second another search; two in three must find the one line that they ask for. */
async function searchUntil(
  client: ApiClient,
  startedAt: number,
  ended: AbortSignal,
): Promise<{ count: number; failures: string[] }> {
  const failures: string[] = [];
  let count = 0;
  for (; !ended.aborted; count++) {
    const nextAt = performance.now() + 1000;
    const failure = await (count % 3 === 0 ? searchNewest(client) : searchOne(client, startedAt)).catch(
      String,
    );
    if (failure !== null) failures.push(`${new Date().toISOString()} ${failure}`);
    await Bun.sleep(Math.max(0, nextAt - performance.now()));
  }
  return { count, failures };
}

async function searchNewest(client: ApiClient): Promise<string | null> {
  const { events, is_partial: isPartial } = await client.get<{
    events: { id: number }[];
    is_partial: boolean;
  }>("/api/v1/syslog/events?limit=100");
  if (isPartial) return "a search says that it is partial";
  const isOrdered = events.every(({ id }, index) => index === 0 || id < (events[index - 1]?.id ?? 0));
  return isOrdered ? null : "the newest page is not in order";
}

async function searchOne(client: ApiClient, startedAt: number): Promise<string | null> {
  const { stored_events: stored, total_events: kept } = await readStatus(client);
  const through = Math.min(stored, ((Date.now() - startedAt - SEARCHABLE_MS) / 1000) * RATE);
  const from = stored - Math.floor(kept * SAFE_SHARE);
  if (through <= from) return null;
  const sequence = from + Math.floor(Math.random() * (through - from));
  const line = `seq=${String(sequence).padStart(10, "0")}`;
  const { events } = await client.get<{ events: { raw_log: string }[] }>(`/api/v1/syslog/events?q=${line}`);
  const found = events.filter(({ raw_log: raw }) => raw.endsWith(line)).length;
  return found === 1 ? null : `${line} was found ${found} times, of ${stored} stored and ${kept} kept`;
}

/** Events that retention says it has dropped. */
function expiredIn(output: string): number {
  return [...output.matchAll(/retention dropped events \{.*?"events":(\d+)/g)].reduce(
    (sum, [, events]) => sum + Number(events),
    0,
  );
}

/** Of the last third of the samples and of the one before: the highest. */
function peaks(measure: (sample: Sample) => number): { middle: number; end: number } {
  const third = Math.floor(soak.samples.length / 3);
  const highest = (samples: Sample[]) => Math.max(...samples.map(measure));
  return { middle: highest(soak.samples.slice(third, -third)), end: highest(soak.samples.slice(-third)) };
}

test("fault 23: while lines arrive, merge and expire, every search finds the line that it asks for, and no file is in use", () => {
  const { searches, status, output } = soak;
  expect(searches.failures).toEqual([]);
  expect(searches.count).toBeGreaterThan(MINUTES * 60 * 0.8);
  expect(soak.samples.at(-1)?.merged).toBeGreaterThan(0);
  expect(soak.expired).toBeGreaterThan(0);
  expect(status.quarantine).toEqual([]);
  expect(output).not.toMatch(/in use|EBUSY|ENOENT/);
});

test("fault 23: sent = stored + expired, by status, by search and by the files, each line once", () => {
  const { sent, status, expired, histogramTotal, onDisk } = soak;
  expect(sent).toBe(TOTAL);
  expect(Object.entries(status.losses).filter(([, count]) => count > 0)).toEqual([]);
  expect([status.received_packets, status.stored_events]).toEqual([sent, sent]);
  expect(status.total_events + expired).toBe(sent);
  expect(histogramTotal).toBe(status.total_events);
  expect([onDisk.distinct, onDisk.ids]).toEqual([onDisk.rows, onDisk.rows]);
  expect(onDisk.rows).toBeGreaterThanOrEqual(status.total_events);
  expect(gapsIn(onDisk.sequences)).toEqual([]);
  expect(onDisk.sequences.at(-1)).toBe(sent - 1);
});

test("faults 23, 60: descriptors, threads, processes, segments and memory are flat", () => {
  for (const measure of ["descriptors", "threads", "descendants"] as const) {
    const { middle, end } = peaks((sample) => sample[measure]);
    expect({ measure, middle, grewBy: Math.max(0, end - middle - 8) }).toEqual({
      measure,
      middle,
      grewBy: 0,
    });
  }
  const segments = peaks((sample) => sample.segments);
  expect(segments.end).toBeLessThan(segments.middle * 1.25 + 32);
  const memory = peaks(({ megabytes }) => megabytes);
  expect(memory.end).toBeLessThan(memory.middle * 1.1 + 32);
  expect(memory.end).toBeLessThan(MEMORY_MEGABYTES);
});

test("fault 60: the thread that answers is less than 100 ms late for 99.9 % of the time", () => {
  expect(soak.lagShare).toBeGreaterThanOrEqual(0.999);
});

test("fault 60: no failure is left unhandled, and nothing is logged as an error", () => {
  expect(soak.output.split("\n").filter((line) => /^\S+ (error|fatal) |our bug/.test(line))).toEqual([]);
});
