import type { QueryVerdict } from "./patterns";

/** Whether a query can be watched as lines come in, for whoever writes a rule. Never throws. */
export function judgeQuery(query: string): QueryVerdict {
  return { problem: query === "" ? { field: "query", message: "" } : null, isExpensive: false };
}
