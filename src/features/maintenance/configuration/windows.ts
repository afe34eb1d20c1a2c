import { z } from "@hono/zod-openapi";
import { asc } from "drizzle-orm";
import {
  defaultsOf,
  eachOf,
  fieldsOf,
  textOf,
  type ConfigurationKind,
  type Fields,
  type Ids,
  type Names,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { pick } from "#platform/put-back";
import { exceptions, MaintenanceCreate, MaintenanceUpdate, OnceWrite, RecurringWrite } from "../models";
import { readScopes } from "../scope";
import { createMaintenance, deleteMaintenance, updateMaintenance } from "../service";
import { maintenanceWindows } from "../tables";
import { scopeOf, toFields } from "../windows";

const OWN = ["title", "description", "enabled"];
const LISTS = [
  { list: "devices", ids: "device_ids" },
  { list: "groups", ids: "group_ids" },
  { list: "sites", ids: "site_ids" },
  { list: "checks", ids: "service_check_ids" },
  { list: "monitors", ids: "monitor_ids" },
] as const;

const names = z.array(z.string().min(1).max(1024)).max(5000).optional();
const ScopeItem = z
  .strictObject({
    everything: z.boolean().optional(),
    devices: names,
    groups: names,
    sites: names,
    checks: names,
    monitors: names,
    tags: names,
  })
  .openapi({ description: "what it covers" });

const numbers = z.array(z.number()).default([]);
const StoredScope = z.object({
  everything: z.boolean(),
  device_ids: numbers,
  group_ids: numbers,
  site_ids: numbers,
  service_check_ids: numbers,
  monitor_ids: numbers,
  tags: z.array(z.string()).default([]),
});

/** A window of a bundle says when it begins: `now` would be another time at each apply. */
const ScheduleItem = z
  .discriminatedUnion("kind", [OnceWrite, RecurringWrite])
  .refine((given) => given.kind !== "once" || given.starts_at !== null, {
    path: ["starts_at"],
    message: "is missing: when it begins",
  })
  .transform((given) => {
    if (given.kind !== "once" || given.duration_minutes === null || given.starts_at === null) return given;
    const endsAt = new Date(given.starts_at.getTime() + given.duration_minutes * 60_000);
    return { ...given, ends_at: given.ends_at ?? endsAt };
  });

const Schedule = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("once"), starts_at: z.string(), ends_at: z.string() }),
  z.object({
    kind: z.literal("recurring"),
    cron: z.string(),
    time_zone: z.string(),
    duration_minutes: z.number(),
    from: z.string().nullish(),
    until: z.string().nullish(),
  }),
]);

/** Maintenance windows, by title. */
export const MAINTENANCE_KIND: ConfigurationKind = {
  name: "maintenance",
  noun: "maintenance window",
  key: "its title; of several, by when it is",
  reads: "authenticated",
  writes: { permission: "monitoring_write" },
  refersTo: ["groups", "sites", "devices", "checks", "monitors"],
  isKeyUnique: false,
  fields: {
    ...fieldsOf(MaintenanceCreate.shape, OWN),
    scope: ScopeItem,
    schedule: ScheduleItem,
    exceptions,
  },
  defaults: { ...defaultsOf(MaintenanceCreate.shape, OWN), exceptions: [] },
  keyOf: (fields) => textOf(fields, "title"),
  tellersOf: ({ schedule }) => [tellerOf(schedule)],
  nameOf: (fields) => textOf(fields, "title"),
  toItem: (fields, names) => ({
    ...pick(fields, OWN),
    ...("scope" in fields && { scope: toScope(fields["scope"], names) }),
    ...("schedule" in fields && { schedule: shownSchedule(fields["schedule"]) }),
    ...("exceptions" in fields && { exceptions: fields["exceptions"] }),
  }),
  fromItem: (item, ids) => ({
    ...pick(item, [...OWN, "exceptions"]),
    ...("scope" in item && { scope: fromScope(item["scope"], ids) }),
    ...("schedule" in item && { schedule: shownSchedule(item["schedule"]) }),
  }),
  async read(db) {
    const rows = await db.select().from(maintenanceWindows).orderBy(asc(maintenanceWindows.id));
    const scopes = await readScopes(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ id: row.id, fields: toFields(row, scopeOf(scopes, row)) }));
  },
  create: (ctx, things) =>
    eachOf(things, async ({ fields: { exceptions: cuts, ...fields } }) => {
      const { id } = await createMaintenance(ctx, readRequest(MaintenanceCreate, fields));
      if (Array.isArray(cuts) && cuts.length > 0)
        await updateMaintenance(ctx, { id, changes: readRequest(MaintenanceUpdate, { exceptions: cuts }) });
      return id;
    }),
  async update(ctx, changes) {
    for (const { id, fields, before } of changes) {
      // A new schedule alone would take them away.
      const kept = "schedule" in fields && !("exceptions" in fields) ? pick(before, ["exceptions"]) : {};
      await updateMaintenance(ctx, { id, changes: readRequest(MaintenanceUpdate, { ...kept, ...fields }) });
    }
  },
  async remove(ctx, gone) {
    for (const { id } of gone) await deleteMaintenance(ctx, { id, isDryRun: false });
  },
};

function tellerOf(schedule: unknown): string | null {
  const read = Schedule.safeParse(schedule).data;
  if (read === undefined) return null;
  return read.kind === "once" ? read.starts_at : `${read.cron} ${read.time_zone}`;
}

/** Without what it does not have. */
function shownSchedule(schedule: unknown): Fields {
  const { from, until, ...read } = { from: null, until: null, ...Schedule.parse(schedule) };
  return { ...read, ...(typeof from === "string" && { from }), ...(typeof until === "string" && { until }) };
}

function toScope(scope: unknown, known: Names): Fields {
  const read = StoredScope.parse(scope);
  const lists = LISTS.map(({ list, ids }) => [
    list,
    read[ids].flatMap((id) => known.nameOf(list, id) ?? []).toSorted(),
  ]);
  const named = [...lists, ["tags", read.tags.toSorted()]].filter(
    ([, list]) => list !== undefined && list.length > 0,
  );
  return { ...(read.everything && { everything: true }), ...Object.fromEntries(named) };
}

function fromScope(given: unknown, ids: Ids): Fields {
  const read = ScopeItem.parse(given);
  const lists = LISTS.map(({ list, ids: column }) => [
    column,
    (read[list] ?? []).map((name, place) => ids.idOf(list, name, ["scope", list, place])),
  ]);
  return { everything: read.everything ?? false, ...Object.fromEntries(lists), tags: read.tags ?? [] };
}
