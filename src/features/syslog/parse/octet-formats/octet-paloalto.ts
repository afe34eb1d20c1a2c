import { MAX_ORIGIN_LENGTH } from "../formats/cisco";
import { textOf } from "../../event/byte-range";
import {
  type Columns,
  GENERATED_TIME,
  highResolutionTime,
  paloAltoLayout,
  PALOALTO_CAPACITY,
  takePaloAlto,
  TYPE,
} from "../formats/paloalto";
import { namedSeverity } from "../header/priority";
import { isDirection } from "../formats/filterlog";
import type { Line } from "../line";
import { fieldText } from "../values/field-text";
import { COMMA, isDigit, PERCENT } from "../values/characters";
import type { Body } from "../fast/body-tests";
import { OctetColumns } from "../octets/octet-columns";
import { fillFromOctets } from "../octets/octet-fields";
import { wordIn } from "../octets/octet-texts";
import { OctetValues, type ValueRange } from "../octets/octet-values";
import { vendorTimeIn } from "../octets/octet-vendor-time";

/** Where a record of filterlog has its direction. */
const DIRECTION = 7;

const columns = new OctetColumns(PALOALTO_CAPACITY);
const values = new OctetValues<"severity" | "description">({}, ["severity", "description"]);
const time = { start: 0, end: 0 };
/** By what the columns of a log type mean: where each goes. */
const places = new Map<Columns, { range: ValueRange; column: number }[]>();
/** Its addresses and portal may be elsewhere. */
const GLOBALPROTECT = "GLOBALPROTECT";

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
  const type = columns.text(TYPE);
  const isPlain = layout.description === undefined && type !== GLOBALPROTECT;
  return isPlain ? takeColumns(line, layout, said) : takePaloAlto(columns, layout, said);
}

/** As `takePaloAlto`, of a log type whose columns say all. */
function takeColumns(line: Uint8Array, layout: Columns, said: Line): true {
  const { message } = said;
  message.parser = "paloalto";
  message.vendor = "paloalto";
  message.msgid ??= fieldText(columns.text(TYPE));
  values.clear();
  for (const { range, column } of placesOf(layout)) columns.place(column, range);
  fillFromOctets(line, values.fields, message);
  message.severity ??= namedSeverity(wordIn(line, values.extra.severity));
  columns.place(GENERATED_TIME, time);
  message.eventTimeMicros =
    highResolutionTime(columns, said) ?? vendorTimeIn(line, time, said) ?? message.eventTimeMicros;
  return true;
}

function placesOf(layout: Columns): { range: ValueRange; column: number }[] {
  let known = places.get(layout);
  if (known === undefined) {
    const ranges = new Map(Object.entries<ValueRange>({ ...values.fields, ...values.extra }));
    known = Object.entries<number | undefined>(layout).flatMap(([name, column]) => {
      const range = ranges.get(name);
      return range === undefined || column === undefined ? [] : [{ range, column }];
    });
    places.set(layout, known);
  }
  return known;
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
