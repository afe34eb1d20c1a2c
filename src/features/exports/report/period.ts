import { invalid } from "#platform/errors";
import { MAX_DAYS, type ReportQuery } from "./models";

export type Period = { from: Date; to: Date };

const DAY_MS = 86_400_000;

/** The time that a report is of. Throws 422 where it ends before it begins, or is longer than a year. */
export function periodOf({ from, to, days }: Pick<ReportQuery, "from" | "to" | "days">, now: Date): Period {
  const end = to === undefined || to > now ? now : to;
  const start = from ?? new Date(end.getTime() - days * DAY_MS);
  if (start >= end) throw refuse("from must be before to, and in the past");
  if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS)
    throw refuse(`a report is of ${MAX_DAYS} days at most`);
  return { from: start, to: end };
}

function refuse(reason: string): Error {
  return invalid([{ loc: ["query", "from"], msg: `Value error, ${reason}`, type: "value_error" }]);
}
