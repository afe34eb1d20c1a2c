import { afterAll, beforeEach, expect, test } from "bun:test";
import { maintenanceAt, MaintenanceWatch, type MaintenanceCoverage } from "#features/maintenance";
import {
  applyMaintenance,
  findMaintained,
  MaintainedTargets,
} from "../../../../src/features/monitoring/engine/maintenance";
import { createMaintenanceService, MAINTENANCE } from "../../maintenance/maintenance-service";

const service = await createMaintenanceService();
const { sql, db } = service.database;
beforeEach(async () => {
  await sql`TRUNCATE check_targets, maintenance_windows CASCADE`;
});
afterAll(service.close);

const NOBODY: MaintenanceCoverage = {
  everything: null,
  devices: new Map(),
  serviceChecks: new Map(),
  monitors: new Map(),
  changesAt: null,
};

/** As the engine does it: what is in maintenance, then the states. */
async function bringInLine(coverage: MaintenanceCoverage): Promise<ReadonlySet<number>> {
  const maintained = await findMaintained(sql, coverage);
  await applyMaintenance(sql, maintained);
  return maintained;
}

type Thing = { deviceId?: number; serviceCheckId?: number; monitorId?: number };

/** A target that is asked once an hour, the next time in half of one. */
async function givenTarget(
  { deviceId, serviceCheckId, monitorId }: Thing,
  { state = "up", confirmed = "up" } = {},
): Promise<number> {
  const kind = monitorId === undefined ? (serviceCheckId === undefined ? "device" : "service") : "monitor";
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO check_targets (kind, device_id, service_check_id, monitor_id, state, confirmed, due_at,
      subject, interval_seconds, retry_seconds, failures_to_down, successes_to_up)
    VALUES (${kind}, ${deviceId ?? null}, ${serviceCheckId ?? null}, ${monitorId ?? null}, ${state}, ${confirmed},
      now() + interval '30 minutes', '192.0.2.1', 300, 20, 2, 1) RETURNING id`;
  return Number(row?.id);
}

async function standingOf(id: number) {
  const [row] = await sql<{ state: string; soon: boolean; changes: string[] }[]>`
    SELECT state, due_at <= now() + interval '3 seconds' AS soon,
      ARRAY(SELECT state FROM state_changes WHERE target_id = check_targets.id ORDER BY id) AS changes
    FROM check_targets WHERE id = ${id}`;
  return row;
}

/**
 * What is said of a target, whether it is in maintenance, and what it is held to be then: a pause, maintenance, all
 * else.
 */
test.each([
  ["up", "up", true, { state: "maintenance", soon: false, changes: ["maintenance"] }],
  ["down", "down", true, { state: "maintenance", soon: false, changes: ["maintenance"] }],
  ["unknown", "unknown", true, { state: "maintenance", soon: false, changes: ["maintenance"] }],
  ["unreachable", "down", true, { state: "maintenance", soon: false, changes: ["maintenance"] }],
  ["maintenance", "up", true, { state: "maintenance", soon: false, changes: [] }],
  ["paused", "up", true, { state: "paused", soon: false, changes: [] }],
  ["paused", "down", false, { state: "paused", soon: false, changes: [] }],
  ["maintenance", "up", false, { state: "up", soon: false, changes: ["up"] }],
  // Each shows in a result of its own, which alone may begin an incident.
  ["maintenance", "down", false, { state: "maintenance", soon: true, changes: [] }],
  ["maintenance", "unknown", false, { state: "maintenance", soon: true, changes: [] }],
  ["up", "up", false, { state: "up", soon: false, changes: [] }],
  ["down", "down", false, { state: "down", soon: false, changes: [] }],
  ["unreachable", "down", false, { state: "unreachable", soon: false, changes: [] }],
])("%s, confirmed %s, in maintenance %p: %j", async (state, confirmed, isCovered, expected) => {
  const deviceId = await service.givenDevice();
  const target = await givenTarget({ deviceId }, { state, confirmed });
  const devices = new Map(isCovered ? [[deviceId, new Date()]] : []);
  const covered = await bringInLine({ ...NOBODY, devices });
  expect(await standingOf(target)).toEqual(expected);
  expect(covered.has(target)).toBe(isCovered);
});

test("a window hides what it covers as it begins, and shows it as it ends", async () => {
  const [deviceId, other] = [await service.givenDevice(), await service.givenDevice()];
  const [onDevice, onOther] = [await service.givenServiceCheck(null), await service.givenServiceCheck(other)];
  const monitorId = await service.givenMonitor("web");
  const inside = [
    await givenTarget({ deviceId }),
    await givenTarget({ deviceId, serviceCheckId: onDevice }),
    await givenTarget({ deviceId: other, serviceCheckId: onOther }),
    await givenTarget({ monitorId }),
  ];
  const outside = [
    await givenTarget({ deviceId: other }),
    await givenTarget({ deviceId: other, serviceCheckId: onDevice }),
  ];
  const { id } = await service.givenWindow({
    scope: { device_ids: [deviceId], service_check_ids: [onOther], monitor_ids: [monitorId] },
  });
  const look = async () => bringInLine(await maintenanceAt({ db }, new Date()));
  const statesOf = (targets: number[]) =>
    Promise.all(targets.map(async (target) => (await standingOf(target))?.state));
  expect([...(await look())].sort((one, other) => one - other)).toEqual(inside);
  expect(await statesOf(inside)).toEqual(inside.map(() => "maintenance"));
  expect(await statesOf(outside)).toEqual(outside.map(() => "up"));
  await service.send(`POST ${MAINTENANCE}/${id}/end`);
  expect(await look()).toBeEmpty();
  expect(await statesOf([...inside, ...outside])).toEqual([...inside, ...outside].map(() => "up"));

  await service.givenWindow();
  expect((await look()).size).toBe(inside.length + outside.length);
});

test("a target that is being written is left for the next time", async () => {
  const deviceId = await service.givenDevice();
  const target = await givenTarget({ deviceId });
  const coverage = { ...NOBODY, devices: new Map([[deviceId, new Date()]]) };
  await sql.begin(async (writer) => {
    await writer`SELECT 1 FROM check_targets WHERE id = ${target} FOR UPDATE`;
    await bringInLine(coverage);
    expect((await standingOf(target))?.state).toBe("up");
  });
  await bringInLine(coverage);
  expect((await standingOf(target))?.state).toBe("maintenance");
});

test("thousands begin and end together, those that failed meanwhile to be asked soon", async () => {
  await sql`INSERT INTO devices (hostname, status, lifecycle, monitoring_paused, expected_status, icon, tags)
    SELECT 'fleet-' || number, 'active', 'active', false, 'any', 'device', '{fleet}' FROM generate_series(1, 5000) AS number`;
  await sql`INSERT INTO check_targets (kind, device_id, state, confirmed, due_at,
      subject, interval_seconds, retry_seconds, failures_to_down, successes_to_up)
    SELECT 'device', id, 'up', CASE WHEN id % 2 = 0 THEN 'up' ELSE 'down' END, now() + interval '30 minutes',
      '192.0.2.1', 300, 20, 2, 1
    FROM devices WHERE 'fleet' = ANY (tags)`;
  const countsOf = () => sql`
    SELECT state, due_at < now() + interval '4 seconds' AS soon, count(*)::int FROM check_targets GROUP BY 1, 2 ORDER BY 1`;
  expect((await bringInLine({ ...NOBODY, everything: new Date() })).size).toBe(5000);
  expect([...(await countsOf())]).toEqual([{ state: "maintenance", soon: false, count: 5000 }]);
  await bringInLine(NOBODY);
  expect([...(await countsOf())]).toEqual([
    { state: "maintenance", soon: true, count: 2500 },
    { state: "up", soon: false, count: 2500 },
  ]);
});

test("the engine's view follows windows through time, and writes at once where it is told", async () => {
  const deviceId = await service.givenDevice();
  const target = await givenTarget({ deviceId });
  const at = (time: string) => new Date(`2026-11-23T${time}Z`);
  const schedule = { kind: "once", starts_at: at("10:00"), ends_at: at("11:00") };
  const { id } = await service.givenWindow({ scope: { device_ids: [deviceId] }, schedule });
  const maintained = new MaintainedTargets({ sql, watch: new MaintenanceWatch({ db }) });
  const told = async (time: string) => {
    await maintained.look(at(time));
    const state = (await standingOf(target))?.state;
    return maintained.ids.has(target) ? `in ${state}` : state;
  };
  const times = ["09:59:59.999", "10:00", "10:59:59.999", "11:00", "10:30"];
  const states = [];
  for (const time of times) states.push(await told(time));
  expect(states).toEqual(["up", "in maintenance", "in maintenance", "up", "in maintenance"]);
  await service.send(`DELETE ${MAINTENANCE}/${id}`);
  maintained.forget();
  expect(await told("10:31")).toBe("up");
});
