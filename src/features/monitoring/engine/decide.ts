import type { ProbeOutcome } from "../probes/outcome";
import type { TargetKind, TargetState } from "../state";
import { AT_REST, confirm, type Rule, type Standing, type Verdict } from "./confirmation";
import { isWithin, type Dependencies, type DeviceStatus, type Paths } from "./dependencies";
import { placeOf } from "./spread";

/** A target as it stands when its result is to count. Times are the database's. */
export type TargetRow = Standing &
  Omit<Rule, "retriesWhileDown"> & {
    id: number;
    kind: TargetKind;
    deviceId: number | null;
    dueAtMs: number;
    checkedAtMs: number | null;
    rawSinceMs: number | null;
  };

/** What a probe found, and what only some kinds of check know beside it. */
export type CheckOutcome = ProbeOutcome & {
  also?: Readonly<Record<string, unknown>>;
  /** Only of what was told and not found by asking. */
  told?: Told;
  /** It is `down` as there is no such host name (any more). */
  isNameless?: boolean;
};

/** Asking sooner brings no more of it, nor is anything of it learnt anew after a start. */
export type Told = {
  /** Up to which report of the monitor it goes; null: members told it. */
  report: number | null;
  /** When it was told; null: now. */
  atMs: number | null;
};

/** What a check found, and when it began. */
export type CheckResult = { id: number; token: number; atMs: number; outcome: CheckOutcome };

/** What is known beside the results. */
export type Surroundings = {
  dependencies: Dependencies;
  /** By device; decided results are put in. */
  statuses: Map<number, DeviceStatus>;
  /** When this process began to watch: at its start, or when it woke. */
  watchesSinceMs: number;
  isNetworkDown: boolean;
  /** Targets in maintenance. */
  inMaintenance: ReadonlySet<number>;
};

export type Decision = {
  row: TargetRow;
  result: CheckResult;
  verdict: Verdict;
  rawSinceMs: number;
  dueAtMs: number;
};

export type Decisions = {
  decided: Decision[];
  /** Devices that lead to others which failed: whether those are down shows once these have been asked. */
  ask: number[];
};

/** How soon a failure is looked at again that waits for what leads to it. */
const LOOKS_AGAIN_SECONDS = 2;
/** For how long it waits at most, beyond the time that its own failures take. */
const WAITS_MS = 30_000;
/** Results that come that close together are of one moment: some take longer than others. */
const AT_ONCE_MS = 15_000;

/**
 * What results change about their targets, all of one batch together: what they say of a switch counts for what is
 * behind it.
 */
export function decide(
  given: readonly { row: TargetRow; result: CheckResult }[],
  surroundings: Surroundings,
): Decisions {
  const { statuses, dependencies } = surroundings;
  const found = given.map(({ row, result }) => ({ row, result: withoutUnprovenName(row, result) }));
  for (const { row, result } of found)
    if (row.kind === "device" && row.deviceId !== null)
      statuses.set(row.deviceId, { rawStatus: result.outcome.status, checkedAtMs: result.atMs });
  const isAllWell = found.every(({ result }) => result.outcome.status === "up");
  const paths = isAllWell ? undefined : dependencies.read(statuses);
  const ask = new Set<number>();
  const decided = found.map(({ row, result }) => {
    const rawSinceMs = rawSince(row, result);
    const cause = causeOf({ row, result, rawSinceMs, paths, statuses });
    const verdict = judge({ row, result, surroundings, isCutOff: cause.name === "cut off" });
    const waits =
      cause.name === "not known yet" &&
      verdict.incident === "begins" &&
      result.atMs - rawSinceMs < row.failuresToDown * row.retrySeconds * 1000 + WAITS_MS;
    if (waits) for (const device of cause.ask) ask.add(device);
    const settled = waits ? holdBack(row, verdict) : verdict;
    return { row, result, verdict: settled, rawSinceMs, dueAtMs: nextDue(row, result, settled) };
  });
  return { decided, ask: [...ask] };
}

/** A name that has not led to anything so far says nothing of its device: it may be one that nobody ever entered in DNS. */
function withoutUnprovenName(row: TargetRow, result: CheckResult): CheckResult {
  const { outcome } = result;
  if (outcome.isNameless !== true || row.confirmed !== "unknown") return result;
  return { ...result, outcome: { ...outcome, status: "unknown" } };
}

