import { afterAll, afterEach, expect, test } from "bun:test";
import { eq, sql as drizzleSql } from "drizzle-orm";
import { readTargetGauges } from "#features/monitoring";
import type { CheckResult, Surroundings } from "../../../../src/features/monitoring/engine/decide";
import { Dependencies } from "../../../../src/features/monitoring/engine/dependencies";
import { applyMaintenance } from "../../../../src/features/monitoring/engine/maintenance";
import { openEngineStore } from "../../../../src/features/monitoring/engine/store";
import { probeGroup } from "../../../../src/features/monitoring/group/read";
import { checkTargets, groupWakes, monitors } from "../../../../src/features/monitoring/tables";
import { createMonitoringService, MONITORS } from "../monitoring-service";
import { patient } from "../../../support/patience";

const service = await createMonitoringService();
const { send, givenMonitor, givenTarget, givenDevice, givenCheck, database } = service;
const { db, sql } = database;
const store = openEngineStore(database);
afterEach(async () => {
  await sql`DELETE FROM monitors`;
  await sql`DELETE FROM service_checks`;
  await sql`DELETE FROM devices`;
});
afterAll(() => service.close());

const SURROUNDINGS: Surroundings = {
  dependencies: new Dependencies({ links: [], roots: [] }),
  statuses: new Map(),
  watchesSinceMs: 0,
  isNetworkDown: false,
  inMaintenance: new Set(),
};

/** Checked before, so that nothing is learned anew. */
const ofMonitor = () => ({ kind: "monitor", failuresToDown: 1, checkedAt: new Date(Date.now() - 60_000) });

/** One of a monitor, both known to be up. */
async function givenGroupOfOne() {
  const member = await givenMonitor();
  const memberTarget = await givenTarget({
    ...ofMonitor(),
    monitorId: member.id,
    state: "up",
    confirmed: "up",
  });
  const group = await givenMonitor({
    kind: "group",
    url: undefined,
    members: [{ kind: "monitor", id: member.id }],
  });
  const target = await givenTarget({ ...ofMonitor(), monitorId: group.id, state: "up", confirmed: "up" });
  return { member, memberTarget, group, target };
}

/** What the engine does with what is due: it asks the group, and counts that. */
async function look(groupId: number, target: number): Promise<void> {
  const [row] = await db.select().from(monitors).where(eq(monitors.id, groupId));
  if (row === undefined) throw new Error("there is no such group");
  await record({ id: target, outcome: await probeGroup(db, row) });
}

async function record(result: Pick<CheckResult, "id" | "outcome">): Promise<void> {
  const [row] = await db.select().from(checkTargets).where(eq(checkTargets.id, result.id));
  const token = row?.claimToken ?? 0;
  const { decided } = await store.record([{ ...result, token, atMs: await store.clockMs() }], SURROUNDINGS);
  expect(decided).toHaveLength(1);
}

/** The column counts milliseconds, and is rounded up as often as down. */
const dueOf = async (target: number) => {
  const [row] = await sql<{ isDue: boolean }[]>`
    SELECT due_at < now() + interval '1 second' AS "isDue" FROM check_targets WHERE id = ${target}`;
  return row?.isDue;
};

const NO_ANSWER = {
  status: "down",
  latencyMs: null,
  error: "No answer",
  statusCode: null,
  details: {},
} as const;

test("a group is shown as any other monitor wherever those are", async () => {
  const { member, memberTarget, group, target } = await givenGroupOfOne();
  await look(group.id, target);
  await record({ id: memberTarget, outcome: NO_ANSWER });
  await store.callGroups();
  expect(await dueOf(target)).toBe(true);
  await look(group.id, target);
  const error = `1 of 1 down: ${member.name}`;

  expect((await send(`GET ${MONITORS}/${group.id}/badge.svg?label=shop`)).text).toContain("shop: down");
  const gauges = await readTargetGauges({ db }, 100);
  expect(gauges.targets.find(({ id, kind }) => kind === "monitor" && id === group.id)).toMatchObject({
    name: group.name,
    state: "down",
    latencySeconds: null,
  });
  const incidents = (await send(`GET /api/v1/monitoring/incidents?monitor_id=${group.id}`)).body;
  expect(incidents).toMatchObject([{ error, ended_at: null }]);
  const timeline = (await send(`GET /api/v1/monitoring/timeline?monitor_id=${group.id}&hours=1`)).text;
  expect(timeline).toContain('"down"');
  const overview = (await send("GET /api/v1/monitoring/overview")).body;
  expect(overview).toMatchObject({
    worst: expect.arrayContaining([
      expect.objectContaining({ monitor_id: group.id, standing: "down", error }),
    ]),
  });
  const listed = (await send(`GET ${MONITORS}`)).body as { id: number }[];
  expect(listed.find(({ id }) => id === group.id)).toMatchObject({
    last_status: "offline",
    uptime_24h: 50,
    heartbeat: ["online", "offline"],
    member_states: [{ name: member.name, state: "down" }],
  });
  const admin = await service.tokenOf(await service.givenUser({ role: "SuperAdmin" }));
  const page = await service.call("POST /api/v1/admin/status-pages", {
    token: admin,
    body: {
      slug: "with-a-group",
      title: "Shop",
      groups: [{ name: "Shop", components: [{ kind: "monitor", id: group.id, name: "Web shop" }] }],
    },
  });
  const { id } = page.body as { id: number };
  const preview = (await service.call(`GET /api/v1/admin/status-pages/${id}/preview`, { token: admin })).text;
  expect(preview).toContain("The service is down");
  // Whom the public is shown a group of is nobody's business.
  expect(preview).not.toContain(member.name);
});

