import type { Occurrence } from "../../../src/features/maintenance/schedule";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Fixed times of day, or one minute of every hour. */
export type Rule = { minutes: readonly number[]; hours: readonly number[] | "every" };

/**
 * What a rule comes to, found by walking through every minute and reading the clock on the wall: a model of recurring
 * windows that shares nothing with a cron library. Gives the beginnings from `from` to `to`.
 */
export function beginnings(rule: Rule, zone: string, span: { from: number; to: number }): number[] {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const walls = new Map<number, string>();
  for (let at = span.from - 2 * DAY_MS; at < span.to + 2 * DAY_MS; at += MINUTE_MS)
    walls.set(at, clock.format(at));
  const found = rule.hours === "every" ? hourly(rule.minutes, walls) : daily(rule.minutes, rule.hours, walls);
  return [...new Set(found)]
    .filter((at) => at >= span.from && at < span.to)
    .sort((one, other) => one - other);
}

function hourly(minutes: readonly number[], walls: ReadonlyMap<number, string>): number[] {
  return [...walls].flatMap(([at, wall]) => (minutes.includes(Number(wall.slice(14))) ? [at] : []));
}

/** Of each day the first minute that has the time, else the first one behind it. */
function daily(
  minutes: readonly number[],
  hours: readonly number[],
  walls: ReadonlyMap<number, string>,
): number[] {
  const days = Map.groupBy(walls, ([, wall]) => wall.slice(0, 10));
  return [...days.values()].flatMap((day) =>
    hours.flatMap((hour) =>
      minutes.flatMap((minute) => {
        const wanted = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        const exact = day.find(([, wall]) => wall.slice(11) === wanted);
        const behind = day.find(([, wall]) => wall.slice(11) > wanted);
        const [at] = exact ?? behind ?? [];
        return at === undefined ? [] : [at];
      }),
    ),
  );
}

/** Which of the occurrences run at the moment, the one that ends last, and when that or what begins next changes. */
export function momentOfModel(occurrences: readonly Occurrence[], instant: number) {
  const running = occurrences.filter(({ startsAt, endsAt }) => startsAt <= instant && instant < endsAt);
  const current = running.toSorted((one, other) => other.endsAt - one.endsAt)[0];
  const next = occurrences
    .filter(({ startsAt }) => startsAt > instant)
    .toSorted((one, other) => one.startsAt - other.startsAt)[0];
  const edges = [...running.map(({ endsAt }) => endsAt), ...(next === undefined ? [] : [next.startsAt])];
  return { current, next, changesAt: edges.length === 0 ? undefined : Math.min(...edges) };
}
