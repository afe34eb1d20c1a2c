import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "#platform/error-code";
import { createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startForeignPostgres } from "../support/foreign-postgres";
import { expectStoredOnce } from "../support/kill-service";
import { numbersFrom, sendBurst } from "../support/numbered-burst";
import { expectBalance } from "../support/numbered-balance";
import { startSender } from "../support/numbered-sender";
import { postmasterOf } from "../support/postgres-service";
import { takeCensus, type ProcessCensus } from "../support/process-census";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

const OUTAGES = Number(process.env["OUTAGES"] ?? 100);
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
const RATE = 1000;
/** Our own server, ended again and again, is started after 10 s at the latest. */
const BACK_MS = 60_000;
/** Of descriptors, threads and processes: what comes and goes. */
const SLACK = 8;
const LINES = 4000;
/** A database that is back too soon is not missed by anybody. */
const DOWN_MS = 300;

setDefaultTimeout(60 * 60_000);

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/**
 * Under a steady load: takes the database away so often. Every answer meanwhile is a 200 or the 503 that says when to
 * come back.
 */
async function endureOutages(
  service: ServiceProcess,
  client: ApiClient,
  takeAway: (outage: number) => Promise<void>,
): Promise<void> {
  const load = { port: service.syslogPort, total: Number.MAX_SAFE_INTEGER, rate: RATE / 2 };
  const senders = await Promise.all([
    startSender({ ...load, transport: "tcp", first: 0 }),
    startSender({ ...load, transport: "udp", first: 500_000_000 }),
  ]);
  const censuses: ProcessCensus[] = [];
  let refusals = 0;
  for (let outage = 0; outage < OUTAGES; outage++) {
    const away = takeAway(outage);
    let isOver = false;
    void away.finally(() => {
      isOver = true;
    });
    await waitFor(
      "the database to be back",
      async () => {
        const answer = await client.fetch("/api/v1/auth/me");
        if (answer.status === 200) return isOver;
        refusals += 1;
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
        expect(await answer.json()).toEqual({ detail: "The database is not available at the moment" });
        return false;
      },
      BACK_MS,
    );
    await away;
    censuses.push(takeCensus(service.pid));
  }
  expect(refusals).toBeGreaterThanOrEqual(OUTAGES / 2);
  await Promise.all(senders.map(async (sender) => (sender.stop(), sender.done)));
  expectFlat(censuses);
  const stored = await expectStoredOnce(service, client.credential);
  for (const { sent } of senders) expect(sent.filter(({ sequence }) => !stored.has(sequence))).toEqual([]);
  expect(stored.size).toBe(senders.reduce((sum, { sent }) => sum + sent.length, 0));
}

function expectFlat(censuses: readonly ProcessCensus[]): void {
  const half = Math.floor(censuses.length / 2);
  for (const measure of ["descriptors", "threads", "descendants"] as const) {
    const early = Math.max(...censuses.slice(0, half).map((census) => census[measure]));
    const late = Math.max(...censuses.slice(half).map((census) => census[measure]));
    expect({ measure, early, grewBy: Math.max(0, late - early - SLACK) }).toEqual({
      measure,
      early,
      grewBy: 0,
    });
  }
}

test(`fault 11: our own database ended ${OUTAGES} times under load, gently and by kill -9: no line is lost, requests are 503, nothing leaks`, async () => {
  const service = await startService({ environment: UNLIMITED });
  cleanUps.push(() => service.remove());
  const client = await setUpAdmin(service.url);
  await endureOutages(service, client, async (outage) => {
    const before = postmasterOf(service.dataDirectory);
    process.kill(before, outage % 2 === 0 ? "SIGKILL" : "SIGINT");
    await waitFor("another server", () => isAnother(service.dataDirectory, before), BACK_MS);
  });
});

test(`fault 11: an external database restarted ${OUTAGES} times under load, gently and by kill -9: no line is lost, requests are 503, nothing leaks`, async () => {
  const postgres = await startForeignPostgres();
  cleanUps.push(() => postgres.stop());
  const service = await startService({ environment: { ...UNLIMITED, DATABASE_URL: postgres.url } });
  cleanUps.push(() => service.remove());
  const client = await setUpAdmin(service.url);
  await endureOutages(service, client, (outage) =>
    postgres.restart({ isKilled: outage % 2 === 0, downMs: DOWN_MS }),
  );
});

test("fault 8: a service whose database is gone does not start; told to begin anew, it has every stored event", async () => {
  const first = await startService({ environment: UNLIMITED });
  const { dataDirectory } = first;
  cleanUps.push(async () => rmSync(dataDirectory, { recursive: true, force: true }));
  const lost = await setUpAdmin(first.url);
  await sendBurst(first.syslogPort, { first: 0, total: LINES });
  await expectBalance({ client: lost, dataDirectory }, { sent: numbersFrom(0, LINES) });
  await first.stop();
  rmSync(join(dataDirectory, "db"), { recursive: true });
  const refusal = await startService({ dataDirectory, environment: UNLIMITED }).then(() => "started", String);
  expect(refusal).toContain("the database that was in");
  expect(refusal).toContain("ended with 1");
  rmSync(join(dataDirectory, "database-made"));
  const anew = await startService({ dataDirectory, environment: UNLIMITED });
  cleanUps.push(() => anew.stop());
  const { credential } = await setUpAdmin(anew.url);
  const client = createApiClient(anew.url, credential);
  await waitFor("the events", async () => {
    const status = await client.get<{ total_events: number }>("/api/v1/syslog/status");
    return status.total_events === LINES;
  });
  expect((await expectStoredOnce(anew, credential)).size).toBe(LINES);
});

function isAnother(dataDirectory: string, before: number): boolean {
  try {
    return postmasterOf(dataDirectory) !== before;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}
