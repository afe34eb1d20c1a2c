import { afterAll, describe, expect, test } from "bun:test";
import { maintenanceScopes, maintenanceWindows } from "../../../../src/features/maintenance/tables";
import { MonitoringTimeline } from "../../../../src/features/monitoring/course/models";
import { latencyOf } from "../../../../src/features/monitoring/history/rollup";
import { checkTargets, stateChanges } from "../../../../src/features/monitoring/tables";
import { uniqueName } from "../../../support/app";
import { DAY, historyOf, HOUR, MINUTE, results } from "../history/given";
import { createMonitoringService } from "../monitoring-service";

const service = await createMonitoringService();
const { send, givenDevice, givenTarget, givenCheck, givenMonitor } = service;
const { db } = service.database;
const history = historyOf(service.database);
const { givenResults } = history;
afterAll(service.close);

const now = Date.now();
const thisHour = now - (now % HOUR);
const at = (ms: number) => new Date(ms);

async function timelineOf(query: string): Promise<MonitoringTimeline> {
  const answer = await send(`GET /api/v1/monitoring/timeline?${query}`);
  if (answer.status !== 200) throw new Error(`no timeline: ${answer.text}`);
  return MonitoringTimeline.parse(answer.body);
}

/** A device that was added so long ago, is asked once a minute and was down for half an hour. */
async function givenCourse({ ago, downAt }: { ago: number; downAt: number }) {
  const device = await givenDevice({ ipAddress: "10.3.1.1", tags: ["core"] });
  const target = await givenTarget({ kind: "device", deviceId: device, state: "up", checkedAt: at(now) });
  const down = { rawStatus: "down", state: "down", latencyMs: null, error: "No reply" } as const;
  const upAgain = downAt + 30 * MINUTE;
  await givenResults(target, [
    ...results(now - ago, downAt),
    ...results(downAt, upAgain, MINUTE, down),
    ...results(upAgain, now),
  ]);
  await db.insert(stateChanges).values([
    { targetId: target, at: at(now - ago), state: "up", reason: null },
    { targetId: target, at: at(downAt), state: "down", reason: "No reply" },
    { targetId: target, at: at(upAgain), state: "up", reason: null },
  ]);
  return { device, target };
}

const told = ({ spans }: MonitoringTimeline) =>
  spans.map(({ from, to, state }) => [state, Math.round((Date.parse(to) - Date.parse(from)) / MINUTE)]);

test("a week comes from what hours came to: states with their reasons, percentiles of each hour, uptime, newest results", async () => {
  const downAt = thisHour - 50 * HOUR + 10 * MINUTE;
  const { device, target } = await givenCourse({ ago: 4 * DAY, downAt });
  const before = await timelineOf(`device_id=${device}&hours=168`);
  await history.run("monitoring.packing");
  const week = await timelineOf(`device_id=${device}&hours=168`);
  expect(week).toMatchObject({ target_id: target, interval_seconds: 60 });
  expect(told(week).slice(0, 2)).toEqual([
    ["up", Math.round((downAt - (now - 4 * DAY)) / MINUTE)],
    ["down", 30],
  ]);
  expect(told(week)).toHaveLength(3);
  expect(week.spans[1]?.reason).toBe("No reply");
  expect(week.changes.map(({ state, reason }) => [state, reason])).toEqual([
    ["up", null],
    ["down", "No reply"],
    ["up", null],
  ]);
  expect(week.state_seconds["down"]).toBe(1800);
  expect(week.uptime).toBeCloseTo(1 - 0.5 / 96, 3);
  expect(Math.abs(week.watched_seconds - 96 * 3600)).toBeLessThan(300);
  expect(week.results).toHaveLength(50);
  expect(week.results[0]).toMatchObject({ status: "up", error: null });
  expect(week.latency.step_seconds).toBe(3600);
  const hour = results(thisHour - 2 * HOUR, thisHour - HOUR).map((_, index) => 4 + (index % 5));
  const { p50Ms, p95Ms } = latencyOf(hour) ?? {};
  const point = week.latency.points.find((one) => Date.parse(one.at) === thisHour - 2 * HOUR);
  expect(point).toEqual({
    at: expect.any(String),
    p50_ms: p50Ms ?? 0,
    p95_ms: p95Ms ?? 0,
    count: 60,
  });
  // Whether it is packed makes no difference that anybody sees; the last span goes on meanwhile.
  expect(told(before).slice(0, -1)).toEqual(told(week).slice(0, -1));
  expect(before.latency.points.slice(0, -1)).toEqual(week.latency.points.slice(0, -1));
});

