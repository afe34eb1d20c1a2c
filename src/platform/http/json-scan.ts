/** What is wrong with a JSON text: with the text itself, at an offset, or with a text or a list in it, at its field. */
export type JsonFault =
  | { kind: "text"; offset: number; reason: string }
  | { kind: "value"; path: (string | number)[]; reason: "nul" | "unicode" | "items" };

const MAX_DEPTH = 64;
/** Of one object. The engine's own tables of names have a hash that a caller can foresee, so they must stay short. */
const MAX_NAMES = 25_000;
/** Of one list: objects take many times the memory of their text. */
export const MAX_ITEMS = 100_000;
/** So many names of an object are compared one by one, which is quicker than a set. */
const FEW_NAMES = 24;

/**
 * The first fault of a text that is to be JSON (RFC 8259): its grammar, more than 64 levels, a name that an object has
 * twice, the name `__proto__`, NUL or half a character in a name or a text, a list of more than 100,000 items. Reads
 * the text once, from the left to the right.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    new JsonScan(text).scanDocument();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
}

class Fault extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super("a fault of a JSON text");
    this.fault = fault;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const END = -1;

/** Before each name in a set, so that nobody can choose names that fall into one place of its table. */
const SALT = crypto.randomUUID().slice(0, 8);

class JsonScan {
  readonly #text: string;
  /** Of the next character to be read. */
  #offset = 0;
  /** Names and places in lists that lead to the present value. */
  readonly #path: (string | number)[] = [];
  /** Of the string that was read last: where it is, and what is in it. */
  #start = 0;
  #hasEscape = false;
  #hasNul = false;
  #isHalf = false;

  constructor(text: string) {
    this.#text = text;
  }

