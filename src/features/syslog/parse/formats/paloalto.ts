import { CsvColumns } from "../values/csv-columns";
import { fieldText } from "../values/field-text";
import { isDigit, skipDigits } from "../values/characters";
import { type Field, fillMessage } from "../values/fields";
import type { Line } from "../line";
import { addressAt, addressBehind } from "../values/phrases";
import { namedSeverity } from "../header/priority";
import { readVendorTime } from "../header/vendor-time";

/** Columns of a log type from 0; `device` is the device's name, `severity` PAN-OS's word for it. */
export type Columns = { readonly [field in Field | "severity" | "description"]?: number };

/** What all session logs have at the same place. */
const ENDS: Columns = {
  srcIp: 7,
  dstIp: 8,
  ruleId: 11,
  interface: 18,
  interfaceOut: 19,
  srcPort: 24,
  dstPort: 25,
  protocol: 29,
  action: 30,
};
const SESSION: Columns = { ...ENDS, natSrcIp: 9, natDstIp: 10, natSrcPort: 26, natDstPort: 27 };

/**
 * By log type:
 * https://docs.paloaltonetworks.com/pan-os/11-1/pan-os-admin/monitoring/use-syslog-for-monitoring/syslog-field-descriptions
 */
const COLUMNS = new Map<string, Columns>([
  [
    "TRAFFIC",
    {
      ...SESSION,
      bytes: 31,
      packets: 34,
      reason: 46,
      sourceHost: 52,
    },
  ],
  ["THREAT", { ...SESSION, reason: 32, severity: 34, direction: 35, sourceHost: 59 }],
  ["DECRYPTION", { ...SESSION, sourceHost: 96 }],
  ["TUNNEL", { ...SESSION, severity: 31, sourceHost: 41 }],
  ["START", { ...SESSION, severity: 31, sourceHost: 41 }],
  ["END", { ...SESSION, severity: 31, sourceHost: 41 }],
  ["SCTP", { ...ENDS, sourceHost: 36 }],
  ["GTP", ENDS],
  ["SYSTEM", { severity: 13, description: 14, sourceHost: 22 }],
  ["CONFIG", { srcIp: 7, action: 9, sourceHost: 21 }],
  ["GLOBALPROTECT", { srcIp: 15, action: 8, reason: 25, sourceHost: 47 }],
  ["HIPMATCH", { srcIp: 11, ruleId: 12, sourceHost: 24 }],
  ["HIP-MATCH", { srcIp: 11, ruleId: 12, sourceHost: 24 }],
  ["USERID", { srcIp: 8, action: 4, sourceHost: 25 }],
  ["AUTHENTICATION", { srcIp: 8, ruleId: 12, action: 20, sourceHost: 29 }],
  ["AUTH", { srcIp: 8, ruleId: 12, action: 20, sourceHost: 29 }],
  ["CORRELATION", { srcIp: 7, severity: 11, sourceHost: 17 }],
  ["IPTAG", { srcIp: 8, sourceHost: 22 }],
]);
/** Before 9.1.3 GlobalProtect's addresses may be of version 6 only. */
const GLOBALPROTECT_IPV6 = 16;
const GLOBALPROTECT_PORTAL = 33;
export const GENERATED_TIME = 6;
export const TYPE = 3;
/** `2024-11-03T18:50:04.310+01:00`: in the logs since 10.0, at a place of its own in each. */
const HIGH_RESOLUTION_LENGTH = 29;
const FIRST_HIGH_RESOLUTION = 30;
const EARLIEST_MICROS = Date.UTC(2000, 0, 1) * 1000;
export const PALOALTO_CAPACITY = 160;

const csv = new CsvColumns(PALOALTO_CAPACITY);
const PEER_PHRASES = ["From: ", "from: ", "from ", "initiated by "];

/** The columns of a record, as `CsvColumns` has them. */
export type RecordColumns = {
  readonly count: number;
  text: (index: number | undefined) => string;
  lengthOf: (index: number) => number;
};

/** PAN-OS's default format: CSV whose columns the log type in the fourth decides. */
export function parsePaloAlto(body: string, line: Line): boolean {
  const layout = layoutOf(body);
  if (layout === null) return false;
  csv.read(body);
  return takePaloAlto(csv, layout, line);
}

/** What the columns of a log type mean; undefined for one that is not known. */
export function paloAltoLayout(type: string): Columns | undefined {
  return COLUMNS.get(type);
}

/** Sets what the columns say. */
export function takePaloAlto(columns: RecordColumns, layout: Columns, line: Line): true {
  const { message } = line;
  message.parser = "paloalto";
  message.vendor = "paloalto";
  const type = columns.text(TYPE);
  message.msgid ??= fieldText(type);
  fillMessage(message, (field) => columns.text(layout[field]));
  if (type === "GLOBALPROTECT") {
    message.srcIp ??= addressAt(columns.text(GLOBALPROTECT_IPV6), 0)?.ip ?? null;
    message.sourceHost ??= fieldText(columns.text(GLOBALPROTECT_PORTAL));
  }
  const peer =
    layout.description === undefined ? null : addressBehind(columns.text(layout.description), PEER_PHRASES);
  message.srcIp ??= peer?.ip ?? null;
  message.severity ??= namedSeverity(columns.text(layout.severity));
  const generated = () => readVendorTime(columns.text(GENERATED_TIME), line);
  message.eventTimeMicros = highResolutionTime(columns, line) ?? generated() ?? message.eventTimeMicros;
  return true;
}

/**
 * The columns of the log type, or null for a body that is none: a number, a time, a serial number, a type that is
 * known.
 */
function layoutOf(body: string): Columns | null {
  const first = skipDigits(body, 0);
  if (body.charCodeAt(first) !== 0x2c || !isDigit(body.charCodeAt(first + 1))) return null;
  const second = body.indexOf(",", first + 1);
  const third = second === -1 ? -1 : body.indexOf(",", second + 1);
  const fourth = third === -1 ? -1 : body.indexOf(",", third + 1);
  return fourth === -1 ? null : (paloAltoLayout(body.slice(third + 1, fourth)) ?? null);
}

/** The time of high resolution, which names its offset, where there is one. */
export function highResolutionTime(columns: RecordColumns, line: Line): number | null {
  for (let index = FIRST_HIGH_RESOLUTION; index < columns.count; index++) {
    if (columns.lengthOf(index) !== HIGH_RESOLUTION_LENGTH) continue;
    const micros = readVendorTime(columns.text(index), line);
    if (micros !== null && micros >= EARLIEST_MICROS) return micros;
  }
  return null;
}
