import { uniqueName, type TestService } from "../../support/app";
import { devices, sites, topologyGroups } from "#tables/topology";

type DeviceFields = Partial<typeof devices.$inferInsert>;

const PLAIN = {
  status: "unknown",
  lifecycle: "active",
  monitoringPaused: false,
  expectedStatus: "online",
  icon: "device",
};

/** Devices straight in the database; gives their ids. */
export async function givenDevices({ database }: TestService, ...given: DeviceFields[]): Promise<number[]> {
  const values = given.map((fields) => ({ ...PLAIN, displayName: uniqueName("device"), ...fields }));
  const rows = await database.db.insert(devices).values(values).returning({ id: devices.id });
  return rows.map(({ id }) => id);
}

export async function givenDevice(service: TestService, fields: DeviceFields = {}): Promise<number> {
  const [id = 0] = await givenDevices(service, fields);
  return id;
}

export async function givenGroup({ database }: TestService, name = uniqueName("group")) {
  const [row] = await database.db.insert(topologyGroups).values({ name }).returning();
  return { id: row?.id ?? 0, name };
}

export async function givenSite({ database }: TestService, name = uniqueName("site")) {
  const [row] = await database.db.insert(sites).values({ name }).returning();
  return { id: row?.id ?? 0, name };
}

/** What the database has of a device. */
export async function storedDevice({ database }: TestService, id: number) {
  const [row] = await database.sql`
    SELECT topology_group_id::int AS group_id, topology_group AS group_name, site_id::int FROM devices WHERE id = ${id}`;
  return row;
}

/** The statuses of answers, in ascending order. */
export function statusesOf(answers: readonly { status: number }[]): number[] {
  return answers.map(({ status }) => status).sort((left, right) => left - right);
}
