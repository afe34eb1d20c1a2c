import type { Context } from "hono";
import { invalid } from "../errors";
import { queryOf } from "./dry-run";
import type { RouteShape } from "./route";

const RESPOND_ASYNC = "respond-async";
/** An element of a list, and a piece of one: separators in quotes part nothing. What is not closed ends with the text. */
const ELEMENT = /(?:[^",]|"(?:[^"\\]|\\[^]?)*"?)+/g;
const PIECE = /(?:[^";]|"(?:[^"\\]|\\[^]?)*"?)+/;

/** True where the client would rather not wait for the end of the work (RFC 7240 section 4.1). */
export function prefersAsync(context: Context): boolean {
  return preferencesOf(context).get(RESPOND_ASYNC) === "";
}

/**
 * The values of all preferences by their names, in lower case and without parameters. Several headers are one list (RFC
 * 9110 section 5.3), and of a preference that is there twice the first counts (RFC 7240 section 2).
 */
function preferencesOf({ req }: Context): ReadonlyMap<string, string> {
  const elements = req.header("Prefer")?.match(ELEMENT) ?? [];
  const preferences = elements.map((element): [string, string] => {
    const [name = "", value = ""] = (PIECE.exec(element)?.[0] ?? "").split("=");
    return [name.trim().toLowerCase(), value.replaceAll(/[\s"]/g, "").toLowerCase()];
  });
  return new Map(preferences.toReversed());
}

/** The answer to a request whose work goes on; `location` is where it can be watched. */
export function acceptedAnswer(context: Context, { body, location }: { body: object; location: string }) {
  return context.json(body, 202, { Location: location, "Preference-Applied": RESPOND_ASYNC });
}

/**
 * Throws 422 for query parameters that the route does not know, or that are given twice, where the client prefers that
 * to their being ignored (RFC 7240 section 4.4). Ignored is what they are by default, as first clients count on.
 */
export function requireKnownIfStrict(
  context: Context,
  route: Pick<RouteShape, "query" | "isTryable" | "upsert">,
): void {
  if (preferencesOf(context).get("handling") !== "strict") return;
  const known = queryOf(route)?.shape ?? {};
  const issues = Object.entries(context.req.queries()).flatMap(([name, values]) => {
    const loc = ["query", name];
    if (!Object.hasOwn(known, name))
      return [{ loc, msg: "Extra inputs are not permitted", type: "extra_forbidden" }];
    return values.length > 1 ? [{ loc, msg: "Value error, given twice", type: "value_error" }] : [];
  });
  if (issues.length > 0) throw invalid(issues);
}
