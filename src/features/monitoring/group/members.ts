import { asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import { deviceNameOf, devices } from "#tables/topology";
import { TARGET_STATES, type TargetState } from "../state";
import { groupMembers, monitors, serviceChecks } from "../tables";
import { GroupMemberState, type GroupMember } from "./models";
import { withMembers } from "./targets";

type MemberRow = typeof groupMembers.$inferSelect;

function toMember({ deviceId, serviceCheckId, monitorId }: MemberRow): GroupMember {
  if (monitorId !== null) return { kind: "monitor", id: monitorId, device_id: null };
  if (serviceCheckId !== null) return { kind: "service_check", id: serviceCheckId, device_id: deviceId };
  if (deviceId !== null) return { kind: "device", id: deviceId, device_id: null };
  throw new Error("our bug: a member that is nothing");
}

/** Members by the group, in the order in which they were named. */
export async function readMembers(
  db: Db,
  groupIds: readonly number[],
): Promise<(groupId: number) => GroupMember[]> {
  if (groupIds.length === 0) return () => [];
  const rows = await db
    .select()
    .from(groupMembers)
    .where(inArray(groupMembers.groupId, [...groupIds]))
    .orderBy(asc(groupMembers.id));
  const byGroup = Map.groupBy(rows, ({ groupId }) => groupId);
  return (groupId) => (byGroup.get(groupId) ?? []).map(toMember);
}

/** Writes members in place of those that there were. */
export async function replaceMembers(
  db: Db,
  { groupId, members }: { groupId: number; members: readonly GroupMember[] },
): Promise<void> {
  await requireMembers(db, members);
  await db.delete(groupMembers).where(eq(groupMembers.groupId, groupId));
  if (members.length === 0) return;
  await db.insert(groupMembers).values(
    members.map(({ kind, id, device_id: deviceId }) => ({
      groupId,
      deviceId: kind === "device" ? id : deviceId,
      serviceCheckId: kind === "service_check" ? id : null,
      monitorId: kind === "monitor" ? id : null,
    })),
  );
}

/**
 * Throws 422 for what cannot be a member: what is not there, a group, a device beside what is no check, a check that is
 * not on the device.
 */
export async function requireMembers(db: Db, members: readonly GroupMember[]): Promise<void> {
  const problems = await findProblems(db, members);
  const issues = problems.flatMap((message, index) =>
    message === undefined
      ? []
      : [{ loc: ["body", "members", index], msg: `Value error, ${message}`, type: "value_error" }],
  );
  if (issues.length > 0) throw invalid(issues);
}

/** Of each member why it cannot be one; undefined: it can, and stays until the transaction ends. */
export async function findProblems(db: Db, members: readonly GroupMember[]): Promise<(string | undefined)[]> {
  const idsOf = (kind: GroupMember["kind"]) =>
    members.flatMap((member) => (member.kind === kind ? [member.id] : []));
  const onDevices = members.flatMap(({ device_id: id }) => (id === null ? [] : [id]));
  const [knownDevices, checks, others] = [
    await keepDevices(db, [...idsOf("device"), ...onDevices]),
    await db
      .select({ id: serviceChecks.id, deviceId: serviceChecks.deviceId })
      .from(serviceChecks)
      .where(inArray(serviceChecks.id, idsOf("service_check")))
      .for("key share"),
    await db
      .select({ id: monitors.id, kind: monitors.kind })
      .from(monitors)
      .where(inArray(monitors.id, idsOf("monitor")))
      .for("key share"),
  ];
  const deviceOf = new Map(checks.map(({ id, deviceId }) => [id, deviceId]));
  const kindOf = new Map(others.map(({ id, kind }) => [id, kind]));
  return members.map((member) => problemOf(member, { knownDevices, deviceOf, kindOf }));
}

async function keepDevices(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, [...ids]))
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}

type Known = {
  knownDevices: ReadonlySet<number>;
  /** By the check; null: it is of several. */
  deviceOf: ReadonlyMap<number, number | null>;
  kindOf: ReadonlyMap<number, string>;
};

function problemOf(member: GroupMember, { knownDevices, deviceOf, kindOf }: Known): string | undefined {
  const { kind, id, device_id: on } = member;
  if (kind !== "service_check" && on !== null) return "only a service check has a device_id";
  if (kind === "device") return knownDevices.has(id) ? undefined : `there is no device ${id}`;
  if (kind === "monitor") {
    if (kindOf.get(id) === "group") return `monitor ${id} is a group: a group cannot be in another`;
    return kindOf.has(id) ? undefined : `there is no monitor ${id}`;
  }
  const own = deviceOf.get(id);
  if (own === undefined) return `there is no service check ${id}`;
  if (on === null) return undefined;
  if (!knownDevices.has(on)) return `there is no device ${on}`;
  return own === null || own === on ? undefined : `service check ${id} is not on device ${on}`;
}

/** The worst first: those that count before those that are left out. */
const WORST: readonly TargetState[] = ["down", "unreachable", "unknown", "up", "maintenance", "paused"];

const Shown = z.array(
  GroupMemberState.extend({ group_id: z.number(), states: z.array(z.enum(TARGET_STATES)) }),
);

/** Members of groups as they stand just now, the worst of each group first. */
export async function readMemberStates(
  db: Db,
  groupIds: readonly number[],
): Promise<Map<number, GroupMemberState[]>> {
  if (groupIds.length === 0) return new Map();
  const ids = sql`SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(groupIds)}::text::jsonb)`;
  const wanted = sql`SELECT id, device_id, service_check_id, monitor_id FROM ${groupMembers} WHERE group_id IN (${ids})`;
  const rows = await db.execute(sql`${withMembers(wanted)},
    found AS (
      SELECT member_id, count(*)::float8 AS targets, array_agg(DISTINCT state) AS states
      FROM member_targets JOIN check_targets t ON t.id = target_id GROUP BY member_id)
    SELECT m.group_id::float8 AS group_id,
      CASE WHEN m.monitor_id IS NOT NULL THEN 'monitor' WHEN m.service_check_id IS NOT NULL THEN 'service_check' ELSE 'device' END AS kind,
      coalesce(m.monitor_id, m.service_check_id, m.device_id)::float8 AS id,
      CASE WHEN m.service_check_id IS NOT NULL THEN m.device_id::float8 END AS device_id,
      coalesce(o.name, c.label || ' on ' || coalesce(${deviceNameOf(sql`d`)},
        CASE WHEN c.scope IS NULL THEN 'every device' ELSE 'chosen devices' END), ${deviceNameOf(sql`d`)}) AS name,
      NULL AS state, coalesce(found.targets, 0) AS targets, coalesce(found.states, '{}') AS states
    FROM ${groupMembers} m
    LEFT JOIN found ON found.member_id = m.id
    LEFT JOIN monitors o ON o.id = m.monitor_id
    LEFT JOIN service_checks c ON c.id = m.service_check_id
    LEFT JOIN devices d ON d.id = coalesce(m.device_id, c.device_id)
    WHERE m.group_id IN (${ids}) ORDER BY m.id`);
  const shown = Shown.parse([...rows]).map(({ group_id: groupId, states, ...member }) => ({
    groupId,
    member: { ...member, state: WORST.find((state) => states.includes(state)) ?? null },
  }));
  const rank = ({ state }: GroupMemberState) => (state === null ? WORST.length : WORST.indexOf(state));
  return new Map(
    [...Map.groupBy(shown, ({ groupId }) => groupId)].map(([groupId, own]) => [
      groupId,
      own.map(({ member }) => member).toSorted((one, other) => rank(one) - rank(other)),
    ]),
  );
}
