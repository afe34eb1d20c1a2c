import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import type { EventType } from "../../../../src/features/alerts/event-types";
import type { Course, Step } from "../../../../src/features/alerts/rehearsal/course";
import { AlertRehearsal } from "../../../../src/features/alerts/rehearsal/models";
import type { Rehearsal } from "../../../../src/features/alerts/rehearsal/rehearsal";
import { rehearse } from "../../../../src/features/alerts/rehearsal/rehearse";
import { alertRules } from "../../../../src/features/alerts/tables";
import { discoveryObservations, discoverySchedules } from "../../../../src/features/discovery/tables";
import { sensors, sensorStateChanges } from "../../../../src/features/sensors/tables";
import type { CheckedResult } from "../../../../src/features/monitoring/history/packed-results";
import type { TargetState } from "../../../../src/features/monitoring/state";
import { ipReservations } from "#tables/ipam";
import { DAY, historyOf, HOUR, MINUTE, onDamage, results } from "../../monitoring/history/given";
import { createAlertService, RULES } from "../alert-service";

/** What rules would have told of the last seven days, by what is stored of them. */
const service = await createAlertService();
const { db, sql, send, givenTarget } = service;
const { givenResults, givenChange, ...history } = historyOf(service.database);
afterAll(service.close);

const DRY_RUN = `POST ${RULES}/dry-run`;
const now = Date.now();
/** When the installation began. */
const FIRST = now - 20 * DAY;

beforeEach(async () => {
  for (const table of ["alert_rules", "devices", "monitors", "service_checks", "ip_reservations"])
    await sql`DELETE FROM ${sql(table)}`;
  await givenWatched("first");
});

async function givenWatched(name: string, fields: Parameters<typeof service.givenDevice>[0] = {}) {
  const device = await service.givenDevice({ displayName: name, ipAddress: "192.0.2.1", ...fields });
  const target = await givenTarget({ kind: "device", deviceId: device, state: "up" });
  await givenChange(target, FIRST, "up");
  return { device, target };
}

/** States by how long ago they began, hours. */
async function givenStates(target: number, ...states: readonly (readonly [number, TargetState])[]) {
  for (const [hoursAgo, state] of states) await givenChange(target, now - hoursAgo * HOUR, state);
}

async function dryRun(fields: Record<string, unknown>): Promise<AlertRehearsal> {
  const answer = await send(DRY_RUN, { name: "a rule", channels: ["ntfy"], ...fields });
  if (answer.status !== 200) throw new Error(`no dry run: ${answer.text}`);
  return AlertRehearsal.parse(answer.body);
}

const messagesOf = ({ alerts }: AlertRehearsal) => alerts.map(({ message }) => message);
const hoursAgo = (text: string | null) => text && Math.round((now - Date.parse(text)) / HOUR);

test("names in the search of a rule on log lines that are no field are told, and of other rules none", async () => {
  const log = { log_query: 'sshd foo:bar verdit:deny "not:this"' };
  expect((await dryRun({ event_type: "log_pattern", ...log })).unknown_fields).toEqual([
    { name: "foo", nearest: null },
    { name: "verdit", nearest: "verdict" },
  ]);
  expect((await dryRun({ event_type: "device_offline", ...log })).unknown_fields).toEqual([]);
});

