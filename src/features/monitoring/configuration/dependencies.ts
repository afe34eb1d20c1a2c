import { asc } from "drizzle-orm";
import { z } from "zod";
import {
  idOf,
  required,
  type Change,
  type ConfigurationKind,
  type Fields,
  type WriteContext,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { DeviceDependenciesUpdate } from "../dependencies/models";
import { chooseDependencies } from "../dependencies/service";
import { deviceDependencies } from "../tables";

type Deps = { rootAddresses: () => Promise<readonly string[]> };

const Parents = z.array(z.string().min(1).max(1024)).max(20);
const Ids = z.array(z.number());

/** What devices depend on where somebody has chosen it, by device. */
export function dependencyKind({ rootAddresses }: Deps): ConfigurationKind {
  const choose = (ctx: WriteContext, { deviceId, wanted }: { deviceId: number; wanted: Fields }) =>
    chooseDependencies(
      { ...ctx, rootAddresses, onChange: () => {} },
      { id: deviceId, wanted: readRequest(DeviceDependenciesUpdate, wanted), ifMatch: undefined },
    );
  return {
    name: "dependencies",
    noun: "choice of what a device depends on:",
    key: "its device",
    reads: "authenticated",
    writes: { permission: "monitoring_write" },
    refersTo: ["devices"],
    isKeyUnique: true,
    fields: {
      device: required("the device that depends"),
      depends_on: Parents.openapi({
        description:
          "devices; none: its failure is always its own. Where a device is not named, its links say it",
      }),
    },
    defaults: { depends_on: [] },
    keyOf: (fields) => String(idOf(fields, "device_id")),
    nameOf: (fields, names) => names.nameOf("devices", idOf(fields, "device_id") ?? 0) ?? "",
    toItem: (fields, names) => ({
      ...("device_id" in fields && { device: names.nameOf("devices", idOf(fields, "device_id") ?? 0) }),
      ...("parent_ids" in fields && {
        depends_on: Ids.parse(fields["parent_ids"])
          .map((id) => names.nameOf("devices", id) ?? "")
          .toSorted(),
      }),
    }),
    fromItem: (item, ids) => ({
      ...(typeof item["device"] === "string" && {
        device_id: ids.idOf("devices", item["device"], ["device"]),
      }),
      ...("depends_on" in item && {
        parent_ids: Parents.parse(item["depends_on"]).map((name, place) =>
          ids.idOf("devices", name, ["depends_on", place]),
        ),
      }),
    }),
    async read(db) {
      const { deviceId } = deviceDependencies;
      const rows = await db.select().from(deviceDependencies).orderBy(asc(deviceId));
      const byDevice = Map.groupBy(rows, (row) => row.deviceId);
      return [...byDevice].map(([id, own]) => ({
        id,
        fields: { device_id: id, parent_ids: own.flatMap(({ parentId }) => parentId ?? []) },
      }));
    },
    async create(ctx, things) {
      const made: number[] = [];
      for (const { fields } of things) {
        const deviceId = idOf(fields, "device_id") ?? 0;
        await choose(ctx, { deviceId, wanted: chosen(fields) });
        made.push(deviceId);
      }
      return made;
    },
    async update(ctx, changes: readonly Change[]) {
      for (const { id, fields } of changes) await choose(ctx, { deviceId: id, wanted: chosen(fields) });
    },
    async remove(ctx, gone) {
      for (const { id } of gone) await choose(ctx, { deviceId: id, wanted: { mode: "automatic" } });
    },
  };
}

function chosen(fields: Fields): Fields {
  const parents = Ids.parse(fields["parent_ids"] ?? []);
  return parents.length === 0 ? { mode: "none" } : { mode: "chosen", parent_ids: parents };
}
