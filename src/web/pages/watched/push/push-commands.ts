const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Says nothing when all is well, so that cron sends no mail; tries again where the service is away for a moment. */
export function curlCommand(url: string): string {
  return `curl -fsS -m 10 --retry 3 -o /dev/null '${url}'`;
}

/** A line that runs a job about as often as it is expected, and reports when it succeeded. */
export function crontabLine(url: string, intervalSeconds: number): string {
  return `${scheduleOf(intervalSeconds)} /path/to/job && ${curlCommand(url)}`;
}

/** The rarest schedule of cron that is not rarer than the interval; at most once a minute. */
function scheduleOf(seconds: number): string {
  if (seconds >= DAY) return "0 4 * * *";
  if (seconds >= HOUR) return `0 ${step(Math.floor(seconds / HOUR), 24)} * * *`;
  return `${step(Math.max(1, Math.floor(seconds / MINUTE)), 60)} * * * *`;
}

/** Every so many within a round; steps that do not divide it would be uneven. */
function step(wanted: number, round: number): string {
  let every = wanted;
  while (round % every !== 0) every -= 1;
  return every === 1 ? "*" : `*/${every}`;
}