describe("a rule on devices that are down", () => {
  test("tells each outage with its times, what is sent to whom, and counts by day; nothing is kept", async () => {
    const { device, target } = await givenWatched("core");
    await givenStates(target, [75, "down"], [73, "up"], [3, "down"]);
    const told = await dryRun({ event_type: "device_offline", channels: ["ntfy", "profile:3"] });
    expect(told).toMatchObject({
      coverage: "full",
      known_from: null,
      reason: null,
      is_complete: true,
      things: { total: 1, looked_at: 1 },
      totals: { alerts: 2, ended: 1, incidents: 2 },
      notices: [
        { target: "ntfy", count: 3 },
        { target: "profile:3", count: 3 },
      ],
    });
    const dayOf = (ago: number) =>
      told.days.find(
        ({ from, to }) => Date.parse(from) <= now - ago * HOUR && now - ago * HOUR < Date.parse(to),
      );
    expect(dayOf(75)).toMatchObject({ alerts: 1, incidents: 1 });
    expect(dayOf(3)).toMatchObject({ alerts: 1, incidents: 1, notices: 1 });
    expect(told.days.reduce((sum, { notices }) => sum + notices, 0)).toBe(3);
    expect(
      told.alerts.map(({ ended_at: end, started_at: start, ...alert }) => ({
        ...alert,
        lasted: [hoursAgo(start), hoursAgo(end)],
        fired_at: hoursAgo(alert.fired_at),
      })),
    ).toEqual([
      {
        fired_at: 3,
        lasted: [3, null],
        status: "firing",
        subject: `device:${device}`,
        device_id: device,
        message: "core (192.0.2.1) is now OFFLINE",
      },
      {
        fired_at: 75,
        lasted: [75, 73],
        status: "resolved",
        subject: `device:${device}`,
        device_id: device,
        message: "core (192.0.2.1) is now OFFLINE",
      },
    ]);
    expect(await db.$count(alertRules)).toBe(0);
  });

  test("leaves out what was too short, what maintenance covered, and what was so before", async () => {
    const short = await givenWatched("short");
    await givenStates(short.target, [50, "down"], [50 - 2 / 60, "up"]);
    const kept = await givenWatched("maintained");
    await givenStates(kept.target, [40, "maintenance"], [39, "up"]);
    const old = await givenWatched("down for long");
    await givenStates(old.target, [200, "down"], [30, "up"]);
    const told = await dryRun({ event_type: "device_offline", for_minutes: 5 });
    expect(told.totals).toEqual({ alerts: 0, ended: 0, incidents: 0 });
  });

  test("is about its scope alone, and a saved one says what it would have told as it is", async () => {
    const [core, edge] = [await givenWatched("core", { tags: ["core"] }), await givenWatched("edge")];
    for (const { target } of [core, edge]) await givenStates(target, [10, "down"], [9, "up"]);
    const rule = await service.givenRule({ scope: { tags: ["core"] } });
    const answer = await send(`POST ${RULES}/${rule.id}/dry-run`);
    expect(messagesOf(AlertRehearsal.parse(answer.body))).toEqual(["core (192.0.2.1) is now OFFLINE"]);
    expect(messagesOf(await dryRun({ event_type: "device_offline", device_id: edge.device }))).toEqual([
      "edge (192.0.2.1) is now OFFLINE",
    ]);
    expect(
      messagesOf(await dryRun({ event_type: "device_offline", scope: { tags: ["core"] } })),
    ).toHaveLength(1);
  });

  test("of more than four at once sends a digest, and lists the newest 200 of all that it counts", async () => {
    const { target } = await givenWatched("busy");
    await sql`
      INSERT INTO state_changes (target_id, at, state)
      SELECT ${target}, now() - interval '100 hours' + make_interval(mins => n * 10), CASE WHEN n % 2 = 0 THEN 'down' ELSE 'up' END
      FROM generate_series(0, 499) n`;
    const told = await dryRun({ event_type: "device_offline", cooldown_minutes: 1, channels: [] });
    expect(told.totals).toMatchObject({ alerts: 250, ended: 250 });
    expect(told.alerts).toHaveLength(200);
    expect(told.notices).toEqual([]);
    for (let one = 0; one < 9; one += 1)
      await givenStates((await givenWatched(`n ${one}`)).target, [20, "down"], [19, "up"]);
    const storm = await dryRun({
      event_type: "device_offline",
      cooldown_minutes: 1440,
      notify_recovery: false,
    });
    // Each day once of the busy one, and one for the nine.
    expect(storm.notices).toEqual([{ target: "ntfy", count: storm.totals.alerts - 9 + 1 }]);
  });

  test("says since when anything is known, where that is less", async () => {
    await sql`DELETE FROM devices`;
    const device = await service.givenDevice({});
    const target = await givenTarget({ kind: "device", deviceId: device });
    await givenChange(target, now - 30 * HOUR, "up");
    const told = await dryRun({ event_type: "device_offline" });
    expect(told.coverage).toBe("partial");
    expect(hoursAgo(told.known_from)).toBe(30);
  });
});

const slow = (fromHours: number, toHours: number, fields: Partial<CheckedResult> = {}) =>
  results(now - fromHours * HOUR, now - toHours * HOUR, MINUTE, { latencyMs: 300, ...fields });

