/** Machines are noisy and unlike each other: what takes a multiple is no longer explained by that. */
const SLOWEST_MACHINE = 3;

/**
 * What is wrong with the time that this process has taken, if anything; prints it either way. The limit holds for two
 * usual cores that do nothing else: beyond it is said, beyond three times of it, and of what `slowness` (1: a usual
 * machine) explains, is a fault. MINUTES is a limit beyond which it is a fault at once. `waitedMs`: what the network
 * took, and is not counted.
 */
export function judgeTime(limitMinutes: number, { slowness = 1, waitedMs = 0 } = {}): string[] {
  const strict = process.env["MINUTES"] || undefined;
  const limit = Number(strict ?? limitMinutes);
  const minutes = (performance.now() - waitedMs) / 60_000;
  const text = `${minutes.toFixed(1)} of ${limit} minutes`;
  const machine =
    slowness > 1 ? `, on a machine that takes ${slowness.toFixed(1)} times as long as a usual one` : "";
  process.stdout.write(`\ntime: ${text}${minutes > limit ? ", too long" : ""}${machine}\n`);
  return minutes > limit * (strict === undefined ? SLOWEST_MACHINE * slowness : 1) ? [`time: ${text}`] : [];
}
