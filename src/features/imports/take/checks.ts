import { inArray } from "drizzle-orm";
import {
  insertChecks,
  PortTargetCreate,
  PortTargetUpdate,
  toCheckFields,
  updateCheck,
} from "#features/monitoring";
import { serviceChecks } from "#tables/monitoring";
import { OPTION, type Fields } from "../kinds";
import { readPlaces } from "./place-book";
import { readModel, saidOf } from "./read-model";
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
    const input = { ...withOptions(fields), ...ids };
    const made = readModel(PortTargetCreate, input);
    // Which port is the usual one, the model says.
    const said = saidOf([...new Set([...Object.keys(input), "port"])], made);
    return { input, said, places };
  },
  keyOf({ said: { check_type: type, port, label, device_id: id }, places = [] }) {
    const host = places.find(({ field }) => field === "device_id")?.name.toLowerCase();
    return JSON.stringify([id ?? host, type, port, label]);
  },
  async find({ db }, wanted) {
    const ids = [
      ...new Set(wanted.flatMap(({ said: { device_id: id } }) => (typeof id === "number" ? id : []))),
    ];
    const rows = await db
      .select()
      .from(serviceChecks)
      .where(inArray(serviceChecks.deviceId, ids))
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
    // The import tells of the change when it is committed.
    const ctx = { ...run, onChange: () => {} };
    await updateCheck(ctx, { id, changes: readModel(PortTargetUpdate, fields), ifMatch: undefined });
  },
};

function keyOf({ device_id: id, check_type: type, port, label }: Input): string {
  return JSON.stringify([id, type, port, label]);
}

/** What only its kind has stands by itself in a row, and together in a check. */
function withOptions(fields: Fields): Input {
  const entries = Object.entries(fields);
  const options = entries.flatMap(([name, value]) =>
    name.startsWith(OPTION) ? [[name.slice(OPTION.length), value] as const] : [],
  );
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(OPTION))),
    options: Object.fromEntries(options),
  };
}
