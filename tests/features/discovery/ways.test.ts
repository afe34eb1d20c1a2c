import { afterAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import { DiscoveryImportResult, DiscoveryScanRead } from "../../../src/features/discovery/scans/models";
import { DiscoveryScheduleRead } from "../../../src/features/discovery/schedules/models";
import { createEncryption } from "#platform/encryption";
import { createTestService, MASTER_KEY } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { find, ScriptedNetwork } from "./given";
import { patient } from "../../support/patience";

// The first device that is made waits for the registry of vendors to be read.
setDefaultTimeout(patient(20_000));

const network = new ScriptedNetwork();
const nmap: { path: string | undefined } = { path: undefined };
const service = await createTestService({
  sweep: network.sweep,
  findNmap: () => nmap.path,
  settings: { DISCOVERY_RATE_LIMIT_SECONDS: "0", API_KEY_RATE_LIMIT_MAX_CALLS: "100000" },
});
afterAll(service.close);
const { sql } = service.database;
const auditOf = await createAuditReader(service);
const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
const call = (what: string, body?: unknown) =>
  service.call(what, { token, ...(body === undefined ? {} : { body }) });

const API = "/api/v1/discovery";
const MAC = "00:00:5E:00:53:01";
const MISSING =
  "Nmap discovery is unavailable because nmap is not installed. Install the package nmap where the service runs, or scan with the engine own.";

async function scan(body: object): Promise<DiscoveryScanRead> {
  const answer = await call(`POST ${API}/scans`, { confirm_large_scan: true, ...body });
  expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: 201 });
  return DiscoveryScanRead.parse(answer.body);
}

async function givenSchedule(body: object): Promise<DiscoveryScheduleRead> {
  const answer = await call(`POST ${API}/schedules`, { name: "Watch", ...body });
  expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: 201 });
  return DiscoveryScheduleRead.parse(answer.body);
}

const run = async ({ id }: { id: number }) =>
  DiscoveryScanRead.parse((await call(`POST ${API}/schedules/${id}/run`)).body);

const observedAt = async ({ id }: { id: number }) =>
  z
    .array(z.looseObject({ ip_address: z.string() }))
    .parse((await call(`GET ${API}/observations?schedule_id=${id}&status_filter=all`)).body)
    .map(({ ip_address: address }) => address);

beforeEach(() => {
  network.hosts = [];
  nmap.path = undefined;
});

test("a scan with nmap is refused where there is none, and the list of engines says what is missing", async () => {
  expect((await call(`GET ${API}/engines`)).body).toEqual([
    { engine: "own", is_available: true, detail: null },
    { engine: "nmap", is_available: false, detail: MISSING },
  ]);
  const body = { target: "10.60.0.0/30", engine: "nmap" };
  const refused = { status: 503, body: { detail: MISSING } };
  expect(await call(`POST ${API}/scans`, body)).toMatchObject(refused);
  expect(await call(`POST ${API}/schedules`, { name: "Watch", ...body })).toMatchObject(refused);
  const own = await givenSchedule({ target: "10.60.0.0/30" });
  expect(await call(`PATCH ${API}/schedules/${own.id}`, { engine: "nmap" })).toMatchObject(refused);
  expect((await call(`POST ${API}/scans`, { ...body, engine: "-oN" })).status).toBe(422);
});

test("a scan and a schedule with nmap are done by the program that is there, and say so", async () => {
  nmap.path = "/opt/nmap";
  network.hosts = [find("10.61.0.1")];
  const done = await scan({ target: "10.61.0.0/30", engine: "nmap" });
  expect(done).toMatchObject({ engine: "nmap", status: "completed", result_count: 1 });
  expect(network.asked.at(-1)).toMatchObject({ nmap: "/opt/nmap" });
  expect(await auditOf(`scan:${done.id}`, "discovery.scan_started")).toMatchObject([
    { detail: "target=10.61.0.0/30 type=ping engine=nmap" },
  ]);
  const schedule = await givenSchedule({ target: "10.61.0.0/30", engine: "nmap" });
  expect(await run(schedule)).toMatchObject({ engine: "nmap", status: "completed" });
  await scan({ target: "10.61.0.0/30" });
  expect(network.asked.at(-1)?.nmap).toBeUndefined();
  nmap.path = undefined;
  expect(await call(`POST ${API}/schedules/${schedule.id}/run`)).toMatchObject({ status: 503 });
  expect((await call(`GET ${API}/schedules/${schedule.id}`)).body).toMatchObject({
    last_status: "failed",
    last_error: MISSING,
  });
});

