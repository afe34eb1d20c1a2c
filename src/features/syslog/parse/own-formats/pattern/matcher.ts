import { type CharSet, isInSet } from "./char-set";
import { OP, type Program, STRIDE } from "./program";

/** Numbers of an entry of the stack: the step, a place in the text, and the least one that a run may go back to. */
const ENTRY = 3;
/** In place of the last of them: not a run. */
const PLAIN = -1;
/** A text is tried so many steps a unit without remembering anything, which nearly all need not. */
const FORGETFUL_STEPS = 8;
const FEWEST_STEPS = 400;
/** Units of a run that are as much work as a step. */
const RUN_SHIFT = 2;
const WORD_SHIFT = 5;
const CLEARED_SHIFT = 3;
const LAST_STEP = -1;

/** What became of a text. `costly`: its steps were used up. */
export type Verdict = "match" | "none" | "costly";

/**
 * Looks for patterns in texts, in time that grows with the text alone: where a text takes many steps it is looked at
 * again from the beginning, with a note for each step and place that was tried, so that none is tried twice (as RE2's
 * bit-state search). It finds what a backtracking search would find. One for many texts, one after the other.
 */
export class Matcher {
  /** Where the groups of the last match begin and end; -1: the group had no part in it. */
  sides = new Int32Array(0);
  /** Of the last text. */
  steps = 0;
  #stack = new Int32Array(ENTRY * 256);
  #depth = 0;
  #tried = new Uint32Array(0);
  #remembers = false;
  #marks: Int32Array = new Int32Array(0);
  #text = "";

  /** The first match of `text`; `sides` says where. */
  find(program: Program, text: string, mostSteps: number): Verdict {
    this.steps = 0;
    if (program.literal !== "" && !text.includes(program.literal)) return "none";
    if (this.sides.length < program.names.length * 2) this.sides = new Int32Array(program.names.length * 2);
    this.#marks = program.marks;
    this.#text = text;
    if (!program.mustRemember) {
      this.#remembers = false;
      const few = Math.min(mostSteps, FORGETFUL_STEPS * text.length + FEWEST_STEPS);
      const verdict = this.#search(program, few);
      if (verdict !== "costly" || few === mostSteps) return verdict;
    }
    this.#forget(program.markCount * (text.length + 1));
    this.#remembers = true;
    return this.#search(program, mostSteps);
  }

  /** A group's text; null where it had no part in the match. */
  textOf(group: number): string | null {
    const start = this.sides[group * 2] ?? -1;
    const end = this.sides[group * 2 + 1] ?? -1;
    return start < 0 || end < 0 ? null : this.#text.slice(start, end);
  }

  #forget(bits: number): void {
    const words = (bits >> WORD_SHIFT) + 1;
    if (this.#tried.length < words) this.#tried = new Uint32Array(words);
    else this.#tried.fill(0, 0, words);
    this.steps += words >> CLEARED_SHIFT;
  }

