import type { Context } from "hono";

const RESPOND_ASYNC = "respond-async";

/** True where the client would rather not wait for the end of the work (RFC 7240 section 4.1). */
export function prefersAsync({ req }: Context): boolean {
  const preferences = req.header("Prefer")?.split(",") ?? [];
  return preferences.some((one) => one.split(";")[0]?.trim().toLowerCase() === RESPOND_ASYNC);
}

/** The answer to a request whose work goes on; `location` is where it can be watched. */
export function acceptedAnswer(context: Context, { body, location }: { body: object; location: string }) {
  return context.json(body, 202, { Location: location, "Preference-Applied": RESPOND_ASYNC });
}
