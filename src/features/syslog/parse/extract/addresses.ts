import { COLON, DOT } from "../values/characters";

const IPV4_DOTS = 3;
/** A time has two, a card's address five. */
const IPV6_COLONS = 4;

/**
 * Whether at least `wanted` words of the first `limit` characters may be addresses: digits with three dots, or two
 * colons in a row, or many. One look at each character; most lines of programs have none.
 */
export function hasAddresses(text: string, wanted: number, limit: number): boolean {
  const end = Math.min(text.length, limit);
  let dots = 0;
  let colons = 0;
  let found = 0;
  for (let offset = 0; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code > COLON || code < DOT) {
      // Letters may be hexadecimal; a blank or another sign ends the word.
      dots = 0;
      if (code < DOT || code > 0x66 || (code < 0x61 && !(code >= 0x41 && code <= 0x46))) colons = 0;
      continue;
    }
    if (code === DOT) dots++;
    else if (code === COLON) {
      colons++;
      dots = 0;
    } else continue;
    const isAddress =
      dots === IPV4_DOTS ||
      colons === IPV6_COLONS ||
      (code === COLON && text.charCodeAt(offset + 1) === COLON);
    if (isAddress && ++found === wanted) return true;
  }
  return false;
}
