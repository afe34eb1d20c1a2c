import { useMemo, useState } from "react";
import { HOURS, type RangeName } from "./search";
import type { Range } from "./course";

/** The time that is looked at, until the moment at which its history was asked for. */
export function useHistoryRange(name: RangeName, answeredAt: number): Range {
  const [openedAt] = useState(() => Date.now());
  return useMemo(() => {
    const to = answeredAt === 0 ? openedAt : answeredAt;
    return { from: to - HOURS[name] * 3_600_000, to };
  }, [name, answeredAt, openedAt]);
}
