import { afterEach, expect, test, setDefaultTimeout } from "bun:test";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import {
  expectReadIsStored,
  expectStoredOnce,
  killAgainAndAgain,
  startSenders,
  waitUntilRead,
} from "../support/kill-service";
import { startService, type ServiceProcess } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { readStatus } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

const KILLS = 4;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(patient(120_000));

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

test("fault 3: kill -9 in the middle of 50,000 lines, four times: what was read 50 ms before is stored, without a gap, once (20 times: bun run test:faults)", async () => {
  service = await startService({ environment: UNLIMITED });
  const { credential } = await setUpAdmin(service.url);
  const { service: last, delays } = await killAgainAndAgain(service, { kills: KILLS, credential });
  service = last;
  expect(delays).toHaveLength(KILLS);
}, 240_000);

type StopReport = {
  received: Record<string, number>;
  stored: number;
  losses: Record<string, number>;
  waiting: number;
};

test("fault 4: SIGTERM at 40,000 lines a second drains, exits with 0 within 10 s, and loses nothing that was received", async () => {
  service = await startService({ environment: UNLIMITED });
  const { dataDirectory } = service;
  const { credential } = await setUpAdmin(service.url);
  const senders = await startSenders(service.syslogPort, 0);
  await Bun.sleep(1000);
  const read = waitUntilRead(service.syslogPort, senders);
  expect(await service.stop()).toBe(0);
  expect(performance.now() - read.at).toBeLessThan(patient(10_000));
  for (const sender of senders) sender.stop();
  const report = /syslog has stopped (\{.*\})/.exec(service.output())?.[1];
  const { received, stored, losses, waiting } = JSON.parse(report ?? "{}") as StopReport;
  const taken = Object.values(received).reduce((sum, count) => sum + count, 0);
  expect(Object.entries(losses).filter(([, count]) => count > 0)).toEqual([]);
  // On a busy machine some of it waits in the journal for the next start.
  expect(stored + waiting).toBe(taken);
  expect((await readStoredSequences(dataDirectory)).events).toBe(stored);
  service = await startService({ dataDirectory, environment: UNLIMITED });
  await waitForDatabase(service.url);
  const client = createApiClient(service.url, credential);
  await waitFor("the rest", async () => (await readStatus(client)).stored_since_creation === taken, 30_000);
  const afterwards = await expectStoredOnce(service, credential);
  expectReadIsStored(senders, read, afterwards);
});
