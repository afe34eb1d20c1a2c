import type { z } from "@hono/zod-openapi";
import { invalid } from "../errors";

type Window<Name extends string> = { readonly [name in Name]?: Date | undefined };

/**
 * A rule for models with two moments: the first does not lie behind the second, where both are given. A window that
 * ends before it begins would be one in which nothing is found, without a word. The fault is told at the first.
 */
export function inOrder<Start extends string, End extends string>(startName: Start, endName: End) {
  return (window: Window<Start | End>, context: z.RefinementCtx): void => {
    const message = orderFault(window, [startName, endName]);
    if (message !== undefined) context.addIssue({ code: "custom", path: [startName], message });
  };
}

/** The same of a query's window that no model has read. @throws ApiError 422 at `start_time`. */
export function requireInOrder(window: Window<"start_time" | "end_time">): void {
  const fault = orderFault(window, ["start_time", "end_time"]);
  if (fault === undefined) return;
  const msg = `Value error, ${fault}`;
  throw invalid([{ loc: ["query", "start_time"], msg, type: "value_error" }]);
}

function orderFault<Name extends string>(
  window: Window<Name>,
  [startName, endName]: readonly [start: Name, end: Name],
): string | undefined {
  const [start, end] = [window[startName], window[endName]];
  const areInOrder = start === undefined || end === undefined || start <= end;
  return areInOrder ? undefined : `${startName} must not be after ${endName}`;
}
