import { afterAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { checkTargets, deviceDependencies } from "../../../../src/features/monitoring/tables";
import { DeviceDependencies } from "../../../../src/features/monitoring/dependencies/models";
import type { TargetState } from "../../../../src/features/monitoring/state";
import { relationships } from "../../../../src/features/topology/tables";
import { createMonitoringService } from "../monitoring-service";
import { patient } from "../../../support/patience";

const ROOT_ADDRESS = "198.51.100.1";
const service = await createMonitoringService({
  settings: { MONITORING_ROOT_ADDRESSES: JSON.stringify([ROOT_ADDRESS]) },
});
const { send, givenTarget, auditOf, changes } = service;
const { db, sql } = service.database;
afterAll(service.close);

const pathOf = (device: number) => `/api/v1/monitoring/devices/${device}/dependencies`;

async function givenDevice(name: string, state?: TargetState, ipAddress?: string): Promise<number> {
  const device = await service.givenDevice({ displayName: name, ...(ipAddress && { ipAddress }) });
  const rawStatus = state === "unreachable" ? "down" : state === "up" || state === "down" ? state : null;
  if (state !== undefined)
    await givenTarget({ kind: "device", deviceId: device, state, rawStatus, checkedAt: new Date() });
  return device;
}

const link = (source: number, target: number) =>
  db.insert(relationships).values({
    sourceDeviceId: source,
    targetDeviceId: target,
    relationshipType: "ethernet",
    allowOutbound: true,
    allowInbound: true,
  });

const read = async (device: number) => DeviceDependencies.parse((await send(`GET ${pathOf(device)}`)).body);
const choose = (device: number, parents: number[], headers = {}) =>
  send(`PUT ${pathOf(device)}`, { mode: "chosen", parent_ids: parents }, headers);

const root = await givenDevice("gateway", "up", ROOT_ADDRESS);

test("by links: what is nearer to this service, and what is behind", async () => {
  const core = await givenDevice("core-1", "up");
  const hosts = [await givenDevice("host-10"), await givenDevice("host-9", "up")];
  await link(root, core);
  for (const host of hosts) await link(host, core);
  expect(await read(core)).toEqual({
    device_id: core,
    mode: "automatic",
    parent_ids: [],
    chosen: [],
    automatic: [{ id: root, name: "gateway", state: "up" }],
    automatic_count: 1,
    detours: 0,
    dependents: { direct: 2, all: 2, only: 2 },
    causes: [],
  });
  expect(await read(hosts[0] ?? 0)).toMatchObject({ automatic: [{ id: core }], dependents: { all: 0 } });
});

describe("a choice", () => {
  test("stands instead of the links, which are told all the same, and is taken back", async () => {
    const switchA = await givenDevice("switch 10", "up");
    const switchB = await givenDevice("switch 9", "down");
    const linked = await givenDevice("linked", "up");
    const host = await givenDevice("host", "up");
    await link(root, linked);
    await link(linked, host);
    const before = changes();
    const answer = await choose(host, [switchA, switchB, switchA]);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      mode: "chosen",
      parent_ids: [switchA, switchB],
      chosen: [
        { id: switchB, name: "switch 9", state: "down" },
        { id: switchA, name: "switch 10", state: "up" },
      ],
      automatic: [{ id: linked }],
    });
    expect(changes()).toBe(before + 1);
    expect(await read(switchA)).toMatchObject({ dependents: { direct: 1, all: 1, only: 0 } });
    expect(await read(linked)).toMatchObject({ dependents: { direct: 0 } });
    expect((await send(`PUT ${pathOf(host)}`, { mode: "none" })).body).toMatchObject({
      mode: "none",
      parent_ids: [],
      chosen: [],
      automatic: [{ id: linked }],
    });
    expect((await send(`PUT ${pathOf(host)}`, { mode: "automatic" })).body).toMatchObject({
      mode: "automatic",
    });
    expect(await read(linked)).toMatchObject({ dependents: { direct: 1 } });
  });

  test("is in the audit log, with what it was", async () => {
    const [parent, device] = [await givenDevice("parent"), await givenDevice("device")];
    await choose(device, [parent]);
    await send(`PUT ${pathOf(device)}`, { mode: "none" });
    expect(await auditOf(`device:${device}`, "monitoring.dependencies_chosen")).toMatchObject([
      {
        detail: "mode=none",
        before: { mode: "chosen", parent_ids: [parent] },
        after: { mode: "none", parent_ids: [] },
      },
      { detail: `mode=chosen parents=${parent}`, before: { mode: "automatic" }, after: { mode: "chosen" } },
    ]);
  });

  test("of a deleted device goes with it, and without the last one it is automatic again", async () => {
    const [one, two] = [await givenDevice("one"), await givenDevice("two")];
    const device = await givenDevice("on both");
    await choose(device, [one, two]);
    const preview = await send(`DELETE /api/v1/topology/devices/${one}?dry_run=true`);
    expect(preview.body).toMatchObject({
      would_unassign: { dependencies: { count: 1, names: ["on both"] } },
    });
    await send(`DELETE /api/v1/topology/devices/${one}`);
    expect(await read(device)).toMatchObject({ mode: "chosen", parent_ids: [two] });
    const [entry] = await auditOf(`device:${one}`, "topology.device_deleted");
    expect(entry).toMatchObject({
      before: { removed: { dependencies: { count: 1, rows: [{ device_id: device, parent_id: one }] } } },
    });
    await send(`DELETE /api/v1/topology/devices/${two}`);
    expect(await read(device)).toMatchObject({ mode: "automatic", parent_ids: [], chosen: [] });
    await send(`PUT ${pathOf(device)}`, { mode: "none" });
    await send(`DELETE /api/v1/topology/devices/${device}`);
    expect((await db.select().from(deviceDependencies)).filter((row) => row.deviceId === device)).toEqual([]);
  });

  test("that was read before another one is refused, and state is no part of it", async () => {
    const [parent, device] = [await givenDevice("parent", "up"), await givenDevice("device")];
    await choose(device, [parent]);
    const tag = (await send(`GET ${pathOf(device)}`)).headers.get("ETag") ?? "";
    await db.update(checkTargets).set({ state: "down" }).where(eq(checkTargets.deviceId, parent));
    const headers = { "If-Match": tag };
    expect((await send(`PUT ${pathOf(device)}`, { mode: "none" }, headers)).status).toBe(200);
    expect((await choose(device, [parent], headers)).status).toBe(412);
    expect(await read(device)).toMatchObject({ mode: "none" });
  });

  test("that is only tried shows what it would give, and changes nothing", async () => {
    const [parent, device] = [await givenDevice("parent"), await givenDevice("device")];
    const before = changes();
    const body = { mode: "chosen", parent_ids: [parent] };
    const tried = await send(`PUT ${pathOf(device)}?dry_run=true`, body);
    expect(tried.body).toMatchObject({ would_answer: { mode: "chosen", chosen: [{ id: parent }] } });
    expect(await read(device)).toMatchObject({ mode: "automatic" });
    expect(changes()).toBe(before);
  });
});

