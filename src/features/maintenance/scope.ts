import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { contains } from "#platform/row-filters";
import { monitors, serviceChecks } from "#tables/monitoring";
import { deviceNameOf, devices, sites, topologyGroups } from "#tables/topology";
import type { MaintenanceThing, Scope } from "./models";
import { maintenanceScopes } from "./tables";

/** Of a service check: what it asks, of which device. */
const serviceCheckName = (check: SQL) => sql`${check}.label || ', port ' || ${check}.port || ' of '
  || coalesce((SELECT ${deviceNameOf(sql`d`)} FROM devices d WHERE d.id = ${check}.device_id),
  CASE WHEN ${check}.scope IS NULL THEN 'every device' ELSE 'chosen devices' END)`;

/**
 * What has an id: where a scope lists it, its column, its name as `t` in SQL, and the refusal of one that is not there.
 */
export const REFERENCES = [
  {
    kind: "device",
    ids: "device_ids",
    column: "deviceId",
    table: devices,
    name: deviceNameOf(sql`t`),
    missing: "Device not found",
  },
  {
    kind: "group",
    ids: "group_ids",
    column: "groupId",
    table: topologyGroups,
    name: sql`coalesce(t.display_name, t.name)`,
    missing: "Group not found",
  },
  {
    kind: "site",
    ids: "site_ids",
    column: "siteId",
    table: sites,
    name: sql`coalesce(t.display_name, t.name)`,
    missing: "Site not found",
  },
  {
    kind: "service_check",
    ids: "service_check_ids",
    column: "serviceCheckId",
    table: serviceChecks,
    name: serviceCheckName(sql`t`),
    missing: "Service check not found",
  },
  {
    kind: "monitor",
    ids: "monitor_ids",
    column: "monitorId",
    table: monitors,
    name: sql`t.name`,
    missing: "Monitor not found",
  },
] as const;

const ROWS_AT_ONCE = 1000;

/** Writes what a window covers in place of what it covered. Throws 404 for a thing that does not exist. */
export async function replaceScope(
  db: Db,
  { maintenanceId, scope }: { maintenanceId: number; scope: Scope },
): Promise<void> {
  for (const { ids, table, missing } of REFERENCES) {
    const wanted = scope[ids];
    if (wanted.length === 0) continue;
    const present = await db
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, wanted))
      .for("key share");
    if (present.length < wanted.length) throw notFound(missing);
  }
  await db.delete(maintenanceScopes).where(eq(maintenanceScopes.maintenanceId, maintenanceId));
  const rows = [
    ...REFERENCES.flatMap(({ ids, column }) => scope[ids].map((id) => ({ maintenanceId, [column]: id }))),
    ...scope.tags.map((tag) => ({ maintenanceId, tag })),
  ];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db.insert(maintenanceScopes).values(rows.slice(start, start + ROWS_AT_ONCE));
}

/** What a window names, and the same by name. */
export type NamedScope = { named: Omit<Scope, "everything">; covers: MaintenanceThing[] };

/** What each of the windows names, things of one kind by their ids and tags as text. */
export async function readScopes(
  db: Db,
  maintenanceIds: readonly number[],
): Promise<Map<number, NamedScope>> {
  const scopes = new Map(maintenanceIds.map((id) => [id, emptyScope()]));
  if (maintenanceIds.length === 0) return scopes;
  // One value, however many windows there are.
  const ids = sql`SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(maintenanceIds)}::text::jsonb)`;
  const wanted = sql`s.maintenance_id IN (${ids})`;
  const parts = REFERENCES.map(
    ({ kind, column, table, name }) => sql`
      SELECT s.maintenance_id, ${kind} AS kind, t.id, ${name} AS name
      FROM ${maintenanceScopes} s JOIN ${table} t ON t.id = s.${sql.identifier(snakeCase(column))} WHERE ${wanted}`,
  );
  const rows = await db.execute<{
    maintenance_id: string;
    kind: MaintenanceThing["kind"];
    id: string | null;
    name: string;
  }>(sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}
      UNION ALL SELECT s.maintenance_id, 'tag', NULL, s.tag FROM ${maintenanceScopes} s WHERE ${wanted} AND s.tag IS NOT NULL
    ) named ORDER BY id, name COLLATE "C"`);
  for (const row of rows) {
    const id = row.id === null ? null : Number(row.id);
    addThing(scopes.get(Number(row.maintenance_id)), { kind: row.kind, id, name: row.name });
  }
  return scopes;
}

function emptyScope(): NamedScope {
  return {
    named: {
      device_ids: [],
      group_ids: [],
      site_ids: [],
      service_check_ids: [],
      monitor_ids: [],
      tags: [],
    },
    covers: [],
  };
}

function addThing(scope: NamedScope | undefined, thing: MaintenanceThing): void {
  const reference = REFERENCES.find(({ kind }) => kind === thing.kind);
  if (reference === undefined) scope?.named.tags.push(thing.name);
  else if (thing.id !== null) scope?.named[reference.ids].push(thing.id);
  scope?.covers.push(thing);
}

function snakeCase(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const CHOICES_OF_A_KIND = 8;

/**
 * What a scope can name and has the text in its name (of a device also in its address): those that begin with it first.
 */
export async function findChoices({ db }: { db: Db }, text: string): Promise<MaintenanceThing[]> {
  const found = (name: SQL) => contains(name, text);
  const part = (
    kind: string,
    { from, id, name, where }: { from: SQL; id: SQL; name: SQL; where: SQL },
  ) => sql`
    (SELECT ${kind} AS kind, ${id} AS id, ${name} AS name FROM ${from} WHERE ${where}
      ORDER BY NOT starts_with(lower(${name}), lower(${text})), lower(${name}), id LIMIT ${CHOICES_OF_A_KIND})`;
  const parts = REFERENCES.map(({ kind, table, name }) =>
    part(kind, {
      from: sql`${table} t`,
      id: sql`t.id`,
      name,
      where: kind === "device" ? sql`(${found(name)} OR ${found(sql`t.ip_address`)})` : found(name),
    }),
  );
  const tags = part("tag", {
    from: sql`(SELECT unnest(tags) AS tag FROM ${devices} UNION SELECT unnest(tags) FROM ${monitors}) t`,
    id: sql`NULL::bigint`,
    name: sql`t.tag`,
    where: found(sql`t.tag`),
  });
  const rows = await db.execute<{ kind: MaintenanceThing["kind"]; id: string | null; name: string }>(
    sql`${sql.join([...parts, tags], sql` UNION ALL `)}`,
  );
  return rows.map(({ kind, id, name }) => ({ kind, id: id === null ? null : Number(id), name }));
}
