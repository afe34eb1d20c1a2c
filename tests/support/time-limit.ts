/**
 * What is wrong with the time that this process has taken, if anything; prints it either way. MINUTES replaces the limit, which
 * holds for two cores that do nothing else.
 */
export function judgeTime(limitMinutes: number): string[] {
  const limit = Number(process.env["MINUTES"] ?? limitMinutes);
  const minutes = performance.now() / 60_000;
  const text = `${minutes.toFixed(1)} of ${limit} minutes`;
  process.stdout.write(`\ntime: ${text}\n`);
  return minutes > limit ? [`time: ${text}`] : [];
}
