import { isSame } from "../../event/byte-range";
import { monthIn, readCiscoTime } from "../octets/octet-time";
import { BLANK, COLON, DOT, isDigit, isLetter, SLASH, STAR } from "../values/characters";
import { type OctetHeader, timeReference } from "./header-state";

/** As far as a host in front of a Cisco time is looked for. */
const MAX_ORIGIN_LENGTH = 80;

/** Cisco's time behind blanks, with a star before it where the clock is not set: the offset of its colon, or -1. */
export function markedTimeEnd(line: Uint8Array, start: number, header: OctetHeader): number {
  let first = start;
  while (line[first] === BLANK) first++;
  const mark = line[first];
  const end = readCiscoTime(line, mark === STAR || mark === DOT ? first + 1 : first, timeReference);
  if (end !== -1) header.clockUnset = mark === STAR;
  return end;
}

/** Behind the count and the time that Cisco sent to a relay, `1663320: Jun 20 02:43:03.346: `; -1 where others stand there. */
export function relayedEnd(line: Uint8Array, start: number, header: OctetHeader): number {
  let offset = start;
  while (isDigit(line[offset] ?? 0)) offset++;
  const end = line[offset] === COLON ? markedTimeEnd(line, offset + 1, header) : -1;
  if (end === -1) return -1;
  offset = end + 1;
  while (line[offset] === BLANK) offset++;
  return offset;
}

/** Whether a host or a node may stand there, and a Cisco time behind it. */
export function mayHaveOrigin(line: Uint8Array, start: number): boolean {
  const limit = Math.min(line.length, start + MAX_ORIGIN_LENGTH + 1);
  let word = -1;
  for (let offset = start; offset < limit; offset++) {
    const code = line[offset] ?? 0;
    if (code === SLASH && isSame("/CPU", line, offset, Math.min(offset + 4, line.length))) return true;
    if (code === BLANK && word === -1) word = offset;
  }
  if (word === -1 || line[word - 1] !== COLON) return false;
  const next = line[word + 1] ?? 0;
  if (isLetter(next)) return monthIn(line, word + 1) !== 0;
  return isDigit(next) || next === STAR || next === DOT || next === BLANK;
}
