import { afterAll, afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import type { Engine } from "../../../../src/features/monitoring/engine/engine";
import { readRecent } from "../../../../src/features/monitoring/engine/recent";
import { checkResults, checkTargets, serviceChecks } from "../../../../src/features/monitoring/tables";
import { maintenanceWindows } from "../../../../src/features/maintenance/tables";
import { devices } from "../../../../src/features/topology/tables";
import { createTestDatabase } from "../../../support/database";
import { createScriptedProbes, monitored, outcomeOf, startTestEngine } from "../../../support/monitoring";
import { patient } from "../../../support/patience";
import { waitFor } from "../../../support/wait-for";

// Each waits for several rounds of checks.
setDefaultTimeout(patient(30_000));

const database = await createTestDatabase();
const { db, sql } = database;
const other = connectDatabase(database.connection, { log: pino({ level: "silent" }), maxConnections: 4 });
const { givenDevice, givenServiceCheck, link, targetOf, serviceTargetOf, statesOf, incidentsOf } =
  monitored(database);
const running: Engine[] = [];

function start(parts: Parameters<typeof startTestEngine>[1], on = database) {
  const started = startTestEngine(on, parts);
  running.push(started.engine);
  return started;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.stop()));
  await sql`DELETE FROM devices`;
  await sql`DELETE FROM service_checks`;
  // What was found outlives its target.
  await sql`DELETE FROM check_results`;
});
afterAll(async () => {
  await other.close();
  await database.drop();
});

async function waitForState(deviceId: number, state: string) {
  return waitFor(
    `device ${deviceId} to be ${state}`,
    async () => {
      const target = await targetOf(deviceId);
      return target?.state === state && target;
    },
    20_000,
  );
}

async function waitForServiceState(deviceId: number, state: string) {
  return waitFor(
    `the service on ${deviceId} to be ${state}`,
    async () => {
      const target = await serviceTargetOf(deviceId);
      return target?.state === state && target;
    },
    20_000,
  );
}

test("what is down in maintenance has no incident until the window ends", async () => {
  const { probes, set } = createScriptedProbes();
  const id = await givenDevice("192.0.2.11");
  const { engine } = start({ probes });
  const { id: targetId } = await waitForState(id, "up");
  const [window] = await db
    .insert(maintenanceWindows)
    .values({
      title: "New power supply",
      isEnabled: true,
      coversEverything: true,
      startsAt: new Date(Date.now() - 60_000),
      endsAt: new Date(Date.now() + 3_600_000),
    })
    .returning();
  engine.wake();
  await waitForState(id, "maintenance");
  set("down", "192.0.2.11");
  await waitFor(
    "the failure to be confirmed",
    async () => (await targetOf(id))?.confirmed === "down",
    20_000,
  );
  expect(await statesOf(targetId)).toEqual(["unknown", "up", "maintenance"]);
  expect(await incidentsOf(targetId)).toEqual([]);
  await db.delete(maintenanceWindows).where(eq(maintenanceWindows.id, window?.id ?? 0));
  engine.wake();
  await waitForState(id, "down");
  expect(await incidentsOf(targetId)).toMatchObject([{ endedAt: null }]);
});

test("a device goes up, down after two failures, and up again, with an incident in between", async () => {
  const { probes, set } = createScriptedProbes();
  const id = await givenDevice("192.0.2.10");
  start({ probes });
  const up = await waitForState(id, "up");
  set("down", "192.0.2.10");
  await waitForState(id, "down");
  set("up", "192.0.2.10");
  const again = await waitForState(id, "up");
  expect(await statesOf(up.id)).toEqual(["unknown", "up", "down", "up"]);
  const [incident, ...more] = await incidentsOf(up.id);
  expect(more).toEqual([]);
  expect(incident?.error).toBe("No answer");
  expect(incident?.endedAt).toEqual(again.stateSince);
  const results = await db
    .select()
    .from(checkResults)
    .where(eq(checkResults.targetId, up.id))
    .orderBy(checkResults.at);
  const failures = results.filter(({ rawStatus }) => rawStatus === "down");
  expect(failures.length).toBeGreaterThanOrEqual(2);
  expect(failures[0]?.state).toBe("up");
  expect(results[0]).toMatchObject({ rawStatus: "up", isHealthy: true, latencyMs: 1.5, error: null });
  const recent = readRecent((await targetOf(id))?.recent ?? null);
  expect(recent.length).toBeGreaterThanOrEqual(results.length);
  expect(recent.some(({ rawStatus }) => rawStatus === "down")).toBe(true);
});

