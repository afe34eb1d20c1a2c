/** Milliseconds of each file, as `bun test --update-timings` writes them; `bun tests/check.ts check --time` renews them. */
export type Timings = { files: Record<string, number> };

/** By how much a file's time has to differ for anybody to see it. */
const STEP_MS = 100;

/**
 * Those of before with what was measured of files that are there still, in steps of a tenth of a second, so that two
 * runs differ where it matters.
 */
export function renewTimings(
  before: Timings,
  { measured, files }: { measured: readonly Timings[]; files: readonly string[] },
): Timings {
  const there = new Set(files);
  const times = new Map(Object.entries(before.files));
  for (const part of measured)
    for (const [file, ms] of Object.entries(part.files))
      times.set(file, Math.max(STEP_MS, Math.round(ms / STEP_MS) * STEP_MS));
  const kept = [...times]
    .filter(([file]) => there.has(file))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...before, files: Object.fromEntries(kept) };
}

/** Of a file that has not been measured yet. */
const USUAL_MS = 2000;

/**
 * Divides files into as many parts as there are shares, which take so long in proportion: each file, the longest first,
 * goes to the part that has the least of its share then.
 */
export function divideTests(
  files: readonly string[],
  { files: times }: Timings,
  shares: readonly number[],
): string[][] {
  const timeOf = (file: string) => times[file] ?? USUAL_MS;
  const parts = shares.map((share) => ({ share, time: 0, files: [] as string[] }));
  for (const file of files.toSorted((left, right) => timeOf(right) - timeOf(left))) {
    const least = parts.reduce((one, part) =>
      (part.time + timeOf(file)) / part.share < (one.time + timeOf(file)) / one.share ? part : one,
    );
    least.files.push(file);
    least.time += timeOf(file);
  }
  return parts.map((part) => part.files).filter((part) => part.length > 0);
}
