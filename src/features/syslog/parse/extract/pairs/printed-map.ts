import { CLOSE_BRACKET, OPEN_BRACKET } from "../../values/characters";

/** How Go prints a map. */
const MARK = "map[";
/** Before the value of a pair. */
const KEY_BEFORE = /(?:^|[\s,;])([\w.-]{1,40}[=:] ?["']?)$/;
const MAX_BEFORE = 48;
const IPV6 = /^\[[\da-f:.]{2,45}\]$/i;
/** An entry whose value is one word, behind a blank or the bracket. */
const ENTRY = /(?:^| )([A-Za-z][\w-]{0,40}):((?:\[[\da-f:.]{2,45}\]|[\w./*-])[\w.:/%-]{0,128})(?= |$)/gi;
const MAX_MAP = 8192;

/**
 * The entries of the first map that a text prints as pairs, `request=map[host:A:p method:GET remote:B:q]` as `host=A:p
 * method=GET remote=B:q`, without those of the maps and lists within it. Any other text as it is.
 */
export function withPrintedMap(text: string): string {
  const start = text.indexOf(MARK);
  const key =
    start === -1 ? undefined : KEY_BEFORE.exec(text.slice(Math.max(0, start - MAX_BEFORE), start))?.[1];
  const map = key === undefined ? null : ownEntries(text, start + MARK.length);
  if (key === undefined || map === null) return text;
  const pairs = [...map.entries.matchAll(ENTRY)].map(([, name, value]) => `${name}=${value}`);
  if (pairs.length === 0) return text;
  return `${text.slice(0, start - key.length)}${pairs.join(" ")}${text.slice(map.end)}`;
}

/** What stands in a map and in none within it, but for addresses in brackets; null where the map is cut off. */
function ownEntries(text: string, start: number): { entries: string; end: number } | null {
  let [entries, depth, from] = ["", 1, start];
  for (let offset = start; offset < text.length && offset - start < MAX_MAP; offset++) {
    const code = text.charCodeAt(offset);
    if (code === OPEN_BRACKET) {
      depth++;
      if (depth > 2) continue;
      entries += text.slice(from, offset);
      from = offset;
    } else if (code === CLOSE_BRACKET) {
      depth--;
      if (depth === 0) return { entries: entries + text.slice(from, offset), end: offset + 1 };
      if (depth > 1) continue;
      const inner = text.slice(from, offset + 1);
      if (IPV6.test(inner)) entries += inner;
      from = offset + 1;
    }
  }
  return null;
}
