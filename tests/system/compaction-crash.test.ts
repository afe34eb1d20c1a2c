import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin } from "../support/api-client";
import { startSender } from "../support/numbered-sender";
import { startService } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { readStatus, waitUntilStored } from "../support/syslog-status";

const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
/** Forty seconds of them: more than two rounds of the job that merges. */
const LINES = 400;
const RATE = 10;

setDefaultTimeout(120_000);

describe.concurrent("fault 5: a service that dies while it merges, at the step", () => {
  for (const step of ["compaction-written", "compaction-renamed", "compaction-catalogued"]) {
    test(`«${step}», has every line once after its restart`, async () => {
      const first = await startService({ environment: { ...UNLIMITED, FAULT_POINT: step } });
      const { dataDirectory } = first;
      const { credential } = await setUpAdmin(first.url);
      const sender = await startSender({
        transport: "tcp",
        port: first.syslogPort,
        first: 0,
        total: LINES,
        rate: RATE,
      });
      await first.exited;
      sender.stop();
      const service = await startService({ dataDirectory, environment: UNLIMITED });
      try {
        const client = createApiClient(service.url, credential);
        await waitUntilStored(client);
        const { rows, distinct } = await readStoredSequences(dataDirectory);
        expect(rows).toBeGreaterThan(0);
        expect(distinct).toBe(rows);
        expect((await readStatus(client)).total_events).toBe(rows);
      } finally {
        await service.remove();
      }
    });
  }
});
