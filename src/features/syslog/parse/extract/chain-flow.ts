import type { Endpoint } from "./endpoints";
import type { Flow } from "./flow";

const TRANSLATION_WORD =
  /(?:^|[^a-z])(?:s?nat|cgn(?:at)?|pat|mapp(?:ed|ing)|translat\w{1,4}|xlated?)(?:$|[^a-z])/i;
const BECOMES =
  /^["')\]]? ?(?:<?-{1,2}>|=>| to| (?:x?lated|translated|mapped|natted|nat)(?: to)?) ?["'([]?$/i;
const REACHES = /^["')\]]?(?:,|;| \||) ?(?:dest|dst|destination|remote|to)?[ :=]{0,2}["'([]?$/i;

/** `A:p B:q -> C:r D:s`: a proxy was asked at B, and asks D from C. */
export function proxiedFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  const [source, asked, translated, destination] = ends;
  if (source === undefined || asked === undefined || translated === undefined || destination === undefined)
    return null;
  const isBeside = (left: Endpoint, right: Endpoint) => text.slice(left.end, right.start) === " ";
  if (!isBeside(source, asked) || !isBeside(translated, destination)) return null;
  if (ends.some(({ port }) => port === null) || text.slice(asked.end, translated.start) !== " -> ")
    return null;
  return { source, destination, start: source.start, end: destination.end };
}

/** `NAT A:p -> B:q dest C:r`: A is seen as B by C. */
export function translatedFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  const [source, translated, destination] = ends;
  if (source === undefined || translated === undefined || destination === undefined) return null;
  if (ends.some(({ port, isPrefix }) => port === null || isPrefix) || !TRANSLATION_WORD.test(text))
    return null;
  const isBecome = BECOMES.test(text.slice(source.end, translated.start));
  if (!isBecome || !REACHES.test(text.slice(translated.end, destination.start))) return null;
  return { source, destination, translated, start: source.start, end: destination.end };
}
