import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { forwardingEntries, forwardingPlaces, forwardingPorts, forwardingSwitches } from "#tables/forwarding";
import { devicePorts, portCounters } from "#tables/ports";
import { sensors } from "#tables/sensors";
import { snmpPolls } from "#tables/snmp-polling";
import { toolResults } from "#tables/tools";
import { asked } from "../../../../src/features/tools/kept/finding";
import { DeviceMerged } from "../../../../src/features/topology/merge/models";
import { createTestService, uniqueName } from "../../../support/app";
import { patient } from "../../../support/patience";

// The first MAC address waits for the registry of vendors to be read.
setDefaultTimeout(patient(20_000));

const service = await createTestService();
const { db } = service.database;
const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
afterAll(service.close);

const DEVICES = "/api/v1/topology/devices";
let machines = 0;

async function givenDevice(): Promise<number> {
  const body = { name: uniqueName("device") };
  const { body: made } = await service.call(`POST ${DEVICES}`, { token, body });
  return z.looseObject({ id: z.int() }).parse(made).id;
}

async function merge(kept: number, gone: number): Promise<string[]> {
  const body = { other_device_id: gone, fields: {} };
  const answer = await service.call(`POST ${DEVICES}/${kept}/merge`, { token, body });
  expect(answer.status).toBe(200);
  const { belongings } = DeviceMerged.parse(answer.body).merge;
  return belongings.map(({ kind, outcome, names }) => `${kind} ${outcome}: ${names.join(", ")}`).sort();
}

async function givenPort(deviceId: number, name: string): Promise<void> {
  await db.insert(devicePorts).values({ deviceId, name, ifIndex: 1, adminStatus: "up", operStatus: "up" });
  const counters = { at: new Date(), counters: new Uint8Array(1) };
  await db
    .insert(portCounters)
    .values({ deviceId, ...counters })
    .onConflictDoNothing();
}

async function givenTable(deviceId: number, portName: string): Promise<void> {
  await db.insert(forwardingSwitches).values({ deviceId, readAt: new Date(), entries: 1 });
  await db.insert(forwardingPorts).values({ deviceId, portIndex: 1, name: portName, macs: 1 });
  machines += 1;
  const place = { deviceId, macAddress: `00:00:5e:00:53:0${machines}`, portIndex: 1 };
  await db.insert(forwardingEntries).values({ ...place, filteringId: 0, since: new Date() });
  await db.insert(forwardingPlaces).values({ ...place, reason: "only", knownBy: 1 });
}

const sensorOf = (deviceId: number, name: string, more: Partial<typeof sensors.$inferInsert> = {}) =>
  db.insert(sensors).values({ deviceId, name, category: "cpu", unit: "%", oid: "1.3.6.1", ...more });

test("what a device was read to have by SNMP goes to one that has nothing of it", async () => {
  const [kept, gone] = [await givenDevice(), await givenDevice()];
  await givenPort(gone, "Gi0/1");
  await givenTable(gone, "Gi0/1");
  await sensorOf(gone, "CPU", { key: "cpu" });
  await db.insert(snmpPolls).values({ deviceId: gone, poller: "interfaces" });
  await db.insert(toolResults).values({
    deviceId: gone,
    sizeBytes: 2,
    finding: {
      tool: "reverse_dns",
      asked: asked("192.0.2.7"),
      result: {
        ip_address: "192.0.2.7",
        ptr_records: [],
        source: "system-resolver",
        dns_server: null,
        response_code: "NXDOMAIN",
        duration_ms: 1,
      },
    },
  });
  expect(await merge(kept, gone)).toEqual([
    "forwarding_ports moved: Gi0/1",
    "ports moved: Gi0/1",
    "sensors moved: CPU",
    "tool_results moved: reverse_dns",
  ]);
  for (const table of [devicePorts, portCounters, forwardingSwitches, forwardingEntries, forwardingPlaces])
    expect(await db.select().from(table).where(eq(table.deviceId, kept))).toHaveLength(1);
});

test("where both were read the kept one's stays; of sensors that which a person has set something on", async () => {
  const [kept, gone] = [await givenDevice(), await givenDevice()];
  for (const device of [kept, gone]) {
    await givenPort(device, device === kept ? "Gi0/1" : "ge-0/0/1");
    await givenTable(device, device === kept ? "Gi0/1" : "ge-0/0/1");
    await sensorOf(device, device === kept ? "kept memory" : "memory", { key: "memory" });
  }
  await sensorOf(kept, "CPU", { key: "cpu" });
  await sensorOf(gone, "CPU with a bound", { key: "cpu", warnAbove: 90 });
  await sensorOf(kept, "Inlet", { oid: "1.3.6.1.4.1.99999.1" });
  await sensorOf(gone, "Outlet", { oid: "1.3.6.1.4.1.99999.2" });
  expect(await merge(kept, gone)).toEqual([
    "forwarding_ports dropped: ge-0/0/1",
    "ports dropped: ge-0/0/1",
    "sensors joined: memory",
    "sensors moved: CPU with a bound, Outlet",
  ]);
  const left = await db.select({ name: sensors.name }).from(sensors).where(eq(sensors.deviceId, kept));
  expect(left.map(({ name }) => name).sort()).toEqual(["CPU with a bound", "Inlet", "Outlet", "kept memory"]);
});
