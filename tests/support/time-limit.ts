/** Machines are noisy and unlike each other: what takes a multiple is no longer explained by that. */
const SLOWEST_MACHINE = 3;

/**
 * What is wrong with the time that this process has taken, if anything; prints it either way. The limit holds for two cores that
 * do nothing else: beyond it is said, beyond three times of it is a fault. MINUTES is a limit beyond which it is a fault at once.
 */
export function judgeTime(limitMinutes: number): string[] {
  const strict = process.env["MINUTES"];
  const limit = Number(strict ?? limitMinutes);
  const minutes = performance.now() / 60_000;
  const text = `${minutes.toFixed(1)} of ${limit} minutes`;
  process.stdout.write(`\ntime: ${text}${minutes > limit ? ", too long" : ""}\n`);
  return minutes > limit * (strict === undefined ? SLOWEST_MACHINE : 1) ? [`time: ${text}`] : [];
}
