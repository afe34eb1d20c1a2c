import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { stateChanges, type checkTargets } from "../../../../src/features/monitoring/tables";
import type { TargetState } from "../../../../src/features/monitoring/state";
import { DAY, HOUR, historyOf, MINUTE, results } from "../../monitoring/history/given";
import { createAlertService } from "../alert-service";
import { conditionsOf } from "./given";

/** What is found at check targets, on a database as the engine writes it. */
const service = await createAlertService();
const { db, sql, turn, givenCheck, givenMonitor, givenTarget, textsOf } = service;
const { givenResults, givenChange, ...history } = historyOf(service.database);
const { conditions, find, sentences } = conditionsOf(service.database);
afterAll(service.close);

beforeEach(async () => {
  service.conditions.clear();
  for (const table of ["alert_rules", "devices", "monitors", "service_checks"])
    await sql`DELETE FROM ${sql(table)}`;
  await turn();
});

type TargetFields = Partial<typeof checkTargets.$inferInsert> & { state?: TargetState };

const answered = (latencyMs: number | null) => ({ rawStatus: "up", result: { error: null, latencyMs } });

async function givenWatched(name: string, fields: TargetFields = {}) {
  const device = await service.givenDevice({ displayName: name, ipAddress: "192.0.2.1" });
  const target = await givenTarget({
    kind: "device",
    deviceId: device,
    state: "up",
    ...answered(5),
    ...fields,
  });
  return { device, target };
}

describe("latency", () => {
  test("is trouble above the bound, not at it, of devices that are up", async () => {
    const { device, target } = await givenWatched("core", answered(120.4));
    await givenWatched("at the bound", answered(100));
    await givenWatched("no answer", answered(null));
    for (const state of ["down", "unreachable", "maintenance", "paused", "unknown"] as const)
      await givenWatched(state, { ...answered(120), state });
    expect(await find("rtt_above", { thresholdMs: 100 })).toEqual([
      {
        subject: `target:${target}:rtt_above`,
        cause: `device:${device}`,
        targetId: target,
        deviceId: device,
        serviceCheckId: null,
        monitorId: null,
        sentence: "core (192.0.2.1) RTT 120 ms is above the 100 ms threshold",
      },
    ]);
    expect(await sentences("rtt_above", { thresholdMs: 99, deviceId: device })).toHaveLength(1);
    await sql`UPDATE check_targets SET result = '{"latencyMs": 100.3}' WHERE id = ${target}`;
    expect(await sentences("rtt_above", { thresholdMs: 100 })).toEqual([
      "core (192.0.2.1) RTT 100.3 ms is above the 100 ms threshold",
    ]);
  });

  test("of services and HTTP monitors is told with what they are; jobs that report are waited for by nobody", async () => {
    const { device } = await givenWatched("web-1");
    const check = await givenCheck({ device_id: device, label: "shop" });
    await givenTarget({ deviceId: device, serviceCheckId: check.id, state: "up", ...answered(2000) });
    const monitor = await givenMonitor({ name: "page", url: "https://example.com/" });
    await givenTarget({ kind: "monitor", monitorId: monitor.id, state: "up", ...answered(700) });
    const push = await givenMonitor({ kind: "push", name: "job", url: undefined });
    await givenTarget({ kind: "monitor", monitorId: push.id, state: "up", ...answered(9000) });
    const bound = { thresholdMs: 500 };
    expect(await find("service_slow", bound)).toMatchObject([
      {
        cause: `device:${device}`,
        serviceCheckId: check.id,
        sentence: "shop on web-1 (192.0.2.1) response time 2000 ms is above the 500 ms threshold",
      },
    ]);
    const [slow, ...others] = await find("monitor_slow", bound);
    expect(others).toEqual([]);
    expect(slow).toMatchObject({
      cause: `target:${slow?.targetId}`,
      deviceId: null,
      monitorId: monitor.id,
      sentence: 'Monitor "page" (https://example.com/) response time 700 ms is above the 500 ms threshold',
    });
    expect(await find("monitor_slow", { ...bound, monitorId: push.id })).toEqual([]);
  });

  test("begins, goes on through one answer that did not come, and ends", async () => {
    const { target } = await givenWatched("core", answered(120));
    for (const [type, condition] of conditions()) service.conditions.set(type, condition);
    const rule = await service.givenRule({ event_type: "rtt_above", threshold_ms: 100 });
    await turn();
    await sql`UPDATE check_targets SET raw_status = 'down', result = '{"latencyMs": null}' WHERE id = ${target}`;
    await turn();
    expect(await textsOf(rule)).toEqual(["⚠️ core (192.0.2.1) RTT 120 ms is above the 100 ms threshold"]);
    await sql`UPDATE check_targets SET raw_status = 'up', result = '{"latencyMs": 4}' WHERE id = ${target}`;
    await turn();
    expect((await textsOf(rule)).at(-1)).toStartWith("✅ Over: core (192.0.2.1) RTT");
  });

  test("of more than 5,000 devices at once is told of 5,000", async () => {
    await sql`
      WITH made AS (
        INSERT INTO devices (display_name, status, lifecycle, monitoring_paused, expected_status, icon)
        SELECT 'd' || n, 'online', 'active', false, 'online', 'device' FROM generate_series(1, 5001) n RETURNING id)
      INSERT INTO check_targets (kind, device_id, subject, interval_seconds, retry_seconds, failures_to_down, successes_to_up,
        state, raw_status, result)
      SELECT 'device', id, '', 60, 20, 2, 1, 'up', 'up', '{"latencyMs": 500}' FROM made`;
    expect(await find("rtt_above", { thresholdMs: 100 })).toHaveLength(5000);
  });
});

