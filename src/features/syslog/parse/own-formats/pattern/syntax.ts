import { type CharSet, DIGITS, negationOf, NO_LINE_END, setOf, SPACE, unionOf, WORD } from "./char-set";
import { type Node, PatternError } from "./node";

/** Groups within groups. */
const MAX_DEPTH = 40;
const MAX_REPEATS = 1000;

const SETS: Readonly<Record<string, CharSet>> = {
  d: DIGITS,
  D: negationOf(DIGITS),
  w: WORD,
  W: negationOf(WORD),
  s: SPACE,
  S: negationOf(SPACE),
};
const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, r: 0x0d, f: 0x0c, v: 0x0b };
/** Of ECMAScript: what may stand behind a backslash for itself. */
const SYNTAX = /[\^$\\.*+?()[\]{}|/%\-"'<>=!:#&,~`@; _]/;
const GROUP_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const HEXADECIMAL = /^[0-9A-Fa-f]+$/;

/** What a group may begin with beside `(?:` and `(?<name>`, and why it may not. */
const FOREIGN_GROUPS: readonly (readonly [beginning: string, why: string])[] = [
  ["(?=", "a look ahead is not of a regular expression that takes linear time"],
  ["(?!", "a look ahead is not of a regular expression that takes linear time"],
  ["(?<=", "a look behind is not of a regular expression that takes linear time"],
  ["(?<!", "a look behind is not of a regular expression that takes linear time"],
  ["(?>", "an atomic group is not known"],
  ["(?P<", "a named group is written (?<name>…)"],
];

/** A pattern as it was read: what it is, and whether upper and lower case are the same. */
export type Syntax = { node: Node; ignoresCase: boolean };

/**
 * Reads a pattern: the part of ECMAScript's regular expressions that is regular, without back-references and looks
 * ahead or behind; `(?i)` in front takes upper and lower case of ASCII as the same. A group without a name only groups.
 * Throws PatternError.
 */
export function readSyntax(pattern: string): Syntax {
  const ignoresCase = pattern.startsWith("(?i)");
  const reader = new Reader(pattern, ignoresCase ? 4 : 0);
  return { node: reader.read(), ignoresCase };
}

class Reader {
  readonly #text: string;
  #at: number;
  #depth = 0;
  readonly #names = new Set<string>();

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  read(): Node {
    const node = this.#readEither();
    if (this.#at < this.#text.length) throw this.#fault("there is a ) without a (");
    return node;
  }

  #readEither(): Node {
    if (++this.#depth > MAX_DEPTH) throw this.#fault(`groups may stand in ${MAX_DEPTH} others at most`);
    const options = [this.#readSequence()];
    while (this.#takes("|")) options.push(this.#readSequence());
    this.#depth--;
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: "either", options };
  }

  #readSequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#text.length && !this.#sees("|") && !this.#sees(")"))
      parts.push(this.#readRepeated());
    const [only] = parts;
    if (only === undefined) return { kind: "empty" };
    return parts.length === 1 ? only : { kind: "sequence", parts };
  }

  #readRepeated(): Node {
    const start = this.#at;
    const part = this.#readPart();
    const bounds = this.#readBounds();
    if (bounds === undefined) return part;
    if (part.kind === "start" || part.kind === "end" || part.kind === "boundary")
      throw this.#fault("a place cannot be repeated", start);
    const isLazy = this.#takes("?");
    if (this.#sees("*") || this.#sees("+") || this.#readsBoundsHere())
      throw this.#fault("there is nothing to repeat in front of it");
    return { kind: "repeat", part, ...bounds, isLazy };
  }

  #readsBoundsHere(): boolean {
    const at = this.#at;
    const bounds = this.#readBounds();
    this.#at = at;
    return bounds !== undefined;
  }

  #readBounds(): { least: number; most: number } | undefined {
    if (this.#takes("*")) return { least: 0, most: Infinity };
    if (this.#takes("+")) return { least: 1, most: Infinity };
    if (this.#takes("?")) return { least: 0, most: 1 };
    if (!this.#sees("{")) return undefined;
    const [whole, from = "", comma, to = ""] =
      /^\{(\d+)(,(\d*))?\}/.exec(this.#text.slice(this.#at, this.#at + 16)) ?? [];
    if (whole === undefined) return undefined;
    const least = Number(from);
    const most = comma === undefined ? least : to === "" ? Infinity : Number(to);
    if (least > MAX_REPEATS || (most !== Infinity && most > MAX_REPEATS))
      throw this.#fault(`a part may be repeated ${MAX_REPEATS} times at most`);
    if (most < least) throw this.#fault("the numbers of a repetition stand the wrong way round");
    this.#at += whole.length;
    return { least, most };
  }

  #readPart(): Node {
    const start = this.#at;
    const code = this.#text.codePointAt(start) ?? 0;
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    switch (character) {
      case "(":
        return this.#readGroup(start);
      case "[":
        return { kind: "set", set: this.#readClass(start) };
      case ".":
        return { kind: "set", set: NO_LINE_END };
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case "\\":
        return this.#readEscape(start);
      case "*":
      case "+":
      case "?":
        throw this.#fault("there is nothing to repeat in front of it", start);
      default:
        return literalOf(character);
    }
  }

  #readGroup(start: number): Node {
    const rest = this.#text.slice(start, start + 4);
    const foreign = FOREIGN_GROUPS.find(([beginning]) => rest.startsWith(beginning));
    if (foreign !== undefined) throw this.#fault(foreign[1], start);
    let name: string | undefined;
    if (rest.startsWith("(?<")) {
      const end = this.#text.indexOf(">", start);
      name = end === -1 ? "" : this.#text.slice(start + 3, end);
      if (!GROUP_NAME.test(name))
        throw this.#fault("a group's name has letters, digits and underscores", start);
      if (this.#names.has(name)) throw this.#fault(`there are two groups ${JSON.stringify(name)}`, start);
      this.#names.add(name);
      this.#at = end + 1;
    } else if (rest.startsWith("(?:")) this.#at += 2;
    else if (rest.startsWith("(?")) throw this.#fault("groups begin with (, (?: or (?<name>", start);
    const part = this.#readEither();
    if (!this.#takes(")")) throw this.#fault("the group is not closed", start);
    return name === undefined ? part : { kind: "group", part, name };
  }

  #readEscape(start: number): Node {
    const character = this.#text[this.#at] ?? "";
    if (character === "b" || character === "B") {
      this.#at++;
      return { kind: "boundary", isNegated: character === "B" };
    }
    const set = SETS[character];
    if (set !== undefined) {
      this.#at++;
      return { kind: "set", set };
    }
    return { kind: "char", unit: this.#readEscapedUnit(start) };
  }

  /** Behind the backslash. */
  #readEscapedUnit(start: number): number {
    const character = this.#text[this.#at] ?? "";
    this.#at++;
    const control = CONTROLS[character];
    if (control !== undefined) return control;
    if (character === "x") return this.#readHexadecimal(2, start);
    if (character === "u") return this.#readHexadecimal(4, start);
    if (character === "0") return 0;
    if (/[1-9k]/.test(character))
      throw this.#fault(
        "a reference to a group is not of a regular expression that takes linear time",
        start,
      );
    if (character === "p" || character === "P") throw this.#fault("classes of Unicode are not known", start);
    if (!SYNTAX.test(character)) throw this.#fault(`\\${character} has no meaning`, start);
    return character.charCodeAt(0);
  }

  #readHexadecimal(length: number, start: number): number {
    const digits = this.#text.slice(this.#at, this.#at + length);
    if (digits.length < length || !HEXADECIMAL.test(digits))
      throw this.#fault(`${length} hexadecimal digits are missing`, start);
    this.#at += length;
    return Number.parseInt(digits, 16);
  }

  #readClass(start: number): CharSet {
    const isNegated = this.#takes("^");
    const sets: CharSet[] = [];
    while (!this.#takes("]")) {
      if (this.#at >= this.#text.length) throw this.#fault("the class is not closed", start);
      const first = this.#readClassPart();
      const isRange = this.#sees("-") && this.#text[this.#at + 1] !== "]" && this.#at + 1 < this.#text.length;
      if (typeof first !== "number" || !isRange) {
        sets.push(typeof first === "number" ? setOf([first, first]) : first);
        continue;
      }
      const at = this.#at++;
      const last = this.#readClassPart();
      if (typeof last !== "number" || last < first)
        throw this.#fault("the range stands the wrong way round", at);
      sets.push(setOf([first, last]));
    }
    const set = unionOf(sets);
    return isNegated ? negationOf(set) : set;
  }

  #readClassPart(): number | CharSet {
    const start = this.#at;
    if (!this.#takes("\\")) {
      const unit = this.#text.charCodeAt(start);
      if ((unit & 0xf800) === 0xd800)
        throw this.#fault("characters beyond U+FFFF cannot stand in a class", start);
      this.#at++;
      return unit;
    }
    const character = this.#text[this.#at] ?? "";
    const set = SETS[character];
    if (set !== undefined) {
      this.#at++;
      return set;
    }
    if (character === "b") {
      this.#at++;
      return 0x08;
    }
    return this.#readEscapedUnit(start);
  }

  #sees(character: string): boolean {
    return this.#text[this.#at] === character;
  }

  #takes(character: string): boolean {
    if (!this.#sees(character)) return false;
    this.#at++;
    return true;
  }

  #fault(message: string, position = this.#at): PatternError {
    return new PatternError(message, position);
  }
}

/** A character beyond U+FFFF is two units. */
function literalOf(character: string): Node {
  const units = [...Array(character.length).keys()].map((index): Node => ({
    kind: "char",
    unit: character.charCodeAt(index),
  }));
  const [only] = units;
  return units.length === 1 && only !== undefined ? only : { kind: "sequence", parts: units };
}
