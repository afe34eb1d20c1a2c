/** What the service calls events without a verdict. */
export const NO_VERDICT = "none";

type Bucket = { counts: Readonly<Record<string, number>>; total: number | null };

/** One series for each verdict that occurs, in the given order; a bucket of which nothing is stored stays a gap. */
export function stackVerdicts<Known extends { id: string }>(
  buckets: readonly Bucket[],
  known: readonly Known[],
): (Known & { values: (number | null)[] })[] {
  const occurring = known.filter(({ id }) => buckets.some(({ counts }) => (counts[id] ?? 0) > 0));
  const shown = occurring.length > 0 ? occurring : known.slice(0, 1);
  return shown.map((one) => ({
    ...one,
    values: buckets.map(({ counts, total }) => (total === null ? null : (counts[one.id] ?? 0))),
  }));
}