describe("refused", () => {
  test("a circle, by its names from the device back to it", async () => {
    const [a, b, c] = [await givenDevice("alpha"), await givenDevice("beta"), await givenDevice("gamma")];
    const other = await givenDevice("other");
    await choose(b, [c]);
    await choose(a, [b]);
    expect(await choose(c, [other, a])).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ["body", "parent_ids", 1],
            msg: "Value error, it would depend on itself: gamma → alpha → beta → gamma",
          },
        ],
      },
    });
    expect(await read(c)).toMatchObject({ mode: "automatic" });
    expect((await choose(a, [a])).body).toMatchObject({
      detail: [{ msg: "Value error, it would depend on itself: alpha → alpha" }],
    });
    // Whoever leaves the way opens it.
    await choose(b, [other]);
    expect((await choose(c, [a])).status).toBe(200);
  });

  test("a long way round is told by its ends", async () => {
    const row = [];
    for (let index = 0; index < 20; index += 1) row.push(await givenDevice(`n${index}`));
    for (const [index, device] of row.slice(0, -1).entries()) await choose(device, [row[index + 1] ?? 0]);
    const { status, text } = await choose(row.at(-1) ?? 0, [row[0] ?? 0]);
    expect(status).toBe(422);
    expect(text).toContain("n19 → n0 → n1 → n2 → n3 → n4 → n5 → n6 → n7 → n8 → … → n19");
  });

  test("two at once that would close a circle together: one of them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await givenDevice("a"), await givenDevice("b")];
      const answers = await Promise.all([choose(a, [b]), choose(b, [a])]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    }
  });

  test.each([
    ["no parents", { mode: "chosen" }, ["body", "parent_ids"]],
    ["parents of another mode", { mode: "none", parent_ids: [1] }, ["body", "parent_ids"]],
    ["an unknown mode", { mode: "some" }, ["body", "mode"]],
    ["no mode", { parent_ids: [1] }, ["body", "mode"]],
    ["a parent that is no id", { mode: "chosen", parent_ids: [root, "x"] }, ["body", "parent_ids", 1]],
    [
      "a parent that is not there",
      { mode: "chosen", parent_ids: [root, 987654321] },
      ["body", "parent_ids", 1],
    ],
    [
      "too many",
      { mode: "chosen", parent_ids: Array.from({ length: 21 }, (_, id) => id + 1) },
      ["body", "parent_ids"],
    ],
  ])("%s: 422 at the field", async (_, body, loc) => {
    const device = await givenDevice("refusing");
    const answer = await send(`PUT ${pathOf(device)}`, body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });

  test("a device that is not there: 404", async () => {
    expect((await send(`GET ${pathOf(987654321)}`)).status).toBe(404);
    expect((await send(`PUT ${pathOf(987654321)}`, { mode: "none" })).status).toBe(404);
  });

  test("who may not write: 403, and may read", async () => {
    const device = await givenDevice("readable");
    const viewer = { token: service.viewerToken };
    expect((await service.call(`GET ${pathOf(device)}`, viewer)).status).toBe(200);
    const write = { ...viewer, body: { mode: "none" } };
    expect((await service.call(`PUT ${pathOf(device)}`, write)).status).toBe(403);
  });
});

