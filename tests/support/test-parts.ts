/** Milliseconds of each file, as `bun test --update-timings` writes them. */
export type Timings = { files: Record<string, number> };

/** Of a file that has not been measured yet. */
const USUAL_MS = 2000;

/**
 * Divides files into parts that take about as long: each file, the longest first, goes to the part that is the shortest
 * then.
 */
export function divideTests(files: readonly string[], { files: times }: Timings, count: number): string[][] {
  const timeOf = (file: string) => times[file] ?? USUAL_MS;
  const parts = Array.from({ length: count }, () => ({ time: 0, files: [] as string[] }));
  for (const file of files.toSorted((left, right) => timeOf(right) - timeOf(left))) {
    const shortest = parts.reduce((least, part) => (part.time < least.time ? part : least));
    shortest.files.push(file);
    shortest.time += timeOf(file);
  }
  return parts.map((part) => part.files).filter((part) => part.length > 0);
}
