/** A bit for each of 32 characters, for each of 32 that may stand before it. */
const pairs = new Int32Array(32);
const MAX_ASCII = 0x7f;
const NO_PAIR = -1;

/** What `pairs` is of. */
let noted = "";
let isPlain = true;

/** Whether a text is ASCII. */
export function isAscii(text: string): boolean {
  if (text !== noted) note(text);
  return isPlain;
}

/** Takes note of all pairs of characters that stand beside each other. */
function note(text: string): void {
  noted = text;
  pairs.fill(0);
  let all = 0;
  let last = text.charCodeAt(0);
  for (let offset = 1; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    all |= last;
    // Bits above the lowest five do not count, neither in a place nor in a shift: so capitals are as small letters.
    pairs[last & 31] = (pairs[last & 31] ?? 0) | (1 << code);
    last = code;
  }
  isPlain = (all | last) <= MAX_ASCII;
}

/**
 * A form that may stand anywhere in a text, with what each match of it has: one of the pieces, as `one|other`, whatever
 * their capitals. It is only looked for in texts that have all pairs of characters of such a piece, which few texts do;
 * a text is looked at once for all forms that it is asked about one after the other. Texts that are not ASCII are always
 * looked through.
 */
export class Hinted {
  readonly #form: RegExp;
  /** The pairs of each piece, and a mark behind them. */
  readonly #pieces: Int16Array;

  constructor(form: RegExp, pieces: string) {
    this.#form = form;
    this.#pieces = Int16Array.from(pieces.split("|").flatMap(pairsOf));
  }

  /** Whether the form is in a text, which may be a part of one that was looked at. */
  test(text: string, whole = text): boolean {
    return this.#mayBeIn(whole) && this.#form.test(text);
  }

  /** Whether the form is in a text that is too short for a look at its pairs. */
  testShort(text: string): boolean {
    return this.#form.test(text);
  }

  /** As the form's own. */
  exec(text: string, whole = text): RegExpExecArray | null {
    return this.#mayBeIn(whole) ? this.#form.exec(text) : null;
  }

  /** All matches of a form that is global. */
  all(text: string, whole = text): RegExpExecArray[] {
    return this.#mayBeIn(whole) ? [...text.matchAll(this.#form)] : [];
  }

  #mayBeIn(text: string): boolean {
    if (text !== noted) note(text);
    if (!isPlain) return true;
    const pieces = this.#pieces;
    for (let place = 0; place < pieces.length; place++) {
      const pair = pieces[place] ?? NO_PAIR;
      if (pair === NO_PAIR) return true;
      if (((pairs[pair >> 5] ?? 0) >>> (pair & 31)) & 1) continue;
      // The next piece stands behind the mark.
      while (pieces[place] !== NO_PAIR) place++;
    }
    return false;
  }
}

/** Whether what a form has found ends directly before that place. */
export function endsAt(match: RegExpExecArray | null, place: number): boolean {
  return match !== null && match.index + match[0].length === place;
}

function pairsOf(piece: string): number[] {
  const codes = Array.from(piece, (character) => character.charCodeAt(0) & 31);
  return [...codes.slice(1).map((code, index) => ((codes[index] ?? 0) << 5) | code), NO_PAIR];
}
