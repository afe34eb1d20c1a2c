import { eq, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { CheckOutcome } from "../engine/decide";
import type { Monitor } from "../engine/store";
import { TARGET_STATES } from "../state";
import { groupMembers, groupWakes } from "../tables";
import { targetName } from "../target-name";
import { GROUP_MODES, type GroupMember, type GroupMode } from "./models";
import { judgeGroup, type GroupFinding } from "./rule";
import { withMembers } from "./targets";

/** As many names as the words may need. */
const MAX_NAMED = 3;

const Counted = z.array(
  z.object({ state: z.enum(TARGET_STATES), count: z.number(), names: z.array(z.string()).nullable() }),
);

/** What a stored group is just now. */
export async function probeGroup(db: Db, { id, groupMode }: Monitor): Promise<CheckOutcome> {
  // Before the members are read: what changes after this wakes the group again.
  await db.delete(groupWakes).where(eq(groupWakes.groupId, id));
  const members = sql`SELECT id, device_id, service_check_id, monitor_id FROM ${groupMembers} WHERE group_id = ${id}`;
  const { status, error, message } = await findOf(db, z.enum(GROUP_MODES).parse(groupMode), members);
  return {
    status,
    latencyMs: null,
    error,
    statusCode: null,
    details: message === null ? {} : { message },
    told: { report: null, atMs: null },
  };
}

/** What a group of these would be just now. */
export function tryGroup(
  db: Db,
  { mode, members }: { mode: GroupMode; members: readonly GroupMember[] },
): Promise<GroupFinding> {
  const rows = members.map(({ kind, id, device_id: deviceId }, place) => ({
    place,
    device_id: kind === "device" ? id : deviceId,
    service_check_id: kind === "service_check" ? id : null,
    monitor_id: kind === "monitor" ? id : null,
  }));
  return findOf(
    db,
    mode,
    sql`SELECT place, device_id, service_check_id, monitor_id FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS given(place bigint, device_id bigint, service_check_id bigint, monitor_id bigint)`,
  );
}

async function findOf(db: Db, mode: GroupMode, members: SQL): Promise<GroupFinding> {
  const rows = await db.execute(sql`${withMembers(members)}
    SELECT state, count(*)::float8 AS count,
      (array_agg(name ORDER BY name COLLATE "C") FILTER (WHERE name IS NOT NULL))[1:${MAX_NAMED}] AS names
    FROM (
      SELECT target.state, CASE WHEN target.state IN ('down', 'unreachable', 'unknown') THEN ${targetName} END AS name
      FROM check_targets target
      LEFT JOIN devices ON devices.id = target.device_id
      LEFT JOIN service_checks ON service_checks.id = target.service_check_id
      LEFT JOIN monitors ON monitors.id = target.monitor_id
      WHERE target.id IN (SELECT target_id FROM member_targets)) named
    GROUP BY state`);
  const counted = Counted.parse([...rows]);
  return judgeGroup(
    mode,
    Object.fromEntries(counted.map(({ state, count, names }) => [state, { count, names: names ?? [] }])),
  );
}
