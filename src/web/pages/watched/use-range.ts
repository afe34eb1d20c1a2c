import { useMemo } from "react";
import { HOURS, type RangeName } from "./search";
import type { Range } from "./course";

/** The time that is looked at, until the moment at which its history was asked for. */
export function useHistoryRange(name: RangeName, answeredAt: number): Range {
  return useMemo(() => {
    const to = answeredAt === 0 ? Date.now() : answeredAt;
    return { from: to - HOURS[name] * 3_600_000, to };
  }, [name, answeredAt]);
}