function rawSince(row: TargetRow, { atMs, outcome }: CheckResult): number {
  if (row.rawStatus !== outcome.status || row.rawSinceMs === null) return atMs;
  // A time that is still to come is from before the clock was set back.
  return Math.min(row.rawSinceMs, atMs);
}

type Failure = Pick<Decision, "row" | "result" | "rawSinceMs"> & {
  paths: Paths | undefined;
  statuses: ReadonlyMap<number, DeviceStatus>;
};

function causeOf({ row, result, rawSinceMs, paths, statuses }: Failure): ReturnType<Paths["causeOf"]> {
  const { kind, deviceId } = row;
  if (result.outcome.status === "up" || deviceId === null || paths === undefined) return { name: "down" };
  const untilMs = result.atMs + AT_ONCE_MS;
  if (kind === "device") return paths.causeOf(deviceId, rawSinceMs, untilMs);
  const device = statuses.get(deviceId);
  if (device === undefined) return { name: "down" };
  if (device.rawStatus === "down") return { name: "cut off" };
  return isWithin(device.checkedAtMs, rawSinceMs, untilMs)
    ? { name: "down" }
    : { name: "not known yet", ask: [deviceId] };
}

type Case = Pick<Decision, "row" | "result"> & { surroundings: Surroundings; isCutOff: boolean };

function judge({ row, result, surroundings, isCutOff }: Case): Verdict {
  const { watchesSinceMs, isNetworkDown, inMaintenance } = surroundings;
  const { checkedAtMs } = row;
  // A time that is still to come is from before the clock was set back.
  const isAsked = result.outcome.told === undefined;
  const isLearning =
    isAsked && (checkedAtMs === null || checkedAtMs < watchesSinceMs || checkedAtMs > result.atMs);
  const given = {
    ...AT_REST,
    isInMaintenance: inMaintenance.has(row.id),
    isCutOff,
    isNetworkDown,
    isLearning,
  };
  const rule = { ...row, retriesWhileDown: isAsked && row.kind === "monitor" };
  return confirm(row, { raw: result.outcome.status, rule, given });
}

/** One failure short of being down. */
function holdBack(row: TargetRow, { standing }: Verdict): Verdict {
  const { state, confirmed, failuresToDown } = row;
  return {
    standing: { ...standing, state, confirmed, inDoubt: failuresToDown - 1 },
    isInDoubt: true,
    incident: null,
    dueInSeconds: LOOKS_AGAIN_SECONDS,
  };
}

/** In step with earlier times; the first interval of a target is shortened, so that what began together spreads. */
function nextDue(row: TargetRow, { atMs, outcome }: CheckResult, { dueInSeconds }: Verdict): number {
  if (dueInSeconds !== row.intervalSeconds || outcome.told !== undefined) return atMs + dueInSeconds * 1000;
  const intervalMs = dueInSeconds * 1000;
  const isFirst = row.checkedAtMs === null;
  const inStep = row.dueAtMs + intervalMs;
  const isInStep = !isFirst && inStep > atMs && inStep <= atMs + intervalMs;
  return isInStep ? inStep : atMs + Math.max(1000, intervalMs * placeOf(row.id));
}

export type DeviceState = DeviceStatus & { id: number; deviceId: number; state: TargetState };

/** Device targets whose visible state no longer fits what stands around them. */
export type Sweep = {
  /** Their own failures are hidden now. */
  cutOff: number[];
  /** What leads to them answers again: they are to be asked soon. */
  ask: number[];
};

/** What a change of some devices means for those behind them, linear in devices and links. */
export function sweep(devices: readonly DeviceState[], dependencies: Dependencies): Sweep {
  const troubled = devices.filter(({ state }) => state === "down" || state === "unreachable");
  if (troubled.length === 0) return { cutOff: [], ask: [] };
  const paths = dependencies.read(new Map(devices.map((device) => [device.deviceId, device])));
  const isIn = (state: TargetState, isCutOff: boolean) =>
    troubled
      .filter((device) => device.state === state && paths.isCutOff(device.deviceId) === isCutOff)
      .map(({ id }) => id);
  return { cutOff: isIn("down", true), ask: isIn("unreachable", false) };
}