test("the device itself shows the confirmed state, and its entity tag's first part stays", async () => {
  const { probes, set } = createScriptedProbes();
  const id = await givenDevice("192.0.2.11");
  const [before] = await db.select().from(devices).where(eq(devices.id, id));
  set("down", "192.0.2.11");
  start({ probes });
  await waitForState(id, "down");
  const [after] = await db.select().from(devices).where(eq(devices.id, id));
  expect(after?.monitorStatus).toBe("offline");
  expect(after?.lastMonitoredAt).not.toBeNull();
  expect(after?.updatedAt).toEqual(before?.updatedAt ?? new Date(0));
});

test("what is behind a switch that fails is unreachable, and only the switch is down", async () => {
  const { probes, set } = createScriptedProbes();
  const root = await givenDevice("192.0.2.1");
  const core = await givenDevice("192.0.2.2");
  const hosts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => givenDevice(`192.0.2.${100 + index}`)),
  );
  await link(root, core);
  for (const host of hosts) await link(core, host);
  start({ probes, roots: ["192.0.2.1"] });
  for (const id of [core, ...hosts]) await waitForState(id, "up");
  const all = ["192.0.2.2", ...hosts.map((_, index) => `192.0.2.${100 + index}`)];
  set("down", ...all);
  for (const host of hosts) await waitForState(host, "unreachable");
  const down = await waitForState(core, "down");
  set("up", ...all);
  for (const id of [core, ...hosts]) await waitForState(id, "up");
  expect(await incidentsOf(down.id)).toHaveLength(1);
  for (const host of hosts) {
    const target = await targetOf(host);
    expect(await incidentsOf(target?.id ?? 0)).toEqual([]);
    expect(await statesOf(target?.id ?? 0)).toEqual(["unknown", "up", "unreachable", "up"]);
  }
});

test("a service check is down by itself, and unreachable where its device does not answer", async () => {
  const { probes, set } = createScriptedProbes();
  const id = await givenDevice("192.0.2.20");
  await givenServiceCheck(22, { deviceId: id, intervalSeconds: 1 });
  start({ probes });
  await waitForServiceState(id, "up");
  set("down", "192.0.2.20:22");
  const target = await waitForServiceState(id, "down");
  set("down", "192.0.2.20");
  await waitForServiceState(id, "unreachable");
  set("up", "192.0.2.20", "192.0.2.20:22");
  await waitForServiceState(id, "up");
  expect((await statesOf(target.id)).slice(0, 5)).toEqual(["unknown", "up", "down", "unreachable", "up"]);
  expect(await incidentsOf(target.id)).toHaveLength(1);
});

