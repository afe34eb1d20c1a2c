import { once } from "node:events";
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { monitors } from "../../../../src/features/monitoring/tables";
import { createTestDatabase } from "../../../support/database";
import { monitored, outcomeOf, startTestEngine } from "../../../support/monitoring";
import { waitFor } from "../../../support/wait-for";
import { patient } from "../../../support/patience";

setDefaultTimeout(patient(60_000));

const HANGING = 1500;
const HANGS_MS = 4000;
const WELL = 5;
const FIRST_WELL_PORT = 40_000;
const ROUNDS = 8;

const database = await createTestDatabase();
const { givenDevice, givenServiceCheck } = monitored(database);
afterAll(() => database.drop());

test("fault 47: thousands of targets that hang leave those in peace that answer", async () => {
  const deviceId = await givenDevice("192.0.2.1");
  for (let index = 0; index < WELL; index++)
    await givenServiceCheck(FIRST_WELL_PORT + index, { deviceId, intervalSeconds: 1 });
  await database.sql`
    INSERT INTO service_checks (device_id, port, label, check_type, http_method, expected_status_min, expected_status_max, verify_tls,
      follow_redirects, enabled, interval_seconds, retry_interval_seconds, failures_to_down, successes_to_up)
    SELECT ${deviceId}, port, 'hangs', 'tcp', 'GET', 200, 399, true, true, true, 5, 5, 2, 1
    FROM generate_series(1, ${HANGING}::int) AS port`;
  const asked = new Map<number, number[]>();
  let underWay = 0;
  let most = 0;
  const { engine } = startTestEngine(database, {
    probes: {
      devices: async (addresses) => addresses.map(() => outcomeOf("up")),
      monitor: async () => outcomeOf("up"),
      push: () => Promise.reject(new Error("nobody reports here")),
      group: () => Promise.reject(new Error("there are no groups here")),
      service: async ({ port }) => {
        asked.set(port, [...(asked.get(port) ?? []), performance.now()]);
        if (port >= FIRST_WELL_PORT) return outcomeOf("up");
        underWay += 1;
        most = Math.max(most, underWay);
        await Bun.sleep(HANGS_MS);
        underWay -= 1;
        return outcomeOf("down");
      },
    },
  });
  const timesOf = (index: number) => asked.get(FIRST_WELL_PORT + index) ?? [];
  await waitFor("hanging targets to take all places", () => most >= 400, 30_000);
  const from = performance.now();
  await Bun.sleep(ROUNDS * 1000);
  await engine.stop();
  for (let index = 0; index < WELL; index++)
    expect(timesOf(index).filter((at) => at > from).length).toBeGreaterThanOrEqual(ROUNDS - 2);
});

test("monitors that hang keep no group and no push monitor waiting", async () => {
  const own = await createTestDatabase();
  const isGoing = new AbortController();
  const seen = { hanging: 0, group: 0, push: 0 };
  const hang = async () => {
    seen.hanging += 1;
    await Promise.race([Bun.sleep(HANGS_MS), once(isGoing.signal, "abort")]);
    return outcomeOf("down");
  };
  await own.db
    .insert(monitors)
    .values([
      ...Array.from({ length: 200 }, (_, index) => monitorRow("http", index)),
      monitorRow("group", 0),
      monitorRow("push", 0),
    ]);
  const { engine } = startTestEngine(own, {
    probes: {
      devices: async (addresses) => addresses.map(() => outcomeOf("up")),
      service: async () => outcomeOf("up"),
      monitor: hang,
      group: async () => {
        seen.group += 1;
        return outcomeOf("down");
      },
      push: async () => {
        seen.push += 1;
        return outcomeOf("down");
      },
    },
  });
  try {
    await waitFor("hanging monitors to take all places", () => seen.hanging >= 40, 30_000);
    const { group, push } = seen;
    await Bun.sleep(ROUNDS * 1000);
    expect(seen.group - group).toBeGreaterThanOrEqual(ROUNDS - 3);
    expect(seen.push - push).toBeGreaterThanOrEqual(ROUNDS - 3);
  } finally {
    isGoing.abort();
    await engine.stop();
    await own.drop();
  }
});

function monitorRow(kind: string, index: number): typeof monitors.$inferInsert {
  return {
    kind,
    name: `${kind} ${index}`,
    url: kind === "http" ? "http://192.0.2.1/" : "",
    httpMethod: "GET",
    expectedStatusMin: 200,
    expectedStatusMax: 399,
    acceptedStatusCodes: "200-399",
    timeoutSeconds: 10,
    verifyTls: true,
    followRedirects: true,
    maxRedirects: 10,
    bodyEncoding: "json",
    authType: "none",
    oauthAuthMethod: "client_secret_basic",
    keywordInverted: false,
    jsonOperator: "equals",
    cacheBust: false,
    upsideDown: false,
    checkIntervalSeconds: 1,
    maxRetries: 0,
    retryIntervalSeconds: 1,
    pushGraceSeconds: 0,
    certificateExpiryAlert: false,
    certificateExpiryDays: 14,
    enabled: true,
  };
}
