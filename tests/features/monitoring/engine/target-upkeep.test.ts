import { expect, test } from "bun:test";
import { TargetUpkeep } from "../../../../src/features/monitoring/engine/target-upkeep";
import { openEngineStore } from "../../../../src/features/monitoring/engine/store";
import { noteMonitoring } from "#features/topology";
import { createTestDatabase } from "../../../support/database";
import { monitored } from "../../../support/monitoring";

const SETTINGS = { isEnabled: true, intervalSeconds: 60 };
/** What no comparison leaves as it is. */
const OTHER_INTERVAL = 7777;
const SCOPE = { types: [], tags: [], group_ids: [], site_ids: [], networks: [] };

const database = await createTestDatabase();
const { sql } = database;
const { givenDevice, givenServiceCheck } = monitored(database);

const idOf = async (query: Promise<{ id: number }[]>) => Number((await query)[0]?.id);
const group = await idOf(sql`INSERT INTO topology_groups (name) VALUES ('one') RETURNING id`);
const site = await idOf(sql`INSERT INTO sites (name) VALUES ('one') RETURNING id`);
const device = await givenDevice("192.0.2.1", { deviceType: "switch", tags: ["lab"] });
const check = await givenServiceCheck(22, { scope: { ...SCOPE, types: ["switch"] } });

const upkeep = new TargetUpkeep(sql);
await upkeep.look(SETTINGS);
const target = await idOf(sql`SELECT id FROM check_targets WHERE kind = 'device' AND device_id = ${device}`);

/** Whether a look compares the targets, and says so: then it mends one that was changed behind its back. */
async function compares(settings = SETTINGS): Promise<boolean> {
  await sql`UPDATE check_targets SET interval_seconds = ${OTHER_INTERVAL} WHERE id = ${target}`;
  const saysSo = await upkeep.look(settings);
  const [row] = await sql<{ every: number }[]>`
    SELECT interval_seconds AS every FROM check_targets WHERE id = ${target}`;
  const isMended = row?.every !== OTHER_INTERVAL;
  expect(saysSo).toBe(isMended);
  return isMended;
}

test("nothing is compared while nothing has changed, and all of it every five minutes", async () => {
  await upkeep.look(SETTINGS);
  expect(await compares()).toBe(false);
  await sql`UPDATE target_upkeep SET compared_at = now() - interval '299 seconds'`;
  expect(await compares()).toBe(false);
  await sql`UPDATE target_upkeep SET compared_at = now() - interval '301 seconds'`;
  expect(await compares()).toBe(true);
  expect(await compares()).toBe(false);
});

test("one that was compared at a time that is still to come is compared again", async () => {
  await upkeep.look(SETTINGS);
  await sql`UPDATE target_upkeep SET compared_at = now() + interval '1 hour'`;
  expect(await compares()).toBe(true);
});

test("what monitoring notes, and what is nothing to it, has nothing compared", async () => {
  await upkeep.look(SETTINGS);
  await noteMonitoring(sql, [{ deviceId: device, atMs: Date.now(), status: "online" }]);
  await sql`UPDATE devices SET notes = 'x', updated_at = now() WHERE id = ${device}`;
  await sql`UPDATE topology_groups SET name = 'two'`;
  expect(await compares()).toBe(false);
});

