import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { Operation } from "#features/operations";
import { DiscoveryObservationRead } from "../../../src/features/discovery/observations/models";
import { DiscoveryScanRead } from "../../../src/features/discovery/scans/models";
import { DiscoveryScheduleRead } from "../../../src/features/discovery/schedules/models";
import { discoveryObservations } from "../../../src/features/discovery/tables";
import { createTestService } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { find, ScriptedNetwork } from "./given";
import { patient } from "../../support/patience";

// The first device that is made waits for the registry of vendors to be read.
setDefaultTimeout(patient(20_000));

const network = new ScriptedNetwork();
const service = await createTestService({ sweep: network.sweep, isOne: true });
const replica = await createTestService({ sweep: network.sweep, database: service.database });
afterAll(async () => {
  await replica.close();
  await service.close();
});
const { sql } = service.database;
const { runner } = service.discovery;
const auditOf = await createAuditReader(service);
const owner = await service.givenUser({ role: "NetworkAdmin" });
const token = await service.tokenOf(owner);
const call = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });

const API = "/api/v1/discovery";
const MAC = "00:00:5E:00:53:01";
const Observations = z.array(DiscoveryObservationRead);

async function givenSchedule(target: string, more: object = {}): Promise<DiscoveryScheduleRead> {
  const answer = await call(`POST ${API}/schedules`, { name: `Watch ${target}`, target, ...more });
  expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: 201 });
  return DiscoveryScheduleRead.parse(answer.body);
}

async function run(schedule: { id: number }): Promise<DiscoveryScanRead> {
  const answer = await call(`POST ${API}/schedules/${schedule.id}/run`);
  expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: 200 });
  return DiscoveryScanRead.parse(answer.body);
}

async function observationsOf(
  schedule: { id: number },
  filter = "open",
): Promise<DiscoveryObservationRead[]> {
  const query = `schedule_id=${schedule.id}&status_filter=${filter}`;
  return Observations.parse((await call(`GET ${API}/observations?${query}`)).body);
}

async function givenDevice(body: object): Promise<number> {
  const answer = await call("POST /api/v1/topology/devices", body);
  return z.looseObject({ id: z.int() }).parse(answer.body).id;
}

const readSchedule = async ({ id }: { id: number }) =>
  DiscoveryScheduleRead.parse((await call(`GET ${API}/schedules/${id}`)).body);
const makeDue = ({ id }: { id: number }) =>
  sql`UPDATE discovery_schedules SET due_at = now() - interval '1 second' WHERE id = ${id}`;

beforeEach(() => {
  network.hosts = [];
  network.isWhole = true;
  network.release();
});

