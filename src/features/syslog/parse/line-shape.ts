const FIRST_DIGIT = 0x30;
const LAST_DIGIT = 0x39;
/** Of FNV-1a with 32 bits. */
const OFFSET_BASIS = 0x81_1c_9d_c5;
const PRIME = 0x01_00_01_93;

/**
 * A number from 0 to 2^32 - 1 that lines of one shape share: those that differ only in words with a digit, such as times, addresses,
 * ports and ids. Words are letters (any character above ASCII counts as one) and digits; what stands between them counts.
 */
export function shapeOf(line: string): number {
  let hash = OFFSET_BASIS;
  /** What the hash was before the word that is being read. */
  let before = OFFSET_BASIS;
  let isVariable = false;
  let isInWord = false;
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (!isWordCharacter(code)) {
      hash = Math.imul((isVariable ? before : hash) ^ code, PRIME);
      isVariable = false;
      isInWord = false;
      continue;
    }
    if (!isInWord) before = hash;
    isInWord = true;
    isVariable ||= code >= FIRST_DIGIT && code <= LAST_DIGIT;
    if (!isVariable) hash = Math.imul(hash ^ code, PRIME);
  }
  return (isVariable ? before : hash) >>> 0;
}

function isWordCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= FIRST_DIGIT && code <= LAST_DIGIT) ||
    (code >= 0x41 && code <= 0x5a) ||
    code >= 0x80
  );
}
