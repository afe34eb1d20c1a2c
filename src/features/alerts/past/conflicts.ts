import { findPastConflicts } from "#features/discovery";
import { may } from "#platform/http/guard";
import type { Course, Step } from "../rehearsal/course";
import type { Rehearsal } from "../rehearsal/rehearsal";
import { inTurn } from "./in-turn";

const MOST = 50_000;

/**
 * Conflicts that scheduled scans have noticed, for those who may read them where they are kept. Those within the
 * address plan are worked out when they are asked for.
 */
export const conflictRehearsal: Rehearsal = async ({ db, from, caller }, rule) => {
  if (!may(caller, "topology_write"))
    return { reason: "What scans have noticed is for those who may change the inventory" };
  const noticed = await findPastConflicts(db, { from, limit: MOST });
  const own = noticed.filter(({ deviceId }) => rule.deviceId === null || rule.deviceId === deviceId);
  const courses = own.map(({ id, ipAddress, deviceId, sentence, firstSeenAt, resolvedAt }): Course => {
    const subject = `observation:${id}`;
    const begins: Step = { kind: "begins", atMs: Math.max(from.getTime(), firstSeenAt.getTime()), sentence };
    const ends: Step[] = resolvedAt === null ? [] : [{ kind: "ends", atMs: resolvedAt.getTime() }];
    const cause = ipAddress === null ? subject : `address:${ipAddress}`;
    return { subject, cause, deviceId, steps: [begins, ...ends] };
  });
  return {
    gap:
      "Only conflicts that scheduled scans have noticed are known, without those that somebody has acknowledged; those within " +
      "the address plan are not kept",
    total: courses.length,
    courses: inTurn(courses),
  };
};
