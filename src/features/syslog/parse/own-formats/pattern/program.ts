import { type CharSet, setOf, withBothCases } from "./char-set";
import { firstOf, isAnchored, isNullable, literalIn } from "./look-ahead";
import { type Node, PatternError } from "./node";

/** What a step of a program is, and what stands behind it: four numbers, as many as it needs. */
export const OP = {
  /** The unit. */
  char: 0,
  /** The set that has the unit. */
  set: 1,
  /** Where to go on, and where else. */
  split: 2,
  /** Where to go on. */
  jump: 3,
  /** The number of the group's side. */
  save: 4,
  start: 5,
  end: 6,
  boundary: 7,
  noBoundary: 8,
  /** Units of a set, as many as there are: the set, how many at least, how many at most (-1: any), the unit behind (-1: any). */
  run: 9,
  match: 10,
} as const;

/** Numbers of a step. */
export const STRIDE = 5;
const MAX_STEPS = 4000;
/** Parts that repetitions come to, of which some may be no step. */
const MAX_PARTS = 20_000;

/** A pattern made ready: its steps, and what a text must have for it. */
export type Program = {
  readonly code: Int32Array;
  readonly sets: readonly CharSet[];
  /** Named groups in the order in which they open; the sides of group n are 2n and 2n + 1. */
  readonly names: readonly string[];
  /** By step: which of those that may be remembered it is; -1: it is none. */
  readonly marks: Int32Array;
  readonly markCount: number;
  /** A part that may be empty is repeated: where it was has to be remembered from the beginning. */
  readonly mustRemember: boolean;
  /** It can only begin where the text begins. */
  readonly isAnchored: boolean;
  /** What it can begin with. */
  readonly first: CharSet;
  /** A text that every match has in it, as it stands; empty: none is known. */
  readonly literal: string;
};

/**
 * Makes a pattern ready. Throws PatternError where it is larger than 4,000 steps with its repetitions written out, or
 * matches the empty text, which every line has.
 */
export function compileProgram(node: Node, ignoresCase: boolean): Program {
  if (isNullable(node))
    throw new PatternError("it matches the empty text, so that it would take every line", 0);
  const compiler = new Compiler(ignoresCase);
  compiler.emit(node);
  const first = firstOf(node);
  return {
    ...compiler.finish(),
    isAnchored: isAnchored(node),
    first: ignoresCase ? withBothCases(first) : first,
    literal: ignoresCase ? "" : literalIn(node),
  };
}

class Compiler {
  readonly #ignoresCase: boolean;
  readonly #code: number[] = [];
  readonly #sets: CharSet[] = [];
  readonly #numbers = new Map<CharSet, number>();
  readonly #names: string[] = [];
  #mustRemember = false;
  #parts = 0;

  constructor(ignoresCase: boolean) {
    this.#ignoresCase = ignoresCase;
  }

  finish() {
    this.#step(OP.match);
    this.#lookBehindRuns();
    const code = Int32Array.from(this.#code);
    const marks = new Int32Array(code.length / STRIDE).fill(-1);
    let markCount = 0;
    for (let step = 0; step < marks.length; step++) {
      const op = code[step * STRIDE];
      if (op === OP.split || op === OP.run) marks[step] = markCount++;
    }
    return { code, sets: this.#sets, names: this.#names, marks, markCount, mustRemember: this.#mustRemember };
  }

  emit(node: Node): void {
    if (++this.#parts > MAX_PARTS) throw tooLarge();
    switch (node.kind) {
      case "empty":
        return;
      case "char":
        return this.#emitUnit(node.unit);
      case "set":
        this.#step(OP.set, this.#numberOf(node.set));
        return;
      case "start":
        this.#step(OP.start);
        return;
      case "end":
        this.#step(OP.end);
        return;
      case "boundary":
        this.#step(node.isNegated ? OP.noBoundary : OP.boundary);
        return;
      case "sequence":
        for (const part of node.parts) this.emit(part);
        return;
      case "either":
        return this.#emitEither(node.options);
      case "repeat":
        return this.#emitRepeat(node);
      case "group":
        return this.#emitGroup(node);
    }
  }

  #emitUnit(unit: number): void {
    const lower = unit | 0x20;
    if (this.#ignoresCase && lower >= 0x61 && lower <= 0x7a)
      this.#step(OP.set, this.#numberOf(setOf([unit, unit])));
    else this.#step(OP.char, unit);
  }

  #emitEither(options: readonly Node[]): void {
    const ends: number[] = [];
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) {
        this.emit(option);
        continue;
      }
      const split = this.#step(OP.split);
      this.#set(split, 1, this.#here);
      this.emit(option);
      ends.push(this.#step(OP.jump));
      this.#set(split, 2, this.#here);
    }
    for (const end of ends) this.#set(end, 1, this.#here);
  }

  #emitGroup({ part, name }: Node & { kind: "group" }): void {
    const known = this.#names.indexOf(name);
    const number = known === -1 ? this.#names.push(name) - 1 : known;
    this.#step(OP.save, number * 2);
    this.emit(part);
    this.#step(OP.save, number * 2 + 1);
  }

