/** Four numbers, of which the first may be the end of one, and the last the begin of one. */
const FOUR_NUMBERS = /^(\d{1,3})(\.\d{1,3}){3}$/;
const MAX_OCTET = 255;
/** For more of them, a text is found sooner by looking for it everywhere. */
const MAX_BEGINNINGS = 3;

/**
 * What IPv4 addresses in canonical form begin with that contain a text: `110.0.0.7` and `210.0.0.7` contain `10.0.0.7`,
 * as it does itself, and what else begins with one of these three does. Null where that is not known, or for too many.
 */
export function wholeBeginnings(text: string): string[] | null {
  const first = FOUR_NUMBERS.exec(text)?.[1];
  if (first === undefined) return null;
  const rest = text.slice(first.length);
  const octets = Array.from({ length: MAX_OCTET + 1 }, (_, octet) => String(octet));
  const beginnings = octets.filter((octet) => octet.endsWith(first)).map((octet) => `${octet}${rest}`);
  return beginnings.length > MAX_BEGINNINGS ? null : beginnings;
}
