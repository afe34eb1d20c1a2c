import { afterAll, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { NeighbourScanner } from "#features/neighbours";
import { createEncryption } from "#platform/encryption";
import { removeLostNeighbours } from "../../../src/features/neighbours/jobs";
import { planDevices } from "../../../src/features/neighbours/schedule/schedule";
import { MASTER_KEY } from "../../support/app";
import { setBack } from "../../support/set-back";
import { givenNeighbourService, Neighbours, ScanAnswer } from "./given";
import { closeSwitches, startSwitch } from "./switch";

const { service, call, givenDevice, givenAgentDevice, scan, list } = await givenNeighbourService();
const { sql, db } = service.database;
afterAll(closeSwitches);

const scanner = new NeighbourScanner({
  database: service.database,
  encryption: createEncryption(MASTER_KEY),
  targetRule: async () => ({ mayBePublic: false }),
  log: pino({ level: "silent" }),
});

const cable = (chassis: string, port = 1) => ({
  port,
  chassis: [7, chassis] as [number, string],
  remotePort: [7, "1"] as [number, string],
});
const agent = await startSwitch({ lldp: [cable("first"), cable("second", 2)] });
const bare = await givenDevice({ display_name: "Bare", ip_address: "127.0.0.1" });
/** The one device with a profile that a test begins with. */
let device = 0;
beforeEach(async () => {
  await sql`DELETE FROM devices WHERE id <> ${bare}`;
  device = await givenAgentDevice(agent, { display_name: "Scheduled" });
});
const sources = async () => Object(await call("GET /api/v1/lldp/sources")).body as { device_id: number }[];
const sourceOf = async (id: number) => (await sources()).find((source) => source.device_id === id);
const setInterval = (minutes: number | null) =>
  call("PUT /api/v1/lldp/schedule", { interval_minutes: minutes });

test("every device with a profile is asked in the background when somebody says so, and once", async () => {
  expect((await call("GET /api/v1/lldp/schedule")).body).toEqual({ interval_minutes: null });
  await scanner.scanDue();
  expect(await sourceOf(device)).toBeUndefined();
  expect((await call("POST /api/v1/lldp/scan")).body).toEqual({ queued: 1 });
  await scanner.scanDue();
  expect(await sourceOf(device)).toMatchObject({ neighbours: 2, error: null, due_at: null });
  expect(await sourceOf(bare)).toBeUndefined();
  const [before] = await sql`SELECT scanned_at FROM lldp_sources WHERE id = ${device}`;
  await scanner.scanDue();
  const [after] = await sql`SELECT scanned_at FROM lldp_sources WHERE id = ${device}`;
  expect(after).toEqual(before);
});

test("a device without an address is asked for its neighbours where its host name leads, by hand and by itself", async () => {
  const edit = { ip_address: "", hostname: "localhost" };
  await call(`PATCH /api/v1/topology/devices/${device}`, edit);
  expect(ScanAnswer.parse((await scan(device)).body)).toMatchObject({ error: null, neighbours: [{}, {}] });
  expect((await call("POST /api/v1/lldp/scan")).body).toEqual({ queued: 1 });
  await scanner.scanDue();
  expect(await sourceOf(device)).toMatchObject({ neighbours: 2, error: null, due_at: null });
  await call(`PATCH /api/v1/topology/devices/${device}`, { hostname: "gone.invalid" });
  expect(ScanAnswer.parse((await scan(device)).body)).toMatchObject({
    error: expect.stringContaining("cannot resolve gone.invalid"),
  });
});

test("with an interval a device is asked again and again, without one no more", async () => {
  expect((await setInterval(60)).body).toEqual({ interval_minutes: 60 });
  expect(await sourceOf(device)).toMatchObject({ due_at: expect.any(String) });
  await sql`UPDATE lldp_sources SET due_at = now(), scanned_at = NULL`;
  await scanner.scanDue();
  const [row] = await sql<{ scanned: boolean; minutes: number }[]>`
    SELECT scanned_at IS NOT NULL AS scanned, round(extract(epoch FROM due_at - now()) / 60)::int AS minutes
    FROM lldp_sources WHERE id = ${device}`;
  expect({ ...row }).toEqual({ scanned: true, minutes: 60 });
  await setInterval(null);
  expect(await sourceOf(device)).toMatchObject({ due_at: null });
  expect(await setInterval(5)).toMatchObject({ status: 422 });
});

test("a device is asked within the interval, though the database's clock was set back by hours since it was planned", async () => {
  await setInterval(60);
  await setBack(sql, 5);
  await planDevices(db);
  const [row] = await sql<{ minutes: number }[]>`
    SELECT extract(epoch FROM due_at - now())::float8 / 60 AS minutes FROM lldp_sources WHERE id = ${device}`;
  expect(row?.minutes).toBeWithin(-1, 60);
  await setInterval(null);
});

test("two processes share what is due", async () => {
  const second = new NeighbourScanner({
    database: service.database,
    encryption: createEncryption(MASTER_KEY),
    targetRule: async () => ({ mayBePublic: false }),
    log: pino({ level: "silent" }),
  });
  const more = await Promise.all(
    [1, 2, 3].map((number) => givenAgentDevice(agent, { display_name: `Shared ${number}` })),
  );
  expect((await call("POST /api/v1/lldp/scan")).body).toEqual({ queued: 4 });
  await Promise.all([scanner.scanDue(), second.scanDue()]);
  const [row] = await sql`SELECT sum(claim_token)::int AS claims FROM lldp_sources WHERE id IN ${sql(more)}`;
  expect({ ...row }).toEqual({ claims: 3 });
});

test("a device whose profile was taken away says so, and is asked no more", async () => {
  const id = await givenAgentDevice(agent, { display_name: "Stripped" });
  await call("POST /api/v1/lldp/scan");
  await call(`PATCH /api/v1/topology/devices/${id}`, { snmp_profile_id: null });
  await scanner.scanDue();
  expect(await sourceOf(id)).toMatchObject({
    error: "Device has no SNMP credential profile assigned.",
    due_at: null,
  });
});

test("who was not heard for 90 days goes, but not on whom somebody decided, nor where nobody looked since", async () => {
  const own = await startSwitch({
    lldp: ["gone", "kept", "matched", "here"].map((name, at) => cable(name, at + 1)),
  });
  const id = await givenAgentDevice(own, { display_name: "Retention" });
  const { neighbours } = ScanAnswer.parse((await scan(id)).body);
  const idOf = (chassis: string) => neighbours.find((row) => row.remote_chassis_id === chassis)?.id ?? 0;
  await call(`PATCH /api/v1/lldp/neighbours/${idOf("kept")}`, { dismissed: true });
  await call(`PATCH /api/v1/lldp/neighbours/${idOf("matched")}`, { matched_device_id: bare });
  const names = async () =>
    Neighbours.parse((await list(`?source_device_id=${id}`)).body)
      .map((row) => row.remote_chassis_id)
      .sort();
  await sql`UPDATE lldp_neighbours SET last_seen = now() - interval '91 days' WHERE source_device_id = ${id}`;
  await sql`UPDATE lldp_sources SET complete_at = now() - interval '92 days' WHERE id = ${id}`;
  await removeLostNeighbours(db, { now: new Date(), keptDays: 90 });
  expect(await names()).toEqual(["gone", "here", "kept", "matched"]);
  await own.rewire({ lldp: [cable("here", 4)] });
  await scan(id);
  await removeLostNeighbours(db, { now: new Date(), keptDays: 92 });
  expect(await names()).toEqual(["gone", "here", "kept", "matched"]);
  await removeLostNeighbours(db, { now: new Date(), keptDays: 90 });
  expect(await names()).toEqual(["here", "kept", "matched"]);
  const rows = await sql`SELECT detail FROM audit_log WHERE action = 'lldp.neighbours_removed'`;
  expect(rows.map(({ detail }) => detail)).toEqual(["count=1 unseen_days=90"]);
  const [count] = await sql`SELECT count(*)::int AS rows FROM lldp_neighbours`;
  expect((await call("GET /api/v1/lldp/status")).body).toEqual({
    rows: count?.rows,
    size_bytes: expect.any(Number),
    retention_days: 90,
  });
});
