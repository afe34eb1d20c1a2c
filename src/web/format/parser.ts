/** Parsers of lines whose vendor no format knows. */
const NOBODY_KNOWS: ReadonlySet<string> = new Set(["generic", "extracted"]);

/** Whether what read a line is a format, ours or one of somebody's own. */
export function isFormat(parser: string): boolean {
  return !NOBODY_KNOWS.has(parser);
}