test("a member's change that comes while its group is looked at is not lost", async () => {
  const { memberTarget, group, target } = await givenGroupOfOne();
  const [row] = await db.select().from(monitors).where(eq(monitors.id, group.id));
  if (row === undefined) throw new Error("there is no such group");
  const found = await probeGroup(db, row);
  await record({ id: memberTarget, outcome: NO_ANSWER });
  await record({ id: target, outcome: found });
  expect(await dueOf(target)).toBe(false);
  await store.callGroups();
  expect(await dueOf(target)).toBe(true);
});

test("a check that is unreachable because its device is down counts as down, and says so at once", async () => {
  const deviceId = await givenDevice();
  const { id: checkId } = await givenCheck({ device_id: deviceId });
  await givenTarget({ kind: "device", deviceId, state: "down", confirmed: "down" });
  await givenTarget({ kind: "service", deviceId, serviceCheckId: checkId, state: "up", confirmed: "up" });
  const group = await givenMonitor({
    kind: "group",
    url: undefined,
    members: [{ kind: "service_check", id: checkId }],
  });
  const target = await givenTarget({ ...ofMonitor(), monitorId: group.id, state: "up", confirmed: "up" });
  await look(group.id, target);
  await store.sweep([], SURROUNDINGS.dependencies);
  await store.callGroups();
  expect(await dueOf(target)).toBe(true);
  await look(group.id, target);
  const [after] = await db.select().from(checkTargets).where(eq(checkTargets.id, target));
  expect(after).toMatchObject({ state: "down" });
});

test("ten thousand members that change at once are a few notes and one look", async () => {
  const MANY = 10_000;
  const { id: checkId } = await givenCheck({ port: 8443 });
  const group = await givenMonitor({
    kind: "group",
    url: undefined,
    members: [{ kind: "service_check", id: checkId }],
  });
  await db.execute(drizzleSql`
    WITH made AS (
      INSERT INTO devices (display_name, status, lifecycle, monitoring_paused, expected_status, icon)
      SELECT 'many' || n, 'active', 'active', false, 'online', 'server' FROM generate_series(1, ${MANY}) n RETURNING id)
    INSERT INTO check_targets (kind, device_id, service_check_id, subject, interval_seconds, retry_seconds,
      failures_to_down, successes_to_up, state, confirmed)
    SELECT 'service', id, ${checkId}, '', 60, 20, 2, 1, 'up', 'up' FROM made`);
  const rows = await sql<{ id: number }[]>`
    SELECT id::float8 AS id FROM check_targets WHERE service_check_id = ${checkId}`;
  await applyMaintenance(sql, new Set(rows.map(({ id }) => id)));
  const notes = await db.$count(groupWakes, eq(groupWakes.groupId, group.id));
  expect(notes).toBeGreaterThan(0);
  expect(notes).toBeLessThanOrEqual(6);
  const [row] = await db.select().from(monitors).where(eq(monitors.id, group.id));
  if (row === undefined) throw new Error("there is no such group");
  const begun = performance.now();
  expect(await probeGroup(db, row)).toMatchObject({
    status: "unknown",
    error: "No member counts: all are paused or in maintenance",
  });
  // Some ten milliseconds; a plan that goes through all targets for each member takes minutes.
  expect(performance.now() - begun).toBeLessThan(patient(3000));
  expect(await db.$count(groupWakes, eq(groupWakes.groupId, group.id))).toBe(0);
});
