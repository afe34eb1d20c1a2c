import { eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import type { DeviceTypeCreate, DeviceTypeRead, DeviceTypeUpdate } from "./models";
import { createDeviceType, getDeviceType, updateDeviceType } from "./service";
import { deviceTypes } from "./tables";

/** A device type of administrators' own under its value. */
export function deviceTypeByKey(
  actor: Actor,
  type: DeviceTypeCreate,
): Keyed<DeviceTypeRead, DeviceTypeUpdate> {
  const { value } = type;
  return {
    key: `device type ${value}`,
    find: (db) => findIds(db, { table: deviceTypes, where: eq(deviceTypes.value, value) }),
    read: (db) => getDeviceType({ db }, value),
    create: (db) => createDeviceType({ db, actor }, type),
    update: (db, { changes, ifMatch }) => updateDeviceType({ db, actor }, { value, changes, ifMatch }),
  };
}
