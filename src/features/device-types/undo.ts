import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit, type StoredAuditEntry } from "#features/audit";
import {
  readRequest,
  restoreRow,
  settingsUndoers,
  statesOf,
  undoersOf,
  type Fields,
  type ObjectKind,
  type Undoer,
} from "#features/undo";
import type { Db } from "#platform/database";
import { pick } from "#platform/put-back";
import { DeviceTypeCreate, DeviceTypeUpdate } from "./models";
import {
  deleteDeviceType,
  readColors,
  requireOtherType,
  setTypeColor,
  updateDeviceType,
  updateDeviceTypeColors,
} from "./service";
import { deviceTypes } from "./tables";

const VALUE = { field: "value", message: "a device type of this value is there" };
const Valued = z.looseObject({ value: z.string() });
const Colored = z.looseObject({ color: z.string().nullable() });

const DEVICE_TYPES: ObjectKind = {
  permission: "superadmin",
  actions: {
    created: ["admin.device_type_created"],
    updated: ["admin.device_type_updated"],
    deleted: ["admin.device_type_deleted"],
  },
  stored: { table: deviceTypes },
  targetOf: (id, { value }) => `device_type:${typeof value === "string" ? value : id}`,
  nameOf: ({ label }) => (typeof label === "string" ? label : null),
  findId: findTypeId,
  comparable: (fields) => pick(fields, ["value", "label", "icon"]),
  async find(db, id) {
    const [row] = await db.select().from(deviceTypes).where(eq(deviceTypes.id, id)).for("update");
    return row;
  },
  async change({ db, actor }, { id, fields }) {
    const { value } = Valued.parse(await DEVICE_TYPES.find(db, id));
    await updateDeviceType({ db, actor }, { value, changes: readRequest(DeviceTypeUpdate, fields) });
  },
  async remove({ db, actor }, id) {
    await deleteDeviceType({ db, actor }, Valued.parse(await DEVICE_TYPES.find(db, id)).value);
  },
  async restore(run, { id, before, about }) {
    const { value, label, icon } = readRequest(DeviceTypeCreate, before);
    requireOtherType(value);
    const columns = { value, label, icon };
    if (!(await restoreRow(run, { table: deviceTypes, id, columns, about, unique: VALUE }))) return undefined;
    const { color } = Colored.parse({ color: null, ...before });
    if (color !== null) await setTypeColor(run.db, { deviceType: value, color });
    await recordAudit(run, {
      action: "admin.device_type_created",
      target: `device_type:${value}`,
      after: { id, ...columns },
    });
    return {};
  },
};

/** Its target is the value that it had before, which another type may have by now. */
async function findTypeId(db: Db, entry: StoredAuditEntry): Promise<number | undefined> {
  const { before, after } = statesOf(entry);
  const recorded = z.looseObject({ id: z.int() }).safeParse(after).data?.id;
  if (recorded !== undefined) return recorded;
  const value = after["value"] ?? before["value"] ?? entry.target?.slice("device_type:".length);
  if (typeof value !== "string") return undefined;
  const [row] = await db.select().from(deviceTypes).where(eq(deviceTypes.value, value));
  return row?.id;
}

/** How changes of device types and of their colours are taken back. */
export const DEVICE_TYPE_UNDOERS: readonly Undoer[] = [
  ...undoersOf(DEVICE_TYPES),
  ...settingsUndoers({
    action: "admin.device_type_colors_updated",
    permission: "superadmin",
    target: "device_types",
    name: "Colours of device types",
    comparable: (fields) => fields,
    read: async (db) => Object.fromEntries(await readColors(db)),
    async write(run, fields) {
      const colors = { ...Object.fromEntries(await readColors(run.db)), ...textsOf(fields) };
      await updateDeviceTypeColors(run, { colors });
    },
  }),
];

/** None: it goes. */
function textsOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, color]) => [name, typeof color === "string" ? color : ""]),
  );
}
