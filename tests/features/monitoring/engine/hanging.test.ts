import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createTestDatabase } from "../../../support/database";
import { monitored, outcomeOf, startTestEngine } from "../../../support/monitoring";
import { waitFor } from "../../../support/wait-for";

setDefaultTimeout(60_000);

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
