import { afterAll, expect, test } from "bun:test";
import { AlertWhy } from "../../../src/features/alerts/why/models";
import { createAlertService, INCIDENTS } from "./alert-service";

/** What is told of an incident, and to whom. */
const service = await createAlertService();
const { sql, turn, givenRule, givenWatched, becomes, incidentsOf } = service;
afterAll(service.close);
const admin = await service.tokenOf(await service.givenAdmin());

async function incidentOf({ device, target }: { device: number; target: number }): Promise<number> {
  await becomes(target, "down");
  await turn();
  const [incident] = await incidentsOf(device);
  return incident?.id ?? 0;
}

async function givenIncident(fields: Parameters<typeof givenWatched>[0] = {}) {
  const watched = await givenWatched(fields);
  return { ...watched, incident: await incidentOf(watched) };
}

async function whyOf(incident: number, token = admin): Promise<AlertWhy> {
  const answer = await service.call(`GET ${INCIDENTS}/${incident}/why`, { token });
  expect(answer.status).toBe(200);
  return AlertWhy.parse(answer.body);
}

await givenRule({ channels: [] });

test("who lies behind a device that is down, and cannot be reached, is named", async () => {
  const root = await givenWatched({ ipAddress: "192.0.2.1" });
  const { device, incident } = await givenIncident({ displayName: "sw-core" });
  const behind = await givenWatched({ displayName: "ap-lobby" });
  await givenWatched();
  for (const [one, other] of [
    [root.device, device],
    [device, behind.device],
  ])
    await sql`INSERT INTO device_dependencies (device_id, parent_id) VALUES (${other ?? 0}, ${one ?? 0})`;
  await becomes(behind.target, "unreachable");
  expect((await whyOf(incident)).behind).toEqual({
    count: 1,
    devices: [{ id: behind.device, name: "ap-lobby" }],
  });
});

test("the port where it hangs, the last changes and what ended before are told, and the likely cause", async () => {
  await sql`TRUNCATE check_targets CASCADE`;
  const sw = await service.givenDevice({ displayName: "sw3" });
  const watched = await givenWatched({ macAddress: "02:00:00:00:00:99" });
  const body = { notes: "moved" };
  await service.call(`PATCH /api/v1/topology/devices/${watched.device}`, { token: admin, body });
  const incident = await incidentOf(watched);
  await givenPlace(sw, "02:00:00:00:00:99");
  const why = await whyOf(incident);
  expect(why.port).toMatchObject({ device: { id: sw, name: "sw3" }, port: "Gi0/14", status: "down" });
  expect(why.likely_cause).toEqual({
    sentence: "Port Gi0/14 of sw3, where it hangs, is down",
    certainty: "likely",
  });
  expect(why.changes?.map(({ action }) => action)).toEqual(["topology.device_updated"]);
  await sql`DELETE FROM device_ports`;
  expect((await whyOf(incident)).likely_cause?.sentence).toContain("changed it");
});

/** As a switch's tables have it, whose port has just gone down. */
async function givenPlace(sw: number, macAddress: string): Promise<void> {
  await sql`INSERT INTO device_ports (device_id, name, if_index, admin_status, oper_status, changed_at)
    VALUES (${sw}, 'Gi0/14', 14, 'up', 'down', now())`;
  await sql`INSERT INTO forwarding_switches (device_id, read_at, complete_at, entries) VALUES (${sw}, now(), now(), 1)`;
  await sql`INSERT INTO forwarding_ports (device_id, port_index, name, macs) VALUES (${sw}, 14, 'Gi0/14', 1)`;
  await sql`INSERT INTO forwarding_entries (device_id, filtering_id, mac_address, port_index, since)
    VALUES (${sw}, 0, ${macAddress}, 14, now())`;
  await sql`INSERT INTO forwarding_places (mac_address, device_id, port_index, reason, known_by)
    VALUES (${macAddress}, ${sw}, 14, 'only', 1)`;
}

test("each part is for those who may read it where it comes from", async () => {
  const { incident } = await givenIncident();
  const [viewer, root] = [await whyOf(incident, service.viewerToken), await whyOf(incident)];
  expect(viewer.changes).toBeNull();
  expect(root.changes).not.toBeNull();
  expect((await service.call(`GET ${INCIDENTS}/${incident}/why`)).status).toBe(401);
  expect((await service.call(`GET ${INCIDENTS}/999999999/why`, { token: admin })).status).toBe(404);
});

test("that most of what is watched could not be asked at that time points to the service's own network", async () => {
  await sql`DELETE FROM devices`;
  const { incident } = await givenIncident();
  expect((await whyOf(incident)).own_network).toBeNull();
  for (const { target } of [await givenWatched(), await givenWatched(), await givenWatched()])
    await becomes(target, "unknown");
  const { own_network: own, likely_cause: cause } = await whyOf(incident);
  expect(own).toEqual({ unknown: 3, watched: 4 });
  expect(cause?.sentence).toContain("the network of this service itself may be at fault");
});
