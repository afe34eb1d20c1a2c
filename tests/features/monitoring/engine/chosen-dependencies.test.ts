import { afterAll, afterEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Engine } from "../../../../src/features/monitoring/engine/engine";
import { deviceDependencies } from "../../../../src/features/monitoring/tables";
import { devices } from "../../../../src/features/topology/tables";
import { createTestDatabase } from "../../../support/database";
import { createScriptedProbes, monitored, startTestEngine } from "../../../support/monitoring";
import { waitFor } from "../../../support/wait-for";

const database = await createTestDatabase();
const { db, sql } = database;
const { givenDevice, link, targetOf, statesOf, incidentsOf } = monitored(database);
const running: Engine[] = [];

function start(parts: Parameters<typeof startTestEngine>[1]) {
  const { engine } = startTestEngine(database, parts);
  running.push(engine);
  return engine;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.stop()));
  await sql`DELETE FROM devices`;
});
afterAll(() => database.drop());

const ROOT = "192.0.2.1";

async function choose(deviceId: number, ...parents: (number | null)[]): Promise<void> {
  await db.delete(deviceDependencies).where(eq(deviceDependencies.deviceId, deviceId));
  if (parents.length > 0)
    await db.insert(deviceDependencies).values(parents.map((parentId) => ({ deviceId, parentId })));
}

async function waitForState(deviceId: number, state: string, timeoutMs = 20_000) {
  return waitFor(
    `device ${deviceId} to be ${state}`,
    async () => {
      const target = await targetOf(deviceId);
      return target?.state === state && target;
    },
    timeoutMs,
  );
}

test("what fails with all its chosen parents is unreachable, and down while one of them lives", async () => {
  const { probes, set } = createScriptedProbes();
  const [one, other] = [await givenDevice("192.0.2.2"), await givenDevice("192.0.2.3")];
  const [onBoth, onOne] = [await givenDevice("192.0.2.4"), await givenDevice("192.0.2.5")];
  await choose(onBoth, one, other);
  await choose(onOne, one);
  start({ probes });
  for (const device of [one, other, onBoth, onOne]) await waitForState(device, "up");
  set("down", "192.0.2.2", "192.0.2.4", "192.0.2.5");
  await waitForState(onOne, "unreachable");
  const down = await waitForState(onBoth, "down");
  expect(await incidentsOf(down.id)).toHaveLength(1);
  const hidden = await targetOf(onOne);
  expect(await incidentsOf(hidden?.id ?? 0)).toEqual([]);
  // The second parent goes, too.
  set("down", "192.0.2.3");
  await waitForState(onBoth, "unreachable");
  await waitForState(other, "down");
  set("up", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5");
  for (const device of [one, other, onBoth, onOne]) await waitForState(device, "up");
  expect(await statesOf(hidden?.id ?? 0)).toEqual(["unknown", "up", "unreachable", "up"]);
});

test("what depends on nothing is down, though the switch that it is linked to is down", async () => {
  const { probes, set } = createScriptedProbes();
  const root = await givenDevice(ROOT);
  const core = await givenDevice("192.0.2.2");
  const [linked, free] = [await givenDevice("192.0.2.3"), await givenDevice("192.0.2.4")];
  await link(root, core);
  for (const device of [linked, free]) await link(core, device);
  await choose(free, null);
  start({ probes, roots: [ROOT] });
  for (const device of [core, linked, free]) await waitForState(device, "up");
  set("down", "192.0.2.2", "192.0.2.3", "192.0.2.4");
  await waitForState(linked, "unreachable");
  await waitForState(free, "down");
  await waitForState(core, "down");
});

test("another choice, and the deletion of a parent, count within seconds, without a word to the engine", async () => {
  const { probes, set } = createScriptedProbes();
  const parent = await givenDevice("192.0.2.2");
  const device = await givenDevice("192.0.2.3");
  set("down", "192.0.2.2", "192.0.2.3");
  // As another replica than the one that was asked to write it.
  start({ probes });
  await waitForState(parent, "down");
  await waitForState(device, "down");
  await choose(device, parent);
  await waitForState(device, "unreachable", 10_000);
  await choose(device, null);
  await waitForState(device, "down", 10_000);
  await choose(device, parent);
  const { id } = await waitForState(device, "unreachable", 10_000);
  await db.delete(devices).where(eq(devices.id, parent));
  await waitForState(device, "down", 10_000);
  // One failure of its own, whatever hid it in between.
  expect(await incidentsOf(id)).toHaveLength(1);
});

test("told of it, the engine takes another choice at once", async () => {
  const { probes, set } = createScriptedProbes();
  const parent = await givenDevice("192.0.2.2");
  const device = await givenDevice("192.0.2.3");
  set("down", "192.0.2.2", "192.0.2.3");
  const engine = start({ probes });
  await waitForState(parent, "down");
  await waitForState(device, "down");
  await choose(device, parent);
  engine.wake();
  await waitForState(device, "unreachable", 3000);
});
