import { textOf } from "../../event/byte-range";
import { paloAltoLayout, PALOALTO_CAPACITY, takePaloAlto } from "../formats/paloalto";
import { isDirection } from "../formats/filterlog";
import type { Line } from "../line";
import { COMMA, isDigit, PERCENT } from "../values/characters";
import type { Body } from "./body-tests";
import { OctetColumns } from "./octet-columns";

/** How far into a body the name of a message of Cisco may stand (`mnemonicStart`). */
const MAX_ORIGIN_LENGTH = 64;
const TYPE = 3;
/** Where a record of filterlog has its direction. */
const DIRECTION = 7;

const columns = new OctetColumns(PALOALTO_CAPACITY);

/**
 * As `parsePaloAlto`, of a record that nobody before it in the list of parsers may know, before anything else is asked
 * of the body. False: that is not sure, or it is none.
 */
export function readPaloAltoOctets({ line, start, programs }: Body, said: Line): boolean {
  if (programs !== 0) return false;
  let first = start;
  while (isDigit(line[first] ?? 0)) first++;
  if (line[first] !== COMMA || !isDigit(line[first + 1] ?? 0)) return false;
  const limit = Math.min(line.length, start + MAX_ORIGIN_LENGTH + 1);
  for (let offset = first; offset < limit; offset++) if (line[offset] === PERCENT) return false;
  const layout = paloAltoLayout(typeOf(line, start));
  if (layout === undefined || !columns.read(line, start) || isDirection(columns.text(DIRECTION)))
    return false;
  return takePaloAlto(columns, layout, said);
}

/** What stands between the third comma and the fourth, be they in quotes or not; empty where there are fewer. */
function typeOf(line: Uint8Array, start: number): string {
  let first = start;
  for (let column = 0; column < TYPE; column++) {
    const comma = line.indexOf(COMMA, first);
    if (comma === -1) return "";
    first = comma + 1;
  }
  const end = line.indexOf(COMMA, first);
  return end === -1 ? "" : textOf(line, first, end);
}

/** Lets go of the line that was read last. */
export function forgetRecord(): void {
  columns.forget();
}
