/** What a spreadsheet would take for a formula, here or where a careless reader begins a new row. */
const FORMULA_START = /^'*(?:[\t\r]|[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])|[\r\n][^\S\r\n]*[=+\-@]/;
/** What drives a terminal or turns the order of a line, but for tabs and line ends. */
const DRIVING = String.raw`\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069`;
const CONTROLS = new RegExp(`(?![\\t\\n\\r])[${DRIVING}]`, "g");
/** What looks like a control that is shown. */
const ESCAPES = /\\u(00(?:0[0-8bce-f]|1[0-9a-f]|5c|7f|[89][0-9a-f])|20(?:2[a-e]|6[6-9]))/g;

/**
 * Text for a cell of a CSV file, as the service's own exports write it: a formula becomes text (OWASP, CSV injection),
 * and control characters are shown as `\u001b`.
 */
export function harmlessCell(text: string): string {
  const shown = text
    .replace(ESCAPES, String.raw`\u005cu$1`)
    .replace(CONTROLS, (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return FORMULA_START.test(shown) ? `'${shown}` : shown;
}
