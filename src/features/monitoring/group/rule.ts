import type { RawStatus, TargetState } from "../state";
import type { GroupMode } from "./models";

/** How many members are in a state, and what some of them are called. */
export type MembersInState = { count: number; names: readonly string[] };

export type GroupFinding = {
  status: RawStatus;
  /** Null where it is up. */
  error: string | null;
  /** What is not well with a group that is up all the same. */
  message: string | null;
};

const MAX_NAMED = 3;
const LONGEST_NAME = 60;
const NONE: MembersInState = { count: 0, names: [] };

/**
 * What a group is by the confirmed states of its members. Those that are paused or in maintenance are left out; what is
 * unreachable is as little use as what is down.
 */
export function judgeGroup(
  mode: GroupMode,
  members: Readonly<Partial<Record<TargetState, MembersInState>>>,
): GroupFinding {
  const { up = NONE, unknown = NONE } = members;
  const down = together(members.down ?? NONE, members.unreachable ?? NONE);
  const counted = up.count + unknown.count + down.count;
  if (counted === 0) return { status: "unknown", error: nobodyCounts(members), message: null };
  const downWords = `${down.count} of ${counted} down: ${named(down)}`;
  const unknownWords = `${unknown.count} of ${counted} unknown: ${named(unknown)}`;
  if (mode === "any") {
    if (up.count > 0) return { status: "up", error: null, message: down.count > 0 ? downWords : null };
    return unknown.count > 0
      ? { status: "unknown", error: unknownWords, message: null }
      : { status: "down", error: downWords, message: null };
  }
  if (down.count > 0) return { status: "down", error: downWords, message: null };
  if (unknown.count > 0) return { status: "unknown", error: unknownWords, message: null };
  return { status: "up", error: null, message: null };
}

function together(one: MembersInState, other: MembersInState): MembersInState {
  return { count: one.count + other.count, names: [...one.names, ...other.names] };
}

function nobodyCounts({ maintenance = NONE, paused = NONE }: Partial<Record<TargetState, MembersInState>>) {
  return maintenance.count + paused.count === 0
    ? "No member is watched"
    : "No member counts: all are paused or in maintenance";
}

function named({ count, names }: MembersInState): string {
  const shown = names.slice(0, MAX_NAMED).map(shortened);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