test("a day comes from results, to the second; nobody looked where there are none", async () => {
  const device = await givenDevice({ ipAddress: "10.3.1.2" });
  const target = await givenTarget({ kind: "device", deviceId: device, state: "up", checkedAt: at(now) });
  await givenResults(target, [...results(now - 6 * HOUR, now - 4 * HOUR), ...results(now - HOUR, now)]);
  await db.insert(stateChanges).values({ targetId: target, at: at(now - 6 * HOUR), state: "up" });
  const day = await timelineOf(`device_id=${device}`);
  // The last result before the gap holds for two intervals and half a minute.
  expect(told(day)).toEqual([
    ["up", 122],
    ["up", 60],
  ]);
  expect(day.latency).toMatchObject({ step_seconds: 720 });
  const withoutAnswer = day.latency.points.filter(
    ({ at: when }) => Date.parse(when) > now - 3.7 * HOUR && Date.parse(when) < now - 1.3 * HOUR,
  );
  expect(withoutAnswer).toEqual([]);
  const week = await timelineOf(`device_id=${device}&hours=168`);
  expect(told(week)).toHaveLength(2);
});

describe("maintenance", () => {
  async function givenWindow(scope: Partial<typeof maintenanceScopes.$inferInsert>, fields = {}) {
    const title = uniqueName("window");
    const [row] = await db
      .insert(maintenanceWindows)
      .values({
        title,
        isEnabled: true,
        coversEverything: false,
        startsAt: at(now - 3 * HOUR),
        endsAt: at(now - 2 * HOUR),
        ...fields,
      })
      .returning();
    const maintenanceId = row?.id ?? 0;
    if (Object.keys(scope).length > 0) await db.insert(maintenanceScopes).values({ maintenanceId, ...scope });
    return { title, id: maintenanceId };
  }

  test("is named in the state, and listed as far as it covers the thing", async () => {
    const device = await givenDevice({ ipAddress: "10.3.1.3", tags: ["edge"] });
    const other = await givenDevice({ ipAddress: "10.3.1.4" });
    const target = await givenTarget({ kind: "device", deviceId: device, state: "up", checkedAt: at(now) });
    const own = await givenWindow({ deviceId: device });
    await givenWindow({ deviceId: other });
    const tagged = await givenWindow({ tag: "edge" }, { startsAt: at(now - HOUR), endsAt: at(now + HOUR) });
    await givenWindow({ deviceId: device }, { startsAt: at(now - 90 * HOUR), endsAt: at(now - 89 * HOUR) });
    await givenWindow({ deviceId: device }, { isEnabled: false });
    await db.insert(stateChanges).values([
      { targetId: target, at: at(now - 5 * HOUR), state: "up" },
      { targetId: target, at: at(now - 3 * HOUR), state: "maintenance", reason: "Maintenance has begun" },
      { targetId: target, at: at(now - 2 * HOUR), state: "up", reason: "Maintenance has ended" },
    ]);
    const day = await timelineOf(`device_id=${device}`);
    expect(day.maintenance.map(({ maintenance_id: id }) => id)).toEqual([own.id, tagged.id]);
    expect(day.spans.find(({ state }) => state === "maintenance")).toMatchObject({
      reason: own.title,
      from: at(now - 3 * HOUR).toISOString(),
    });
  });

  test("of a site above, of a group above, and of everything covers a device and the checks on it; of another check it does not", async () => {
    const site = await send("POST /api/v1/topology/sites", { name: uniqueName("site") });
    const inner = await send("POST /api/v1/topology/sites", {
      name: uniqueName("room"),
      parent_id: (site.body as { id: number }).id,
    });
    const device = await givenDevice({ ipAddress: "10.3.1.5", siteId: (inner.body as { id: number }).id });
    const check = await givenCheck({ device_id: device });
    const elsewhere = await givenCheck({ device_id: device, port: 22 });
    const [ofSite, ofCheck, ofAll] = [
      await givenWindow({ siteId: (site.body as { id: number }).id }),
      await givenWindow({ serviceCheckId: check.id }),
      await givenWindow({}, { coversEverything: true }),
    ];
    const idsOf = async (query: string) =>
      (await timelineOf(query)).maintenance
        .map(({ maintenance_id: id }) => id)
        .toSorted((one, another) => one - another);
    expect(await idsOf(`device_id=${device}`)).toEqual([ofSite.id, ofAll.id]);
    expect(await idsOf(`service_check_id=${check.id}`)).toEqual([ofSite.id, ofCheck.id, ofAll.id]);
    expect(await idsOf(`service_check_id=${elsewhere.id}`)).toEqual([ofSite.id, ofAll.id]);
    const monitor = await givenMonitor({ tags: ["shop"] });
    const ofTag = await givenWindow({ tag: "shop" });
    expect(await idsOf(`monitor_id=${monitor.id}`)).toEqual([ofAll.id, ofTag.id]);
    await db.delete(maintenanceWindows);
  });
});

