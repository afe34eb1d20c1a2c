import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { readInterfaces } from "../devices/device-rows";
import type { DeviceInterface } from "../devices/interface-models";
import { replaceInterfaces } from "../devices/interfaces";
import { topologyGroups } from "../tables";
import { readStates } from "./known-devices";
import type { Plan, PlannedWrite } from "./plan";
import { unpack } from "#platform/packed";
import { NEW_DEVICE, type DeviceState } from "./state";

const GROUPS_AT_ONCE = 500;

/** A device as it is written; `before` is undefined for a new one. */
export type Written = {
  write: PlannedWrite;
  id: number;
  before: DeviceState | undefined;
  after: DeviceState;
  /** Of a known device whose interfaces were named. */
  interfaces?: { before: DeviceInterface[]; after: DeviceInterface[] };
};

/** Writes the planned devices, some hundred at a time, and their groups. */
export async function writeDevices(
  db: Db,
  { writes, open, missingGroups }: Pick<Plan, "writes" | "open" | "missingGroups">,
  onWritten: (written: readonly Written[]) => Promise<void>,
): Promise<void> {
  const groups = await ensureGroups(db, missingGroups);
  for (const packed of writes) {
    const slice = writesOf(packed).map((write) => ({
      ...write,
      changes: open.get(write.place) ?? write.changes,
    }));
    const created = await toCreated(db, slice);
    const updated = await toUpdated(db, slice);
    const rowOf = ({ id, after }: Written) => toRow(id, after, groups);
    await insertRows(db, created.map(rowOf));
    await updateRows(db, updated.map(rowOf));
    const written = [...created, ...updated];
    const renewed = updated.filter(({ write }) => write.interfaces !== undefined);
    const before = await interfacesOf(db, renewed);
    for (const { id, write } of written) {
      if (write.interfaces !== undefined) await replaceInterfaces(db, id, write.interfaces);
    }
    const after = await interfacesOf(db, renewed);
    for (const one of renewed) one.interfaces = { before: before(one.id), after: after(one.id) };
    await onWritten(written);
  }
}

async function interfacesOf(db: Db, written: readonly Written[]): Promise<(id: number) => DeviceInterface[]> {
  if (written.length === 0) return () => [];
  const further = await readInterfaces(
    db,
    written.map(({ id }) => id),
  );
  return (id) => further(id).interfaces;
}

function writesOf(packed: Uint8Array): PlannedWrite[] {
  return JSON.parse(unpack(packed));
}

async function toCreated(db: Db, writes: readonly PlannedWrite[]): Promise<Written[]> {
  const fresh = writes.filter(({ id }) => id === undefined);
  const ids = await newIds(db, fresh.length);
  return fresh.map((write, index) => ({
    write,
    id: ids[index] ?? 0,
    before: undefined,
    after: { ...NEW_DEVICE, ...write.changes },
  }));
}

/** Reads the devices again, which are locked: as they were planned they would all be in memory at once. */
async function toUpdated(db: Db, writes: readonly PlannedWrite[]): Promise<Written[]> {
  const known = writes.flatMap((write) => (write.id === undefined ? [] : [{ write, id: write.id }]));
  const states = await readStates(
    db,
    known.map(({ id }) => id),
  );
  return known.map(({ write, id }) => {
    const before = states.get(id);
    if (before === undefined) throw new Error(`our bug: device ${id} was locked and is gone`);
    return { write, id, before, after: { ...before, ...write.changes } };
  });
}

/** Makes the groups; all in the order of their names, so that two imports do not wait for each other for ever. */
async function ensureGroups(db: Db, names: ReadonlySet<string>): Promise<Map<string, number>> {
  const sorted = [...names].sort();
  const ids = new Map<string, number>();
  for (let start = 0; start < sorted.length; start += GROUPS_AT_ONCE) {
    const slice = sorted.slice(start, start + GROUPS_AT_ONCE);
    await db
      .insert(topologyGroups)
      .values(slice.map((name) => ({ name })))
      .onConflictDoNothing({ target: topologyGroups.name });
    const rows = await db
      .select({ id: topologyGroups.id, name: topologyGroups.name })
      .from(topologyGroups)
      .where(inArray(topologyGroups.name, slice));
    for (const { id, name } of rows) ids.set(name, id);
  }
  return ids;
}

const NewIds = z.array(z.object({ id: z.coerce.number() }));

/** Ids that no other device gets. */
export async function newIds(db: Db, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await db.execute(
    sql`SELECT nextval(pg_get_serial_sequence('devices', 'id')) AS id FROM generate_series(1, ${count}::int)`,
  );
  return NewIds.parse([...rows]).map(({ id }) => id);
}

/** A device as the two statements below take it. */
export function toRow(id: number, state: DeviceState, groups: ReadonlyMap<string, number>) {
  const groupId = state.topologyGroupId ?? groups.get(state.topologyGroup ?? "") ?? null;
  return {
    id,
    display_name: state.displayName,
    hostname: state.hostname,
    ip_address: state.ipAddress,
    mac_address: state.macAddress,
    vendor: state.vendor,
    is_vendor_derived: state.isVendorDerived,
    os: state.os,
    serial_number: state.serialNumber,
    device_type: state.deviceType,
    status: state.status,
    lifecycle: state.lifecycle,
    monitoring_paused: state.monitoringPaused,
    expected_status: state.expectedStatus,
    icon: state.icon,
    color: state.color,
    vlan_id: state.vlanId,
    subnet: state.subnet,
    topology_group_id: groupId,
    topology_group: state.topologyGroup,
    site_id: state.siteId,
    snmp_profile_id: state.snmpProfileId,
    tags: state.tags,
    notes: state.notes,
    custom_attributes: state.customAttributes,
  };
}

type Row = ReturnType<typeof toRow>;

/** The columns of `toRow`, in its order, but for the id. */
const COLUMNS = [
  ["display_name", "text"],
  ["hostname", "text"],
  ["ip_address", "text"],
  ["mac_address", "text"],
  ["vendor", "text"],
  ["is_vendor_derived", "boolean"],
  ["os", "text"],
  ["serial_number", "text"],
  ["device_type", "text"],
  ["status", "text"],
  ["lifecycle", "text"],
  ["monitoring_paused", "boolean"],
  ["expected_status", "text"],
  ["icon", "text"],
  ["color", "text"],
  ["vlan_id", "text"],
  ["subnet", "text"],
  ["topology_group_id", "bigint"],
  ["topology_group", "text"],
  ["site_id", "bigint"],
  ["snmp_profile_id", "bigint"],
  ["tags", "text[]"],
  ["notes", "text"],
  ["custom_attributes", "jsonb"],
] as const;

const NAMES = sql.raw(COLUMNS.map(([name]) => name).join(", "));
const RECORD = sql.raw(["id bigint", ...COLUMNS.map(([name, type]) => `${name} ${type}`)].join(", "));
const ASSIGNMENTS = sql.raw(COLUMNS.map(([name]) => `${name} = given.${name}`).join(", "));

/** One statement and one parameter for many rows: the main thread has little to do. */
export async function insertRows(db: Db, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    INSERT INTO devices (id, ${NAMES}) OVERRIDING SYSTEM VALUE
    SELECT id, ${NAMES} FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (${RECORD})`);
}

/** The same of devices that are there. */
export async function updateRows(db: Db, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    UPDATE devices SET ${ASSIGNMENTS}, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (${RECORD})
    WHERE devices.id = given.id`);
}
