import type { Line } from "../../line";
import { readVendorTime } from "../../header/vendor-time";
import { setActionOfEvent } from "../../values/action";
import { DASH, QUOTE } from "../../values/characters";
import { CsvColumns } from "../../values/csv-columns";
import { portNumber } from "../../values/field-text";
import { canonicalAddress } from "../../values/ip-address";
import { vendorName } from "../../values/vendor-name";
import { transportName } from "../ends/transport";

/**
 * https://learn.microsoft.com/en-us/azure/azure-monitor/reference/tables/commonsecuritylog, in the order of its
 * columns.
 */
const TIME = 2;
const VENDOR = 4;
const DEVICE_ACTION = 9;
const SIMPLE_ACTION = 10;
const DESTINATION_PORT = 14;
const DESTINATION = 15;
const PROTOCOL = 19;
const SOURCE_PORT = 20;
const SOURCE = 21;
/** Of the tenant's id. */
const FIRST_DASH = 8;
const TABLE = "CommonSecurityLog";
const COLLECTOR = "OpsManager";

/** One for all lines, as a thread looks at one at a time. */
const columns = new CsvColumns(SOURCE + 1);

/**
 * Reads a row of the table in which Azure keeps what devices of all vendors send in CEF, as it is written to a file: a
 * tenant's id, who collected it, the time, and the destination before the source. False for any other text, of which it
 * looks at one character.
 */
export function readExportedRow(text: string, line: Line): boolean {
  const isQuoted = text.charCodeAt(0) === QUOTE;
  if (text.charCodeAt(isQuoted ? FIRST_DASH + 1 : FIRST_DASH) !== DASH || !text.includes(TABLE)) return false;
  columns.read(text);
  if (columns.text(1) !== COLLECTOR) return false;
  const { message } = line;
  const [source, destination] = [
    canonicalAddress(columns.text(SOURCE)),
    canonicalAddress(columns.text(DESTINATION)),
  ];
  if (source === null && destination === null) return false;
  const port = (index: number) => portNumber(columns.text(index)) || null;
  [message.srcIp, message.dstIp] = [source, destination];
  message.srcPort = source === null ? null : port(SOURCE_PORT);
  message.dstPort = port(DESTINATION_PORT);
  message.protocol = transportName(columns.text(PROTOCOL));
  setActionOfEvent(message, columns.text(DEVICE_ACTION));
  setActionOfEvent(message, columns.text(SIMPLE_ACTION));
  message.vendor ??= vendorName(columns.text(VENDOR));
  message.eventTimeMicros ??= readVendorTime(columns.text(TIME), line);
  return true;
}
