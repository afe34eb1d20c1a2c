import { inArray, sql } from "drizzle-orm";
import { z } from "@hono/zod-openapi";
import { canonicalNetwork } from "#platform/ip";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { integer } from "#platform/http/fields";
import { deviceNameOf, sites, topologyGroups } from "#tables/topology";

const MAX_NAMED = 500;

const unique = <T>(given: readonly T[]) => [...new Set(given)];

const ids = (meaning: string) =>
  z
    .array(integer())
    .max(MAX_NAMED)
    .default([])
    .transform((given) => unique(given).toSorted((one, other) => one - other))
    .openapi({ type: "array", items: { type: "integer" }, maxItems: MAX_NAMED, description: meaning });

const texts = (description: string, item: z.ZodType<string, string>) =>
  z
    .array(item)
    .max(MAX_NAMED)
    .default([])
    .transform((given) => unique(given).toSorted())
    .openapi({ type: "array", items: { type: "string" }, maxItems: MAX_NAMED, description });

const network = z
  .string()
  .max(64)
  .transform((text, context) => {
    const canonical = canonicalNetwork(text);
    if (canonical !== undefined) return canonical;
    context.addIssue({ code: "custom", message: "must be a network, such as 192.0.2.0/24" });
    return z.NEVER;
  });

export const CheckScope = z
  .object({
    types: texts("device types", z.string().trim().toLowerCase().min(1).max(64)),
    tags: texts("of which it has one", z.string().trim().min(1).max(40)),
    group_ids: ids("with the groups below them"),
    site_ids: ids("with the sites below them"),
    networks: texts("in which its address lies", network),
  })
  .refine((named) => Object.values(named).some((list) => list.length > 0), "must name something")
  .openapi("CheckScope", {
    description:
      "Devices that each of the lists fits which are not empty: with `types` and `tags`, those of one of the types that have one of the " +
      "tags. Whoever fits later is checked then, and whoever does no longer fit is paused.",
  });
export type CheckScope = z.output<typeof CheckScope>;

const PLACES = [
  { list: "group_ids", table: topologyGroups, missing: "Group not found" },
  { list: "site_ids", table: sites, missing: "Site not found" },
] as const;

/** Throws 404 for a group or a site that does not exist. */
export async function requirePlaces(db: Db, scope: CheckScope): Promise<void> {
  for (const { list, table, missing } of PLACES) {
    const wanted = scope[list];
    if (wanted.length === 0) continue;
    const present = await db.select({ id: table.id }).from(table).where(inArray(table.id, wanted));
    if (present.length < wanted.length) throw notFound(missing);
  }
}

const listed = (name: keyof CheckScope) => `ARRAY(SELECT jsonb_array_elements_text(c.scope->'${name}'))`;

const withBelow = (name: keyof CheckScope, table: "topology_groups" | "sites") => `ARRAY(
      WITH RECURSIVE below (id) AS (
        SELECT jsonb_array_elements_text(c.scope->'${name}')::bigint
        UNION SELECT inner_place.id FROM ${table} inner_place JOIN below ON inner_place.parent_id = below.id)
      SELECT id FROM below)`;

/** Tables with an id and a scope, which is null where another column names the devices. */
const SOURCES = {
  service_checks: "(SELECT id, scope FROM service_checks WHERE device_id IS NULL)",
  alert_rules: "alert_rules",
  alert_silences: "alert_silences",
  /** Of the statement that it stands in. */
  given_scope: "given_scope",
} as const;

/**
 * `scope_id` and `device_id` of all devices that scopes fit, as a statement of SQL. The lists are taken out of the
 * scopes once, not for each device.
 */
export const devicesInScopes = (source: keyof typeof SOURCES) => `
  WITH scopes AS MATERIALIZED (
    SELECT c.id, ${listed("types")} AS types, ${listed("tags")} AS tags,
      ${withBelow("group_ids", "topology_groups")} AS groups, ${withBelow("site_ids", "sites")} AS sites,
      ${listed("networks")}::inet[] AS networks
    FROM ${SOURCES[source]} c WHERE c.scope IS NOT NULL)
  SELECT s.id AS scope_id, d.id AS device_id FROM scopes s JOIN devices d ON
    (s.types = '{}' OR lower(d.device_type) = ANY (s.types)) AND (s.tags = '{}' OR d.tags && s.tags)
    AND (s.groups = '{}' OR d.topology_group_id = ANY (s.groups)) AND (s.sites = '{}' OR d.site_id = ANY (s.sites))
    AND (s.networks = '{}' OR d.address <<= ANY (s.networks))`;

/** The devices that a scope fits now, which need not be kept anywhere. */
export async function readDevicesInScope(db: Db, scope: CheckScope): Promise<ReadonlySet<number>> {
  const rows = await db.execute<{ id: number }>(sql`
    WITH given_scope AS (SELECT 0::bigint AS id, ${JSON.stringify(scope)}::text::jsonb AS scope)
    SELECT device_id::float8 AS id FROM (${sql.raw(devicesInScopes("given_scope"))}) fits`);
  return new Set(rows.map(({ id }) => id));
}

/** `check_id` and `device_id` of all devices that the scopes of checks fit. */
export const DEVICES_IN_SCOPES = `SELECT scope_id AS check_id, device_id FROM (${devicesInScopes("service_checks")}) fits`;

const SHOWN = 20;

export const ScopeCover = z
  .object({
    count: z.int(),
    devices: z
      .array(z.object({ id: z.int(), name: z.string() }))
      .openapi({ description: `the first ${SHOWN} by name` }),
  })
  .openapi("CheckScopeCover", { description: "the devices that the scope fits now" });
export type ScopeCover = z.infer<typeof ScopeCover>;

const NOBODY: ScopeCover = { count: 0, devices: [] };

/** What the scopes of these checks fit. */
export async function readCovers(
  db: Db,
  checks: readonly { id: number; scope: CheckScope | null }[],
): Promise<(check: { id: number; scope: CheckScope | null }) => ScopeCover | null> {
  const wanted = checks.flatMap(({ id, scope }) => (scope === null ? [] : [id]));
  const covers = new Map<number, ScopeCover>();
  if (wanted.length > 0) {
    const rows = await db.execute<{ check_id: string; count: number; devices: ScopeCover["devices"] }>(sql`
      SELECT check_id, count(*)::int AS count,
        jsonb_agg(jsonb_build_object('id', device_id, 'name', name) ORDER BY place) FILTER (WHERE place <= ${SHOWN}) AS devices
      FROM (
        SELECT check_id, device_id, ${deviceNameOf()} AS name,
          row_number() OVER (PARTITION BY check_id ORDER BY name_key, device_id) AS place
        FROM (${sql.raw(DEVICES_IN_SCOPES)}) covered JOIN devices ON devices.id = device_id
        WHERE check_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(wanted)}::text::jsonb))
      ) named GROUP BY check_id`);
    for (const { check_id: id, count, devices } of rows) covers.set(Number(id), { count, devices });
  }
  return ({ id, scope }) => (scope === null ? null : (covers.get(id) ?? NOBODY));
}
