import { asc } from "drizzle-orm";
import { z } from "zod";
import { eachOf, fieldsOf, textOf, type ConfigurationKind } from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { pick } from "#platform/put-back";
import { DeviceTypeCreate, DeviceTypeUpdate } from "../models";
import { createDeviceType, deleteDeviceType, updateDeviceType, updateDeviceTypeColors } from "../service";
import { deviceTypeColors, deviceTypes } from "../tables";

const OWN = ["value", "label", "icon"];
const ID = 1;
const Colors = z.record(z.string().min(1).max(80), z.string().regex(/^#[0-9a-f]{6}$/));

/** Types of devices that administrators have added, by what devices name them by. */
const TYPE_KIND: ConfigurationKind = {
  name: "device_types",
  noun: "device type",
  key: "its value",
  reads: "authenticated",
  writes: "superadmin",
  refersTo: [],
  isKeyUnique: true,
  fields: fieldsOf(DeviceTypeUpdate.shape, OWN),
  defaults: { icon: "device" },
  keyOf: (fields) => textOf(fields, "value"),
  nameOf: (fields) => textOf(fields, "value"),
  toItem: (fields) => pick(fields, OWN),
  fromItem: (item) => pick(item, OWN),
  async read(db) {
    const rows = await db.select().from(deviceTypes).orderBy(asc(deviceTypes.id));
    return rows.map(({ id, ...fields }) => ({ id, fields }));
  },
  create: (ctx, things) =>
    eachOf(things, async ({ fields }) => {
      const { id } = await createDeviceType(ctx, readRequest(DeviceTypeCreate, fields));
      if (id === null) throw new Error("our bug: a type that was made is built in");
      return id;
    }),
  async update(ctx, changes) {
    for (const { fields, before } of changes)
      await updateDeviceType(ctx, {
        value: textOf(before, "value"),
        changes: readRequest(DeviceTypeUpdate, fields),
      });
  },
  async remove(ctx, gone) {
    for (const { fields } of gone) await deleteDeviceType(ctx, textOf(fields, "value"));
  },
};

/** Colours that replace those of types, built-in or not. */
const COLOR_KIND: ConfigurationKind = {
  name: "device_type_colors",
  noun: "colours",
  key: "there is one",
  reads: "authenticated",
  writes: "superadmin",
  refersTo: [],
  isSingle: true,
  isKeyUnique: true,
  fields: { colors: Colors },
  defaults: { colors: {} },
  keyOf: () => "",
  nameOf: () => "of device types",
  toItem: (fields) => pick(fields, ["colors"]),
  fromItem: (item) => pick(item, ["colors"]),
  async read(db) {
    const rows = await db.select().from(deviceTypeColors).orderBy(asc(deviceTypeColors.deviceType));
    const colors = Object.fromEntries(rows.map(({ deviceType, color }) => [deviceType, color]));
    return [{ id: ID, fields: { colors } }];
  },
  create: () => Promise.reject(new Error("our bug: there are colours always")),
  async update(ctx, changes) {
    for (const { fields } of changes)
      await updateDeviceTypeColors(ctx, { colors: Colors.parse(fields["colors"] ?? {}) });
  },
};

/** What bundles have of types of devices. */
export const DEVICE_TYPE_KINDS: readonly ConfigurationKind[] = [TYPE_KIND, COLOR_KIND];
