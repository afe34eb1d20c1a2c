/** What the last runs of age retention left behind. Shares are of all events, 0 to 1. */
export type ExpiryHistory = {
  predictedShare: number;
  refusedAt: Date | null;
  refusedShare: number | null;
};

/** `refusedAt`: since when it is refused; "begun" anew where an older refusal did not agree with this run either. */
export type ExpiryVerdict = { isExpected: true } | { isExpected: false; refusedAt: Date; isNew: boolean };

/** More than this many times the predicted share is suspicious. */
const MAX_TIMES = 2;
/** Two runs that stand for an hour: the clocks may differ by five minutes. */
const APART_MS = 55 * 60_000;

/**
 * Whether an expired share of all events may be dropped: it is at most twice what the last run predicted, or a run that
 * was refused an hour ago predicted it too. A clock that is wrong by a year expires everything at once.
 */
export function evaluateExpiry(
  share: number,
  history: ExpiryHistory | undefined,
  nowMillis: number,
): ExpiryVerdict {
  if (share <= MAX_TIMES * (history?.predictedShare ?? 0)) return { isExpected: true };
  const refusedAt = history?.refusedAt ?? null;
  const ageMs = refusedAt === null ? -1 : nowMillis - refusedAt.getTime();
  if (refusedAt === null || ageMs < 0)
    return { isExpected: false, refusedAt: new Date(nowMillis), isNew: true };
  if (ageMs < APART_MS) return { isExpected: false, refusedAt, isNew: false };
  if (share <= MAX_TIMES * (history?.refusedShare ?? 0)) return { isExpected: true };
  return { isExpected: false, refusedAt: new Date(nowMillis), isNew: true };
}