test("latency is that of results, packed or not; one that failed is no end of it", async () => {
  const { target } = await givenWatched("core");
  const lost: CheckedResult[] = slow(50, 50 - 1 / 60, { rawStatus: "down", latencyMs: null });
  const course = [
    results(now - 60 * HOUR, now - 51 * HOUR),
    slow(51, 50),
    lost,
    slow(50 - 1 / 60, 49),
  ].flat();
  await givenResults(target, [...course, ...results(now - 49 * HOUR, now)]);
  const rule = { event_type: "rtt_above", threshold_ms: 100, for_minutes: 90 };
  const fresh = await dryRun(rule);
  expect(fresh).toMatchObject({ coverage: "full", totals: { alerts: 1, ended: 1, incidents: 1 } });
  const [alert] = fresh.alerts;
  expect(alert?.message).toBe("core (192.0.2.1) RTT 300 ms is above the 100 ms threshold");
  expect([hoursAgo(alert?.started_at ?? null), hoursAgo(alert?.ended_at ?? null)]).toEqual([51, 49]);
  await history.run("monitoring.packing");
  expect((await dryRun(rule)).totals).toEqual(fresh.totals);
  expect((await dryRun({ ...rule, threshold_ms: 400 })).totals.alerts).toBe(0);
});

test("loss is the share of a window that goes on, and flapping four changes in an hour", async () => {
  const { target } = await givenWatched("core");
  const down: Partial<CheckedResult> = { rawStatus: "down", latencyMs: null };
  const lossy = results(now - 30 * HOUR, now - 29 * HOUR).map((result, index) => ({
    ...result,
    ...(index % 2 === 0 ? down : {}),
  }));
  const well = [...results(now - 40 * HOUR, now - 30 * HOUR), ...results(now - 29 * HOUR, now)];
  await givenResults(target, [...well, ...lossy]);
  const told = await dryRun({
    event_type: "ping_loss_above",
    loss_pct_threshold: 20,
    loss_window_minutes: 60,
  });
  expect(told.totals).toMatchObject({ alerts: 1, ended: 1 });
  expect(told.alerts[0]?.message).toStartWith("core (192.0.2.1) ping loss 20");
  const flaps = [10, 9.9, 9.8, 9.7, 9.6].map((ago, index) => [ago, index % 2 === 0 ? "down" : "up"] as const);
  await givenStates(target, ...flaps, [9.5, "up"]);
  const flapping = await dryRun({ event_type: "device_flapping" });
  expect(flapping.totals).toMatchObject({ alerts: 1, ended: 1 });
  expect(flapping.alerts[0]?.message).toBe(
    "core (192.0.2.1) is flapping — 4 status changes in the last hour",
  );
});

test("services wait while their device is down; certificates are those that were shown then", async () => {
  const { device, target } = await givenWatched("host");
  const check = await service.givenCheck({ device_id: device, label: "web" });
  const web = await givenTarget({ deviceId: device, serviceCheckId: check.id, state: "up", rawStatus: "up" });
  await givenStates(web, [90, "up"], [9, "unreachable"], [8, "up"]);
  await givenStates(target, [9, "down"], [8, "up"]);
  const expires = { details: { certificateExpiresAt: new Date(now - 20 * HOUR).toISOString() } };
  const renewed = { details: { certificateExpiresAt: new Date(now + 300 * DAY).toISOString() } };
  await givenResults(web, [
    ...slow(12, 9, expires),
    ...slow(9, 8, { rawStatus: "down", state: "unreachable", latencyMs: null }),
    ...slow(8, 6, expires),
    ...results(now - 6 * HOUR, now, MINUTE, renewed),
  ]);
  await sql`UPDATE check_targets SET result = ${JSON.stringify(renewed.details)}::text::jsonb WHERE id = ${web}`;
  const told = await dryRun({ event_type: "service_slow", threshold_ms: 100 });
  expect(told.totals).toEqual({ alerts: 1, ended: 1, incidents: 1 });
  const certificates = await dryRun({ event_type: "certificate_expiry" });
  expect(certificates.totals).toEqual({ alerts: 1, ended: 1, incidents: 1 });
  expect(certificates.alerts[0]?.message).toBe("web on host (192.0.2.1) certificate expired 0 days ago");
});