test("what is excluded is neither counted nor asked, and MAC addresses are not among the finds", async () => {
  const exclude = ["10.62.0.2", "10.62.0.128/25", MAC];
  const target = "10.62.0.0/24";
  expect((await call(`POST ${API}/estimate`, { target, exclude })).body).toMatchObject({ addresses: 127 });
  network.hosts = [
    find("10.62.0.1"),
    find("10.62.0.2"),
    find("10.62.0.3", { macAddress: MAC }),
    find("10.62.0.200"),
  ];
  const done = await scan({ target, exclude });
  expect(done).toMatchObject({ host_count: 127, result_count: 1, exclude });
  expect(done.results.map(({ ip_address: address }) => address)).toEqual(["10.62.0.1"]);
  expect((await call(`POST ${API}/scans`, { target, exclude: ["printer"] })).status).toBe(422);
  expect(await call(`POST ${API}/scans`, { target: "10.62.0.1", exclude: ["10.62.0.0/24"] })).toMatchObject({
    status: 400,
    body: { detail: "Nothing is left of the target without what is excluded" },
  });
});

test("a host that was told before its MAC address was known is taken out again", async () => {
  const hosts = [find("10.63.0.1"), find("10.63.0.1", { macAddress: MAC }), find("10.63.0.2")];
  network.hosts = hosts;
  const done = await scan({ target: "10.63.0.0/30", exclude: [MAC] });
  expect(done.results.map(({ ip_address: address }) => address)).toEqual(["10.63.0.2"]);
});

test("who is excluded from a schedule has not disappeared, and is not noticed", async () => {
  network.hosts = [find("10.64.0.1", { macAddress: MAC }), find("10.64.0.2"), find("10.64.0.3")];
  const schedule = await givenSchedule({ target: "10.64.0.0/29" });
  await run(schedule);
  const path = `${API}/schedules/${schedule.id}`;
  const changed = await call(`PATCH ${path}`, { exclude: [MAC, "10.64.0.2"] });
  expect(changed.body).toMatchObject({ exclude: [MAC, "10.64.0.2"] });
  for (let time = 0; time < 4; time++) await run(schedule);
  const gone = await call(`GET ${API}/observations?schedule_id=${schedule.id}&observation_type=disappeared`);
  expect(gone.body).toEqual([]);
  expect(await observedAt(schedule)).toHaveLength(3);
  const other = await givenSchedule({ target: "10.64.0.0/29", exclude: [MAC, "10.64.0.2"] });
  await run(other);
  expect(await observedAt(other)).toEqual(["10.64.0.3"]);
});

const Payload = z.object({ events: z.array(z.looseObject({ event: z.string() })), eventsTotal: z.int() });

