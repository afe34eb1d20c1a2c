import { randomBytes } from "node:crypto";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { monitors, serviceChecks } from "#tables/monitoring";
import { deviceNameOf, devices } from "#tables/topology";
import type { GroupsWrite, StatusPageRead, ThingKind } from "./models";
import { statusPageComponents, statusPageGroups } from "./tables";

export const REFERENCES = [
  { kind: "device", table: devices, missing: "Device not found" },
  { kind: "service_check", table: serviceChecks, missing: "Service check not found" },
  { kind: "monitor", table: monitors, missing: "Monitor not found" },
] as const;

type ComponentRow = typeof statusPageComponents.$inferSelect;

/** The thing that a component is about. */
export function thingOf(row: Pick<ComponentRow, "deviceId" | "serviceCheckId" | "monitorId">): {
  kind: ThingKind;
  id: number;
} {
  const { deviceId, serviceCheckId, monitorId } = row;
  if (deviceId !== null) return { kind: "device", id: deviceId };
  if (serviceCheckId !== null) return { kind: "service_check", id: serviceCheckId };
  if (monitorId !== null) return { kind: "monitor", id: monitorId };
  throw new Error("our bug: a component of nothing");
}

const COLUMNS = { device: "deviceId", service_check: "serviceCheckId", monitor: "monitorId" } as const;

/** By `kind id` of a thing what the public knows it by. */
export type PublicKeys = ReadonlyMap<string, string>;

/**
 * Writes what a page shows in place of what it showed. Throws 404 for a thing that does not exist, 422 for a check of
 * every device. `keys`: of things that were on the page before.
 */
export async function replaceGroups(
  db: Db,
  { pageId, groups, keys: given }: { pageId: number; groups: GroupsWrite; keys?: PublicKeys | undefined },
): Promise<void> {
  await requireThings(db, groups);
  const before = await db.select().from(statusPageComponents).where(eq(statusPageComponents.pageId, pageId));
  const keys = new Map(before.map((row) => [nameOf(thingOf(row)), row.key]));
  await db.delete(statusPageGroups).where(eq(statusPageGroups.pageId, pageId));
  if (groups.length === 0) return;
  const rows = await db
    .insert(statusPageGroups)
    .values(groups.map(({ name }, position) => ({ pageId, position, name })))
    .returning();
  const groupIds = new Map(rows.map(({ id, position }) => [position, id]));
  const components = groups.flatMap((group, index) =>
    group.components.map((component, position) => ({
      pageId,
      groupId: groupIds.get(index) ?? 0,
      position,
      name: component.name,
      key: keys.get(nameOf(component)) ?? given?.get(nameOf(component)) ?? randomBytes(5).toString("hex"),
      [COLUMNS[component.kind]]: component.id,
    })),
  );
  if (components.length > 0) await db.insert(statusPageComponents).values(components);
}

function nameOf({ kind, id }: { kind: ThingKind; id: number }): string {
  return `${kind} ${id}`;
}

async function requireThings(db: Db, groups: GroupsWrite): Promise<void> {
  const wanted = groups.flatMap(({ components }) => components);
  for (const { kind, table, missing } of REFERENCES) {
    const ids = wanted.filter((component) => component.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const present = await db
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, ids))
      .for("key share");
    if (present.length < ids.length) throw notFound(missing);
  }
  await refuseChecksOfAll(db, wanted);
}

/** One of every device is up and down at once, and nobody has chosen those devices for the public. */
async function refuseChecksOfAll(db: Db, wanted: GroupsWrite[number]["components"]): Promise<void> {
  const ids = wanted.filter(({ kind }) => kind === "service_check").map(({ id }) => id);
  if (ids.length === 0) return;
  const [general] = await db
    .select({ id: serviceChecks.id })
    .from(serviceChecks)
    .where(and(inArray(serviceChecks.id, ids), isNull(serviceChecks.deviceId)));
  if (general === undefined) return;
  const msg = "Value error, a service check of every device cannot be shown: choose one of a device";
  throw invalid([{ loc: ["body", "groups"], msg, type: "value_error" }]);
}

export type PageGroup = { name: string; components: ComponentRow[] };

/** What each of the pages shows, in order. */
export async function readGroups(db: Db, pageIds: readonly number[]): Promise<Map<number, PageGroup[]>> {
  if (pageIds.length === 0) return new Map();
  const ids = [...pageIds];
  const [groups, components] = await Promise.all([
    db
      .select()
      .from(statusPageGroups)
      .where(inArray(statusPageGroups.pageId, ids))
      .orderBy(asc(statusPageGroups.position)),
    db
      .select()
      .from(statusPageComponents)
      .where(inArray(statusPageComponents.pageId, ids))
      .orderBy(asc(statusPageComponents.position)),
  ]);
  const byGroup = Map.groupBy(components, ({ groupId }) => groupId);
  return new Map(
    [...Map.groupBy(groups, ({ pageId }) => pageId)].map(([pageId, own]) => [
      pageId,
      own.map(({ id, name }) => ({ name, components: byGroup.get(id) ?? [] })),
    ]),
  );
}

/** What the things of pages are called by those who are signed in. */
export async function readThings(
  db: Db,
  pageIds: readonly number[],
): Promise<Map<number, StatusPageRead["things"]>> {
  const ids = sql`SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(pageIds)}::text::jsonb)`;
  const rows = await db.execute<{ page_id: string; kind: ThingKind; id: string; name: string }>(sql`
    SELECT c.page_id, CASE WHEN c.device_id IS NOT NULL THEN 'device' WHEN c.monitor_id IS NOT NULL THEN 'monitor' ELSE 'service_check' END AS kind,
      coalesce(c.device_id, c.service_check_id, c.monitor_id) AS id,
      coalesce(m.name, s.label || ', port ' || s.port || ' of ' || coalesce(${deviceNameOf(sql`o`)}, 'every device'),
        ${deviceNameOf(sql`d`)}) AS name
    FROM status_page_components c
    LEFT JOIN devices d ON d.id = c.device_id
    LEFT JOIN service_checks s ON s.id = c.service_check_id
    LEFT JOIN devices o ON o.id = s.device_id
    LEFT JOIN monitors m ON m.id = c.monitor_id
    WHERE c.page_id IN (${ids}) ORDER BY c.id`);
  const things = rows.map(({ page_id, kind, id, name }) => ({
    pageId: Number(page_id),
    thing: { kind, id: Number(id), name },
  }));
  return new Map(
    [...Map.groupBy(things, ({ pageId }) => pageId)].map(([pageId, own]) => [
      pageId,
      own.map(({ thing }) => thing),
    ]),
  );
}