describe("loss", () => {
  const now = Date.now();
  const lost = { rawStatus: "down", state: "up" } as const;

  test("is the share of the results in the window that were down, of three at least; at the bound it is told", async () => {
    const { device, target } = await givenWatched("lossy");
    await givenResults(target, results(now - 10 * MINUTE, now - 2 * MINUTE));
    await givenResults(target, results(now - 2 * MINUTE, now, MINUTE, lost));
    const { target: few } = await givenWatched("two results");
    await givenResults(few, results(now - 2 * MINUTE, now, MINUTE, lost));
    const { target: old } = await givenWatched("lost before");
    await givenResults(old, results(now - 80 * MINUTE, now - 61 * MINUTE, MINUTE, lost));
    await givenResults(old, results(now - 59 * MINUTE, now - 50 * MINUTE));
    const asked = { lossWindowMinutes: 60, lossPctThreshold: 20 };
    expect(await find("ping_loss_above", asked, new Date(now))).toMatchObject([
      {
        subject: `target:${target}:ping_loss_above`,
        cause: `device:${device}`,
        sentence: "lossy (192.0.2.1) ping loss 20% is above the 20% threshold",
      },
    ]);
    expect(await find("ping_loss_above", { ...asked, lossPctThreshold: 20.1 }, new Date(now))).toEqual([]);
    expect(await find("ping_loss_above", { ...asked, lossWindowMinutes: 5 }, new Date(now))).toMatchObject([
      { sentence: "lossy (192.0.2.1) ping loss 40% is above the 20% threshold" },
    ]);
    await sql`UPDATE check_targets SET state = 'unreachable' WHERE id = ${target}`;
    expect(await find("ping_loss_above", asked, new Date(now))).toEqual([]);
  });

  test("does not count what was in maintenance, cut off, or told nothing", async () => {
    const { target } = await givenWatched("maintained");
    await givenResults(target, results(now - 9 * MINUTE, now - 6 * MINUTE));
    for (const [index, state] of (["maintenance", "unreachable"] as const).entries())
      await givenResults(
        target,
        results(now - (6 - index) * MINUTE, now - (5 - index) * MINUTE, MINUTE, { rawStatus: "down", state }),
      );
    await givenResults(target, results(now - 4 * MINUTE, now - 2 * MINUTE, MINUTE, { rawStatus: "unknown" }));
    await givenResults(target, results(now - 2 * MINUTE, now - MINUTE, MINUTE, lost));
    expect(await sentences("ping_loss_above", { lossPctThreshold: 1 }, new Date(now))).toEqual([
      "maintained (192.0.2.1) ping loss 25% is above the 1% threshold",
    ]);
  });

  test("counts what has been packed, to the minute", async () => {
    const { target } = await givenWatched("packed");
    const from = now - 23 * HOUR;
    await givenResults(target, results(from, from + 10 * MINUTE, MINUTE, lost));
    await givenResults(target, results(from + 10 * MINUTE, from + 40 * MINUTE));
    await history.run("monitoring.packing");
    expect(await sql`SELECT FROM check_results WHERE target_id = ${target}`).toHaveLength(0);
    const asked = { lossPctThreshold: 1, lossWindowMinutes: 1440 };
    const told = (percent: number) => [`packed (192.0.2.1) ping loss ${percent}% is above the 1% threshold`];
    expect(await sentences("ping_loss_above", asked, new Date(now))).toEqual(told(25));
    // Five of the lost ones are older than a day then.
    expect(await sentences("ping_loss_above", asked, new Date(from + DAY + 5 * MINUTE))).toEqual(told(14));
    expect(await sentences("ping_loss_above", asked, new Date(from + DAY + 11 * MINUTE))).toEqual([]);
  });

  test("is looked at once a minute by one rule, and at once by one that has changed", async () => {
    const { target } = await givenWatched("lossy");
    const rule = await conditionsOf(service.database).givenRule("ping_loss_above", { lossPctThreshold: 50 });
    const condition = conditions().get("ping_loss_above");
    const count = async (seconds: number, changed = rule) =>
      (await condition?.({ db, now: new Date(now + seconds * 1000) }, changed))?.length;
    expect(await count(0)).toBe(0);
    await givenResults(target, results(now - 9 * MINUTE, now, MINUTE, lost));
    expect(await count(59)).toBe(0);
    expect(await count(59, { ...rule, updatedAt: new Date(now) })).toBe(1);
    expect(await count(60)).toBe(1);
  });
});

