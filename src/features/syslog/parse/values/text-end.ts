/** All that `\s` is of. */
export const WHITE_SPACE =
  " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** A text without up to `most` of these marks at its end: a form that ends with `$` is tried at each character. */
export function withoutEnd(text: string, marks: string, most: number): string {
  const last = text.length - Math.min(most, text.length);
  let end = text.length;
  while (end > last && marks.includes(text.charAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}