  #search(program: Program, mostSteps: number): Verdict {
    const { first, isAnchored } = program;
    const text = this.#text;
    const last = isAnchored ? 0 : text.length;
    for (let start = 0; start <= last; start++) {
      if (!isAnchored) {
        const from = start;
        while (start < text.length && !isInSet(first, text.charCodeAt(start))) start++;
        this.steps += (start - from) >> RUN_SHIFT;
        if (start >= text.length) return "none";
      }
      const verdict = this.#matchAt(program, start, mostSteps);
      if (verdict !== "none") return verdict;
    }
    return "none";
  }

  #matchAt(program: Program, start: number, mostSteps: number): Verdict {
    const { code, sets } = program;
    const text = this.#text;
    const { length } = text;
    this.sides.fill(-1);
    this.#depth = 0;
    let step = 0;
    let at = start;
    for (;;) {
      if (++this.steps > mostSteps) return "costly";
      let isGoingOn = false;
      switch (code[step]) {
        case OP.char:
          isGoingOn = text.charCodeAt(at) === code[step + 1];
          at++;
          break;
        case OP.set: {
          const set = sets[code[step + 1] ?? 0];
          isGoingOn = at < length && set !== undefined && isInSet(set, text.charCodeAt(at));
          at++;
          break;
        }
        case OP.split:
          if (this.#isNew(step, at)) {
            this.#push(code[step + 2] ?? 0, at, PLAIN);
            step = code[step + 1] ?? 0;
            continue;
          }
          break;
        case OP.jump:
          step = code[step + 1] ?? 0;
          continue;
        case OP.save: {
          const side = code[step + 1] ?? 0;
          this.#push(-1 - side, this.sides[side] ?? -1, PLAIN);
          this.sides[side] = at;
          isGoingOn = true;
          break;
        }
        case OP.start:
          isGoingOn = at === 0;
          break;
        case OP.end:
          isGoingOn = at === length;
          break;
        case OP.boundary:
          isGoingOn = isBoundary(text, at);
          break;
        case OP.noBoundary:
          isGoingOn = !isBoundary(text, at);
          break;
        case OP.run: {
          const end = this.#run(program, step, at);
          isGoingOn = end !== -1;
          at = end;
          break;
        }
        default:
          return "match";
      }
      if (isGoingOn) {
        step += STRIDE;
        continue;
      }
      step = this.#goBack(program);
      if (step === LAST_STEP) return "none";
      at = this.#backAt;
    }
  }

  /** Behind as many units of a run as there are, or -1; shorter ones wait on the stack. */
  #run({ code, sets }: Program, step: number, at: number): number {
    const set = sets[code[step + 1] ?? 0];
    const least = at + (code[step + 2] ?? 0);
    const most = code[step + 3] ?? -1;
    if (set === undefined) return -1;
    const limit = most === -1 ? this.#text.length : Math.min(this.#text.length, at + most);
    const end =
      most === -1 && this.#remembers
        ? this.#endOfNew(step, at, set)
        : endOfRun(this.#text, { at, limit, set });
    if (end < least) return -1;
    if (most !== -1 && !this.#isNew(step, at)) return -1;
    this.steps += (end - at) >> RUN_SHIFT;
    if (end > least) this.#push(step, end, least);
    return end;
  }

  /** The end of a run as far as its places were not tried before; before `at` where that one was. */
  #endOfNew(step: number, at: number, set: CharSet): number {
    let end = at;
    while (this.#isNew(step, end)) {
      if (end >= this.#text.length || !isInSet(set, this.#text.charCodeAt(end))) return end;
      end++;
    }
    return end - 1;
  }

  /** Notes the place; false: it was tried before. */
  #isNew(step: number, at: number): boolean {
    if (!this.#remembers) return true;
    const bit = (this.#marks[step / STRIDE] ?? 0) * (this.#text.length + 1) + at;
    const word = bit >> WORD_SHIFT;
    const mask = 1 << (bit & 31);
    const known = this.#tried[word] ?? 0;
    this.#tried[word] = known | mask;
    return (known & mask) === 0;
  }

  /** Where the step that is gone back to goes on in the text. */
  #backAt = 0;

  /** The step to go on with after a failure; `LAST_STEP` where all was tried. */
  #goBack({ code }: Program): number {
    const stack = this.#stack;
    while (this.#depth > 0) {
      this.#depth -= ENTRY;
      const step = stack[this.#depth] ?? 0;
      const at = stack[this.#depth + 1] ?? 0;
      const least = stack[this.#depth + 2] ?? PLAIN;
      if (step < 0) {
        this.sides[-1 - step] = at;
        continue;
      }
      this.#backAt = at;
      if (least === PLAIN) return step;
      const place = this.#shorten(at - 1, least, code[step + 4] ?? -1);
      if (place < least) continue;
      if (place > least) {
        stack[this.#depth + 1] = place;
        this.#depth += ENTRY;
      }
      this.#backAt = place;
      return step + STRIDE;
    }
    return LAST_STEP;
  }

  /** The last place from `from` on back at which `unit` stands (-1: any). */
  #shorten(from: number, least: number, unit: number): number {
    if (unit === -1) return from;
    let place = from;
    while (place >= least && this.#text.charCodeAt(place) !== unit) place--;
    this.steps += (from - place) >> RUN_SHIFT;
    return place;
  }

  #push(step: number, at: number, least: number): void {
    if (this.#depth + ENTRY > this.#stack.length) {
      const larger = new Int32Array(this.#stack.length * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    this.#stack[this.#depth] = step;
    this.#stack[this.#depth + 1] = at;
    this.#stack[this.#depth + 2] = least;
    this.#depth += ENTRY;
  }
}

function endOfRun(text: string, { at, limit, set }: { at: number; limit: number; set: CharSet }): number {
  let end = at;
  while (end < limit && isInSet(set, text.charCodeAt(end))) end++;
  return end;
}

function isBoundary(text: string, at: number): boolean {
  return isWordAt(text, at - 1) !== isWordAt(text, at);
}

function isWordAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f
  );
}