describe("flapping", () => {
  const now = Date.now();

  async function givenCourse(name: string, states: readonly TargetState[], everyMinutes = 5) {
    const { target } = await givenWatched(name);
    for (const [index, state] of states.entries())
      await givenChange(target, now - (states.length - index) * everyMinutes * MINUTE, state);
    return target;
  }

  test("is four changes between up and down in an hour", async () => {
    const target = await givenCourse("bad", ["up", "down", "up", "down", "up"]);
    await givenCourse("three", ["up", "down", "up", "down"]);
    await givenCourse("its first state is none", ["unknown", "up", "down", "up", "down"]);
    await givenCourse("slow", ["up", "down", "up", "down", "up", "down"], 20);
    await givenCourse("maintained", ["up", "maintenance", "up", "maintenance", "up", "maintenance", "up"]);
    expect(await find("device_flapping", {}, new Date(now))).toMatchObject([
      {
        subject: `target:${target}:device_flapping`,
        sentence: "bad (192.0.2.1) is flapping — 4 status changes in the last hour",
      },
    ]);
  });

  test("counts the change from what it was before the hour, and is over when the hour is", async () => {
    const { target } = await givenWatched("bad");
    for (const [minutes, state] of [
      [90, "up"],
      [50, "down"],
      [40, "maintenance"],
      [30, "up"],
      [20, "down"],
      [10, "up"],
    ] as const)
      await db.insert(stateChanges).values({ targetId: target, at: new Date(now - minutes * MINUTE), state });
    expect(await find("device_flapping", {}, new Date(now))).toHaveLength(1);
    expect(await find("device_flapping", {}, new Date(now + 11 * MINUTE))).toEqual([]);
    await sql`UPDATE check_targets SET state = 'unreachable' WHERE id = ${target}`;
    expect(await find("device_flapping", {}, new Date(now))).toEqual([]);
  });
});

