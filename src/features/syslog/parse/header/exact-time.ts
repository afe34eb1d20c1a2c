import { isDigit, OPEN_BRACKET } from "../values/characters";
import { readLeadingTime } from "./leading-time";
import type { TimeReference, Timestamp } from "./timestamp";

const SECOND = 1e6;
/** How far apart two clocks may be that mean the same moment: what stamped the line last had it later. */
const SAME_MICROS = 2 * SECOND;
/** All zones are whole quarters of an hour apart. */
const QUARTER = 900 * SECOND;
const MAX_DIFFERENCE = 14 * 3600 * SECOND;
/** As far as a time reaches, perhaps in a bracket. */
export const MAX_TIME_LENGTH = 64;

/** What a header says of when it was; seconds east of UTC are null where it does not say which zone it means. */
export type HeaderTime = { readonly eventTimeMicros: number; readonly offsetSeconds: number | null };

/**
 * The time that a `text` begins with, where it says exacter when it was than a header of whole seconds and both mean the
 * same moment: a fraction of that second or a neighbour, or the zone that the header leaves open. Null where it is not so.
 */
export function exactTime(text: string, header: HeaderTime, reference: TimeReference): number | null {
  const start = text.charCodeAt(0) === OPEN_BRACKET ? 1 : 0;
  const { eventTimeMicros, offsetSeconds } = header;
  if (eventTimeMicros % SECOND !== 0 || !isDigit(text.charCodeAt(start))) return null;
  const said = readSaid(text, start, { offsetSeconds, reference });
  if (said === null || said.micros === null) return null;
  const difference = Math.abs(said.micros - eventTimeMicros);
  if (difference < SAME_MICROS) return said.micros % SECOND === 0 ? null : said.micros;
  const isZoned = offsetSeconds === null && said.offsetSeconds !== null && difference < MAX_DIFFERENCE;
  const rest = difference % QUARTER;
  return isZoned && (rest < SAME_MICROS || QUARTER - rest < SAME_MICROS) ? said.micros : null;
}

/** A time without a zone is in the header's. */
function readSaid(
  text: string,
  start: number,
  { offsetSeconds, reference }: { offsetSeconds: number | null; reference: TimeReference },
): Timestamp | null {
  const said = readLeadingTime(text, start, reference);
  if (said === null || said.offsetSeconds !== null || offsetSeconds === null) return said;
  const wall = readLeadingTime(text, start, { ...reference, timeZone: "UTC" })?.micros ?? null;
  return wall === null ? null : { ...said, micros: wall - offsetSeconds * SECOND };
}
