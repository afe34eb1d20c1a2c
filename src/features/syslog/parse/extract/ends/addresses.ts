import { DOT, hasTimes, isDigit, isLetter, skipDigits } from "../../values/characters";

const MAX_OCTET_DIGITS = 3;
/** IPv6 without a run of zeros; a time has fewer colons, and so has a card's address. */
const GROUP_COLONS = 7;
const MAX_GROUP_DIGITS = 4;
const GROUPS = /(?:[0-9a-f]{1,4}:){7}/i;

/**
 * Whether at least `wanted` words of the first `limit` characters may be addresses. Made for the many lines that have
 * none: it looks only at what stands beside their dots.
 */
export function hasAddresses(text: string, wanted: number, limit: number): boolean {
  let found = 0;
  for (let dot = text.indexOf("."); dot !== -1 && dot < limit; dot = text.indexOf(".", dot + 1)) {
    if (!isDigit(text.charCodeAt(dot - 1)) || !isDigit(text.charCodeAt(dot + 1))) continue;
    const second = octetEnd(text, dot + 1);
    if (second === -1 || text.charCodeAt(second) !== DOT) continue;
    const third = octetEnd(text, second + 1);
    if (third === -1 || text.charCodeAt(third) !== DOT || !isDigit(text.charCodeAt(third + 1))) continue;
    if (++found === wanted) return true;
    dot = third;
  }
  return hasDoubleColon(text) || (hasTimes(text, ":", GROUP_COLONS) && GROUPS.test(text.slice(0, limit)));
}

/** Between hexadecimal digits, not between the names of a class and its method. */
function hasDoubleColon(text: string): boolean {
  for (let colon = text.indexOf("::"); colon !== -1; colon = text.indexOf("::", colon + 2)) {
    let start = colon;
    while (isHexadecimal(text.charCodeAt(start - 1)) && colon - start <= MAX_GROUP_DIGITS) start--;
    const before = text.charCodeAt(start - 1);
    if (!isLetter(before) && !isDigit(before) && colon - start <= MAX_GROUP_DIGITS) return true;
  }
  return false;
}

function isHexadecimal(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

/** The end of one to three digits, or -1. */
function octetEnd(text: string, start: number): number {
  const end = skipDigits(text, start);
  return end > start && end - start <= MAX_OCTET_DIGITS ? end : -1;
}
