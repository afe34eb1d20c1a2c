import { parseJsonText } from "./json-text";
import {
  MAX_DEPTH,
  MAX_VALUES,
  refuseMoreKeys,
  shownKey,
  TextFault,
  TOO_DEEP,
  TOO_MANY,
  type OnValue,
  type Path,
} from "./parsed";

/** The text uses more of YAML than this reader knows. */
export class NotPlain extends Error {}

type Line = { number: number; indent: number; text: string };

/** A mapping's key, plain or in quotes as JSON has them, and what is behind its colon. */
const FIELD = /^([A-Za-z_][\w./-]*|"(?:[^"\\]|\\.)*")\s*:(?:\s+(.*))?$/s;
/** Of a plain text: none of what begins something else in YAML. */
const PLAIN_START = /^[\p{L}\p{N}_./+(]|^-[^\s-]/u;
const INTEGER = /^[-+]?\d+$/;
const OTHER_INTEGER = /^0[ox]/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/;
/** Each with something in it is kept until all are read. */
const MAX_LINES = 2_000_000;
const NO_VALUES = new Set(["null", "Null", "NULL", "~"]);
const TRUE = new Set(["true", "True", "TRUE"]);
const FALSE = new Set(["false", "False", "FALSE"]);

/**
 * The value of a YAML text that has a line for each key, entry and value, with texts plain or in double quotes, as
 * exports and nearly all people write them: many times as fast as a reader of all of YAML, which gives the same. Throws
 * NotPlain for anything else, and a TextFault.
 */
export function parsePlainYaml(text: string, onValue?: OnValue): unknown {
  const lines = readLines(text);
  let place = 0;
  let count = 0;

  /** A line may begin several: `- - - 1`. */
  function beginValue(path: Path, line: number): void {
    if (++count > MAX_VALUES) throw new TextFault(line, TOO_MANY);
    onValue?.(path, line);
  }

  function readBlock(indent: number, path: Path): unknown {
    const line = lines[place];
    if (path.length > MAX_DEPTH) throw new TextFault(line?.number ?? 1, TOO_DEEP);
    if (line === undefined) return null;
    return isEntry(line) ? readList(indent, path) : readMap(indent, path);
  }

  function readList(indent: number, path: Path): unknown[] {
    const values: unknown[] = [];
    for (let line = lines[place]; line?.indent === indent && isEntry(line); line = lines[place]) {
      const at = [...path, values.length];
      const rest = line.text.slice(1).trimStart();
      beginValue(at, line.number);
      if (rest === "") {
        place += 1;
        values.push(readBelow(indent, at));
      } else if (FIELD.test(rest) || rest.startsWith("- ")) {
        // The entry's first line stands as if it were alone, as far in as its text.
        const inner = indent + line.text.length - rest.length;
        lines[place] = { ...line, indent: inner, text: rest };
        values.push(readBlock(inner, at));
      } else {
        place += 1;
        values.push(scalarOf(rest));
      }
    }
    refuseDeeper(indent);
    return values;
  }

  function readMap(indent: number, path: Path): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    for (let line = lines[place]; line?.indent === indent && !isEntry(line); line = lines[place]) {
      const [, rawKey, rest = ""] = FIELD.exec(line.text) ?? [];
      if (rawKey === undefined) throw new NotPlain();
      const key = keyOf(rawKey);
      if (entries.has(key)) throw new TextFault(line.number, `has the key ${shownKey(key)} twice`);
      refuseMoreKeys(entries, line.number);
      const at = [...path, key];
      beginValue(at, line.number);
      place += 1;
      entries.set(key, rest === "" ? readBelow(indent, at, true) : scalarOf(rest));
    }
    refuseDeeper(indent);
    return Object.fromEntries(entries);
  }

  /** What stands further in than the line before; a list may stand as far in as its key. */
  function readBelow(indent: number, path: Path, mayBeLevel = false): unknown {
    const line = lines[place];
    if (line === undefined || line.indent < indent) return null;
    if (line.indent === indent) return mayBeLevel && isEntry(line) ? readList(indent, path) : null;
    return readBlock(line.indent, path);
  }

  /** A line that stands in no block goes on with the text before it. */
  function refuseDeeper(indent: number): void {
    const line = lines[place];
    if (line !== undefined && line.indent > indent) throw new NotPlain();
  }

  const [first] = lines;
  if (first === undefined) return null;
  beginValue([], first.number);
  const value = readBlock(first.indent, []);
  if (place < lines.length) throw new NotPlain();
  return value;
}

function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    if (number > MAX_LINES) throw new TextFault(number, `has more than ${MAX_LINES} lines: take it in parts`);
    // What this language takes for a blank, YAML takes for a letter; a tab is one in some places only.
    if (/[^\S ]/.test(raw)) throw new NotPlain();
    const trimmed = raw.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    if (/^(?:---|\.\.\.|%)/.test(raw)) {
      if (raw.trimEnd() === "---" && lines.length === 0) continue;
      throw new NotPlain();
    }
    const indent = raw.length - raw.trimStart().length;
    lines.push({ number, indent, text: trimmed });
  }
  return lines;
}

/** One at a time: a text may have as many lines as octets. */
function* linesOf(text: string): Generator<string> {
  let begin = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", begin)) {
    yield text.slice(begin, text[end - 1] === "\r" && end > begin ? end - 1 : end);
    begin = end + 1;
  }
  yield text.slice(begin);
}

function isEntry({ text }: Line): boolean {
  return text === "-" || text.startsWith("- ");
}

function keyOf(raw: string): string {
  if (raw.startsWith('"')) return quoted(raw);
  // What reads as a value is a key by its text, which others write anew.
  if (typeof wordOf(raw) !== "string") throw new NotPlain();
  return raw;
}

function scalarOf(written: string): unknown {
  const text = written.trim();
  if (text.startsWith('"')) return quoted(text);
  if (text === "[]") return [];
  if (text === "{}") return {};
  if (text === "~") return null;
  // A colon or a number sign beside a blank, and what begins something else.
  if (!PLAIN_START.test(text) || /:(?: |$)| #/.test(text)) throw new NotPlain();
  return wordOf(text);
}

function wordOf(text: string): unknown {
  if (NO_VALUES.has(text)) return null;
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  if (NOT_FINITE.test(text) || OTHER_INTEGER.test(text)) throw new NotPlain();
  if (INTEGER.test(text) || FLOAT.test(text)) return Number(text);
  return text;
}

/** Only as JSON has it: YAML knows more of what may stand behind a backslash. */
function quoted(text: string): string {
  try {
    return String(parseJsonText(text));
  } catch (error) {
    if (error instanceof TextFault) throw new NotPlain();
    throw error;
  }
}
