import { type ByteRange, isSame, type LineText } from "../../event/byte-range";
import type { EventColumn } from "../../event/columns";
import type { ParsedLine } from "../../parse/parsed-line";
import type { ColumnValue } from "../../query/matcher";
import type { Arrival } from "../../event/arrival";
import { columnText, messageColumn } from "../message-columns";

/** The line that is looked at, and its row in the chunk. One for many lines, one after the other. */
export type LineView = { arrival: Arrival; line: ParsedLine; row: number };

/** Of an address that is none of version 4. */
export const NO_IPV4 = -1;

const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** How a column of the line is read. */
export type ColumnReader = {
  read(view: LineView): ColumnValue;
  equals(view: LineView, value: string | number): boolean;
  /** Where the value stands in the line's bytes; undefined: elsewhere, or there is none. */
  rangeOf(view: LineView): ByteRange | undefined;
  /** The address of version 4 as a number; `NO_IPV4` for any other value. */
  ipv4(view: LineView): number;
};

/** @throws for a column that only the store has. */
export function columnReader(column: EventColumn): ColumnReader {
  const textOf = columnText(column);
  return textOf === undefined ? valueReader(column) : textReader(textOf);
}

function valueReader(column: EventColumn): ColumnReader {
  const readColumn = messageColumn(column);
  const read = ({ arrival, line }: LineView) => readColumn(arrival, line);
  return {
    read,
    equals: (view, value) => read(view) === value,
    rangeOf: () => undefined,
    ipv4: (view) => {
      const value = read(view);
      return typeof value === "string" ? ipv4OfText(value) : NO_IPV4;
    },
  };
}

/** Of a text that may stand in the line alone, where it stays. */
function textReader(textOf: (line: ParsedLine) => LineText): ColumnReader {
  const read = ({ line }: LineView) => line.read(textOf(line));
  const isRange = ({ start, end }: ByteRange) => start < end;
  return {
    read,
    equals: (view, value) => {
      const text = textOf(view.line);
      if (!isRange(text)) return text.text === value;
      return typeof value === "string" && isSame(value, view.line.bytes, text.start, text.end);
    },
    rangeOf: (view) => {
      const text = textOf(view.line);
      return isRange(text) ? text : undefined;
    },
    ipv4: (view) => {
      const text = textOf(view.line);
      if (isRange(text)) return ipv4OfBytes(view.line.bytes, text);
      return text.text === null ? NO_IPV4 : ipv4OfText(text.text);
    },
  };
}

/** Of canonical text: only the form is checked. Twice the same, as both run for every line. */
function ipv4OfBytes(bytes: Uint8Array, { start, end }: ByteRange): number {
  let address = 0;
  let value = 0;
  let dots = 0;
  for (let index = start; index < end; index++) {
    const code = bytes[index] ?? 0;
    if (code === DOT) {
      address = address * 256 + value;
      value = 0;
      dots++;
    } else if (code >= ZERO && code <= NINE) value = value * 10 + code - ZERO;
    else return NO_IPV4;
  }
  return dots === 3 ? address * 256 + value : NO_IPV4;
}

/** The same of a text; `NO_IPV4` for one of version 6. */
export function ipv4OfText(text: string): number {
  let address = 0;
  let value = 0;
  let dots = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === DOT) {
      address = address * 256 + value;
      value = 0;
      dots++;
    } else if (code >= ZERO && code <= NINE) value = value * 10 + code - ZERO;
    else return NO_IPV4;
  }
  return dots === 3 ? address * 256 + value : NO_IPV4;
}