/** One after the other: some undo what came before. */
const CHANGES = [
  ["a device's type", sql`UPDATE devices SET device_type = 'router' WHERE id = ${device}`],
  ["a device's tags", sql`UPDATE devices SET tags = '{lab,old}' WHERE id = ${device}`],
  ["a device's group", sql`UPDATE devices SET topology_group_id = ${group} WHERE id = ${device}`],
  ["a device's site", sql`UPDATE devices SET site_id = ${site} WHERE id = ${device}`],
  ["a device's address", sql`UPDATE devices SET ip_address = '192.0.2.2' WHERE id = ${device}`],
  ["that a device is disabled", sql`UPDATE devices SET status = 'disabled' WHERE id = ${device}`],
  ["that a device is enabled again", sql`UPDATE devices SET status = 'active' WHERE id = ${device}`],
  ["that a device is retired", sql`UPDATE devices SET lifecycle = 'retired' WHERE id = ${device}`],
  ["that a device is active again", sql`UPDATE devices SET lifecycle = 'active' WHERE id = ${device}`],
  ["that a device is paused", sql`UPDATE devices SET monitoring_paused = true WHERE id = ${device}`],
  ["that a device is watched", sql`UPDATE devices SET monitoring_paused = false WHERE id = ${device}`],
  ["a new group", sql`INSERT INTO topology_groups (name) VALUES ('below')`],
  ["a group's place", sql`UPDATE topology_groups SET parent_id = ${group} WHERE name = 'below'`],
  ["a new site", sql`INSERT INTO sites (name) VALUES ('below')`],
  ["a site's place", sql`UPDATE sites SET parent_id = ${site} WHERE name = 'below'`],
  ["a group that is gone", sql`DELETE FROM topology_groups WHERE name = 'below'`],
  [
    "a scope",
    sql`UPDATE service_checks SET scope = jsonb_set(scope, '{tags}', '["lab"]') WHERE id = ${check}`,
  ],
  ["a check's interval", sql`UPDATE service_checks SET interval_seconds = 30 WHERE id = ${check}`],
  ["what a check asks", sql`UPDATE service_checks SET updated_at = now() WHERE id = ${check}`],
  ["that a check is off", sql`UPDATE service_checks SET enabled = false WHERE id = ${check}`],
  ["a check that is gone", sql`DELETE FROM service_checks WHERE id = ${check}`],
  [
    "a new device",
    sql`
    INSERT INTO devices (ip_address, status, lifecycle, monitoring_paused, expected_status, icon)
    VALUES ('192.0.2.9', 'active', 'active', false, 'online', 'server')`,
  ],
  ["a device that is gone", sql`DELETE FROM devices WHERE ip_address = '192.0.2.9'`],
] as const;

test("targets are compared after each change of what there is to check, by whoever writes it into the database", async () => {
  for (const [what, change] of CHANGES) {
    await upkeep.look(SETTINGS);
    expect({ what, compares: await compares() }).toEqual({ what, compares: false });
    expect(await change).toHaveProperty("count", 1);
    // One that is paused is not compared by its interval alone, but by that, too.
    expect({ what, compares: await compares() }).toEqual({ what, compares: true });
  }
});

test("targets are compared after a change of the settings", async () => {
  await upkeep.look(SETTINGS);
  expect(await compares({ ...SETTINGS, intervalSeconds: 30 })).toBe(true);
  expect(await compares({ ...SETTINGS, intervalSeconds: 30 })).toBe(false);
  expect(await compares({ isEnabled: false, intervalSeconds: 30 })).toBe(true);
});

test("what begins and ceases to fit a scope is watched and parked by the next look of any process", async () => {
  const stores = [openEngineStore(database), openEngineStore(database)];
  await Promise.all(stores.map((store) => store.reconcile(SETTINGS)));
  const rule = await givenServiceCheck(22, { scope: { ...SCOPE, tags: ["core"] } });
  const stateOf = async () => {
    const [row] = await sql<
      { state: string }[]
    >`SELECT state FROM check_targets WHERE service_check_id = ${rule}`;
    return row?.state;
  };
  for (const [index, [tags, state]] of (
    [
      ["{core}", "unknown"],
      ["{}", "paused"],
      ["{core}", "unknown"],
    ] as const
  ).entries()) {
    await sql`UPDATE devices SET tags = ${tags}::text[] WHERE id = ${device}`;
    await stores[index % 2]?.reconcile(SETTINGS);
    expect(await stateOf()).toBe(state);
  }
});

test("a look that finds another process at it compares the next time", async () => {
  await upkeep.look(SETTINGS);
  await sql`UPDATE devices SET tags = '{other}' WHERE id = ${device}`;
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(7101944)`;
    expect(await compares()).toBe(false);
  });
  expect(await compares()).toBe(true);
});
