import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { expectBalance } from "../support/numbered-balance";
import { numbersFrom, sendBurst } from "../support/numbered-burst";
import { startService, type ServiceProcess } from "../support/service-process";

const KILLED = 137;
const LINES = 2000;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(120_000);

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

const FAULT_POINTS = [
  "chunk-read",
  "segment-written",
  "segment-renamed",
  "segment-catalogued",
  "journal-release",
];

test.each(FAULT_POINTS)(
  "fault 5: a service that dies at the step «%s» has all that it had read, of UDP and TCP, once after its restart",
  async (step) => {
    service = await startService({ environment: UNLIMITED });
    const { dataDirectory } = service;
    const { credential } = await setUpAdmin(service.url);
    await service.stop();
    service = await startService({ dataDirectory, environment: { ...UNLIMITED, FAULT_POINT: step } });
    // The first step comes 200 ms after the first line, when the journal is synced: by then the burst is written.
    await sendBurst(service.syslogPort, { first: 0, total: LINES });
    expect(await service.exited).toBe(KILLED);
    service = await startService({ dataDirectory, environment: UNLIMITED });
    await waitForDatabase(service.url);
    await sendBurst(service.syslogPort, { first: LINES, total: LINES });
    const client = createApiClient(service.url, credential);
    const { replayed_events: replayed } = await expectBalance(
      { client, dataDirectory },
      { sent: numbersFrom(0, 2 * LINES) },
    );
    expect(replayed).toBeLessThanOrEqual(LINES);
  },
);