  scanDocument(): void {
    const first = this.#next();
    if (first === END) this.#fail(this.#offset, "ValueExpected");
    this.#scanValue(first);
    if (this.#next() !== END) this.#failAtToken("EndOfFileExpected");
  }

  /** The next character that is no white space, unread. */
  #next(): number {
    const text = this.#text;
    let offset = this.#offset;
    while (offset < text.length) {
      const code = text.charCodeAt(offset);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
        this.#offset = offset;
        return code;
      }
      offset++;
    }
    this.#offset = offset;
    return END;
  }

  #scanValue(code: number): void {
    if (code === QUOTE) this.#scanText();
    else if (code === OPEN_BRACE) this.#scanObject();
    else if (code === OPEN_BRACKET) this.#scanList();
    else if (code === 0x2d || isDigit(code)) this.#scanNumber();
    else this.#scanWord(code);
  }

  #scanText(): void {
    this.#scanString();
    if (this.#hasNul) throw new Fault({ kind: "value", path: [...this.#path], reason: "nul" });
    if (this.#isHalf) throw new Fault({ kind: "value", path: [...this.#path], reason: "unicode" });
  }

  #enter(): void {
    if (this.#path.length === MAX_DEPTH) this.#fail(this.#offset, `more than ${MAX_DEPTH} levels`);
    this.#offset++;
  }

  #scanObject(): void {
    this.#enter();
    const depth = this.#path.length;
    const names = new Names();
    let code = this.#next();
    if (code !== CLOSE_BRACE && code !== END) {
      for (;;) {
        this.#path[depth] = this.#scanName(code, names);
        if (this.#next() !== COLON) this.#failAtToken("ColonExpected");
        this.#offset++;
        this.#scanValue(this.#next());
        code = this.#next();
        if (code === CLOSE_BRACE || code === END) break;
        if (code !== COMMA) this.#failAtToken("CommaExpected");
        this.#offset++;
        code = this.#next();
      }
      this.#path.length = depth;
    }
    if (code === END) this.#fail(this.#offset, "CloseBraceExpected");
    this.#offset++;
  }

  #scanName(code: number, names: Names): string {
    if (code === COMMA) this.#fail(this.#offset, "ValueExpected");
    if (code !== QUOTE) this.#failAtToken("PropertyNameExpected");
    this.#scanString();
    const start = this.#start;
    const name = this.#hasEscape
      ? String(JSON.parse(this.#text.slice(start, this.#offset)))
      : this.#text.slice(start + 1, this.#offset - 1);
    if (name === "__proto__") this.#fail(start, "the name __proto__ is not allowed");
    if (this.#hasNul || this.#isHalf) this.#fail(start, "a name that is no text");
    if (!names.add(name)) this.#fail(start, `duplicate name ${JSON.stringify(name)}`);
    if (names.count > MAX_NAMES) this.#fail(start, `more than ${MAX_NAMES} names in an object`);
    return name;
  }

  #scanList(): void {
    this.#enter();
    const depth = this.#path.length;
    let code = this.#next();
    if (code !== CLOSE_BRACKET && code !== END) {
      for (let place = 0; ; place++) {
        if (place === MAX_ITEMS)
          throw new Fault({ kind: "value", path: this.#path.slice(0, depth), reason: "items" });
        this.#path[depth] = place;
        this.#scanValue(code);
        code = this.#next();
        if (code === CLOSE_BRACKET || code === END) break;
        if (code !== COMMA) this.#failAtToken("CommaExpected");
        this.#offset++;
        code = this.#next();
      }
      this.#path.length = depth;
    }
    if (code === END) this.#fail(this.#offset, "CloseBracketExpected");
    this.#offset++;
  }

  #scanNumber(): void {
    const text = this.#text;
    const start = this.#offset;
    let offset = start;
    let code = text.charCodeAt(offset);
    if (code === 0x2d) code = text.charCodeAt(++offset);
    if (!isDigit(code)) this.#fail(start, "InvalidSymbol");
    if (code === 0x30) offset++;
    else offset = endOfDigits(text, offset);
    code = text.charCodeAt(offset);
    if (code === 0x2e) {
      const end = endOfDigits(text, offset + 1);
      if (end === offset + 1) this.#fail(start, "UnexpectedEndOfNumber");
      offset = end;
      code = text.charCodeAt(offset);
    }
    if (code === 0x65 || code === 0x45) {
      const sign = text.charCodeAt(offset + 1);
      const from = sign === 0x2b || sign === 0x2d ? offset + 2 : offset + 1;
      offset = endOfDigits(text, from);
      if (offset === from) this.#fail(start, "UnexpectedEndOfNumber");
    }
    this.#offset = offset;
  }

  /** `true`, `false` or `null`, and nothing that goes on behind it. */
  #scanWord(code: number): void {
    if (code === END || isPunctuation(code)) this.#fail(this.#offset, "ValueExpected");
    for (const word of WORDS) {
      if (!this.#text.startsWith(word, this.#offset)) continue;
      const end = this.#offset + word.length;
      if (end < this.#text.length && !endsWord(this.#text.charCodeAt(end))) break;
      this.#offset = end;
      return;
    }
    this.#failAtToken("ValueExpected");
  }

  /** Leaves what is known of the string in the fields. */
  #scanString(): void {
    const text = this.#text;
    const start = this.#offset;
    this.#start = start;
    this.#hasEscape = this.#hasNul = this.#isHalf = false;
    let isHigh = false;
    let offset = start + 1;
    for (;;) {
      let code = text.charCodeAt(offset);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        this.#hasEscape = true;
        code = this.#escaped(start, offset);
        offset += text.charCodeAt(offset + 1) === 0x75 ? 6 : 2;
        if (code === 0) this.#hasNul = true;
      } else {
        if (!(code >= 0x20)) this.#fail(start, faultOfControl(code));
        offset++;
      }
      if (isHigh || (code >= 0xd800 && code < 0xe000)) {
        const isLow = code >= 0xdc00 && code < 0xe000;
        if (isHigh !== isLow) this.#isHalf = true;
        isHigh = code >= 0xd800 && code < 0xdc00;
      }
    }
    if (isHigh) this.#isHalf = true;
    this.#offset = offset + 1;
  }

  /** The code unit of an escape; of one that is not `\u` some other than NUL. */
  #escaped(start: number, offset: number): number {
    const mark = this.#text.charCodeAt(offset + 1);
    if (mark !== 0x75) {
      if (!isEscape(mark))
        this.#fail(start, Number.isNaN(mark) ? "UnexpectedEndOfString" : "InvalidEscapeCharacter");
      return mark;
    }
    let unit = 0;
    for (let place = offset + 2; place < offset + 6; place++) {
      const digit = hexDigit(this.#text.charCodeAt(place));
      if (digit < 0) this.#fail(start, "InvalidUnicode");
      unit = unit * 16 + digit;
    }
    return unit;
  }

  /** At a token that is none, that is what is wrong, else that another was expected. */
  #failAtToken(expected: string): never {
    const offset = this.#offset;
    const code = this.#text.charCodeAt(offset);
    if (Number.isNaN(code) || isPunctuation(code)) this.#fail(offset, expected);
    if (code === QUOTE) {
      this.#scanString();
      this.#fail(offset, expected);
    }
    if (code === 0x2d || isDigit(code)) {
      this.#scanNumber();
      this.#fail(offset, expected);
    }
    const isComment = code === 0x2f && /^[/*]/.test(this.#text.slice(offset + 1, offset + 2));
    if (isComment) this.#fail(offset, "InvalidCommentToken");
    const isWord = WORDS.some(
      (word) =>
        this.#text.startsWith(word, offset) &&
        (offset + word.length === this.#text.length || endsWord(this.#text.charCodeAt(offset + word.length))),
    );
    this.#fail(offset, isWord ? expected : "InvalidSymbol");
  }

  #fail(offset: number, reason: string): never {
    throw new Fault({ kind: "text", offset, reason });
  }
}

/** The names of one object. */
class Names {
  #few: string[] | undefined = [];
  #many: Set<string> | undefined;
  count = 0;

  /** False where it is there already. */
  add(name: string): boolean {
    this.count++;
    if (this.#few !== undefined) {
      if (this.#few.includes(name)) return false;
      this.#few.push(name);
      if (this.#few.length < FEW_NAMES) return true;
      this.#many = new Set(this.#few.map((one) => SALT + one));
      this.#few = undefined;
      return true;
    }
    this.#many?.add(SALT + name);
    return this.#many?.size === this.count;
  }
}

const WORDS = ["true", "false", "null"];

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function endOfDigits(text: string, from: number): number {
  let offset = from;
  while (isDigit(text.charCodeAt(offset))) offset++;
  return offset;
}

function hexDigit(code: number): number {
  if (isDigit(code)) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function isPunctuation(code: number): boolean {
  return (
    code === COMMA ||
    code === COLON ||
    code === OPEN_BRACE ||
    code === CLOSE_BRACE ||
    code === OPEN_BRACKET ||
    code === CLOSE_BRACKET
  );
}

/** White space, punctuation, a quote or a slash. */
function endsWord(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d && code !== 0x0b && code !== 0x0c) ||
    code === QUOTE ||
    code === 0x2f ||
    isPunctuation(code)
  );
}

function isEscape(mark: number): boolean {
  return mark < 0x80 && '"\\/bfnrt'.includes(String.fromCharCode(mark));
}

function faultOfControl(code: number): string {
  return code === 0x0a || code === 0x0d || Number.isNaN(code) ? "UnexpectedEndOfString" : "InvalidCharacter";
}
