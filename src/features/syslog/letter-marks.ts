/**
 * Which sequences of four letters (A to Z, in any case) occur in the lines of a segment, as a set of bits: a line that has a
 * word of four letters or more has all its sequences, so a segment without one of them need not be read. A sequence has one
 * bit of 65,536, which other sequences may have too; the words of a segment's lines set about a tenth of them.
 */
export type LetterMarks = Uint8Array;

const BITS_OF_POSITION = 16;
const MARKS_BYTES = 2 ** BITS_OF_POSITION / 8;
const SEQUENCE_LETTERS = 4;
const BITS_OF_LETTER = 5;
const SEQUENCE_MASK = 2 ** (SEQUENCE_LETTERS * BITS_OF_LETTER) - 1;
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;

export function createLetterMarks(): LetterMarks {
  return new Uint8Array(MARKS_BYTES);
}

/** Marks the sequences of a text. */
export function markLetters(marks: LetterMarks, text: string): void {
  forEachPosition(text, (position) => {
    marks[position >>> 3] = (marks[position >>> 3] ?? 0) | (1 << (position & 7));
  });
}

/** The bits, counted from the first byte's lowest, that are set wherever the text occurs in any case; none for a text without four letters in a row. */
export function findLetterMarks(text: string): number[] {
  const positions = new Set<number>();
  forEachPosition(text, (position) => positions.add(position));
  return [...positions];
}

/** What occurs in any of several sets. */
export function uniteLetterMarks(all: readonly LetterMarks[]): LetterMarks {
  const united = createLetterMarks();
  for (const marks of all)
    for (const [index, byte] of marks.entries()) united[index] = (united[index] ?? 0) | byte;
  return united;
}

function forEachPosition(text: string, use: (position: number) => void): void {
  let sequence = 0;
  let letters = 0;
  for (let index = 0; index < text.length; index++) {
    const letter = letterOf(text.charCodeAt(index));
    if (letter === 0) {
      letters = 0;
      continue;
    }
    sequence = ((sequence << BITS_OF_LETTER) | letter) & SEQUENCE_MASK;
    letters++;
    if (letters >= SEQUENCE_LETTERS) use(Math.imul(sequence, SPREAD) >>> (32 - BITS_OF_POSITION));
  }
}

/** 1 to 26; 0 for what is no letter. Searches take the long s and the Kelvin sign for letters in another case, as Unicode does. */
function letterOf(code: number): number {
  const lower = code | 0x20;
  if (lower >= 0x61 && lower <= 0x7a) return lower - 0x60;
  if (code === 0x17f) return 19;
  return code === 0x21_2a ? 11 : 0;
}
