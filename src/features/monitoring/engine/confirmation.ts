import type { RawStatus, TargetState } from "../state";

/** What the results of a target have come to so far. */
export type Standing = {
  /** The newest result; null: none yet. */
  rawStatus: RawStatus | null;
  /** Results of that kind in a row that have not been enough for the confirmed state. */
  inDoubt: number;
  /** What the results have confirmed, whatever hides it. */
  confirmed: RawStatus;
  /** The confirmed state, or what stands before it. */
  state: TargetState;
};

export type Rule = {
  failuresToDown: number;
  successesToUp: number;
  intervalSeconds: number;
  /** Between results while they are in doubt. */
  retrySeconds: number;
  /** Whether that is the interval of a target that is down, too. */
  retriesWhileDown: boolean;
};

/** A result, and by what it is judged. */
export type Finding = { raw: RawStatus; rule: Rule; given: Circumstances };

/** What else is known when a result comes in. */
export type Circumstances = {
  isPaused: boolean;
  isInMaintenance: boolean;
  /** What leads to it, or the device that it is on, is down. */
  isCutOff: boolean;
  /** This machine reaches nothing at the moment. */
  isNetworkDown: boolean;
  /**
   * It is the first result since the start, or since this machine slept: it can show that a target is up, and nothing
   * worse.
   */
  isLearning: boolean;
};

export type Verdict = {
  standing: Standing;
  /** More results are needed, after the retry interval. */
  isInDoubt: boolean;
  incident: "begins" | "ends" | null;
  dueInSeconds: number;
};

export const AT_REST: Circumstances = {
  isPaused: false,
  isInMaintenance: false,
  isCutOff: false,
  isNetworkDown: false,
  isLearning: false,
};

/** Who changed so often within an hour flaps. */
const FLAPPING_CHANGES = 4;
const FLAPPING_MS = 3_600_000;

/**
 * What a result changes about its target. Whether it is up or down takes several results in a row, unless the rule says
 * one.
 */
export function confirm(before: Standing, { raw, rule, given }: Finding): Verdict {
  const isBlind = given.isNetworkDown && raw !== "up";
  const counted = isBlind ? "unknown" : raw;
  const settled = isBlind
    ? { confirmed: counted, inDoubt: 0, isInDoubt: false }
    : settle(before, { raw, rule, given });
  const { isInDoubt, ...results } = settled;
  const standing = { rawStatus: counted, ...results, state: before.state };
  standing.state = visibleState(standing, isInDoubt, given);
  const isSoon = isInDoubt || (rule.retriesWhileDown && counted === "down");
  return {
    standing,
    isInDoubt,
    incident: incidentOf(before, standing),
    dueInSeconds: isSoon ? rule.retrySeconds : rule.intervalSeconds,
  };
}

type Settled = Pick<Standing, "confirmed" | "inDoubt"> & { isInDoubt: boolean };

function settle(before: Standing, { raw, rule, given }: Finding): Settled {
  // What was hidden behind something that was down is not down itself before it has failed by itself.
  const isUnproven = before.state === "unreachable" && raw === "down" && !given.isCutOff;
  if (raw === before.confirmed && !isUnproven) return { confirmed: raw, inDoubt: 0, isInDoubt: false };
  const inDoubt = countOf(before, raw, given);
  const isEnough = inDoubt >= (raw === "up" ? rule.successesToUp : rule.failuresToDown);
  if (isEnough) return { confirmed: raw, inDoubt: 0, isInDoubt: false };
  return { confirmed: before.confirmed, inDoubt, isInDoubt: true };
}

function countOf(before: Standing, raw: RawStatus, { isLearning }: Circumstances): number {
  if (isLearning && raw !== "up") return 0;
  return raw === before.rawStatus ? before.inDoubt + 1 : 1;
}

/** `standing.state` is what it was before. */
function visibleState(standing: Standing, isInDoubt: boolean, given: Circumstances): TargetState {
  const { rawStatus, confirmed, state } = standing;
  if (given.isPaused) return "paused";
  if (given.isInMaintenance) return "maintenance";
  if (given.isNetworkDown && rawStatus === "unknown") return "unknown";
  const wasHidden = state === "unreachable";
  if (given.isCutOff && rawStatus !== "up" && (wasHidden || confirmed !== "up")) return "unreachable";
  return wasHidden && isInDoubt ? "unreachable" : confirmed;
}

/** An incident lasts until the target is up again, or nobody watches it any more, whatever hides it in between. */
function incidentOf(before: Standing, after: Standing): Verdict["incident"] {
  if (after.state === "down" && before.state !== "down") return "begins";
  const isOver = after.confirmed === "up" && before.confirmed !== "up";
  const isGivenUp = after.state === "paused" && before.state !== "paused";
  return isOver || isGivenUp ? "ends" : null;
}

/** Whether a target changed between up and down too often in the hour before `now`. */
export function isFlapping(changedAt: readonly Date[], now: Date): boolean {
  const since = now.getTime() - FLAPPING_MS;
  return changedAt.filter((at) => at.getTime() > since && at <= now).length >= FLAPPING_CHANGES;
}