test("sensors are in alarm by the states that were confirmed, but not in maintenance", async () => {
  const { device, target } = await givenWatched("rack");
  await givenStates(target, [50, "maintenance"], [40, "up"]);
  const values = { deviceId: device, category: "temperature", name: "inlet", unit: "°C", oid: "1.3" };
  const [sensor] = await db.insert(sensors).values(values).returning();
  const changes = [
    [60, "warning"],
    [30, "ok"],
    [20, "critical"],
  ] as const;
  await db.insert(sensorStateChanges).values(
    changes.map(([ago, state]) => ({
      sensorId: sensor?.id ?? 0,
      at: new Date(now - ago * HOUR),
      previousState: "ok",
      state,
      reason: "71 °C is above 70 °C",
    })),
  );
  const told = await dryRun({ event_type: "sensor_alarm", for_minutes: 60 });
  expect(told.totals).toEqual({ alerts: 2, ended: 1, incidents: 2 });
  expect(messagesOf(told)).toEqual([
    "rack (192.0.2.1) inlet is critical: 71 °C is above 70 °C",
    "rack (192.0.2.1) inlet is warning: 71 °C is above 70 °C",
  ]);
});

test("reservations count by their dates, and what scans noticed is for those who may read it", async () => {
  const values = { address: "192.0.2.9", label: "printer", createdAt: new Date(now - 9 * DAY) };
  await db.insert(ipReservations).values({ ...values, expiresAt: new Date(now - 2 * DAY) });
  const told = await dryRun({ event_type: "reservation_expiring", days_before: 2 });
  expect(told).toMatchObject({ coverage: "partial", totals: { alerts: 1, ended: 1, incidents: 1 } });
  expect(messagesOf(told)).toEqual(["The reservation of 192.0.2.9 (printer) expires in 2 days"]);
  const [schedule] = await db
    .insert(discoverySchedules)
    .values({
      ownerUserId: service.user.id,
      name: "nightly",
      target: "192.0.2.0/24",
      scanType: "ping",
      isEnabled: false,
      intervalMinutes: 60,
      confirmsLargeScan: false,
      dueAt: new Date(),
    })
    .returning();
  const seen = {
    scheduleId: schedule?.id ?? 0,
    observationType: "new_device",
    subjectKey: "ip:192.0.2.7",
    ipAddress: "192.0.2.7",
    hostname: "printer",
    summary: "new",
    firstSeenAt: new Date(now - 5 * HOUR),
  };
  await db.insert(discoveryObservations).values(seen);
  const noticed = await dryRun({ event_type: "new_device" });
  expect(messagesOf(noticed)).toEqual(["New device found at 192.0.2.7 (printer)"]);
  const conflict = { ...seen, observationType: "conflict", summary: "192.0.2.7 is held by two" };
  await db.insert(discoveryObservations).values([
    {
      ...conflict,
      subjectKey: "ip:1",
      firstSeenAt: new Date(now - 9 * DAY),
      resolvedAt: new Date(now - 2 * DAY),
      status: "resolved",
    },
    { ...conflict, subjectKey: "ip:2", status: "acknowledged" },
    { ...conflict, subjectKey: "ip:3", details: { conflict_with: "same_machine" } },
    {
      ...conflict,
      subjectKey: "ip:4",
      firstSeenAt: new Date(now - 20 * DAY),
      resolvedAt: new Date(now - 8 * DAY),
      status: "resolved",
    },
  ]);
  const conflicts = await dryRun({ event_type: "ip_conflict" });
  expect(conflicts).toMatchObject({ coverage: "partial", totals: { alerts: 1, ended: 1, incidents: 1 } });
});

test("what only happens is lost outside of the schedule, and keeps nothing back afterwards", async () => {
  const { target } = await givenWatched("core");
  // Two days ago at 07:50 it comes back outside of the hours, and at 08:05 within them.
  const morning = Math.floor(now / DAY) * DAY - 2 * DAY + 8 * HOUR;
  for (const [minutes, state] of [
    [-20, "down"],
    [-10, "up"],
    [2, "down"],
    [5, "up"],
  ] as const)
    await givenChange(target, morning + minutes * MINUTE, state);
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const schedule = { time_zone: "UTC", windows: [{ days, begins: "08:00", ends: "18:00" }] };
  const told = await dryRun({ event_type: "device_online", schedule, cooldown_minutes: 30 });
  expect(told.alerts.map(({ fired_at }) => Date.parse(fired_at) - morning)).toEqual([5 * MINUTE]);
  expect(told.notices).toEqual([{ target: "ntfy", count: 1 }]);
});

