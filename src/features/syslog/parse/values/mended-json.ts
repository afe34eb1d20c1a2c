import { BACKSLASH } from "./characters";

/** A number with zeros before it, behind what begins a value. */
const LEADING_ZEROS = /([:[,]\s{0,8}-?)0+(?=\d)/g;
/** What other languages call values, and JSON does not know. */
const FOREIGN_VALUE =
  /(?<=[:[,]\s{0,8})(?:[+-]?NaN|[+-]?Infinity|None|nil|undefined|True|False)(?=\s{0,8}[,}\]])/g;
const LAST_COMMA = /,(?=\s{0,8}[}\]])/g;
// oxlint-disable-next-line no-control-regex -- these are what JSON wants escaped
const CONTROL = /[\u0000-\u001f]/g;
/** An escape that JSON knows, or a backslash that stands for itself. */
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})?/g;

/**
 * The text of an object as JSON has it (RFC 8259), where whoever wrote it kept to less than that: numbers with zeros before
 * them, `NaN`, Python's `None` and `True`, a comma behind the last value, paths of Windows and tabs that are not escaped.
 * Gives null where nothing of these is in it. Time is linear.
 */
export function mendedJson(text: string): string | null {
  let mended = "";
  let start = 0;
  while (start < text.length) {
    const open = text.indexOf('"', start);
    const outside = text.slice(start, open === -1 ? text.length : open);
    mended += outside.length > 1 ? mendedValues(outside) : outside;
    if (open === -1) break;
    start = textEnd(text, open) + 1;
    mended += mendedText(text.slice(open, start));
  }
  return mended === text ? null : mended;
}

/** The quote that ends the text whose quote stands at `start`; where none does, the end of the body. */
export function textEnd(body: string, start: number): number {
  let end = body.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf('"', end + 1);
  return end === -1 ? body.length : end;
}

function isEscaped(body: string, quote: number): boolean {
  let start = quote;
  while (body.charCodeAt(start - 1) === BACKSLASH) start--;
  return (quote - start) % 2 === 1;
}

function mendedValues(outside: string): string {
  return outside
    .replaceAll(LEADING_ZEROS, "$1")
    .replaceAll(FOREIGN_VALUE, (word) => (word === "True" || word === "False" ? word.toLowerCase() : "null"))
    .replaceAll(LAST_COMMA, "");
}

function mendedText(quoted: string): string {
  return quoted
    .replaceAll(CONTROL, " ")
    .replaceAll(ESCAPE, (escape) => (escape.length === 1 ? String.raw`\\` : escape));
}