test("while it is unreachable the causes are told, which are down themselves", async () => {
  const broken = await givenDevice("broken", "down");
  const between = await givenDevice("between", "unreachable");
  const fine = await givenDevice("fine", "up");
  const device = await givenDevice("behind", "unreachable");
  await link(root, broken);
  await link(broken, between);
  await choose(device, [between]);
  expect(await read(device)).toMatchObject({ causes: [{ id: broken, name: "broken", state: "down" }] });
  // It is shown as it stands; with a living parent nothing is in its way any more.
  await choose(device, [between, fine]);
  expect(await read(device)).toMatchObject({ causes: [] });
  expect(await read(broken)).toMatchObject({ causes: [] });
});

test("with 10,000 devices, 20,000 links and a choice for each tenth it is answered in time", async () => {
  await sql`
    WITH added AS (
      INSERT INTO devices (display_name, status, lifecycle, monitoring_paused, expected_status, icon)
      SELECT 'bulk ' || n, 'active', 'active', false, 'online', 'server' FROM generate_series(1, 10000) n RETURNING id),
    placed AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM added),
    linked AS (
      INSERT INTO relationships (source_device_id, target_device_id, relationship_type, allow_outbound, allow_inbound)
      SELECT DISTINCT coalesce(above.id, ${root}), placed.id, 'ethernet', true, true FROM placed
      CROSS JOIN (VALUES (10), (11)) AS fan(out) LEFT JOIN placed above ON above.place = placed.place / fan.out RETURNING 1)
    INSERT INTO device_dependencies (device_id, parent_id)
    SELECT placed.id, above.id FROM placed JOIN placed above ON above.place = placed.place / 7 WHERE placed.place % 10 = 3`;
  const [row] = await sql<{ id: number }[]>`SELECT id::int FROM devices WHERE display_name = 'bulk 1'`;
  const started = performance.now();
  const { dependents } = await read(row?.id ?? 0);
  const tookMs = performance.now() - started;
  expect(dependents.all).toBeGreaterThan(900);
  expect(tookMs).toBeLessThan(patient(5000));
});