describe("certificates", () => {
  const now = new Date();
  const expiring = (ms: number) => ({
    rawStatus: "up",
    result: { certificateExpiresAt: new Date(now.getTime() + ms).toISOString() },
  });

  test("of monitors that want it are told within their days, renewed ones not, and an expired one as such", async () => {
    const wanted = {
      url: "https://example.com/",
      certificate_expiry_alert: true,
      certificate_expiry_days: 7,
    };
    const targetOf = async (fields: object, target: TargetFields) => {
      const monitor = await givenMonitor({ ...wanted, ...fields });
      return givenTarget({ kind: "monitor", monitorId: monitor.id, state: "up", ...target });
    };
    const target = await targetOf({ name: "shop" }, expiring(7 * DAY));
    await targetOf({ name: "renewed" }, expiring(7 * DAY + 1));
    await targetOf({ name: "unwanted", certificate_expiry_alert: false }, expiring(DAY));
    await targetOf({ name: "paused" }, { ...expiring(DAY), state: "paused" });
    await targetOf({ name: "gone" }, { ...expiring(-2 * DAY), state: "down", rawStatus: "down" });
    const certificateOf = (name: string) => `Monitor "${name}" (https://example.com/) certificate`;
    expect(await sentences("monitor_certificate_expiry", {}, now)).toEqual([
      `${certificateOf("shop")} expires in 7 days`,
      `${certificateOf("gone")} expired 2 days ago`,
    ]);
    await sql`UPDATE check_targets SET result = ${JSON.stringify(expiring(90 * DAY).result)}::text::jsonb WHERE id = ${target}`;
    expect(await sentences("monitor_certificate_expiry", {}, now)).toEqual([
      `${certificateOf("gone")} expired 2 days ago`,
    ]);
  });

  test("that service checks have seen are told within the days of the rule, 14 where it says none", async () => {
    const { device } = await givenWatched("mail-1");
    const check = await givenCheck({ device_id: device, label: "smtp", check_type: "smtp", port: 25 });
    await givenTarget({ deviceId: device, serviceCheckId: check.id, state: "up", ...expiring(14 * DAY) });
    const told = "smtp on mail-1 (192.0.2.1) certificate expires in 14 days";
    expect(await sentences("certificate_expiry", {}, now)).toEqual([told]);
    expect(await sentences("certificate_expiry", { daysBefore: 14 }, now)).toEqual([told]);
    expect(await sentences("certificate_expiry", { daysBefore: 13 }, now)).toEqual([]);
    expect(await sentences("monitor_certificate_expiry", {}, now)).toEqual([]);
  });

  test("that could not be looked at go on as they were", async () => {
    const { device } = await givenWatched("mail-1");
    const check = await givenCheck({ device_id: device, label: "smtp", check_type: "smtp", port: 25 });
    const target = await givenTarget({
      deviceId: device,
      serviceCheckId: check.id,
      state: "up",
      ...expiring(3 * DAY),
    });
    const lookAnew = () => {
      for (const [type, condition] of conditions()) service.conditions.set(type, condition);
    };
    lookAnew();
    const rule = await service.givenRule({ event_type: "certificate_expiry" });
    await turn();
    await sql`UPDATE check_targets SET state = 'down', raw_status = 'down', result = '{}' WHERE id = ${target}`;
    lookAnew();
    await turn();
    expect(await textsOf(rule)).toHaveLength(1);
    const renewed = JSON.stringify(expiring(90 * DAY).result);
    await sql`
      UPDATE check_targets SET state = 'up', raw_status = 'up', result = ${renewed}::text::jsonb WHERE id = ${target}`;
    lookAnew();
    await turn();
    expect((await textsOf(rule)).at(-1)).toStartWith("✅ Over: smtp on mail-1");
  });
});
