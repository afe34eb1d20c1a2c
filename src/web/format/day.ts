/** Days of the viewer's calendar, as `2026-11-23`: what a link says, and no clock moves. */
export type Day = string;

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Undefined for what is no day. */
export function parseDay(text: string): Day | undefined {
  const day = DAY.test(text) ? toDay(startOf(text)) : undefined;
  return day === text ? day : undefined;
}

export function toDay(moment: Date): Day {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The moment at which it begins, which is not always midnight. */
export function startOf(day: Day): Date {
  const [, year, month, date] = (DAY.exec(day) ?? []).map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, date ?? 1);
}