test("two replicas share the targets: each is checked in its turn once, and none is counted twice", async () => {
  for (let index = 0; index < 40; index += 1) await givenDevice(`192.0.2.${index + 50}`);
  const scripts = [createScriptedProbes(), createScriptedProbes()];
  const [one, two] = [
    start({ probes: scripts[0]?.probes ?? Object.freeze(createScriptedProbes().probes) }),
    start({ probes: scripts[1]?.probes ?? createScriptedProbes().probes }, { ...database, ...other }),
  ];
  await waitFor("both to have checked", () => one.counts.checks > 60 && two.counts.checks > 60, 30_000);
  await Promise.all([one.engine.stop(), two.engine.stop()]);
  const rows = await db.select({ targetId: checkResults.targetId, at: checkResults.at }).from(checkResults);
  const counted = one.counts.checks + two.counts.checks - one.counts.dropped - two.counts.dropped;
  expect(rows).toHaveLength(counted);
  const byTarget = Map.groupBy(rows, ({ targetId }) => targetId);
  expect(byTarget.size).toBe(40);
  for (const results of byTarget.values()) {
    const times = results.map(({ at }) => at.getTime()).sort((a, b) => a - b);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    // The first interval is shortened, so that the targets spread.
    expect(Math.min(...gaps.slice(1))).toBeGreaterThan(400);
  }
}, 40_000);

test("a result whose claim another process has taken changes nothing", async () => {
  const script = createScriptedProbes();
  const id = await givenDevice("192.0.2.30");
  const gate = Promise.withResolvers<void>();
  script.hold(gate.promise);
  const { counts } = start({ probes: script.probes });
  await waitFor("the check to begin", () => script.asked.length > 0);
  await sql`UPDATE check_targets SET claim_token = claim_token + 1, leased_until = now() + interval '10 seconds'`;
  script.set("down", "192.0.2.30");
  gate.resolve();
  await waitFor("the result to be dropped", () => counts.dropped === 1);
  expect((await targetOf(id))?.rawStatus).toBeNull();
  expect(await db.select().from(checkResults)).toEqual([]);
});

test("a stop gives the claims back at once, without a result of what was under way", async () => {
  const script = createScriptedProbes();
  await givenDevice("192.0.2.31");
  script.hold(new Promise(() => undefined));
  const { engine } = start({ probes: { ...script.probes, devices: untilAborted(script.probes.devices) } });
  await waitFor("the check to begin", () => script.asked.length > 0);
  await engine.stop();
  const [row] = await db.select().from(checkTargets);
  expect(row?.leasedUntil).toBeNull();
  expect(row?.checkedAt).toBeNull();
});

/** A probe that ends with its signal, as real ones do. */
function untilAborted<Given, Found>(probe: (given: Given, signal: AbortSignal) => Promise<Found>) {
  return (given: Given, signal: AbortSignal) =>
    Promise.race([
      probe(given, signal),
      new Promise<never>((_, reject) => {
        const fail = () => reject(new Error("given up"));
        signal.addEventListener("abort", fail, { once: true });
      }),
    ]);
}

test("targets follow what there is: paused, disabled, changed and deleted", async () => {
  const script = createScriptedProbes();
  let isEnabled = true;
  const id = await givenDevice("192.0.2.40");
  const check = await givenServiceCheck(80);
  const { engine } = start({ probes: script.probes, isEnabled: () => isEnabled });
  await waitForState(id, "up");
  await waitForServiceState(id, "up");
  await db.update(serviceChecks).set({ enabled: false }).where(eq(serviceChecks.id, check));
  engine.wake();
  await waitForServiceState(id, "paused");
  await db.update(devices).set({ ipAddress: "192.0.2.41" }).where(eq(devices.id, id));
  engine.wake();
  await waitFor("the new address to be asked", () =>
    script.asked.some(({ address }) => address === "192.0.2.41"),
  );
  isEnabled = false;
  engine.wake();
  await waitForState(id, "paused");
  isEnabled = true;
  engine.wake();
  const target = await waitForState(id, "up");
  expect(await statesOf(target.id)).toEqual(["unknown", "up", "paused", "unknown", "up"]);
  await db.delete(devices).where(eq(devices.id, id));
  expect(await db.select().from(checkTargets)).toEqual([]);
});

const NO_SCOPE = { types: [], tags: [], group_ids: [], site_ids: [], networks: [] };

