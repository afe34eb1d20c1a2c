/** Where a value stands in a text; `name`: of a member of an object. */
export type JsonPart = { name?: string; start: number; end: number };

/** White space of JSON (RFC 8259 2). */
const BLANK = /[ \t\n\r]*/y;
/** What tells where a value within brackets ends. */
const MARK = /["{}[\]]/g;
/** Behind a number or a word. */
const AFTER_WORD = /[ \t\n\r,\]}]|$/g;
/** Behind the opening quote: to the closing one. */
const STRING = /(?:[^"\\]|\\.)*"/sy;

/**
 * The members of the object or list that begins at an offset, one after the other: only the text is in memory, however
 * many there are. The text must be JSON.
 */
export function* jsonPartsOf(text: string, at: number): Generator<JsonPart> {
  const isObject = text[at] === "{";
  let start = behindBlank(text, at + 1);
  while (text[start] !== "}" && text[start] !== "]") {
    let name: string | undefined;
    if (isObject) {
      const end = endOfValue(text, start);
      name = String(JSON.parse(text.slice(start, end)));
      start = behindBlank(text, behindBlank(text, end) + ":".length);
    }
    const end = endOfValue(text, start);
    yield { ...(name !== undefined && { name }), start, end };
    start = behindBlank(text, end);
    if (text[start] === ",") start = behindBlank(text, start + 1);
  }
}

/** Where the first character is that is no white space. */
export function behindBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.exec(text);
  return BLANK.lastIndex;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === "{" || first === "[") return endOfBrackets(text, start);
  AFTER_WORD.lastIndex = start;
  return AFTER_WORD.exec(text)?.index ?? text.length;
}

function endOfString(text: string, start: number): number {
  STRING.lastIndex = start + 1;
  STRING.exec(text);
  return STRING.lastIndex;
}

function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  MARK.lastIndex = start;
  for (;;) {
    const mark = MARK.exec(text);
    if (mark === null) throw new Error("our bug: brackets of checked JSON have no end");
    if (mark[0] === '"') MARK.lastIndex = endOfString(text, mark.index);
    else if (mark[0] === "{" || mark[0] === "[") depth++;
    else if (--depth === 0) return MARK.lastIndex;
  }
}
