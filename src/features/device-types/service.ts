import { count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf, identified, recordAudit, type Actor } from "#features/audit";
import { renameDeviceType } from "#features/topology";
import { refuseDouble, type Db } from "#platform/database";
import { badRequest, conflict, invalid, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import {
  compareNaturally,
  cutPage,
  keyText,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { devices } from "#tables/topology";
import { DEVICE_TYPE_VERSION } from "./models";
import type { DeviceTypeColorsUpdate, DeviceTypeCreate, DeviceTypeRead, DeviceTypeUpdate } from "./models";
import { deviceTypeColors, deviceTypes } from "./tables";

type Context = { db: Db; actor: Actor };
type DeviceTypeRow = typeof deviceTypes.$inferSelect;

/** In the order in which answers list them. Each has the icon of its own name, but for `other`. */
const BUILTIN_LABELS = new Map([
  ["router", "Router"],
  ["switch", "Switch"],
  ["firewall", "Firewall"],
  ["server", "Server"],
  ["wireless", "Wireless"],
  ["workstation", "Workstation"],
  ["database", "Database"],
  ["nas", "NAS"],
  ["camera", "Camera"],
  ["printer", "Printer"],
  ["iot", "IoT"],
  ["hypervisor", "Hypervisor"],
  ["phone", "Phone"],
  ["vpn", "VPN"],
  ["cloud", "Cloud"],
  ["other", "Other"],
  ["unknown", "Unknown"],
]);

const EXISTS = "Device type already exists";
const VALUE = { constraint: "device_types_value", detail: EXISTS };

const byLabel = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const OF_TYPES: MemoryOrdering<DeviceTypeRead> = {
  name: "device types",
  keysOfRow: ({ id, value, label }) =>
    id === null ? [0, [...BUILTIN_LABELS.keys()].indexOf(value), "", 0] : [1, 0, label, id],
  schema: z.tuple([z.int(), z.int(), keyText, z.int()]),
  compare: compareNaturally,
};

/** The built-in types, then the others by label: all of them or a page. Throws 422 for a bad cursor. */
export async function pageDeviceTypes(ctx: { db: Db }, query: PageQuery): Promise<Page<DeviceTypeRead>> {
  return cutPage(await listDeviceTypes(ctx), query, OF_TYPES);
}

async function listDeviceTypes({ db }: { db: Db }): Promise<DeviceTypeRead[]> {
  const [custom, colors] = await Promise.all([db.select().from(deviceTypes), readColors(db)]);
  const builtin = [...BUILTIN_LABELS].map(([value, label]) => ({
    id: null,
    value,
    label,
    icon: value === "other" ? "device" : value,
    is_builtin: true,
    color: colors.get(value) ?? null,
  }));
  const others = custom.map((row) => toDeviceTypeRead(row, colors));
  return [
    ...builtin,
    ...others.sort((left, right) => byLabel.compare(left.label, right.label) || left.id - right.id),
  ];
}

/** Throws 404. */
export async function getDeviceType({ db }: { db: Db }, value: string): Promise<DeviceTypeRead> {
  const found = (await listDeviceTypes({ db })).find((type) => type.value === value);
  if (found === undefined) throw notFound("Device type not found");
  return found;
}

export async function readColors(db: Db): Promise<Map<string, string>> {
  const rows = await db.select().from(deviceTypeColors);
  return new Map(rows.map(({ deviceType, color }) => [deviceType, color]));
}

function toDeviceTypeRead(row: DeviceTypeRow, colors: Map<string, string>) {
  return { ...row, is_builtin: false, color: colors.get(row.value) ?? null };
}

/** Throws 409 where a type, built in or not, has the value. */
export async function createDeviceType(ctx: Context, input: DeviceTypeCreate): Promise<DeviceTypeRead> {
  requireOtherType(input.value);
  return refuseDouble(VALUE, () =>
    ctx.db.transaction(async (db) => {
      const [row] = await db.insert(deviceTypes).values(input).returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      await recordAudit(
        { db, actor: ctx.actor },
        { action: "admin.device_type_created", target: `device_type:${row.value}`, after: shown(row) },
      );
      return toDeviceTypeRead(row, await readColors(db));
    }),
  );
}

/** Throws 409 for the value of a built-in type. */
export function requireOtherType(value: string): void {
  if (BUILTIN_LABELS.has(value)) throw conflict(EXISTS);
}

/** A type that has a colour already keeps it. */
export async function setTypeColor(db: Db, color: typeof deviceTypeColors.$inferInsert): Promise<void> {
  await db.insert(deviceTypeColors).values(color).onConflictDoNothing();
}

/** Changes a type; its devices and its colour follow a new value. Throws 400 for a built-in one, 404, 409, 412. */
export async function updateDeviceType(
  ctx: Context,
  input: { value: string; changes: DeviceTypeUpdate; ifMatch?: EntityTags },
): Promise<DeviceTypeRead> {
  const { value, changes } = input;
  if (BUILTIN_LABELS.has(value)) throw badRequest("Built-in device types cannot be edited");
  return refuseDouble(VALUE, () =>
    ctx.db.transaction(async (db) => {
      const before = await requireDeviceType(db, input);
      const wanted = { ...before, ...changes };
      requireOtherType(wanted.value);
      const { value: newValue, label, icon } = wanted;
      const [row = before] = await db
        .update(deviceTypes)
        .set({ value: newValue, label, icon })
        .where(eq(deviceTypes.id, before.id))
        .returning();
      let renamed = 0;
      if (row.value !== value) {
        renamed = await renameDeviceType({ db }, { from: value, to: row.value });
        await moveColor(db, { from: value, to: row.value });
      }
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "admin.device_type_updated",
          target: `device_type:${value}`,
          detail: `devices=${renamed}`,
          ...identified(row.id, changesOf(shown(before), shown(row))),
        },
      );
      return toDeviceTypeRead(row, await readColors(db));
    }),
  );
}