describe("a schedule", () => {
  test("is made, changed and removed, with its rules and its audit rows", async () => {
    const schedule = await givenSchedule(" 10.20.0.9/24 ", {
      notification_targets: ["ntfy", "profile:3", "ntfy"],
    });
    expect(schedule).toMatchObject({
      target: "10.20.0.0/24",
      enabled: true,
      interval_minutes: 1440,
      owner_user_id: owner.id,
      notification_targets: ["ntfy", "profile:3"],
      last_run_at: null,
      last_scan_id: null,
      open_observation_count: 0,
    });
    const wait = (next: string | null) => (Date.parse(next ?? "") - Date.now()) / 60_000;
    expect(wait(schedule.next_run_at)).toBeCloseTo(1440, 0);
    const path = `${API}/schedules/${schedule.id}`;
    const hourly = DiscoveryScheduleRead.parse((await call(`PATCH ${path}`, { interval_minutes: 60 })).body);
    expect(wait(hourly.next_run_at)).toBeCloseTo(60, 0);
    const named = await call(`PATCH ${path}`, { name: "Office" });
    expect(named.body).toMatchObject({ name: "Office", next_run_at: hourly.next_run_at });
    expect((await call(`PATCH ${path}`, { enabled: false })).body).toMatchObject({ next_run_at: null });
    expect((await call(`GET ${API}/schedules`)).body).toContainEqual(
      expect.objectContaining({ id: schedule.id, name: "Office" }),
    );
    expect((await call(`DELETE ${path}?dry_run=true`)).status).toBe(200);
    expect((await call(`DELETE ${path}`)).status).toBe(204);
    expect((await call(`GET ${path}`)).body).toEqual({ detail: "Schedule not found" });
    const rows = await auditOf(`discovery_schedule:${schedule.id}`);
    expect(rows.map(({ action }) => action.replace("discovery.schedule_", ""))).toEqual([
      "deleted",
      "updated",
      "updated",
      "updated",
      "created",
    ]);
  });

  test.each([
    [{ target: "8.8.8.8" }, 400],
    [{ target: "10.0.0.0/23" }, 400],
    [{ target: "10.0.0.1", topology_group_id: 987_654 }, 404],
    [{ target: "10.0.0.1", interval_minutes: 14 }, 422],
    [{ target: "10.0.0.1", notification_targets: ["pigeon"] }, 422],
    [{ target: "10.0.0.1", quiet_hours: { begins: "22:00", ends: "22:00", time_zone: "UTC" } }, 422],
    [{ target: "10.0.0.1", quiet_hours: { begins: "22:00", ends: "06:00", time_zone: "Moon" } }, 422],
  ])("%j is refused: %d", async (body, status) => {
    expect((await call(`POST ${API}/schedules`, { name: "x", ...body })).status).toBe(status);
  });

  test("is run once at a time, whichever replica is asked, and not while it is paused", async () => {
    const schedule = await givenSchedule("10.21.0.1");
    network.hold();
    const path = `POST ${API}/schedules/${schedule.id}/run`;
    const first = await call(path, undefined, { Prefer: "respond-async" });
    expect(first.status).toBe(202);
    expect(Operation.parse(first.body).kind).toBe("discovery_scan");
    const busy = "Schedule is disabled or a scan is already running for this schedule";
    const second = await replica.call(path, { token });
    expect({ status: second.status, body: second.body }).toEqual({ status: 409, body: { detail: busy } });
    expect((await readSchedule(schedule)).running_scan_id).not.toBeNull();
    network.release();
    await runner.runDue();
    const after = await readSchedule(schedule);
    expect(after).toMatchObject({ last_status: "completed", running_scan_id: null });
    await call(`PATCH ${API}/schedules/${schedule.id}`, { enabled: false });
    expect((await call(path)).body).toEqual({ detail: busy });
    expect((await call(`POST ${API}/schedules/987654/run`)).status).toBe(404);
  });

  test("runs by itself when it is due, on one of the replicas, and not in its quiet hours", async () => {
    const schedule = await givenSchedule("10.22.0.1", { interval_minutes: 60 });
    const at = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString().slice(11, 16);
    const quiet = await givenSchedule("10.22.0.2", {
      quiet_hours: { begins: at(-1), ends: at(2), time_zone: "UTC" },
    });
    await makeDue(schedule);
    await makeDue(quiet);
    const before = network.asked.length;
    await Promise.all([runner.runDue(), replica.discovery.runner.runDue()]);
    expect(network.asked.length).toBe(before + 1);
    const after = await readSchedule(schedule);
    expect(after).toMatchObject({ last_status: "completed", last_result_count: 0 });
    expect(Date.parse(after.next_run_at ?? "") - Date.parse(after.last_run_at ?? "")).toBe(3_600_000);
    const scans = await auditOf(`scan:${after.last_scan_id}`);
    expect(scans.map(({ action }) => action)).toEqual([
      "discovery.scheduled_scan_completed",
      "discovery.scheduled_scan_started",
    ]);
    const waiting = await readSchedule(quiet);
    expect(waiting.last_run_at).toBeNull();
    expect(Date.parse(waiting.next_run_at ?? "")).toBeGreaterThan(Date.now());
    expect((await run(quiet)).status).toBe("completed");
  });

  test("whose target may not be scanned any more says so", async () => {
    const schedule = await givenSchedule("10.23.0.1");
    await sql`UPDATE discovery_schedules SET target = '10.0.0.0/8' WHERE id = ${schedule.id}`;
    await makeDue(schedule);
    await runner.runDue();
    expect(await readSchedule(schedule)).toMatchObject({
      last_status: "failed",
      last_error: "Scan target is too large; maximum is 1024 addresses",
    });
  });

  test("that another process has taken over in the meantime writes nothing", async () => {
    const schedule = await givenSchedule("10.24.0.0/24");
    network.hosts = [find("10.24.0.1")];
    network.hold();
    const begun = await call(`POST ${API}/schedules/${schedule.id}/run`, undefined, {
      Prefer: "respond-async",
    });
    expect(begun.status).toBe(202);
    await sql`UPDATE discovery_schedules SET claim_token = claim_token + 1 WHERE id = ${schedule.id}`;
    network.release();
    await runner.runDue();
    expect(await observationsOf(schedule)).toEqual([]);
  });
});

