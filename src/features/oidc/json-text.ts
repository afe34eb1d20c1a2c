/** What the text says as JSON; undefined where it is none. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Undefined is no JSON value: callers cannot take it for one.
    return undefined;
  }
}
