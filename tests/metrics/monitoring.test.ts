import { afterAll, expect, test } from "bun:test";
import { readTargetGauges } from "#features/monitoring";
import { createMetrics } from "#platform/metrics";
import { addTargetMetrics } from "../../src/metrics/monitoring";
import { createMonitoringService } from "../features/monitoring/monitoring-service";

const service = await createMonitoringService();
const { database, givenDevice, givenCheck, givenMonitor, givenTarget } = service;
afterAll(service.close);

const CHECKED = new Date("2026-03-01T12:00:00Z");
const HOSTILE = 'a "quoted" \\ name';

const device = await givenDevice({ displayName: "core switch", ipAddress: "10.0.0.1" });
const check = await givenCheck({ device_id: device, label: HOSTILE, port: 22 });
const monitor = await givenMonitor({ name: "portal" });
await givenTarget({
  kind: "device",
  deviceId: device,
  state: "up",
  checkedAt: CHECKED,
  result: { latencyMs: 2.5, error: null },
});
await givenTarget({
  kind: "service",
  deviceId: device,
  serviceCheckId: check.id,
  state: "down",
  checkedAt: CHECKED,
  result: { latencyMs: null, error: "Connection refused by 10.0.0.1" },
});
await givenTarget({
  kind: "monitor",
  monitorId: monitor.id,
  state: "paused",
  checkedAt: CHECKED,
  result: { latencyMs: 80, certificateExpiresAt: "2026-04-01T00:00:00Z" },
});

const DEVICE = `{kind="device",id="${device}",name="core switch"}`;
const SERVICE = `{kind="service",id="${check.id}",name="a \\"quoted\\" \\\\ name",device_id="${device}",device="core switch"}`;
const MONITOR = `{kind="monitor",id="${monitor.id}",name="portal"}`;

async function scrape(read: Parameters<typeof addTargetMetrics>[1], scrapes = 1): Promise<string[]> {
  const metrics = createMetrics();
  addTargetMetrics(metrics, read);
  for (let scrape = 1; scrape < scrapes; scrape++) await metrics.registry.metrics();
  const text = await metrics.registry.metrics();
  return text.split("\n").filter((line) => line.startsWith("netatlas_target"));
}

test("each target has what it comes to, under its kind, id and name", async () => {
  const seconds = CHECKED.getTime() / 1000;
  expect((await scrape(() => readTargetGauges(database, 3))).sort()).toEqual(
    [
      `netatlas_target_up${DEVICE} 1`,
      `netatlas_target_up${SERVICE} 0`,
      `netatlas_target_state${DEVICE.slice(0, -1)},state="up"} 1`,
      `netatlas_target_state${SERVICE.slice(0, -1)},state="down"} 1`,
      `netatlas_target_state${MONITOR.slice(0, -1)},state="paused"} 1`,
      `netatlas_target_latency_seconds${DEVICE} 0.0025`,
      ...[DEVICE, SERVICE, MONITOR].map(
        (labels) => `netatlas_target_checked_timestamp_seconds${labels} ${seconds}`,
      ),
      `netatlas_target_certificate_expiry_timestamp_seconds${MONITOR} ${Date.parse("2026-04-01T00:00:00Z") / 1000}`,
      "netatlas_targets_left_out 0",
    ].sort(),
  );
});

test.each([0, 2])("where there are more than %p none has its own, and it is said how many", async (most) => {
  expect(await scrape(() => readTargetGauges(database, most))).toEqual(["netatlas_targets_left_out 3"]);
});

test("a state that is over is gone from the next scrape that reads", async () => {
  let state: "up" | "down" = "up";
  const { targets } = await readTargetGauges(database, 10);
  const [first] = targets;
  if (first === undefined) throw new Error("no target");
  const metrics = createMetrics();
  addTargetMetrics(metrics, () => Promise.resolve({ targets: [{ ...first, state }], leftOut: 0 }), {
    keptMs: 0,
  });
  expect(await metrics.registry.metrics()).toContain('state="up"} 1');
  state = "down";
  const text = await metrics.registry.metrics();
  expect(text).toContain('state="down"} 1');
  expect(text).not.toContain('state="up"} 1');
});

test("many scrapes cost one reading, and one scrape too", async () => {
  let readings = 0;
  await scrape(() => {
    readings += 1;
    return readTargetGauges(database, 10);
  }, 20);
  expect(readings).toBe(1);
});

test("while the database is away the other metrics are there, and these are not", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(await scrape(() => Promise.reject(refused))).toEqual([]);
  expect(await scrape(() => Promise.resolve(undefined))).toEqual([]);
});