describe("which thing is meant", () => {
  test("one that is not watched yet has nothing to show", async () => {
    const monitor = await givenMonitor();
    expect(await timelineOf(`monitor_id=${monitor.id}`)).toMatchObject({
      target_id: null,
      uptime: null,
      spans: [],
      results: [],
      latency: { points: [] },
    });
  });

  test("a check of every device needs one, and is told of that one alone", async () => {
    const check = await givenCheck();
    const device = await givenDevice({ ipAddress: "10.3.1.6" });
    const fields = { kind: "service", serviceCheckId: check.id } as const;
    const other = await givenDevice({ ipAddress: "10.3.1.7" });
    await givenTarget({ ...fields, deviceId: other });
    const target = await givenTarget({ ...fields, deviceId: device });
    expect((await send(`GET /api/v1/monitoring/timeline?service_check_id=${check.id}`)).status).toBe(422);
    const found = await timelineOf(`service_check_id=${check.id}&device_id=${device}`);
    expect(found.target_id).toBe(target);
  });

  test.each([
    ["", 422],
    ["device_id=999999999", 404],
    ["service_check_id=999999999", 404],
    ["monitor_id=999999999", 404],
    ["monitor_id=1&device_id=1", 422],
    ["device_id=1&hours=0", 422],
  ])("%p is refused with %p", async (query, status) => {
    expect((await send(`GET /api/v1/monitoring/timeline?${query}`)).status).toBe(status);
  });
});

test("a target that changed its state ten thousand times is still drawn in few spans", async () => {
  const device = await givenDevice({ ipAddress: "10.3.1.8" });
  const target = await givenTarget({ kind: "device", deviceId: device, state: "up", checkedAt: at(now) });
  const changes = Array.from({ length: 10_000 }, (_, index) => ({
    targetId: target,
    at: at(now - 20_000 * MINUTE + index * 2 * MINUTE),
    state: index % 2 === 0 ? "up" : "maintenance",
  }));
  for (let start = 0; start < changes.length; start += 2000)
    await db.insert(stateChanges).values(changes.slice(start, start + 2000));
  const month = await timelineOf(`device_id=${device}&hours=720`);
  expect(month.spans.length).toBeLessThanOrEqual(1001);
  expect(month.changes).toHaveLength(200);
  expect((month.state_seconds["maintenance"] ?? 0) / 60).toBeCloseTo(10_000, 0);
  await db.delete(checkTargets);
});
