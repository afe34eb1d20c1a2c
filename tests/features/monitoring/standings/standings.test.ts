import { afterAll, expect, onTestFinished, test } from "bun:test";
import { DeviceStandings, MonitoringOverview } from "../../../../src/features/monitoring/standings/models";
import type { TargetState } from "../../../../src/features/monitoring/state";
import { stateChanges } from "../../../../src/features/monitoring/tables";
import { waitFor } from "../../../support/wait-for";
import { MINUTE } from "../history/given";
import { createMonitoringService } from "../monitoring-service";

const service = await createMonitoringService();
const { send, givenDevice, givenTarget, givenCheck, givenMonitor } = service;
const { db } = service.database;
afterAll(service.close);

const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * MINUTE);
const PATH = "/api/v1/monitoring";

async function givenWatched(state: TargetState, target: Record<string, unknown> = {}, fields = {}) {
  const device = await givenDevice({ ipAddress: "10.5.1.1", ...fields });
  const id = await givenTarget({ kind: "device", deviceId: device, state, checkedAt: ago(0), ...target });
  return { device, id };
}

const up = await givenWatched("up");
const stale = await givenWatched("up", { checkedAt: ago(4) });
const longInterval = await givenWatched("up", { checkedAt: ago(4), intervalSeconds: 3600 });
const off = await givenWatched("down", {}, { expectedStatus: "offline" });
const unexpected = await givenWatched("up", {}, { expectedStatus: "offline" });
const down = await givenWatched(
  "down",
  { stateSince: ago(9), result: { error: "No reply" } },
  { displayName: "core-1" },
);
const flapping = await givenWatched("up");
const paused = await givenWatched("paused", { checkedAt: ago(900) });
const maintained = await givenWatched("maintenance");
const unheard = await givenWatched("unknown", { checkedAt: null });
for (const [index, state] of ["up", "down", "up", "down", "up"].entries())
  await db.insert(stateChanges).values({ targetId: flapping.id, at: ago(50 - index * 10), state });
// That it was added is no change.
for (const [index, state] of ["unknown", "up", "down", "up"].entries())
  await db.insert(stateChanges).values({ targetId: up.id, at: ago(50 - index * 10), state });
const check = await givenCheck({ device_id: up.device, label: "web" });
const service443 = await givenTarget({
  deviceId: up.device,
  serviceCheckId: check.id,
  state: "unreachable",
  checkedAt: ago(0),
});
const monitor = await givenMonitor({ name: "shop" });
await givenTarget({
  kind: "monitor",
  monitorId: monitor.id,
  state: "down",
  stateSince: ago(1),
  checkedAt: ago(0),
});

test("each device is told by what a person is to know of it", async () => {
  const { body } = await send(`GET ${PATH}/device-standings`);
  const one = (found: { device: number }) => [found.device];
  expect(DeviceStandings.parse(body).standings).toEqual({
    down: one(down),
    unexpected: one(unexpected),
    flapping: one(flapping),
    stale: one(stale),
    unknown: one(unheard),
    up: [up.device, longInterval.device],
    off: one(off),
    maintenance: one(maintained),
    paused: one(paused),
  });
});

test("the overview counts by kind, and names what is worst and changed last", async () => {
  const { body } = await send(`GET ${PATH}/overview`);
  const { counts, worst } = MonitoringOverview.parse(body);
  expect(counts.slice(0, 2)).toEqual([
    { standing: "down", devices: 1, services: 0, monitors: 1 },
    { standing: "unexpected", devices: 1, services: 0, monitors: 0 },
  ]);
  expect(counts.find(({ standing }) => standing === "unreachable")).toMatchObject({
    devices: 0,
    services: 1,
  });
  expect(worst.map(({ name, standing }) => [standing, name]).slice(0, 2)).toEqual([
    ["down", "shop"],
    ["down", "core-1"],
  ]);
  expect(worst[1]).toMatchObject({ target_id: down.id, device_id: down.device, error: "No reply" });
  expect(worst.at(-1)).toMatchObject({ target_id: service443, kind: "service", service_check_id: check.id });
  expect(worst).toHaveLength(6);
});

test("who has it already is told so, until a device stands otherwise", async () => {
  const path = `GET ${PATH}/device-standings`;
  const tag = (await send(path)).headers.get("ETag") ?? "";
  const isAnswered = async (status: number) =>
    (await send(path, undefined, { "If-None-Match": tag })).status === status;
  const setState = (state: TargetState) =>
    service.database.sql`UPDATE check_targets SET state = ${state} WHERE id = ${longInterval.id}`;
  expect(await isAnswered(304)).toBe(true);
  onTestFinished(async () => {
    await setState("up");
    await waitFor("the first answer again", () => isAnswered(304));
  });
  await setState("down");
  await waitFor("another answer", () => isAnswered(200));
  const { body } = await send(path);
  expect(DeviceStandings.parse(body).standings.down).toEqual([longInterval.device, down.device]);
});
