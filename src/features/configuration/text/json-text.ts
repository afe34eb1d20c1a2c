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

const SPACES = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;
const WORDS = [
  ["null", null],
  ["true", true],
  ["false", false],
] as const;

/**
 * The value of a JSON text (RFC 8259), in which no object has a key twice: readers do not agree about which one counts.
 * Throws a TextFault.
 */
export function parseJsonText(text: string, onValue?: OnValue): unknown {
  let at = 0;
  let count = 0;
  let line = 1;
  let lineEnd = lineEndFrom(0);

  function lineEndFrom(start: number): number {
    const found = text.indexOf("\n", start);
    return found < 0 ? Infinity : found;
  }

  /** Counted on from the last time: texts are read from their beginning to their end, each line looked for once. */
  function lineNow(): number {
    for (; lineEnd < at; lineEnd = lineEndFrom(lineEnd + 1)) line += 1;
    return line;
  }

  function fault(message: string): TextFault {
    return new TextFault(lineNow(), message);
  }

  function skip(): void {
    SPACES.lastIndex = at;
    SPACES.exec(text);
    at = SPACES.lastIndex;
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function readString(): string | undefined {
    const raw = text[at] === '"' ? take(STRING) : undefined;
    if (raw === undefined || !/[\\\p{Cc}]/u.test(raw)) return raw?.slice(1, -1);
    try {
      return String(JSON.parse(raw));
    } catch (error) {
      if (error instanceof SyntaxError) throw fault("is no text of JSON");
      throw error;
    }
  }

  function expect(sign: string): void {
    if (text[at] !== sign) throw fault(`'${sign}' is missing`);
    at += 1;
  }

  function readValue(path: Path): unknown {
    if (path.length > MAX_DEPTH) throw fault(TOO_DEEP);
    if (++count > MAX_VALUES) throw fault(TOO_MANY);
    skip();
    onValue?.(path, lineNow());
    const sign = text[at];
    if (sign === "{") return readObject(path);
    if (sign === "[") return readArray(path);
    const string = readString();
    if (string !== undefined) return string;
    for (const [word, value] of WORDS)
      if (text.startsWith(word, at)) {
        at += word.length;
        return value;
      }
    const number = take(NUMBER);
    if (number === undefined) throw fault("is no JSON");
    return Number(number);
  }

  function readObject(path: Path): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    at += 1;
    for (skip(); text[at] !== "}"; skip()) {
      if (entries.size > 0) expect(",");
      skip();
      const key = readString();
      if (key === undefined) throw fault("a key is missing");
      if (entries.has(key)) throw fault(`has the key ${shownKey(key)} twice`);
      refuseMoreKeys(entries, lineNow());
      skip();
      expect(":");
      entries.set(key, readValue([...path, key]));
    }
    at += 1;
    return Object.fromEntries(entries);
  }

  function readArray(path: Path): unknown[] {
    const values: unknown[] = [];
    at += 1;
    for (skip(); text[at] !== "]"; skip()) {
      if (values.length > 0) expect(",");
      values.push(readValue([...path, values.length]));
    }
    at += 1;
    return values;
  }

  const value = readValue([]);
  skip();
  if (at < text.length) throw fault("goes on behind its end");
  return value;
}
