export type Values = readonly (number | null)[];

/** Each series on top of those before it; a bucket of which nothing is known stays a gap. */
export function stackValues(series: readonly Values[]): (number | null)[][] {
  const heights: (number | null)[] = [];
  return series.map((values) =>
    values.map((value, index) => {
      const below = heights[index] ?? null;
      const height = value === null ? below : (below ?? 0) + value;
      heights[index] = height;
      return height;
    }),
  );
}

/** What is said of a chart to those who do not see it: the sum of each series, and the highest moment. */
export function summarise(
  series: readonly { label: string; values: Values }[],
  { format, describeTime }: { format: (value: number) => string; describeTime: (index: number) => string },
): string {
  const totals = series.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const heights = stackValues(series.map(({ values }) => values)).at(-1) ?? [];
  const peak = heights.reduce<number>(
    (best, value, index) => ((value ?? -1) > (heights[best] ?? -1) ? index : best),
    0,
  );
  const parts = series.map(({ label }, index) => `${label} ${format(totals[index] ?? 0)}`);
  const most = heights[peak];
  return most === null || most === undefined || most === 0
    ? `${parts.join(", ")}.`
    : `${parts.join(", ")}. Most at ${describeTime(peak)}: ${format(most)}.`;
}

/** The same of figures that are not counts, such as latencies: between which each of them lies. */
export function summariseLines(
  series: readonly { label: string; values: Values }[],
  format: (value: number) => string,
): string {
  const parts = series.map(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0
      ? `${label} not known`
      : `${label} ${format(Math.min(...known))} to ${format(Math.max(...known))}`;
  });
  return `${parts.join(", ")}.`;
}