test("new devices and addresses that have moved are told once, in the transaction that notices them", async () => {
  const device = await call("POST /api/v1/topology/devices", {
    hostname: "edge",
    ip_address: "10.65.0.9",
    mac_address: "00:00:5E:00:53:42",
  });
  const { id } = z.looseObject({ id: z.int() }).parse(device.body);
  const schedule = await givenSchedule({
    name: "Told once",
    target: "10.65.0.0/28",
    notification_targets: ["ntfy"],
  });
  network.hosts = [
    find("10.65.0.1", { macAddress: "00:00:5E:00:53:43", hostname: "camera" }),
    find("10.65.0.2", { macAddress: "00:00:5E:00:53:42" }),
    find("10.65.0.3", { macAddress: "02:00:5E:00:53:44", isRandomMac: true }),
  ];
  await run(schedule);
  await run(schedule);
  const rows = await sql<{ payload: string }[]>`SELECT payload FROM outbox WHERE rule_name = 'Told once'`;
  expect(rows).toHaveLength(1);
  const { events, eventsTotal } = Payload.parse(
    JSON.parse(createEncryption(MASTER_KEY).decrypt(rows[0]?.payload ?? "")),
  );
  expect(eventsTotal).toBe(2);
  expect(events).toMatchObject([
    { event: "new_device", ip_address: "10.65.0.1", device_id: null, hostname: "camera" },
    { event: "address_moved", ip_address: "10.65.0.2", device_id: id, mac_address: "00:00:5E:00:53:42" },
  ]);
  const signals = await sql`
    SELECT event_type, subject, device_id::int, sentence FROM alert_signals WHERE sentence LIKE '%10.65.0.%' ORDER BY id`;
  expect([...signals]).toEqual([
    {
      event_type: "new_device",
      subject: "mac:00:00:5e:00:53:43",
      device_id: null,
      sentence: "New device found at 10.65.0.1 (camera, 00:00:5E:00:53:43)",
    },
    {
      event_type: "address_moved",
      subject: `device:${id}`,
      device_id: id,
      sentence: "edge (10.65.0.9) has moved to 10.65.0.2",
    },
  ]);
});

test("an import of more hosts than one statement writes is whole, with an audit row for each device", async () => {
  const many = Array.from({ length: 700 }, (_, index) => `10.66.${index >> 8}.${index & 255}`);
  network.hosts = many.map((address) => find(address, { hostname: `h-${address.replaceAll(".", "-")}` }));
  const { body: group } = await call("POST /api/v1/topology/groups", { name: "imported" });
  const groupId = z.looseObject({ id: z.int() }).parse(group).id;
  const { id } = await scan({ target: "10.66.0.0/22" });
  const fresh = await call(`POST ${API}/import`, { scan_id: id, topology_group_id: groupId });
  const made = DiscoveryImportResult.parse(fresh.body);
  expect(made).toMatchObject({ created: 700, updated: 0, skipped_existing: 0 });
  const last = made.rows.at(-1);
  expect((await call(`GET /api/v1/topology/devices/${last?.device_id}`)).body).toMatchObject({
    ip_address: last?.ip_address,
    hostname: `h-${last?.ip_address.replaceAll(".", "-")}`,
    device_type: "discovered",
    topology_group_id: groupId,
    topology_group: "imported",
  });
  network.hosts = many.map((address) => find(address, { macAddress: macOf(address) }));
  const again = await scan({ target: "10.66.0.0/22" });
  const filled = DiscoveryImportResult.parse((await call(`POST ${API}/import`, { scan_id: again.id })).body);
  expect(filled).toMatchObject({ created: 0, updated: 700, skipped_existing: 0 });
  const device = await call(`GET /api/v1/topology/devices/${last?.device_id}`);
  expect(device.body).toMatchObject({
    mac_address: macOf(last?.ip_address ?? "").toLowerCase(),
    vendor: expect.any(String),
    hostname: `h-${last?.ip_address.replaceAll(".", "-")}`,
  });
  const rows = await sql<{ action: string; rows: number }[]>`
    SELECT action, count(*)::int AS rows FROM audit_log
    WHERE target LIKE 'device:%' AND action IN ('topology.device_created', 'topology.device_updated')
      AND detail LIKE '10.66.%' GROUP BY action ORDER BY action`;
  expect([...rows]).toEqual([
    { action: "topology.device_created", rows: 700 },
    { action: "topology.device_updated", rows: 700 },
  ]);
}, 60_000);

function macOf(address: string): string {
  const [, , third = 0, fourth = 0] = address.split(".").map(Number);
  return ["00", "00", "5E", "00", hex(third), hex(fourth)].join(":");
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(2, "0");
}
