import { sql } from "drizzle-orm";
import {
  insertChecks,
  PortTargetCreate,
  PortTargetUpdate,
  toCheckFields,
  updateCheckFields,
} from "#features/monitoring";
import { anyOf } from "#platform/any-of";
import { serviceChecks } from "#tables/monitoring";
import { OPTION } from "../kinds";
import { readPlaces } from "./place-book";
import { readModel, saidOf, splitByPrefix } from "./read-model";
import { RowFaults, type Input, type KindRules } from "./rules";

/** A service check is told by its device, its kind, its port and its label. */
export const CHECK_RULES: KindRules = {
  kind: "check",
  permission: "monitoring_write",
  atOnce: 250,
  nameOf: ({ label = "", device = "", port = "" }) => String(label || `${String(device)} ${String(port)}`),
  read(run, { device, ...fields }) {
    if (typeof device !== "string") throw new RowFaults([{ field: "device", msg: "Field required" }]);
    const { places, ids } = readPlaces(run, { device }, [
      { column: "device", field: "device_id", book: "hosts" },
    ]);
    const { within: options, others } = splitByPrefix(fields, OPTION);
    const input = { ...others, options, ...ids };
    const made = readModel(PortTargetCreate, input);
    // Which port is the usual one, the model says.
    return { input, said: { ...saidOf(Object.keys(input), made), port: made.port }, places };
  },
  keyOf({ said, places = [] }) {
    const host = places.find(({ field }) => field === "device_id")?.name.toLowerCase();
    return keyOf({ device_id: host, ...said });
  },
  async find({ db }, wanted) {
    const ids = wanted.flatMap(({ said: { device_id: id } }) => (typeof id === "number" ? id : []));
    const rows = await db
      .select()
      .from(serviceChecks)
      .where(sql`${serviceChecks.deviceId} = ${anyOf(ids)}`)
      .orderBy(serviceChecks.id);
    const known = Map.groupBy(rows.map(toCheckFields), keyOf);
    return wanted.map(({ said }) => {
      const [found] = known.get(keyOf(said)) ?? [];
      return found && { id: found.id, fields: found };
    });
  },
  targetOf: (id) => `service_check:${id}`,
  async create(run, wanted) {
    return insertChecks(
      run,
      wanted.map(({ input }) => PortTargetCreate.parse(input)),
    );
  },
  async update(run, { id, fields }) {
    await updateCheckFields(run, { id, changes: readModel(PortTargetUpdate, fields), ifMatch: undefined });
  },
};

function keyOf({ device_id: id, check_type: type, port, label }: Input): string {
  return JSON.stringify([id, type, port, label]);
}
