import { afterEach, expect, test, setDefaultTimeout } from "bun:test";
import { runUdpLoad } from "../bench/udp-load";
import { treeMemory } from "../bench/process-memory";
import { setUpAdmin } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { gapsIn, readStoredSequences } from "../support/stored-events";
import { readStatus, waitUntilStored } from "../support/syslog-status";

const RATE = 40_000;
const SECONDS = 60;
/** What merging segments may take for some seconds; by the end of the minute there is one, at its beginning there may be none. */
const MERGE_MIB = 160;

setDefaultTimeout(60_000);

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

test("fault 1: one minute of UDP at 0.8 of the no-loss rate: stored = sent, no gap, no repeat, memory flat", async () => {
  service = await startService({ environment: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" } });
  const client = await setUpAdmin(service.url);
  const load = runUdpLoad({ port: service.syslogPort, total: RATE * SECONDS, rate: RATE });
  const memory: number[] = [];
  for (let second = 0; second < SECONDS; second += 5) {
    await Bun.sleep(5000);
    memory.push(treeMemory(service.pid));
  }
  const { sent } = await load;
  await waitUntilStored(client);
  const stored = await readStoredSequences(service.dataDirectory);
  expect(stored.distinct).toBe(sent);
  expect(stored.rows).toBe(sent);
  expect(gapsIn(stored.sequences)).toEqual([]);
  const status = await readStatus(client);
  expect(status.received_packets).toBe(sent);
  expect(status.stored_events).toBe(sent);
  expect(Object.values(status.losses).reduce((sum, count) => sum + count, 0)).toBe(0);
  const early = Math.max(...memory.slice(1, 4));
  const late = Math.max(...memory.slice(-3));
  expect(late).toBeLessThan(early * 1.3 + MERGE_MIB);
}, 150_000);