test("devices that come to fit a scope are checked, and those that leave it wait with their history", async () => {
  const script = createScriptedProbes();
  const check = await givenServiceCheck(80, { scope: { ...NO_SCOPE, types: ["switch"] } });
  const id = await givenDevice("192.0.2.42", { deviceType: "Switch" });
  const other = await givenDevice("192.0.2.43", { deviceType: "printer" });
  const { engine } = start({ probes: script.probes });
  const { id: target } = await waitForServiceState(id, "up");
  expect(await serviceTargetOf(other)).toBeUndefined();
  // Of another type: as if the check had been switched off for it.
  await db.update(devices).set({ deviceType: "router" }).where(eq(devices.id, id));
  engine.wake();
  await waitForServiceState(id, "paused");
  await db.update(serviceChecks).set({ scope: { ...NO_SCOPE, networks: ["192.0.2.40/29"] } });
  engine.wake();
  expect((await waitForServiceState(id, "up")).id).toBe(target);
  await waitForServiceState(other, "up");
  expect(await statesOf(target)).toEqual(["unknown", "up", "paused", "unknown", "up"]);
  // What waits for too long is given up.
  await db.update(serviceChecks).set({ scope: { ...NO_SCOPE, tags: ["none"] } });
  engine.wake();
  await waitForServiceState(id, "paused");
  await sql`UPDATE check_targets SET state_since = now() - interval '31 days' WHERE id = ${target}`;
  await sql`UPDATE target_upkeep SET compared_at = now() - interval '6 minutes'`;
  engine.wake();
  await waitFor("the target to go", async () => (await serviceTargetOf(id)) === undefined);
  expect((await serviceTargetOf(other))?.state).toBe("paused");
  await db.delete(serviceChecks).where(eq(serviceChecks.id, check));
});

test("a clock of the database that was set back does not leave a target behind", async () => {
  const script = createScriptedProbes();
  const id = await givenDevice("192.0.2.45");
  const { engine } = start({ probes: script.probes });
  await waitForState(id, "up");
  await sql`UPDATE check_targets SET due_at = now() + interval '1 hour', checked_at = now() + interval '1 hour'`;
  const before = script.asked.length;
  engine.wake();
  await waitFor("the next check", () => script.asked.length > before);
});

test.each([
  ["up again", { isPaused: false }],
  ["paused", { isPaused: true }],
])(
  "an incident from before the database's clock was set back ends when it began: %s",
  async (_, { isPaused }) => {
    const script = createScriptedProbes();
    const id = await givenDevice("192.0.2.46");
    script.set("down", "192.0.2.46");
    start({ probes: script.probes });
    const { id: target } = await waitForState(id, "down");
    await sql`UPDATE incidents SET started_at = now() + interval '1 hour' WHERE target_id = ${target}`;
    if (!isPaused) script.set("up", "192.0.2.46");
    await db.update(devices).set({ monitoringPaused: isPaused }).where(eq(devices.id, id));
    const ended = await waitFor("the end of the incident", async () => {
      const [incident] = await incidentsOf(target);
      return incident?.endedAt !== null && incident;
    });
    expect(ended.endedAt).toEqual(ended.startedAt);
  },
);

test("how long each stage took is told of the newest result, and history keeps the rest", async () => {
  const told = { tls_version: "TLSv1.3", connect_ms: 1.25 };
  const id = await givenDevice("192.0.2.12");
  start({
    probes: {
      ...createScriptedProbes().probes,
      devices: async (addresses) => addresses.map(() => ({ ...outcomeOf("up"), details: told })),
    },
  });
  const target = await waitForState(id, "up");
  expect(target.result).toMatchObject(told);
  const kept = await db.select().from(checkResults).where(eq(checkResults.targetId, target.id));
  expect(kept.map(({ details }) => details)).toEqual(kept.map(() => ({ tls_version: "TLSv1.3" })));
  expect(kept.length).toBeGreaterThan(0);
});
