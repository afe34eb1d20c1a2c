import { eq, inArray, sql } from "drizzle-orm";
import type { DeviceMover, Merge, Moved } from "#features/topology";
import { anyOf } from "#platform/any-of";
import { moveChoices } from "./dependencies/move";
import { lockChoices } from "./dependencies/service";
import { checkTargets, groupMembers, groupWakes, monitors, serviceChecks } from "./tables";

/**
 * Gives checks, what was found by them, memberships of groups and chosen dependencies to another device. Of two that
 * check the same the kept device's stays, with its history; the other's goes.
 */
export const monitoringDeviceMover: DeviceMover = {
  columns: [
    "service_checks.device_id",
    "check_targets.device_id",
    "group_members.device_id",
    "device_dependencies.device_id",
    "device_dependencies.parent_id",
  ],
  lock: lockChoices,
  async move(merge) {
    const checks = await moveChecks(merge);
    const histories = await moveTargets(merge);
    const members = await moveMembers(merge);
    return [...checks, ...histories, ...members, ...(await moveChoices(merge))];
  },
};

type Check = typeof serviceChecks.$inferSelect;

async function moveChecks({ db, kept, gone, joinedChecks }: Merge): Promise<Moved[]> {
  const { id, deviceId } = serviceChecks;
  const checks = await db
    .select()
    .from(serviceChecks)
    .where(inArray(deviceId, [kept, gone]))
    .orderBy(id);
  const known = new Map(
    checks.filter((check) => check.deviceId === kept).map((check) => [whatItAsks(check), check.id]),
  );
  const moved: Check[] = [];
  const joined: Check[] = [];
  for (const check of checks.filter((one) => one.deviceId === gone)) {
    const same = known.get(whatItAsks(check));
    if (same === undefined) moved.push(check);
    else {
      joined.push(check);
      joinedChecks.set(check.id, same);
    }
  }
  const ids = moved.map((check) => check.id);
  await db.update(serviceChecks).set({ deviceId: kept }).where(inArray(id, ids));
  await db.update(checkTargets).set({ deviceId: kept }).where(inArray(checkTargets.serviceCheckId, ids));
  const namesOf = (list: readonly Check[]) => list.map(({ label, port }) => `${label}, port ${port}`);
  return [
    { kind: "service_checks", outcome: "moved", names: namesOf(moved) },
    { kind: "service_checks", outcome: "joined", names: namesOf(joined) },
  ];
}

/** Two checks that ask the same of a device, whatever they are called and how often they do. */
function whatItAsks({ checkType, port, httpPath, httpMethod, options }: Check): string {
  const asked = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([checkType, port, httpPath ?? "", httpMethod, asked]);
}

/**
 * What was found by the device's own reachability and by checks of several devices, where the kept one has no such
 * history.
 */
async function moveTargets({ db, kept, gone }: Merge): Promise<Moved[]> {
  await db.execute(sql`
    UPDATE check_targets t SET device_id = ${kept}
    WHERE t.device_id = ${gone} AND NOT EXISTS (
      SELECT FROM check_targets k WHERE k.device_id = ${kept} AND k.kind = t.kind
        AND k.service_check_id IS NOT DISTINCT FROM t.service_check_id)
      AND NOT EXISTS (SELECT FROM service_checks c WHERE c.id = t.service_check_id AND c.device_id = ${gone})`);
  const left = await db
    .select({ name: sql<string>`coalesce(${serviceChecks.label}, 'reachability')` })
    .from(checkTargets)
    .leftJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
    .where(eq(checkTargets.deviceId, gone))
    .orderBy(checkTargets.id);
  return [{ kind: "check_histories", outcome: "dropped", names: left.map(({ name }) => name) }];
}

/** Members of groups: of the device itself, of a check on it, and of its own checks that are joined. */
async function moveMembers({ db, kept, gone, joinedChecks }: Merge): Promise<Moved[]> {
  const { groupId, deviceId, serviceCheckId } = groupMembers;
  const changed = new Set<number>();
  for (const [from, to] of joinedChecks) {
    const rows = await db
      .update(groupMembers)
      .set({ serviceCheckId: to })
      .where(eq(serviceCheckId, from))
      .returning({ groupId });
    for (const row of rows) changed.add(row.groupId);
  }
  const rows = await db
    .update(groupMembers)
    .set({ deviceId: kept })
    .where(eq(deviceId, gone))
    .returning({ groupId });
  for (const row of rows) changed.add(row.groupId);
  if (changed.size === 0) return [];
  const twice = await db.execute<{ name: string }>(sql`
    WITH twice AS (
      DELETE FROM ${groupMembers} m USING ${groupMembers} first
      WHERE m.group_id = ${anyOf([...changed])} AND first.group_id = m.group_id AND first.id < m.id
        AND first.device_id IS NOT DISTINCT FROM m.device_id AND first.monitor_id IS NOT DISTINCT FROM m.monitor_id
        AND first.service_check_id IS NOT DISTINCT FROM m.service_check_id
      RETURNING m.group_id)
    SELECT o.name FROM twice JOIN monitors o ON o.id = twice.group_id ORDER BY o.name`);
  await db.insert(groupWakes).values([...changed].map((group) => ({ groupId: group })));
  const groups = await db
    .select({ name: monitors.name })
    .from(monitors)
    .where(inArray(monitors.id, [...changed]))
    .orderBy(monitors.name);
  return [
    { kind: "group_members", outcome: "moved", names: groups.map(({ name }) => name) },
    { kind: "group_members", outcome: "joined", names: twice.map(({ name }) => name) },
  ];
}
