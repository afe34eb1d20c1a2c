import type { Endpoint } from "../ends/endpoints";
import { portNumber } from "../../values/field-text";
import { FIRST_USER_PORT, isClientOf } from "../../values/port-ranges";
import type { Flow } from "../ends/flow";
import { Hinted } from "../../values/hinted";
import { portBlock } from "./port-block";
import { isAsked, isSame, sharedEnd, slashedPair } from "./session-pairs";
import { INNER, spokenTranslation, TARGET_TRANSLATION } from "./spoken-translation";

const TRANSLATION_WORD = new Hinted(
  /(?:^|[^a-z])(?:s?nat|cgn(?:at)?|lsn|ds-?lite|aftr|napt|nat\d{2}|pat|mapp(?:ed|ing)|translat\w{1,4}|xlated?)(?:$|[^a-z])/i,
  "nat|cgn|lsn|ds-lite|dslite|aftr|napt|pat|mapped|mapping|translat|xlate",
);
const BECOMES =
  /^["')\]]? ?(?:<?-{1,3}>|<?=>|,|;|\||~| to| (?:becomes|became|seen as|shown as|rewritten (?:to|as)|hidden (?:behind|as))| (?:outside|global|public|pub|external|x?lated|translated|mapped|natted|nat)(?: to)?|(?<=["']) ) ?["'([]?$/i;
const REACHES =
  /^["')\]]?(?:,|;| \||)(?: (?:proto )?(?:tcp|udp),?)? ?(?:for )?(?:ext|dest|dst|destination|remote|peer|to|towards?)?[ :=]{0,2}["'([]?$/i;
const WORD = /[a-z]/i;
const HOP = /^ ?(?:[-=]{0,2}>{1,2}|→) ?$/;
const ARROW = /^["')\]]? ?(?:->|=>|-{2}>|→|⇒|to) ?["'([]?$/;

/** What says that one of two addresses is the other, seen from outside. */
const MAPPING = new Hinted(
  /(?:^|[^a-z])(?:nat(?:44|46|64)|cgn(?:at)?|cgv6|lsn|napt|mapped|ds-?lite|xlated?)(?:$|[^a-z])/i,
  "nat44|nat46|nat64|cgn|cgv6|lsn|napt|mapped|ds-lite|dslite|xlate",
);
const ROW_MARK = /^(?:[ ,;|\t]|, )[\d[]/;
const ROW_ENDS = 3;
const MAX_COLUMN = 8;
const PORT_COLUMN = /^[ ,;|](\d{1,5})(?=[ ,;|]|$)/;
const COLUMN = /^[ ,;|]$/;
const QUOTED_COLUMN = /^["']?[ ,;|\t]["']?$/;
/** Of a firewall's row, which may tell how a source is seen without a word for it. */
const LET_THROUGH =
  /(?:^|[ ,;|\t])["']?(?:allow(?:ed)?|accept(?:ed)?|permit(?:ted)?|pass(?:ed)?)["']?[ ,;|\t]["']?(?:tcp|udp)["']?[ ,;|\t]["']?$|(?:^|[ ,;|\t])["']?(?:tcp|udp)["']?[ ,;|\t]["']?(?:allow(?:ed)?|accept(?:ed)?|permit(?:ted)?|pass(?:ed)?)["']?[ ,;|\t]["']?$/i;
const MAX_VERDICT = 24;
const OPEN_BETWEEN = /^ ?[([{](?:(?:via|[sd]?nat|as|to|mapped|translated)(?: to| as)?:? ?)?$/i;
const CLOSE_BEHIND = /[)\]}]/;

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

/**
 * `NAT A:p -> B:q dest C:r`: A is seen as B by C; and `DNAT A:p -> B:q => C:r`: what A asked B
 * for C answers. The program may be what names a translation.
 */
export function translatedFlow(text: string, ends: readonly Endpoint[], program: string): Flow | null {
  const two = mappedPair(text, ends, program) ?? portBlock(text, ends, program);
  if (two !== null) return two;
  const spoken = spokenTranslation(text, ends, program);
  if (spoken !== null) return spoken;
  // A subscriber may be named before his first port.
  const [first, second, third] = portedRow(text, ends) ?? (ends[0]?.port === null ? ends.slice(1) : ends);
  if (first === undefined || second === undefined || third === undefined) return null;
  if ([first, second, third].some(({ port, isPrefix }) => port === null || isPrefix)) return null;
  const [before, behind] = [text.slice(first.end, second.start), text.slice(second.end, third.start)];
  const place = { start: first.start, end: third.end };
  if (TARGET_TRANSLATION.test(text))
    return ARROW.test(before) && ARROW.test(behind)
      ? { source: first, destination: second, answering: third, ...place }
      : null;
  const isTranslation = TRANSLATION_WORD.test(text) || TRANSLATION_WORD.testShort(program);
  const four = isTranslation
    ? (sharedEnd(text, ends) ?? slashedPair(text, ends) ?? fourEnds(text, [first, second, third, ends[3]]))
    : null;
  if (four !== null) return four;
  const isRow = isTranslation
    ? isRowOf(text, [first, second, third], COLUMN)
    : isRowOf(text, [first, second, third], QUOTED_COLUMN) && LET_THROUGH.test(headOf(text, first));
  if (isRow) return rowOfThree([first, second, third], place);
  if (isTranslation && HOP.test(before) && HOP.test(behind))
    return throughOutside([first, second, third], place);
  const isWorded = before.includes("<") || before.includes("~") || WORD.test(before);
  const isReached = REACHES.test(behind) || (isWorded && ARROW.test(behind));
  return isTranslation && BECOMES.test(before) && isReached && !isSame(second, third)
    ? { source: first, destination: third, translated: second, ...place }
    : null;
}

/** `NAT A:p > N:q > B:r`: what a private address is seen as by whom it calls; null where N may be whom it called. */
function throughOutside(
  [source, translated, destination]: readonly [Endpoint, Endpoint, Endpoint],
  place: { start: number; end: number },
): Flow | null {
  const isOutside = INNER.test(source.ip) && !INNER.test(translated.ip) && !INNER.test(destination.ip);
  const isReached = isClientOf(translated.port, destination.port) || isAsked(translated, destination);
  return isOutside && isReached ? { source, destination, translated, ...place } : null;
}

/** `NAT64: Mapped A:p to N:q`: what a private address is seen as, and nobody else. */
function mappedPair(text: string, ends: readonly Endpoint[], program: string): Flow | null {
  const [source, translated, third] = ends;
  if (source === undefined || translated === undefined || third !== undefined) return null;
  if (!MAPPING.test(text) && !MAPPING.testShort(program)) return null;
  const mayBeService = translated.port !== null && translated.port < FIRST_USER_PORT;
  const isOtherVersion = source.ip.includes(":") && !translated.ip.includes(":");
  const isInner = isOtherVersion || INNER.test(source.ip);
  if (mayBeService || INNER.test(translated.ip) || !isInner) return null;
  return { source, destination: null, translated, start: source.start, end: translated.end };
}

/** `A p N q B r`, of which each port is a column of its own; null for other rows. */
function portedRow(text: string, ends: readonly Endpoint[]): Endpoint[] | null {
  if (ends.length !== ROW_ENDS || ends.some(({ port }) => port !== null)) return null;
  const row = ends.map((end) => {
    const column = PORT_COLUMN.exec(text.slice(end.end, end.end + MAX_COLUMN));
    const port = column === null ? null : portNumber(column[1] ?? "");
    return { ...end, port, end: end.end + (port === null ? 0 : (column?.[0].length ?? 0)) };
  });
  return row.every(({ port }) => port !== null) ? row : null;
}

function isRowOf(
  text: string,
  [first, second, third]: readonly [Endpoint, Endpoint, Endpoint],
  column: RegExp,
): boolean {
  return column.test(text.slice(first.end, second.start)) && column.test(text.slice(second.end, third.start));
}

function headOf(text: string, { start }: Endpoint): string {
  return text.slice(Math.max(0, start - MAX_VERDICT), start);
}

/** `NAT: A:p N:q B:r` or `NAT: A:p B:r N:q`, where one of the last two alone has the port of a service. */
function rowOfThree(
  [source, second, third]: readonly [Endpoint, Endpoint, Endpoint],
  place: { start: number; end: number },
): Flow | null {
  if (!INNER.test(source.ip) || INNER.test(second.ip) || INNER.test(third.ip)) return null;
  if (isClientOf(second.port, third.port) || isAsked(second, third))
    return { source, destination: third, translated: second, ...place };
  if (isClientOf(third.port, second.port) || isAsked(third, second))
    return { source, destination: second, translated: third, ...place };
  return null;
}

/** `NAT: A:p N:q C:r D:s`: what is local and what is seen of either side, as routers log it. */
function fourEnds(text: string, ends: readonly (Endpoint | undefined)[]): Flow | null {
  const [first, second, third, fourth] = ends;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  const isRow = [first.end, second.end, third.end].every((end) => ROW_MARK.test(text.slice(end, end + 2)));
  const isWhole = isRow && text.slice(third.end, fourth.start).length <= 2 && fourth.port !== null;
  if (!isWhole) return null;
  const isUntranslated = isSame(third, fourth);
  const place = { start: first.start, end: fourth.end };
  // Between versions of IP both sides of one stand before those of the other.
  if (first.ip.includes(":") && second.ip.includes(":") && !third.ip.includes(":"))
    return { source: first, destination: second, translated: third, answering: fourth, ...place };
  return {
    source: first,
    destination: third,
    translated: second,
    ...(isUntranslated ? {} : { answering: fourth }),
    ...place,
  };
}

/** `A:p (C:r) to B:q (D:s)`: in brackets is how an end is seen from the other side. */
export function seenPair(
  text: string,
  ends: readonly Endpoint[],
  pairIn: (plain: readonly Endpoint[]) => Flow | null,
): Flow | null {
  if (ends.length < 3) return null;
  const asides = new Map<Endpoint, Endpoint>();
  const plain: Endpoint[] = [];
  for (const end of ends) {
    const last = plain.at(-1);
    const isAside =
      last !== undefined && end.port !== null && !asides.has(last) && isBracketed(text, last, end);
    if (isAside) asides.set(last, end);
    else plain.push(end);
  }
  const flow = asides.size === 0 ? null : pairIn(plain);
  if (flow === null || flow.source === null || flow.destination === null) return flow;
  return {
    ...flow,
    ...otherEnd("translated", flow.source, asides),
    ...otherEnd("answering", flow.destination, asides),
  };
}

function isBracketed(text: string, { end }: Endpoint, aside: Endpoint): boolean {
  return OPEN_BETWEEN.test(text.slice(end, aside.start)) && CLOSE_BEHIND.test(text.charAt(aside.end));
}

function otherEnd(
  role: "translated" | "answering",
  end: Endpoint,
  asides: ReadonlyMap<Endpoint, Endpoint>,
): Partial<Flow> {
  const aside = [...asides].find(([{ start }]) => start === end.start)?.[1];
  const isOther = aside !== undefined && (aside.ip !== end.ip || aside.port !== end.port);
  return isOther ? { [role]: aside } : {};
}
