import type { EventColumn } from "../../event/columns";
import { messageColumn } from "../live/message-columns";
import { isSame, type ByteRange, textOf } from "../../event/byte-range";
import type { Arrival } from "../event-rows";
import type { FamiliarLine } from "../../parse/fast/familiar-lines";
import { emptyRanges, type PlainField } from "../../parse/fast/filterlog-bytes";
import { emptyMessage, type StoredMessage } from "../../parse/line";
import type { ColumnValue } from "../../query/matcher";

const PLAIN_FIELDS: Partial<Record<EventColumn, PlainField>> = {
  rule_id: "ruleId",
  tracker_id: "trackerId",
  interface: "interface",
  reason: "reason",
  direction: "direction",
  src_ip: "srcIp",
  dst_ip: "dstIp",
};

/** Columns that a familiar line never has, as filterlog says nothing of them. */
const NEVER_FAMILIAR: ReadonlySet<EventColumn> = new Set([
  "nat_src_ip",
  "nat_dst_ip",
  "nat_src_port",
  "nat_dst_port",
  "bytes",
  "packets",
]);

/** Of an address that is none of version 4. */
export const NO_IPV4 = -1;

const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

const NOWHERE: Arrival = {
  id: 0,
  receivedAtMicros: 0,
  sender: "",
  transport: "udp",
  truncated: false,
  originalBytes: 0,
};

/** The line that is looked at, however it was read. One for many lines, one after the other. */
export class LineView {
  arrival: Arrival = NOWHERE;
  message: StoredMessage = emptyMessage("", null);
  /** The line as it is stored, in UTF-8. */
  octets: Uint8Array = new Uint8Array();
  isAscii = true;
  isFamiliar = false;
  #ranges: Readonly<Record<PlainField, ByteRange>> = emptyRanges();
  #rawLog: string | undefined;

  show(arrival: Arrival, message: StoredMessage): void {
    this.arrival = arrival;
    this.message = message;
    this.octets = message.rawOctets ?? Buffer.from(message.rawLog);
    this.isAscii = this.octets.length === message.rawLog.length;
    this.isFamiliar = false;
    this.#rawLog = message.rawLog;
  }

  /** Valid as long as `line` is. */
  showFamiliar(arrival: Arrival, line: FamiliarLine): void {
    this.arrival = arrival;
    this.message = line.message;
    this.octets = line.octets;
    this.isAscii = true;
    this.isFamiliar = true;
    this.#ranges = line.ranges;
    this.#rawLog = undefined;
  }

  /** Lets go of what it showed. */
  clear(): void {
    this.show(NOWHERE, emptyMessage("", null));
  }

  get rawLog(): string {
    return (this.#rawLog ??= textOf(this.octets, 0, this.octets.length));
  }

  /** Where the value of a column stands in `octets`; undefined: elsewhere, or it has none. */
  rangeOf(column: EventColumn): ByteRange | undefined {
    if (!this.isFamiliar) return undefined;
    const field = PLAIN_FIELDS[column];
    const range = field === undefined ? undefined : this.#ranges[field];
    return range !== undefined && range.start < range.end ? range : undefined;
  }
}

/** How a column of the line is read. @throws for a column that only the store has. */
export type ColumnReader = {
  read(view: LineView): ColumnValue;
  equals(view: LineView, value: string | number): boolean;
  /** False: the line has no value, and it need not be read for that. */
  isThere(view: LineView): boolean;
  /** The address of version 4 as a number; `NO_IPV4` for any other value. */
  ipv4(view: LineView): number;
};

export function columnReader(column: EventColumn): ColumnReader {
  const readMessage = messageColumn(column);
  const isPlain = PLAIN_FIELDS[column] !== undefined;
  const isForeign = NEVER_FAMILIAR.has(column);
  const rangeOf = (view: LineView) => (isPlain ? view.rangeOf(column) : undefined);
  const read = (view: LineView): ColumnValue => {
    if (column === "raw_log") return view.rawLog;
    const range = rangeOf(view);
    return range === undefined
      ? readMessage(view.arrival, view.message)
      : textOf(view.octets, range.start, range.end);
  };
  return {
    read,
    isThere: (view) => !isForeign || !view.isFamiliar,
    equals: (view, value) => {
      const range = rangeOf(view);
      if (range === undefined) return readMessage(view.arrival, view.message) === value;
      return typeof value === "string" && isSame(value, view.octets, range.start, range.end);
    },
    ipv4: (view) => {
      const range = rangeOf(view);
      if (range !== undefined) return ipv4OfOctets(view.octets, range);
      const value = readMessage(view.arrival, view.message);
      return typeof value === "string" ? ipv4OfText(value) : NO_IPV4;
    },
  };
}

/** Of canonical text: only the form is checked. Twice the same, as both run for every line. */
function ipv4OfOctets(octets: Uint8Array, { start, end }: ByteRange): number {
  let address = 0;
  let value = 0;
  let dots = 0;
  for (let index = start; index < end; index++) {
    const code = octets[index] ?? 0;
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
