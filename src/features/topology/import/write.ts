import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { replaceInterfaces } from "../devices/interfaces";
import { topologyGroups } from "../tables";
import type { PlannedWrite } from "./plan";
import type { DeviceState } from "./state";

const ROWS_AT_ONCE = 500;

export type Written = { id: number; write: PlannedWrite };

/** Writes the planned devices, some hundred at a time, and their groups. Takes them out of the list, as nothing else needs them. */
export async function writeDevices(
  db: Db,
  writes: PlannedWrite[],
  onWritten: (written: readonly Written[]) => Promise<void>,
): Promise<void> {
  const groups = await ensureGroups(db, writes);
  while (writes.length > 0) {
    const slice = writes.splice(0, ROWS_AT_ONCE);
    const fresh = slice.filter(({ id }) => id === undefined);
    const ids = await newIds(db, fresh.length);
    const numbered = [
      ...fresh.map((write, index) => ({ id: ids[index] ?? 0, write })),
      ...slice.flatMap((write) => (write.id === undefined ? [] : [{ id: write.id, write }])),
    ];
    const rowOf = ({ id, write }: Written) => toRow(id, write.after, groups);
    await insertRows(db, numbered.slice(0, fresh.length).map(rowOf));
    await updateRows(db, numbered.slice(fresh.length).map(rowOf));
    for (const { id, write } of numbered) {
      if (write.interfaces !== undefined) await replaceInterfaces(db, id, write.interfaces);
    }
    await onWritten(numbered);
  }
}

/** The groups that rows name and that are not there yet are made; all in the order of their names, so that two imports do not wait for each other for ever. */
async function ensureGroups(db: Db, writes: readonly PlannedWrite[]): Promise<Map<string, number>> {
  const names = new Set<string>();
  for (const { after } of writes) {
    if (after.topologyGroup !== null && after.topologyGroupId === null) names.add(after.topologyGroup);
  }
  const sorted = [...names].sort();
  const ids = new Map<string, number>();
  for (let start = 0; start < sorted.length; start += ROWS_AT_ONCE) {
    const slice = sorted.slice(start, start + ROWS_AT_ONCE);
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

async function newIds(db: Db, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await db.execute(
    sql`SELECT nextval(pg_get_serial_sequence('devices', 'id')) AS id FROM generate_series(1, ${count}::int)`,
  );
  return NewIds.parse([...rows]).map(({ id }) => id);
}

function toRow(id: number, state: DeviceState, groups: ReadonlyMap<string, number>) {
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
  ["tags", "text[]"],
  ["notes", "text"],
  ["custom_attributes", "jsonb"],
] as const;

const NAMES = sql.raw(COLUMNS.map(([name]) => name).join(", "));
const RECORD = sql.raw(["id bigint", ...COLUMNS.map(([name, type]) => `${name} ${type}`)].join(", "));
const ASSIGNMENTS = sql.raw(COLUMNS.map(([name]) => `${name} = given.${name}`).join(", "));

/** One statement and one parameter for many rows: the main thread has little to do. */
async function insertRows(db: Db, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    INSERT INTO devices (id, ${NAMES}) OVERRIDING SYSTEM VALUE
    SELECT id, ${NAMES} FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (${RECORD})`);
}

async function updateRows(db: Db, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    UPDATE devices SET ${ASSIGNMENTS}, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (${RECORD})
    WHERE devices.id = given.id`);
}
