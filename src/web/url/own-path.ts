/** A path on this origin, or nothing: a link must not lead a person elsewhere after the sign-in. */
export function ownPath(text: string | null | undefined): string | undefined {
  return typeof text === "string" && /^\/(?![/\\])\P{Cc}*$/u.test(text) ? text : undefined;
}
