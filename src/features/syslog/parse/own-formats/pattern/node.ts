import type { CharSet } from "./char-set";

/** A pattern as it was read. `char` is a UTF-16 unit; `most` of a repetition may be Infinity. */
export type Node =
  | { kind: "empty" }
  | { kind: "char"; unit: number }
  | { kind: "set"; set: CharSet }
  | { kind: "start" }
  | { kind: "end" }
  | { kind: "boundary"; isNegated: boolean }
  | { kind: "sequence"; parts: readonly Node[] }
  | { kind: "either"; options: readonly Node[] }
  | { kind: "repeat"; part: Node; least: number; most: number; isLazy: boolean }
  | { kind: "group"; part: Node; name: string };

/** What is wrong with a pattern, and at which of its characters, from 0. */
export class PatternError extends Error {
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}
