import type { RuleDraft } from "../rules/models";
import { timingUntil, type TimingState } from "../timing/timing";
import type { Alert } from "./course";

/** Something of an alert that is told then. */
export type Telling = {
  atMs: number;
  /** Quiet hours, or a schedule, have kept it until then. */
  isReleased: boolean;
};

/** What a rule does from then on, until the next of them. */
type Stretch = { fromMs: number; state: TimingState };

/**
 * When what a rule has found is told by its hours (as `watch/settle.ts` has it): what is kept back and over by then is
 * not, nor is its end. The earliest first.
 */
export function tellingsOf(
  rule: RuleDraft,
  alerts: readonly Alert[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Telling[] {
  const stretches = stretchesOf(rule, { fromMs, toMs });
  return alerts
    .flatMap((alert) => ofAlert(alert, stretches))
    .filter(({ atMs }) => atMs <= toMs)
    .toSorted((one, other) => one.atMs - other.atMs);
}

function ofAlert(alert: Alert, stretches: readonly Stretch[]): Telling[] {
  if (alert.kind === "happened") {
    const isLost = stateAt(stretches, alert.firedAtMs) === "rests";
    return isLost ? [] : [keptUntilToldAt(stretches, alert.firedAtMs)];
  }
  const beginning = keptUntilToldAt(stretches, alert.firedAtMs);
  if (alert.endedAtMs !== null && alert.endedAtMs <= beginning.atMs && beginning.isReleased) return [];
  if (alert.endToldAtMs === null) return [beginning];
  const endMs = Math.max(alert.endToldAtMs, beginning.atMs);
  // A rule that rests tells the end of what it has told all the same.
  const isKept = stateAt(stretches, endMs) === "keeps";
  return [beginning, isKept ? keptUntilToldAt(stretches, endMs) : { atMs: endMs, isReleased: false }];
}

function stateAt(stretches: readonly Stretch[], atMs: number): TimingState {
  return stretches.findLast(({ fromMs }) => fromMs <= atMs)?.state ?? "tells";
}

/**
 * The first moment from then on at which the rule tells; never, where it does not within the time that is looked at.
 */
function keptUntilToldAt(stretches: readonly Stretch[], atMs: number): Telling {
  if (stateAt(stretches, atMs) === "tells") return { atMs, isReleased: false };
  const next = stretches.find(({ fromMs, state }) => fromMs > atMs && state === "tells");
  return { atMs: next?.fromMs ?? Number.POSITIVE_INFINITY, isReleased: true };
}

function stretchesOf(rule: RuleDraft, { fromMs, toMs }: { fromMs: number; toMs: number }): Stretch[] {
  const stretches: Stretch[] = [];
  for (let atMs = fromMs; atMs <= toMs;) {
    const { state, until } = timingUntil(rule, rule.severity, new Date(atMs));
    stretches.push({ fromMs: atMs, state });
    if (until === undefined) break;
    atMs = until.getTime();
  }
  return stretches;
}
