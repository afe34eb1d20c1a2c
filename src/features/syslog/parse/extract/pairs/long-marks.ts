import { canonicalAddress } from "../../values/ip-address";

/**
 * What parts columns and has more than one character, or is none that is printed: `#SPLIT#`, `|!|`, `^~^`, `||`, `##`.
 */
const MARK =
  /#[A-Za-z]{2,16}#|\|[!^~%#@$&+*]{1,3}\||([\^~@$#!])\|\1|<\|>|([\^~@$!])~\2|([@#$%&])[@#$%&!^]\3|\|{2,3}|\^{2,3}|~{2,3}|#{2,4}|\${2,3}|@{2,3}|;{2,3}|[§¶¬]/g;
/** The same, to be asked of the many texts that have none: of a global form each look makes a copy. */
const IS_MARK = new RegExp(MARK.source);
/** Hive's. */
const CONTROL = "\u0001";
const MIN_MARKS = 4;
const MAX_TRIED = 3;
const MAX_COLUMNS = 128;

/**
 * A row with tabs in the place of marks of several characters, where they part it at least four times and an address
 * stands alone between two of them: `…#SPLIT#192.0.2.1#SPLIT#50122#SPLIT#…`. Any other text as it is.
 */
export function withPlainMarks(text: string): string {
  if (text.includes(CONTROL) && partsColumns(text, CONTROL)) return text.replaceAll(CONTROL, "\t");
  if (!IS_MARK.test(text)) return text;
  const tried = new Set<string>();
  for (const [mark] of text.matchAll(MARK)) {
    if (tried.has(mark)) continue;
    if (partsColumns(text, mark)) return text.replaceAll(mark, "\t");
    tried.add(mark);
    if (tried.size === MAX_TRIED) break;
  }
  return text;
}

function partsColumns(text: string, mark: string): boolean {
  const columns = text.split(mark, MAX_COLUMNS);
  if (columns.length <= MIN_MARKS) return false;
  // Of `a|b||c` the bars part empty columns, too.
  const isOne = new Set(mark).size === 1 && columns.some((column) => column.includes(mark.charAt(0)));
  return !isOne && columns.some((column) => canonicalAddress(column.trim()) !== null);
}
