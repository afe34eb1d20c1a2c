import { expect } from "bun:test";
import { treeMemory } from "../bench/process-memory";
import { runUdpLoad } from "../bench/udp-load";
import { setUpAdmin } from "./api-client";
import type { ServiceProcess } from "./service-process";
import { gapsIn, readStoredSequences } from "./stored-events";
import { readStatus, waitUntilStored } from "./syslog-status";

/** Lines a second: 0.8 of what two cores take without a loss. */
const RATE = 40_000;
/**
 * What merging segments may take for some seconds; by the end of a minute there is one, at its beginning there may be
 * none.
 */
const MERGE_MIB = 160;
const LOOKS = 12;

/**
 * Sends UDP for so long at 0.8 of the no-loss rate; expects each line to be stored once, in all accounts, and memory to
 * stay.
 */
export async function expectSteadyIngest(service: ServiceProcess, seconds: number): Promise<void> {
  const client = await setUpAdmin(service.url);
  const load = runUdpLoad({ port: service.syslogPort, total: RATE * seconds, rate: RATE });
  const memory: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    await Bun.sleep((seconds * 1000) / LOOKS);
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
}