  #emitRepeat({ part, least, most, isLazy }: Node & { kind: "repeat" }): void {
    const set = isLazy ? undefined : setOfNode(part);
    if (set !== undefined) return this.#emitRun(set, least, most);
    for (let count = 0; count < least; count++) this.emit(part);
    if (isNullable(part)) this.#mustRemember = true;
    if (most === Infinity) return this.#emitLoop(part, isLazy);
    const splits: number[] = [];
    for (let count = least; count < most; count++) {
      const split = this.#step(OP.split);
      splits.push(split);
      this.#set(split, isLazy ? 2 : 1, this.#here);
      this.emit(part);
    }
    for (const split of splits) this.#set(split, isLazy ? 1 : 2, this.#here);
  }

  #emitLoop(part: Node, isLazy: boolean): void {
    const split = this.#step(OP.split);
    this.#set(split, isLazy ? 2 : 1, this.#here);
    this.emit(part);
    this.#step(OP.jump, split);
    this.#set(split, isLazy ? 1 : 2, this.#here);
  }

  /** One without an end has none that must be there, so that a place in it is told by where it is alone. */
  #emitRun(set: CharSet, least: number, most: number): void {
    const number = this.#numberOf(set);
    if (most !== Infinity) {
      this.#step(OP.run, number, [least, most, -1]);
      return;
    }
    for (let count = 0; count < least; count++) this.#step(OP.set, number);
    this.#step(OP.run, number, [0, -1, -1]);
  }

  /** What a run has behind it: it need not be left where that is not. */
  #lookBehindRuns(): void {
    for (let at = 0; at < this.#code.length; at += STRIDE) {
      if (this.#code[at] !== OP.run) continue;
      let next = at + STRIDE;
      while (this.#code[next] === OP.save) next += STRIDE;
      if (this.#code[next] === OP.char) this.#set(at, 4, this.#code[next + 1] ?? -1);
    }
  }

  get #here(): number {
    return this.#code.length;
  }

  #step(op: number, first = 0, others: readonly number[] = []): number {
    const at = this.#here;
    if (at >= MAX_STEPS * STRIDE) throw tooLarge();
    this.#code.push(op, first, others[0] ?? 0, others[1] ?? 0, others[2] ?? 0);
    return at;
  }

  #set(at: number, place: number, value: number): void {
    this.#code[at + place] = value;
  }

  #numberOf(set: CharSet): number {
    const known = this.#numbers.get(set);
    if (known !== undefined) return known;
    const number = this.#sets.push(this.#ignoresCase ? withBothCases(set) : set) - 1;
    this.#numbers.set(set, number);
    return number;
  }
}

function tooLarge(): PatternError {
  return new PatternError(`with its repetitions written out it has more than ${MAX_STEPS} steps`, 0);
}

/** The set of a part that is one unit. */
function setOfNode(node: Node): CharSet | undefined {
  if (node.kind === "set") return node.set;
  return node.kind === "char" ? setOf([node.unit, node.unit]) : undefined;
}
