import { DASH, isDigit, QUOTE } from "../values/characters";
import { CsvColumns } from "../values/csv-columns";
import { type Field, fillMessage } from "../values/fields";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";
import { readVendorTime } from "../header/vendor-time";

type Columns = { readonly [field in Field]?: number };

const FIREWALL: Columns = {
  direction: 4,
  protocol: 5,
  bytes: 6,
  srcIp: 7,
  srcPort: 8,
  dstIp: 9,
  dstPort: 10,
  ruleId: 12,
  action: 13,
};
const DNS: Columns = { srcIp: 3, natSrcIp: 4, action: 5, reason: 12, ruleId: 13 };
const PROXY: Columns = { srcIp: 2, natSrcIp: 3, dstIp: 4, action: 6 };
const IP: Columns = { srcIp: 2, srcPort: 3, dstIp: 4, dstPort: 5 };

const DIRECTIONS = new Set(["INBOUND", "OUTBOUND"]);
const CAPACITY = 16;
const columns = new CsvColumns(CAPACITY);

/**
 * Cisco Umbrella's exported logs: CSV without a heading, of firewall, DNS, proxy and IP events.
 * https://docs.umbrella.com/deployment-umbrella/docs/log-formats-and-versioning
 */
export function parseUmbrella(body: string, line: Line): boolean {
  const time = body.charCodeAt(0) === QUOTE ? 1 : 0;
  if (
    !isDigit(body.charCodeAt(time)) ||
    body.charCodeAt(time + 4) !== DASH ||
    body.charCodeAt(time + 13) !== 0x3a
  )
    return false;
  const comma = body.charCodeAt(time + 19);
  if (comma !== 0x2c && comma !== QUOTE) return false;
  columns.read(body);
  const layout = findLayout();
  const micros = layout === null ? null : readVendorTime(columns.text(0), line);
  if (layout === null || micros === null) return false;

  const { message } = line;
  message.parser = "umbrella";
  message.vendor = "cisco";
  message.eventTimeMicros = micros;
  fillMessage(message, (field) => columns.text(layout[field]));
  return true;
}

function findLayout(): Columns | null {
  if (DIRECTIONS.has(columns.text(4)) && columns.count >= 14) return FIREWALL;
  const hasAddress = (index: number) => canonicalAddress(columns.text(index)) !== null;
  if (hasAddress(3) && hasAddress(4) && hasAddress(2)) return PROXY;
  if (!hasAddress(4) || columns.count < 10) return null;
  if (hasAddress(2)) return IP;
  // A number stands there in the rows of others, whose ports follow their addresses.
  return isDigit(columns.text(5).charCodeAt(0)) ? null : DNS;
}
