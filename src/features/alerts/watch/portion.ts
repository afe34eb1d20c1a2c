/** So many notices of a rule go out one by one; what comes beyond them is told together. */
export const SINGLE_NOTICES = 3;

type Given = {
  /** So many notices went out one by one in the last minute. */
  singleNotices: number;
  /** The rule tells all that waits in one notice. */
  isBundled: boolean;
  /** So many were kept back until now. */
  released: number;
};

export type Portion<Event> = {
  told: readonly Event[];
  /** In one notice. */
  isDigest: boolean;
  /** The minute of the first notices is over: another begins. */
  isBurstOver: boolean;
  /** For how many notices it counts in that minute. */
  counts: number;
};

/** Which of the events of a rule that wait are told now, and whether in one notice. */
export function portionOf<Event>(
  events: readonly Event[],
  { singleNotices, isBundled, released }: Given,
): Portion<Event> {
  const singles = Math.max(0, SINGLE_NOTICES - singleNotices);
  const isBurstOver = singles === SINGLE_NOTICES;
  if (isBundled) return { told: events, isDigest: events.length > 1, isBurstOver, counts: 1 };
  const isDigest = isBurstOver && (events.length > singles || released > 1);
  const told = isDigest ? events : events.slice(0, singles);
  return { told, isDigest, isBurstOver, counts: isDigest ? SINGLE_NOTICES : told.length };
}
