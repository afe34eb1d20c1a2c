import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync } from "node:fs";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { expectBalance } from "../support/numbered-balance";
import { numbersFrom, sendBurst } from "../support/numbered-burst";
import { startService } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { readStatus } from "../support/syslog-status";
import { temporaryPath } from "../support/temporary-path";
import { waitFor } from "../support/wait-for";

/** Of eight segments of a tier one is made. */
const SEGMENTS = 7;
const LINES = 200;
/** Less than the segments of the start take, and more than the newest takes. */
const RETENTION_BYTES = 40_000;
const SOON = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000", FAULT_UPKEEP_SECONDS: "1" };
const NEVER = { ...SOON, FAULT_UPKEEP_SECONDS: "86400" };
const EXPIRING = { ...SOON, FIREWALL_LOG_RETENTION_BYTES: String(RETENTION_BYTES) };

setDefaultTimeout(120_000);

let prepared: { dataDirectory: string; credential: Record<string, string> };

/** Seven segments that nothing has looked after yet; the lines of each came over TCP and UDP. */
beforeAll(async () => {
  const dataDirectory = temporaryPath("segments");
  const service = await startService({ dataDirectory, environment: NEVER });
  const client = await setUpAdmin(service.url);
  for (let segment = 0; segment < SEGMENTS; segment++) {
    await sendBurst(service.syslogPort, { first: segment * LINES, total: LINES });
    await waitFor(
      "the burst to be a segment",
      async () => (await readStatus(client)).stored_events === (segment + 1) * LINES,
      30_000,
    );
  }
  const { segments, segment_bytes: bytes } = await readStatus(client);
  expect(segments).toBe(SEGMENTS);
  expect(bytes).toBeGreaterThan(2 * RETENTION_BYTES);
  await service.stop();
  prepared = { dataDirectory, credential: client.credential };
});

function copyOfPrepared(): string {
  const dataDirectory = temporaryPath("crash");
  cpSync(prepared.dataDirectory, dataDirectory, { recursive: true });
  return dataDirectory;
}

async function startAgain(dataDirectory: string, environment: Record<string, string>) {
  const service = await startService({ dataDirectory, environment });
  await waitForDatabase(service.url);
  return { service, client: createApiClient(service.url, prepared.credential) };
}

const KILLED = 137;

describe.concurrent("fault 5: a service that dies while it merges, at the step", () => {
  for (const step of [
    "compaction-written",
    "compaction-renamed",
    "compaction-catalogued",
    "compaction-shown",
  ]) {
    test(`«${step}», has merged a little later, and every line once`, async () => {
      const dataDirectory = copyOfPrepared();
      const doomed = await startService({ dataDirectory, environment: { ...SOON, FAULT_POINT: step } });
      await sendBurst(doomed.syslogPort, { first: SEGMENTS * LINES, total: LINES });
      expect(await doomed.exited).toBe(KILLED);
      const { service, client } = await startAgain(dataDirectory, SOON);
      try {
        await waitFor("the merge", async () => (await readStatus(client)).segments === 1, 30_000);
        await waitFor("each line to be in the folder once", async () => {
          const { rows, distinct } = await readStoredSequences(dataDirectory);
          return rows === distinct;
        });
        await sendBurst(service.syslogPort, { first: (SEGMENTS + 1) * LINES, total: LINES });
        const sent = numbersFrom(0, (SEGMENTS + 2) * LINES);
        await expectBalance({ client, dataDirectory }, { sent });
      } finally {
        await service.stop();
      }
    });
  }
});

describe.concurrent("fault 5: a service that dies while segments expire, at the step", () => {
  for (const step of ["retention-marked", "retention-committed", "files-removed", "rows-removed"]) {
    test(`«${step}», has every line that is kept once, and no file of the others`, async () => {
      const dataDirectory = copyOfPrepared();
      expect(await endOf(dataDirectory, { ...EXPIRING, FAULT_POINT: step })).toMatch(
        new RegExp(`ended with (?:${KILLED}|SIGKILL)`),
      );
      const { service, client } = await startAgain(dataDirectory, EXPIRING);
      try {
        const { total_events: kept } = await waitFor(
          "all that has expired to be deleted",
          async () => {
            const status = await readStatus(client);
            const files = await readStoredSequences(dataDirectory);
            return status.segment_bytes <= RETENTION_BYTES && files.rows === status.total_events && status;
          },
          30_000,
        );
        const expired = SEGMENTS * LINES - kept;
        expect([expired > 0, kept > 0, expired % LINES]).toEqual([true, true, 0]);
        await expectBalance({ client, dataDirectory }, { sent: numbersFrom(0, SEGMENTS * LINES), expired });
      } finally {
        await service.stop();
      }
    });
  }
});

/** What a service that must not live says at its end, whether or not it had begun to answer. */
function endOf(dataDirectory: string, environment: Record<string, string>): Promise<string> {
  return startService({ dataDirectory, environment }).then(
    async ({ exited }) => `ended with ${await exited}`,
    String,
  );
}
