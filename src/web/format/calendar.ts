import { startOf, toDay, type Day } from "./day";

export function addDays(day: Day, count: number): Day {
  const start = startOf(day);
  return toDay(new Date(start.getFullYear(), start.getMonth(), start.getDate() + count));
}

/** The same day of another month, or its last one. */
export function addMonths(day: Day, count: number): Day {
  const start = startOf(day);
  const last = new Date(start.getFullYear(), start.getMonth() + count + 1, 0);
  return toDay(new Date(last.getFullYear(), last.getMonth(), Math.min(start.getDate(), last.getDate())));
}

/** The days of its week, from Monday. */
export function weekOf(day: Day): Day[] {
  const monday = addDays(day, -((startOf(day).getDay() + 6) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** The weeks that have a day of its month. */
export function monthOf(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weeks: Day[][] = [];
  for (
    let week = weekOf(first);
    (week[0] ?? "") < addMonths(first, 1);
    week = weekOf(addDays(week[0] ?? first, 7))
  )
    weeks.push(week);
  return weeks;
}

type Span = { starts_at: string; ends_at: string };

/** Of spans those that have a part in the day, in the order in which they begin. */
export function entriesOf<Entry extends Span>(entries: readonly Entry[], day: Day): Entry[] {
  const [from, to] = [startOf(day).getTime(), startOf(addDays(day, 1)).getTime()];
  return entries.filter(
    ({ starts_at: start, ends_at: end }) => Date.parse(start) < to && Date.parse(end) > from,
  );
}

/**
 * A span on the face of a day: beginning and length as shares of its hours, and the lane that it stands in, of so many.
 */
export type Block<Entry> = { entry: Entry; top: number; height: number; lane: number; lanes: number };

/** The spans of a day side by side where they overlap. */
export function blocksOf<Entry extends Span>(entries: readonly Entry[], day: Day): Block<Entry>[] {
  const [from, to] = [startOf(day).getTime(), startOf(addDays(day, 1)).getTime()];
  const shareOf = (moment: number) => (Math.min(Math.max(moment, from), to) - from) / (to - from);
  const blocks: Block<Entry>[] = [];
  let cluster: Block<Entry>[] = [];
  for (const entry of entriesOf(entries, day)) {
    const top = shareOf(Date.parse(entry.starts_at));
    const height = shareOf(Date.parse(entry.ends_at)) - top;
    if (cluster.every((one) => one.top + one.height <= top)) cluster = [];
    const taken = new Set(cluster.filter((one) => one.top + one.height > top).map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    const block = { entry, top, height, lane, lanes: 1 };
    cluster.push(block);
    blocks.push(block);
    const lanes = Math.max(...cluster.map((one) => one.lane)) + 1;
    for (const one of cluster) one.lanes = lanes;
  }
  return blocks;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `November 2026`. */
export function formatMonth(day: Day): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}
