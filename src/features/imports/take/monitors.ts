import { sql } from "drizzle-orm";
import {
  insertMonitors,
  MonitorCreate,
  MonitorUpdate,
  readMembers,
  toMonitorFields,
  updateMonitorFields,
} from "#features/monitoring";
import { anyOf } from "#platform/any-of";
import { monitors } from "#tables/monitoring";
import { AT_FIRST } from "../kinds";
import { readModel, saidOf, splitByPrefix } from "./read-model";
import type { KindRules } from "./rules";

/** A monitor is told by its name, its kind and what it asks. */
export const MONITOR_RULES: KindRules = {
  kind: "monitor",
  permission: "monitoring_write",
  atOnce: 250,
  nameOf: ({ name = "", url = "" }) => String(name || url),
  read(_run, fields) {
    const { within: atFirst, others } = splitByPrefix(fields, AT_FIRST);
    const input = { ...others, ...atFirst };
    const made = readModel(MonitorCreate, input);
    return { input, said: { kind: made.kind, url: made.url, ...saidOf(Object.keys(others), made) } };
  },
  keyOf: ({ said }) => JSON.stringify([said["name"], said["kind"], said["url"]]),
  async find({ db }, wanted) {
    const names = wanted.map(({ said }) => String(said["name"]));
    const rows = await db
      .select()
      .from(monitors)
      .where(sql`${monitors.name} = ${anyOf(names, "text")}`)
      .orderBy(monitors.id);
    const groups = rows.flatMap(({ id, kind }) => (kind === "group" ? [id] : []));
    const membersOf = await readMembers(db, groups);
    const known = rows.map((row) => toMonitorFields(row, membersOf(row.id)));
    return wanted.map(({ said }) => {
      const found = known.find(
        ({ name, kind, url }) => name === said["name"] && kind === said["kind"] && url === said["url"],
      );
      return found && { id: found.id, fields: found };
    });
  },
  targetOf: (id) => `monitor:${id}`,
  async create(run, wanted) {
    const rows = await insertMonitors(
      run,
      wanted.map(({ input }) => MonitorCreate.parse(input)),
    );
    return rows.map(({ id }) => id);
  },
  async update(run, { id, fields }) {
    await updateMonitorFields(run, { id, changes: readModel(MonitorUpdate, fields), ifMatch: undefined });
  },
};
