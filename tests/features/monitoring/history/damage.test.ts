import { afterAll, expect, test } from "bun:test";
import { eq, inArray } from "drizzle-orm";
import { MonitoringTimeline } from "../../../../src/features/monitoring/course/models";
import { checkRollups, resultHours, stateChanges } from "../../../../src/features/monitoring/tables";
import { createMonitoringService } from "../monitoring-service";
import { historyOf, HOUR, results } from "./given";

const service = await createMonitoringService();
const { send, givenDevice, givenTarget, givenCheck, givenMonitor } = service;
const { db } = service.database;
const history = historyOf(service.database);
afterAll(service.close);

const thisHour = Date.now() - (Date.now() % HOUR);
/** Never packed into a day yet: that is done when it has been over for two hours. */
const damagedFrom = thisHour - 2 * HOUR;
const NONSENSE = new Uint8Array([1, 2, 3]);
const at = (ms: number) => new Date(ms).toISOString();

/**
 * A device with a check, and a monitor, of which one packed hour of results and all packed hours of roll-ups are
 * damaged.
 */
async function givenDamaged() {
  const device = await givenDevice({ ipAddress: "10.4.1.1" });
  const check = await givenCheck({ device_id: device });
  const monitor = await givenMonitor();
  const seen = { state: "up", checkedAt: new Date() } as const;
  const targets = [
    await givenTarget({ ...seen, kind: "device", deviceId: device }),
    await givenTarget({ ...seen, deviceId: device, serviceCheckId: check.id }),
    await givenTarget({ ...seen, kind: "monitor", monitorId: monitor.id }),
  ];
  const all = results(thisHour - 4 * HOUR, thisHour);
  for (const target of targets) {
    await history.givenResults(target, all);
    await db
      .insert(stateChanges)
      .values({ targetId: target, at: new Date(thisHour - 4 * HOUR), state: "up" });
  }
  await history.run("monitoring.packing");
  await db
    .update(resultHours)
    .set({ results: NONSENSE })
    .where(eq(resultHours.startsAt, new Date(damagedFrom)));
  await db.update(checkRollups).set({ hours: NONSENSE }).where(inArray(checkRollups.targetId, targets));
  return { device, check: check.id, monitor: monitor.id, count: all.length - 60 };
}

test("pages of a history with a damaged hour answer the rest, and say that something is missing", async () => {
  const { device, check, monitor, count } = await givenDamaged();
  const histories = [
    `/api/v1/monitoring/devices/${device}/history`,
    `/api/v1/monitoring/service-checks/${check}/history`,
    `/api/v1/monitors/${monitor}/history`,
  ];
  for (const path of histories) {
    const answer = await send(`GET ${path}`);
    expect([path, answer.status, answer.headers.get("X-Damaged")]).toEqual([path, 200, "true"]);
    expect(answer.body).toHaveLength(count);
  }
  for (const path of [
    `/api/v1/monitoring/devices/${device}/analysis`,
    `/api/v1/monitoring/devices/${device}`,
    "/api/v1/monitoring/devices",
    "/api/v1/monitoring/summary",
    "/api/v1/monitors",
    `/api/v1/monitors/${monitor}/badge.svg?metric=uptime`,
  ])
    expect([path, (await send(`GET ${path}`)).status]).toEqual([path, 200]);
});

test("a timeline has a gap where results are damaged, and says so", async () => {
  const { device } = await givenDamaged();
  const timelineOf = async (hours: number) =>
    MonitoringTimeline.parse(
      (await send(`GET /api/v1/monitoring/timeline?device_id=${device}&hours=${hours}`)).body,
    );
  const day = await timelineOf(24);
  expect(day.damaged).toEqual([{ from: at(damagedFrom), to: at(damagedFrom + HOUR) }]);
  const seen = day.spans.map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const);
  expect(seen).toHaveLength(2);
  expect(seen[0]?.[1]).toBeLessThan(damagedFrom + 3 * 60_000);
  expect(seen[1]?.[0]).toBeGreaterThanOrEqual(damagedFrom + HOUR);
  const week = await timelineOf(168);
  expect(week.damaged.length).toBeGreaterThan(0);
  expect(week.results).toHaveLength(50);
});

test("a history that is whole says nothing of damage", async () => {
  const device = await givenDevice({ ipAddress: "10.4.1.2" });
  const target = await givenTarget({ kind: "device", deviceId: device, state: "up", checkedAt: new Date() });
  await history.givenResults(target, results(thisHour - 3 * HOUR, thisHour - HOUR));
  await history.run("monitoring.packing");
  const { status, headers } = await send(`GET /api/v1/monitoring/devices/${device}/history`);
  expect([status, headers.get("X-Damaged")]).toEqual([200, null]);
});