describe("observations", () => {
  test("are made, refreshed, told of and applied: a new device with the schedule's group and site", async () => {
    const { body: group } = await call("POST /api/v1/topology/groups", { name: "watched" });
    const groupId = z.looseObject({ id: z.int() }).parse(group).id;
    const schedule = await givenSchedule("10.30.0.0/24", {
      topology_group_id: groupId,
      notification_targets: ["ntfy"],
    });
    network.hosts = [find("10.30.0.5", { macAddress: MAC, hostname: "camera" })];
    const scan = await run(schedule);
    const [first, ...others] = await observationsOf(schedule);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      observation_type: "new_device",
      status: "open",
      scan_id: scan.id,
      ip_address: "10.30.0.5",
      mac_address: MAC,
      hostname: "camera",
      summary: "New device found at 10.30.0.5",
      details: { open_ports: [] },
    });
    await run(schedule);
    const [again] = await observationsOf(schedule);
    expect(again?.id).toBe(first?.id ?? 0);
    const notices = await sql<{ subject: string; destination: string }[]>`
      SELECT subject, destination FROM outbox WHERE rule_name = ${schedule.name}`;
    expect([...notices]).toEqual([{ subject: `Discovery: ${schedule.name}`, destination: "ntfy" }]);
    expect((await readSchedule(schedule)).open_observation_count).toBe(1);

    const applied = await call(`POST ${API}/observations/${first?.id}/apply`);
    expect(applied.body).toMatchObject({ status: "resolved" });
    const { device_id: id } = DiscoveryObservationRead.parse(applied.body);
    expect((await call(`GET /api/v1/topology/devices/${id}`)).body).toMatchObject({
      hostname: "camera",
      ip_address: "10.30.0.5",
      mac_address: MAC.toLowerCase(),
      device_type: "discovered",
      topology_group_id: groupId,
    });
    await run(schedule);
    expect(await observationsOf(schedule)).toEqual([]);
    const rows = await auditOf(`discovery_observation:${first?.id}`);
    expect(rows.map(({ action }) => action)).toEqual(["discovery.observation_applied"]);
  });

  test("of a device that moved or changed are applied to it, and others cannot be", async () => {
    const id = await givenDevice({
      hostname: "nas",
      ip_address: "10.31.0.1",
      mac_address: "00:00:5e:00:53:31",
    });
    const schedule = await givenSchedule("10.31.0.0/24");
    network.hosts = [find("10.31.0.9", { macAddress: "00:00:5E:00:53:31", hostname: "nas2" })];
    await run(schedule);
    const [moved] = await observationsOf(schedule);
    expect(moved).toMatchObject({
      observation_type: "ip_change",
      device_id: id,
      device_name: "nas",
      details: { proposed_updates: { ip_address: "10.31.0.9", hostname: "nas2" } },
    });
    expect((await call(`POST ${API}/observations/${moved?.id}/apply`)).status).toBe(200);
    expect((await call(`GET /api/v1/topology/devices/${id}`)).body).toMatchObject({
      ip_address: "10.31.0.9",
      hostname: "nas2",
    });

    const change = async (columns: Partial<typeof discoveryObservations.$inferInsert>) => {
      await service.database.db
        .update(discoveryObservations)
        .set({ ...columns, status: "open" })
        .where(eq(discoveryObservations.id, moved?.id ?? 0));
      return call(`POST ${API}/observations/${moved?.id}/apply`);
    };
    const detail = async (columns: Parameters<typeof change>[0]) => {
      const { status, body } = await change(columns);
      return [status, z.object({ detail: z.string() }).parse(body).detail];
    };
    expect(await detail({ deviceId: null })).toEqual([400, "Observation has no matched device"]);
    expect(await detail({ deviceId: 987_654 })).toEqual([404, "Matched device not found"]);
    expect(await detail({ deviceId: id, details: { proposed_updates: ["hostname"] } })).toEqual([
      400,
      "Re-run the discovery schedule to generate a new observation with field values",
    ]);
    expect(await detail({ details: { proposed_updates: { shoe_size: "44" } } })).toEqual([
      400,
      "No applicable fields in observation details — re-run the discovery schedule",
    ]);
    expect(await detail({ observationType: "disappeared" })).toEqual([
      400,
      "Cannot apply this observation type",
    ]);
    expect(await detail({ observationType: "new_device", ipAddress: null })).toEqual([
      400,
      "Observation has no IP address",
    ]);
    expect((await call(`POST ${API}/observations/987654/apply`)).body).toEqual({
      detail: "Observation not found",
    });
  });

  test("of a new device are resolved by reading once its address is in the inventory", async () => {
    const schedule = await givenSchedule("10.32.0.0/24");
    network.hosts = [find("10.32.0.1")];
    await run(schedule);
    await givenDevice({ hostname: "by-hand", ip_address: "10.32.0.1" });
    expect(await observationsOf(schedule)).toEqual([]);
    expect(await observationsOf(schedule, "resolved")).toMatchObject([
      { details: { auto_resolved: "in_inventory" } },
    ]);
  });

  test("are ignored for a while or for good, and come back when that is over", async () => {
    const schedule = await givenSchedule("10.33.0.0/24");
    network.hosts = [find("10.33.0.1"), find("10.33.0.2")];
    await run(schedule);
    const open = await observationsOf(schedule);
    const patch = (id: number | undefined, body: object) => call(`PATCH ${API}/observations/${id}`, body);
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const until = await patch(open[0]?.id, {
      status: "acknowledged",
      ignored_until: later,
      reason: "guests",
    });
    expect(until.body).toMatchObject({
      status: "acknowledged",
      is_ignored: true,
      ignored_until: later,
      reason: "guests",
    });
    await patch(open[1]?.id, { status: "acknowledged", ignore: true });
    expect(await observationsOf(schedule)).toEqual([]);
    expect(await observationsOf(schedule, "ignored")).toHaveLength(2);
    await run(schedule);
    expect(await observationsOf(schedule)).toEqual([]);
    await sql`UPDATE discovery_observations SET ignored_until = now() - interval '1 second' WHERE id = ${open[0]?.id ?? 0}`;
    expect((await observationsOf(schedule)).map(({ id }) => id)).toEqual([open[0]?.id ?? 0]);
    const rows = await auditOf(`discovery_observation:${open[1]?.id}`);
    expect(rows[0]).toMatchObject({
      action: "discovery.observation_updated",
      detail: "status=acknowledged ignored_until=ever",
    });
    expect((await patch(987_654, { status: "open" })).body).toEqual({ detail: "Observation not found" });
    expect((await patch(open[0]?.id, { status: "gone" })).status).toBe(422);
  });

  test("that are resolved are not made again, and reopening a double is refused", async () => {
    const schedule = await givenSchedule("10.34.0.0/24");
    network.hosts = [find("10.34.0.1", { macAddress: "00:00:5E:00:53:34" }), find("10.34.0.2")];
    await run(schedule);
    const [one] = await observationsOf(schedule);
    const { body } = await call(`POST ${API}/observations/resolve-all`);
    expect(z.object({ resolved: z.int() }).parse(body).resolved).toBeGreaterThanOrEqual(2);
    await run(schedule);
    expect(await observationsOf(schedule)).toEqual([]);
    const elsewhere = await givenSchedule("10.34.0.1");
    await run(elsewhere);
    expect(await observationsOf(elsewhere)).toEqual([]);
    await call(`PATCH ${API}/observations/${one?.id}`, { status: "open" });
    const [row] = await sql<{ id: number }[]>`
      INSERT INTO discovery_observations (schedule_id, observation_type, subject_key, summary, status, resolved_at)
      SELECT schedule_id, observation_type, subject_key, summary, 'resolved', now() FROM discovery_observations
      WHERE id = ${one?.id ?? 0} RETURNING id::int`;
    const doubled = await call(`PATCH ${API}/observations/${row?.id}`, { status: "open" });
    expect(doubled.status).toBe(409);
    expect((await auditOf("discovery_observations"))[0]?.action).toBe("discovery.observations_resolved_all");
  });

  test("are settled together, and what is refused of one does not stop the others", async () => {
    const schedule = await givenSchedule("10.35.0.0/24");
    network.hosts = [find("10.35.0.1"), find("10.35.0.2")];
    await run(schedule);
    const ids = (await observationsOf(schedule)).map(({ id }) => id);
    await sql`UPDATE discovery_observations SET ip_address = NULL WHERE id = ${ids[0] ?? 0}`;
    const bulk = await call(`POST ${API}/observations/bulk`, {
      observation_ids: [...ids, 987_654],
      action: "apply",
    });
    expect(bulk.body).toMatchObject({ done: 1, failed: 2 });
    expect(z.object({ rows: z.array(z.unknown()) }).parse(bulk.body).rows).toContainEqual({
      observation_id: ids[0],
      error: "Observation has no IP address",
    });
    const ignored = await call(`POST ${API}/observations/bulk`, {
      observation_ids: [ids[0]],
      action: "ignore",
      reason: "printer of a guest",
    });
    expect(ignored.body).toMatchObject({ done: 1, failed: 0 });
    expect(await observationsOf(schedule, "ignored")).toMatchObject([{ reason: "printer of a guest" }]);
  });

  test("say who is gone after three whole scans, and clear themselves; a reservation for another is a conflict", async () => {
    const schedule = await givenSchedule("10.36.0.0/24");
    const host = find("10.36.0.1", { macAddress: "00:00:5E:00:53:36" });
    await call("POST /api/v1/ipam/reservations", {
      ip_address: "10.36.0.1",
      label: "printer",
      mac_address: "00:00:5e:00:53:99",
    });
    network.hosts = [host];
    await run(schedule);
    expect((await observationsOf(schedule)).map((one) => one.observation_type).sort()).toEqual([
      "conflict",
      "new_device",
    ]);
    const conflict = (await observationsOf(schedule)).find((one) => one.observation_type === "conflict");
    expect(conflict?.details).toMatchObject({
      conflict_with: "reservation",
      reason: "It is reserved for printer (00:00:5e:00:53:99)",
    });
    network.hosts = [];
    await run(schedule);
    await run(schedule);
    network.isWhole = false;
    expect((await run(schedule)).state).toBe("timed_out");
    network.isWhole = true;
    const gone = async () =>
      (await observationsOf(schedule)).filter((one) => one.observation_type === "disappeared");
    expect(await gone()).toEqual([]);
    const third = await run(schedule);
    expect(await gone()).toMatchObject([{ scan_id: third.id, details: { missed_scans: 3 } }]);
    network.hosts = [host];
    await run(schedule);
    expect(await gone()).toEqual([]);
    const resolved = await observationsOf(schedule, "resolved");
    expect(resolved.find((one) => one.observation_type === "disappeared")?.details).toMatchObject({
      auto_resolved: "reappeared",
    });
  });
});
