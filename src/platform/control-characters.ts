/**
 * What drives a terminal or turns the order of a line: C0, DEL, C1, and the overrides of Unicode's bidirectional
 * algorithm.
 */
const DRIVING = String.raw`\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069`;
const CONTROLS = new RegExp(`[${DRIVING}]`, "g");
/** In a cell, tabs and line ends are text. */
const CELL_CONTROLS = new RegExp(`(?![\\t\\n\\r])[${DRIVING}]`, "g");
/** What `escapeCell` writes, or what looks like it. */
const CELL_ESCAPES = /\\u(00(?:0[0-8bce-f]|1[0-9a-f]|5c|7f|[89][0-9a-f])|20(?:2[a-e]|6[6-9]))/g;

/** The text with such characters shown as `\u001b`: for a log, whose lines nobody may forge. Also right within JSON. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escaped);
}

/** Text of a peer that is not kept for evidence, without them. */
export function removeControls(text: string): string {
  return text.replace(CONTROLS, "");
}

/**
 * As `escapeControls`, for a cell of a CSV file, which keeps its line ends; what only looks like an escape is told
 * apart.
 */
export function escapeCell(text: string): string {
  return text.replace(CELL_ESCAPES, String.raw`\u005cu$1`).replace(CELL_CONTROLS, escaped);
}

/** The text that `escapeCell` has treated, as it was. */
export function restoreCell(text: string): string {
  return text.replace(CELL_ESCAPES, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
