import { findPastSignals } from "#features/discovery";
import { may } from "#platform/http/guard";
import type { Course } from "../rehearsal/course";
import type { Rehearsal } from "../rehearsal/rehearsal";
import { inTurn } from "./in-turn";

/** Whoever has more has no use for a list. */
const MOST = 50_000;

/** What scheduled scans have noticed, for those who may read it where it is kept. */
export function createNoticeRehearsal(eventType: "new_device" | "address_moved"): Rehearsal {
  return async ({ db, from, to, caller, covers }) => {
    if (!may(caller, "topology_write"))
      return { reason: "What scans have noticed is for those who may change the inventory" };
    const noticed = await findPastSignals(db, { eventType, from, to, limit: MOST });
    const own = Map.groupBy(noticed.filter(covers), ({ subject }) => subject);
    const courses = [...own].map(([subject, signals]): Course => ({
      subject,
      cause: subject,
      deviceId: signals[0]?.deviceId ?? null,
      steps: signals.map(({ at, sentence }) => ({ kind: "happens", atMs: at.getTime(), sentence })),
    }));
    return { gap: null, total: courses.length, courses: inTurn(courses) };
  };
}
