/** A set of UTF-16 units: a table for those of ASCII, ranges (from, to, both inside, rising) for the others. */
export type CharSet = { readonly ascii: Uint8Array; readonly ranges: readonly (readonly [number, number])[] };

const ASCII = 0x80;
const LAST = 0xff_ff;

/** Whether the unit is in the set; nothing is for what `charCodeAt` gives behind a text's end. */
export function isInSet({ ascii, ranges }: CharSet, unit: number): boolean {
  if (unit < ASCII) return ascii[unit] === 1;
  for (const [from, to] of ranges) if (unit >= from && unit <= to) return true;
  return false;
}

/** The units of some ranges, each from its first to its last. */
export function setOf(...ranges: readonly (readonly [number, number])[]): CharSet {
  const ascii = new Uint8Array(ASCII);
  for (const [from, to] of ranges)
    for (let unit = from; unit <= Math.min(to, ASCII - 1); unit++) ascii[unit] = 1;
  const others = ranges
    .filter(([, to]) => to >= ASCII)
    .map(([from, to]): [number, number] => [Math.max(from, ASCII), to])
    .sort(([left], [right]) => left - right);
  const merged: [number, number][] = [];
  for (const [from, to] of others) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return { ascii, ranges: merged };
}

export function unionOf(sets: readonly CharSet[]): CharSet {
  return setOf(...sets.flatMap(rangesOf));
}

export function negationOf(set: CharSet): CharSet {
  const ranges: [number, number][] = [];
  let next = 0;
  for (const [from, to] of rangesOf(set)) {
    if (from > next) ranges.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST) ranges.push([next, LAST]);
  return setOf(...ranges);
}

/** With the other case of each letter of ASCII. */
export function withBothCases(set: CharSet): CharSet {
  const ascii = Uint8Array.from(set.ascii);
  for (let upper = 0x41; upper <= 0x5a; upper++) {
    const lower = upper | 0x20;
    if (set.ascii[upper] === 1) ascii[lower] = 1;
    if (set.ascii[lower] === 1) ascii[upper] = 1;
  }
  return { ...set, ascii };
}

function rangesOf({ ascii, ranges }: CharSet): [number, number][] {
  const found: [number, number][] = [];
  for (let unit = 0; unit < ASCII; unit++) {
    if (ascii[unit] !== 1) continue;
    const last = found.at(-1);
    if (last?.[1] === unit - 1) last[1] = unit;
    else found.push([unit, unit]);
  }
  return [...found, ...ranges.map(([from, to]): [number, number] => [from, to])];
}

export const DIGITS = setOf([0x30, 0x39]);
export const WORD = setOf([0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]);
/** As `\s` of ECMAScript. */
export const SPACE = setOf(
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x16_80, 0x16_80],
  [0x20_00, 0x20_0a],
  [0x20_28, 0x20_29],
  [0x20_2f, 0x20_2f],
  [0x20_5f, 0x20_5f],
  [0x30_00, 0x30_00],
  [0xfe_ff, 0xfe_ff],
);
/** As the dot of ECMAScript: everything but what ends a line. */
export const NO_LINE_END = negationOf(setOf([0x0a, 0x0a], [0x0d, 0x0d], [0x20_28, 0x20_29]));
