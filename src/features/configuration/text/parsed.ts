/** Where a value begins, by what contains it: its keys, and of a list its places. */
export type Path = readonly (string | number)[];

/** Told of each value as it is read: only where its line is asked for. */
export type OnValue = (path: Path, line: number) => void;

/** What keeps a text from being read. */
export class TextFault extends Error {
  /** From 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** No bundle has so many levels; more would be an attack on whoever walks them. */
export const MAX_DEPTH = 32;
export const TOO_DEEP = `has more than ${MAX_DEPTH} levels`;

/** The text of a key in a message. */
export function shownKey(key: string): string {
  return `'${key.slice(0, 64)}'`;
}

/** A hundred thousand things have fewer; each costs memory, and time of the whole service. */
export const MAX_VALUES = 2_000_000;
export const TOO_MANY = `has more than ${MAX_VALUES} values: take it in parts`;
/** Of one mapping: whoever looks at its keys does it without a pause. */
const MAX_KEYS = 10_000;

/** To be asked before a key is taken: a text has room for millions. Throws a TextFault. */
export function refuseMoreKeys(known: ReadonlyMap<string, unknown>, line: number): void {
  if (known.size >= MAX_KEYS) throw new TextFault(line, `has more than ${MAX_KEYS} keys`);
}
