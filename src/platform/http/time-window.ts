import type { z } from "@hono/zod-openapi";
import { invalid } from "../errors";

type Window<Name extends string> = { readonly [name in Name]?: Date | undefined };

/**
 * A rule for models with two moments: the first does not lie behind the second, where both are given. A window that
 * ends before it begins would be one in which nothing is found, without a word. The fault is told at the first.
 */
export function inOrder<Start extends string, End extends string>(startName: Start, endName: End) {
  return (window: Window<Start | End>, context: z.RefinementCtx): void => {
    const [start, end] = [window[startName], window[endName]];
    if (start === undefined || end === undefined || start <= end) return;
    context.addIssue({ code: "custom", path: [startName], message: orderFault(startName, endName) });
  };
}

/** The same of a query's window that no model has read. @throws ApiError 422 at `start_time`. */
export function requireInOrder({
  start_time: start,
  end_time: end,
}: Window<"start_time" | "end_time">): void {
  if (start === undefined || end === undefined || start <= end) return;
  const msg = `Value error, ${orderFault("start_time", "end_time")}`;
  throw invalid([{ loc: ["query", "start_time"], msg, type: "value_error" }]);
}

function orderFault(startName: string, endName: string): string {
  return `${startName} must not be after ${endName}`;
}
