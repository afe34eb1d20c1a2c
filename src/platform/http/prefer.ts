import type { Context } from "hono";
import { invalid } from "../errors";
import { queryOf } from "./dry-run";
import type { RouteShape } from "./route";

const RESPOND_ASYNC = "respond-async";
const STRICT = "handling=strict";

/** True where the client would rather not wait for the end of the work (RFC 7240 section 4.1). */
export function prefersAsync(context: Context): boolean {
  return preferencesOf(context).includes(RESPOND_ASYNC);
}

/** In lower case, without their parameters. */
function preferencesOf({ req }: Context): string[] {
  const preferences = req.header("Prefer")?.split(",") ?? [];
  return preferences.map((one) => (one.split(";")[0] ?? "").replaceAll(/[\s"]/g, "").toLowerCase());
}

/** The answer to a request whose work goes on; `location` is where it can be watched. */
export function acceptedAnswer(context: Context, { body, location }: { body: object; location: string }) {
  return context.json(body, 202, { Location: location, "Preference-Applied": RESPOND_ASYNC });
}

/**
 * Throws 422 for query parameters that the route does not know, or that are given twice, where the client prefers that
 * to their being ignored (RFC 7240 section 4.4). Ignored is what they are by default, as first clients count on.
 */
export function refuseUnknown(
  context: Context,
  route: Pick<RouteShape, "query" | "isTryable" | "upsert">,
): void {
  if (!preferencesOf(context).includes(STRICT)) return;
  const known = queryOf(route)?.shape ?? {};
  const issues = Object.entries(context.req.queries()).flatMap(([name, values]) => {
    const loc = ["query", name];
    if (!Object.hasOwn(known, name))
      return [{ loc, msg: "Extra inputs are not permitted", type: "extra_forbidden" }];
    return values.length > 1 ? [{ loc, msg: "Value error, given twice", type: "value_error" }] : [];
  });
  if (issues.length > 0) throw invalid(issues);
}
