import { BadBackup } from "./format/bad-backup";
import type { Column } from "./schema-tables";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A value as it stands in a line, and as PostgreSQL's COPY takes it (its manual, COPY, "Text Format"). */
type Place = { before: string; textOf: (token: string) => string };

/**
 * Gives what makes a row of COPY's text format of a line: a JSON object with just these columns, in their order,
 * without spaces between them. Reading that here takes a tenth of what PostgreSQL takes to take such objects apart.
 * Throws BadBackup for another line. Whether the values are right is PostgreSQL's matter.
 */
export function copyRows(columns: readonly Column[]): (line: string) => string {
  const places = columns.map((column, index): Place => ({
    before: `${index === 0 ? "{" : ","}${JSON.stringify(column.name)}:`,
    textOf: textOf(column),
  }));
  return (line) => {
    const values: string[] = [];
    let at = 0;
    for (const { before, textOf: read } of places) {
      if (!line.startsWith(before, at)) throw noRow();
      const start = at + before.length;
      at = endOfValue(line, start);
      values.push(read(line.slice(start, at)));
    }
    if (line.slice(at) !== "}") throw noRow();
    return values.join("\t");
  };
}

function noRow(cause?: unknown): BadBackup {
  return new BadBackup("a row in it is none of its table", { cause });
}

function textOf({ type, isRequired }: Column): (token: string) => string {
  // JSON's null is none of SQL's where the column takes none.
  if (type === "jsonb")
    return (token) => (token === "null" && !isRequired ? String.raw`\N` : escapeText(token));
  const isArray = type.endsWith("[]");
  return (token) => {
    if (token === "null") return String.raw`\N`;
    if (token.charCodeAt(0) === QUOTE) return escapeText(parseString(token));
    return isArray ? escapeText(arrayText(token)) : token;
  };
}

const ESCAPED = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeText(text: string): string {
  return text.replace(ESCAPED, (character) => ESCAPES[character] ?? "\\\\");
}

function parseString(token: string): string {
  if (!token.includes("\\")) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch (error) {
    throw noRow(error);
  }
}

const ARRAY_PARTS = /"(?:[^"\\]|\\.)*"|null|[[\]]/g;

/** As PostgreSQL writes arrays (its manual, 8.15.6). */
function arrayText(token: string): string {
  return token.replace(ARRAY_PARTS, (part) => {
    if (part === "null") return "NULL";
    if (part === "[") return "{";
    if (part === "]") return "}";
    return `"${parseString(part).replace(/["\\]/g, String.raw`\$&`)}"`;
  });
}

/** Where the value ends that begins there: before the comma or the brace behind it. */
function endOfValue(line: string, start: number): number {
  const first = line.charCodeAt(start);
  if (first === QUOTE) return endOfString(line, start);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNested(line, start);
  let end = start;
  while (end < line.length && line.charCodeAt(end) !== COMMA && line.charCodeAt(end) !== CLOSE_BRACE)
    end += 1;
  const isWord = /^[a-z0-9.+-]+$/i.test(line.slice(start, end));
  if (!isWord) throw noRow();
  return end;
}

function endOfString(line: string, start: number): number {
  for (let end = line.indexOf('"', start + 1); end >= 0; end = line.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (line.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  throw noRow();
}

function endOfNested(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) at = endOfString(line, at) - 1;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw noRow();
}
