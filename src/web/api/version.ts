/** A thing as it was read, and the entity tag that says so. */
export type Version<Thing> = { thing: Thing; tag: string | null };

/** Reads a thing with its entity tag: `versionOf(api.GET("/api/v1/…", { … }))`. */
export async function versionOf<Thing>(
  call: Promise<{ data?: Thing; response: Response }>,
): Promise<Version<Thing>> {
  const { data, response } = await call;
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  return { thing: data, tag: response.headers.get("ETag") };
}

/** The header of a change that must not undo somebody else's. */
export function ifMatch(tag: string | null): { "If-Match"?: string } {
  return tag === null ? {} : { "If-Match": tag };
}
