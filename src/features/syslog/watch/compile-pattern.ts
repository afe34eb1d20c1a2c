import { ApiError } from "#platform/errors";
import { isKnownOnArrival } from "../encode/message-columns";
import { compileQuery } from "../query/compile";
import type { Condition } from "../query/predicate";
import { MAX_QUERY_LENGTH, splitQuery } from "../query/query-text";
import type { QueryProblem, QueryVerdict } from "./patterns";
import { chooseTrigger, isWeak } from "../encode/watch/triggers";

/** What a search can be asked beside its text: of a text alone it would be a word that no line has. */
const NOT_OF_A_TEXT: ReadonlySet<string> = new Set([
  "start_time",
  "end_time",
  "received_at",
  "event_time",
  "device_id",
]);

/** The conditions of a query that can be watched, or why it cannot. */
export type CompiledPattern = { conditions: Condition[] } | { problem: QueryProblem };

/** Whether a query can be watched as lines come in, for whoever writes a rule. Never throws. */
export function checkPattern(query: string): QueryVerdict {
  const read = compilePattern(query);
  if ("problem" in read) return { problem: read.problem, isExpensive: false };
  return { problem: null, isExpensive: isWeak(chooseTrigger(read.conditions, () => 0)) };
}

/** Never throws. */
export function compilePattern(query: string): CompiledPattern {
  const field = "query";
  if (query.length > MAX_QUERY_LENGTH)
    return { problem: { field, message: `a search has at most ${MAX_QUERY_LENGTH} characters` } };
  const [foreign] = splitQuery(query, NOT_OF_A_TEXT).filter((term) => term.field !== undefined);
  if (foreign?.field !== undefined) return { problem: { field, message: describeForeign(foreign.field) } };
  try {
    const conditions = compileQuery(query);
    if (conditions.length === 0) return { problem: { field, message: "it would take every line" } };
    const column = conditions.flatMap(columnsOf).find((name) => !isKnownOnArrival(name));
    if (column !== undefined)
      return { problem: { field, message: `${column} is not known yet when a line comes in` } };
    return { conditions };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: { field, message: describe(error) } };
  }
}

function describeForeign(name: string): string {
  return name === "device_id"
    ? "device_id cannot be watched: name the device's addresses"
    : `${name} cannot be watched: lines are looked at as they come in`;
}

function columnsOf(condition: Condition) {
  return condition.kind === "equals" ? [condition.column] : condition.columns;
}

function describe({ detail }: ApiError): string {
  const text = typeof detail === "string" ? detail : detail.map(({ msg }) => msg).join("; ");
  return text.replace(/^Value error, /, "");
}