test("days begin on the clock that is asked for", async () => {
  const answer = await send(`${DRY_RUN}?time_zone=Asia/Kolkata`, { name: "x", event_type: "device_offline" });
  const { days, from, to } = AlertRehearsal.parse(answer.body);
  expect([days[0]?.from, days.at(-1)?.to]).toEqual([from, to]);
  const inner = days.slice(1).map((day) => new Date(day.from).toISOString().slice(11, 16));
  expect(inner).toEqual(Array<string>(inner.length).fill("18:30"));
  expect((await send(`${DRY_RUN}?time_zone=Mars`, { name: "x", event_type: "device_offline" })).status).toBe(
    422,
  );
});

test("types of which nothing is kept say so", async () => {
  expect(await dryRun({ event_type: "disk_low" })).toMatchObject({
    coverage: "none",
    reason: "How full the disks were is not kept",
    totals: { alerts: 0, ended: 0, incidents: 0 },
  });
});

test("is for those who may write rules, and refused where a rule would be", async () => {
  const body = { name: "x", event_type: "device_offline" };
  const viewer = { token: service.viewerToken, body };
  expect((await service.call(DRY_RUN, viewer)).status).toBe(403);
  expect((await send(DRY_RUN, { ...body, device_id: 999_999_999 })).status).toBe(404);
  expect((await send(DRY_RUN, { ...body, event_type: "rtt_above" })).status).toBe(422);
  expect((await send(`POST ${RULES}/999999999/dry-run`)).status).toBe(404);
});

describe("without an end", () => {
  const caller = {
    userId: 1,
    username: "x",
    role: "x",
    isSuperAdmin: true,
    permissions: [],
    apiKeyId: null,
    sessionId: null,
    mustEnrol: false,
  };
  let walked = 0;
  let onWalked: (count: number) => void = () => undefined;
  /** Each thing happens once a minute, a hundred times. */
  async function* endless(): AsyncGenerator<Course> {
    const steps = Array.from({ length: 100 }, (_, minute): Step => {
      return { kind: "happens", atMs: now - DAY + minute * MINUTE, sentence: "again" };
    });
    for (walked = 0; ; walked += 1) {
      if (walked % 100 === 0) await Bun.sleep(0);
      onWalked(walked);
      yield { subject: `thing:${walked}`, cause: "", deviceId: null, steps };
    }
  }
  const rehearsals = new Map<EventType, Rehearsal>([
    ["device_online", () => Promise.resolve({ gap: null, total: 1_000_000, courses: endless() })],
  ]);

  async function play(signal: AbortSignal) {
    await service.givenRule({ event_type: "device_online", cooldown_minutes: 1 });
    const [rule] = await db.select().from(alertRules);
    if (rule === undefined) throw new Error("there is no rule");
    return rehearse({ db, onDamage, rehearsals, timeZone: "UTC", caller, signal }, rule);
  }

  test("it stops where there are too many alerts, and says how far it came", async () => {
    const told = await play(new AbortController().signal);
    expect(told).toMatchObject({ is_complete: false, things: { total: 1_000_000, looked_at: 501 } });
    expect(told.totals.alerts).toBe(50_100);
  });

  test("it stops where nobody waits any more, before or meanwhile", async () => {
    const left = () => new Error("the client has left");
    const refused = play(AbortSignal.abort(left())).catch((error: unknown) => error);
    expect(await refused).toMatchObject({ message: "the client has left" });
    const leaving = new AbortController();
    onWalked = (count) => {
      if (count === 10) leaving.abort(left());
    };
    const ended = await play(leaving.signal).catch((error: unknown) => error);
    onWalked = () => undefined;
    expect(ended).toMatchObject({ message: "the client has left" });
    expect(walked).toBeLessThan(501);
  });
});