async function requireDeviceType(
  db: Db,
  { value, ifMatch }: { value: string; ifMatch?: EntityTags },
): Promise<DeviceTypeRow> {
  const [row] = await db.select().from(deviceTypes).where(eq(deviceTypes.value, value)).for("update");
  if (row === undefined) throw notFound("Device type not found");
  const current = toDeviceTypeRead(row, new Map());
  requireUnchanged(ifMatch, { current, versioned: DEVICE_TYPE_VERSION });
  return row;
}

async function moveColor(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const [moved] = await db.delete(deviceTypeColors).where(eq(deviceTypeColors.deviceType, from)).returning();
  if (moved === undefined) return;
  await setTypeColor(db, { deviceType: to, color: moved.color });
}

/** Removes a type and its colour. Throws 400 for a built-in one, 404, 409 while a device has it, and 412. */
export async function deleteDeviceType(ctx: Context, value: string, ifMatch?: EntityTags): Promise<void> {
  if (BUILTIN_LABELS.has(value)) throw badRequest("Built-in device types cannot be deleted");
  await ctx.db.transaction(async (db) => {
    const row = await requireDeviceType(db, { value, ifMatch });
    const [used] = await db.select({ count: count() }).from(devices).where(eq(devices.deviceType, value));
    if (used !== undefined && used.count > 0) throw conflict("Device type is in use");
    await db.delete(deviceTypes).where(eq(deviceTypes.id, row.id));
    const [painted] = await db
      .delete(deviceTypeColors)
      .where(eq(deviceTypeColors.deviceType, value))
      .returning();
    const before = { ...shown(row), color: painted?.color ?? null };
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "admin.device_type_deleted", target: `device_type:${value}`, before },
    );
  });
}

const COLOR = /^#[0-9a-f]{6}$/;

/** Replaces all colours. Throws 422 that names the type whose colour is none. */
export async function updateDeviceTypeColors(
  ctx: Context,
  input: DeviceTypeColorsUpdate,
): Promise<DeviceTypeRead[]> {
  const rows = Object.entries(input.colors).flatMap(([deviceType, text]) => {
    const color = text.trim().toLowerCase();
    if (color === "") return [];
    if (!COLOR.test(color)) throw invalidColor(deviceType);
    return [{ deviceType, color }];
  });
  return ctx.db.transaction(async (db) => {
    await db.execute(sql`LOCK TABLE ${deviceTypeColors} IN SHARE ROW EXCLUSIVE MODE`);
    const before = Object.fromEntries(await readColors(db));
    await db.delete(deviceTypeColors);
    if (rows.length > 0) await db.insert(deviceTypeColors).values(rows);
    const after = Object.fromEntries(await readColors(db));
    const changes = changesOf(before, after);
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "admin.device_type_colors_updated", target: "device_types", ...changes },
    );
    return listDeviceTypes({ db });
  });
}

function invalidColor(deviceType: string) {
  const msg = `Invalid colour for device type '${deviceType}'`;
  return invalid([{ loc: ["body", "colors", deviceType], msg, type: "value_error" }]);
}

function shown({ id, value, label, icon }: DeviceTypeRow): Record<string, unknown> {
  return { id, value, label, icon };
}
