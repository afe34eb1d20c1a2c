import type { Line, ParsedMessage } from "../../line";
import { readDateAndTime, readVendorTime } from "../../header/vendor-time";
import { setActionOfEvent } from "../../values/action";
import { isDigit, OPEN_BRACKET, QUOTE } from "../../values/characters";
import {
  countNumber,
  fieldText,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../../values/field-text";
import { setTranslation, sum } from "../../values/fields";
import { canonicalAddress } from "../../values/ip-address";
import { protocolName } from "../../values/protocol";
import { readEdgeRow } from "./edge-row";
import { readExportedRow } from "./exported-row";
import { readLabelledRequest } from "./labelled-request";
import { readLoggedRow } from "./logged-row";
import { readSampledRow } from "./sampled-row";
import { readSensorRow } from "./sensor-row";
import { wordsOf } from "../../values/word-list";

/** What a row's columns hold, by the names of its vendor's manual. */
type Columns = Readonly<Record<string, string>>;

const LESS_THAN = 0x3c;
const BACKTICK = "`";
const MAX_COLUMNS = 48;
const NUMBER = /^\d{1,3}$/;
const PORT = /^\d{0,5}$/;
const BASIC_DATE = /^20\d{6}$/;
const BASIC_TIME = /^(20\d\d)(\d\d)(\d\d) (\d\d)(\d\d)(\d\d)$/;
const DAY_DIGITS = /^(\d{4})(\d\d)(\d\d)$/;
const NO_RULE = /^(?:undefined|none|null|unknown|0)?$/i;
const TARGET = /^d/i;

/** Of a session that was let through, and of a packet that was not. */
const ALLOWED = wordsOf(
  `start end duration machine rule ruleName natRule natRuleName srcIp user srcPort dstIp dstPort protocol
  interface packetsSent packetsReceived bytesSent bytesReceived fragment flags reason`,
);
const DENIED = wordsOf(
  `start end duration machine rule ruleName srcIp srcPort dstIp dstPort protocol interface packets bytes
  fragment flags reason`,
);
/** `[fw4_deny] [192.0.2.1] 2026-11-21 10:49:59,…`: the table, the firewall, and a row of that table. */
const TABLE_ROW = /^\[fw[46]_(allow|deny)\] \[[\d.:a-f]{3,39}\] (?=20\d\d-)/;
const MAX_TABLE = 64;

const COUNTED = wordsOf(
  `version machine type mode id date clock action protocol rule srcIp srcPort dstIp dstPort interface other
  nat natIp natPort bytesSent packetsSent bytesReceived packetsReceived`,
);
const MIN_COUNTED = 15;

/**
 * The same vendor's events, by the number of their kind: what was found in a connection, where the verdict is a number
 * that
 * only the kind explains, and how bad it is stands in the verdict's place.
 */
const FOUND = wordsOf(
  `version machine type mode flags kind date clock level protocol srcIp srcPort dstIp dstPort`,
);
/** What was let through by an exception has no port of the source. */
const EXCEPTED = wordsOf(
  `version machine type mode flags kind date clock level protocol srcIp dstIp dstPort`,
);
/** What an intrusion came in by and was to leave by, among what was found. */
const INTRUSION = "6030";
const INTRUSION_WAYS = [18, 25];
/** What somebody did in the console, from where the last column says. */
const MANAGED = "6010";
const KIND = /^[36]\d{3}$/;
const INTERFACE_NAME = /^[a-z]{2,8}\d{1,3}(?:\.\d{1,4})?$/;

/** What a gateway did, and its columns without their names: `Security Block: FWD|UDP|p1|A|p|…`. */
const BAR_ROW =
  /(?:^|\s)(Allow|Block|Deny|Drop|Reject|Fail|Remove|Detect|Close|Scan): (?=(?:L?FWD|LIN|LOUT|IFWD|PXY|PROXY)\|)/;
const MAX_BAR_HEAD = 96;
const BARRED = wordsOf(
  `kind protocol interface srcIp srcPort card dstIp dstPort service interfaceOut rule reason natSrcIp natDstIp
  duration count bytesReceived bytesSent packetsReceived packetsSent`,
);
const MIN_BARRED = 12;

/** Each end with its translation beside it, before the ports of both, `A;N;p;q;B;M;r;s;6`. */
const PAIRED = wordsOf(
  `origin time other srcIp natSrcIp srcPort natSrcPort dstIp natDstIp dstPort natDstPort protocol`,
);

/** A proxy's request, whose client and what he uses stand before the time, and the rule behind the status. */
const REQUESTED = wordsOf(
  `srcIp user agent date clock machine name dstIp dstPort application method url status rule`,
);
const DASHED_DATE = /^20\d\d-\d\d-\d\d$/;
const CLOCK = /^\d\d:\d\d:\d\d$/;
const METHOD = /^(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT)$/;
const DECISION = /^(?:allowed|denied|blocked)$/i;

/** Each value in quotes, parted by blanks, as Check Point's viewer writes its list to a file. */
const LISTED = wordsOf(
  `number date clock interface machine kind action service srcPort srcIp dstIp protocol rule ruleName`,
);
const MIN_LISTED = 12;
/** What it has in an interface's place of what it did itself. */
const NO_INTERFACE = "daemon";
const LISTED_DATE = /^(\d{1,2})([A-Z][a-z]{2})(20\d\d)$/;

/**
 * Reads rows whose columns nothing but their vendors' manuals tells, each by a mark that no other row has: firewalls
 * that
 * write `[fw4_deny] [A] time,…` or `Block: FWD|…`, a session in backticks behind `date`clock`verdict`protocol`rule`,
 * and a session in
 * semicolons whose ends stand beside their translations, a proxy's request in bars, and a list whose values all stand
 * in quotes. False for any other text, of which it looks at the first characters.
 */
export function readKnownRow(text: string, line: Line): boolean {
  if (
    readExportedRow(text, line) ||
    readEdgeRow(text, line) ||
    readLabelledRequest(text, line) ||
    readSampledRow(text, line) ||
    (text.includes("] ") && text.includes(" || ") && readSensorRow(text, line))
  )
    return true;
  const first = text.charCodeAt(0);
  if ((first === OPEN_BRACKET || first === LESS_THAN) && readLoggedRow(text, line)) return true;
  const row =
    first === OPEN_BRACKET
      ? tableRow(text)
      : first === QUOTE
        ? listedRow(text)
        : isDigit(first)
          ? (backtickRow(text) ?? pairedRow(text) ?? requestedRow(text))
          : null;
  const columns = row ?? (text.includes("|") ? gatewayRow(text) : null);
  if (columns === null) return false;
  const { message } = line;
  const said = (name: string) => columns[name] ?? "";
  const [source, destination] = [canonicalAddress(said("srcIp")), canonicalAddress(said("dstIp"))];
  const arePorts = PORT.test(said("srcPort")) && PORT.test(said("dstPort"));
  const isManaged = columns["kind"] === MANAGED && said("dstIp") === "";
  if (source === null || (destination === null && !isManaged) || !arePorts) return false;
  [message.srcIp, message.dstIp] = [source, destination];
  message.protocol = protocolName(said("protocol"));
  const port = (name: string) => portNumber(said(name));
  [message.srcPort, message.dstPort] = [port("srcPort") || null, port("dstPort") || null];
  setActionOfEvent(message, said("action"));
  message.interface ??= fieldText(said("interface"), MAX_INTERFACE_LENGTH);
  message.interfaceOut ??= fieldText(said("interfaceOut"), MAX_INTERFACE_LENGTH);
  message.ruleId ??= ruleOf(columns);
  message.reason ??= NO_RULE.test(said("reason")) ? null : fieldText(said("reason"));
  takeCounts(columns, message);
  takeTranslation(columns, message);
  message.eventTimeMicros ??= timeOf(columns, line);
  return true;
}

function ruleOf(columns: Columns): string | null {
  const [name = "", number = ""] = [columns["ruleName"], columns["rule"]];
  return fieldText(NO_RULE.test(number) ? name : number, MAX_RULE_LENGTH);
}

function takeCounts(columns: Columns, message: ParsedMessage): void {
  const count = (name: string) => countNumber(columns[name] ?? "");
  message.bytes ??= count("bytes") ?? sum(count("bytesSent"), count("bytesReceived"));
  message.packets ??= count("packets") ?? sum(count("packetsSent"), count("packetsReceived"));
}

function takeTranslation(columns: Columns, message: ParsedMessage): void {
  const { natIp = "", natPort = "", nat = "" } = columns;
  const isTarget = TARGET.test(nat);
  setTranslation(message, {
    srcIp: columns["natSrcIp"] ?? (isTarget ? "" : natIp),
    srcPort: columns["natSrcPort"] ?? (isTarget ? "" : natPort),
    dstIp: columns["natDstIp"] ?? (isTarget ? natIp : ""),
    dstPort: columns["natDstPort"] ?? (isTarget ? natPort : ""),
  });
}

function timeOf(columns: Columns, line: Line): number | null {
  const { date = "", clock = "", time = "", start = "" } = columns;
  const [, year = "", month = "", day = "", hour, minute, second] = BASIC_TIME.exec(time) ?? [];
  const whole = year === "" ? start : `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  if (date === "") return readVendorTime(whole, line);
  return readDateAndTime(date.replace(DAY_DIGITS, "$1-$2-$3"), clock, { zone: "", line });
}

function tableRow(text: string): Columns | null {
  const match = TABLE_ROW.exec(text.slice(0, MAX_TABLE));
  if (match === null) return null;
  const cells = text.slice(match[0].length).split(",", MAX_COLUMNS);
  const isDenied = match[1] === "deny";
  const names = isDenied ? DENIED : ALLOWED;
  return cells.length < names.length ? null : { ...named(names, cells), action: isDenied ? "deny" : "allow" };
}

function backtickRow(text: string): Columns | null {
  if (!text.includes(BACKTICK)) return null;
  const cells = text.split(BACKTICK, MAX_COLUMNS);
  const columns = named(COUNTED, cells);
  const isRow = BASIC_DATE.test(columns["date"] ?? "") && NUMBER.test(columns["protocol"] ?? "");
  return cells.length >= MIN_COUNTED && isRow ? columns : foundRow(cells);
}

function foundRow(cells: readonly string[]): Columns | null {
  const found = named(FOUND, cells);
  const { kind = "", date = "", protocol = "" } = found;
  if (!KIND.test(kind) || !BASIC_DATE.test(date) || !(protocol === "" || NUMBER.test(protocol))) return null;
  const excepted = named(EXCEPTED, cells);
  if (canonicalAddress(excepted["dstIp"] ?? "") !== null) return excepted;
  if (kind === MANAGED) return { ...found, srcIp: cells.findLast((cell) => cell !== "") ?? "" };
  if (kind !== INTRUSION) return found;
  const [way = "", wayOut = ""] = INTRUSION_WAYS.map((place) => cells[place]);
  const isNamed = INTERFACE_NAME.test(way) && INTERFACE_NAME.test(wayOut);
  return isNamed ? { ...found, interface: way, interfaceOut: wayOut } : found;
}

function gatewayRow(text: string): Columns | null {
  const match = BAR_ROW.exec(text.slice(0, MAX_BAR_HEAD));
  if (match === null) return null;
  const cells = text.slice(match.index + match[0].length).split("|", MAX_COLUMNS);
  return cells.length < MIN_BARRED ? null : { ...named(BARRED, cells), action: match[1] ?? "" };
}

function requestedRow(text: string): Columns | null {
  if (!text.includes("|")) return null;
  const cells = text.split("|", MAX_COLUMNS);
  const columns = named(REQUESTED, cells);
  const said = (name: string) => columns[name] ?? "";
  const isRow = DASHED_DATE.test(said("date")) && CLOCK.test(said("clock")) && METHOD.test(said("method"));
  const isJudged = isRow && NUMBER.test(said("status"));
  const action = isJudged ? cells.slice(REQUESTED.length).find((cell) => DECISION.test(cell)) : undefined;
  return isJudged && cells.length >= REQUESTED.length ? { ...columns, action: action ?? "" } : null;
}

function listedRow(text: string): Columns | null {
  const cells = text.slice(1, text.lastIndexOf('"')).split('" "', MAX_COLUMNS);
  const columns = named(LISTED, cells);
  const [date, clock = ""] = [LISTED_DATE.exec(columns["date"] ?? ""), columns["clock"]];
  if (cells.length < MIN_LISTED || date === null || !CLOCK.test(clock)) return null;
  const number = (name: string) => (PORT.test(columns[name] ?? "") ? columns[name] : "");
  const [, day = "", month = "", year = ""] = date;
  return {
    ...columns,
    interface: columns["interface"] === NO_INTERFACE ? "" : (columns["interface"] ?? ""),
    date: "",
    start: `${month} ${day.padStart(2, "0")} ${year} ${clock}`,
    srcPort: number("srcPort") ?? "",
    dstPort: number("service") ?? "",
  };
}

function pairedRow(text: string): Columns | null {
  const cells = text.includes(";") ? text.split(";", PAIRED.length + 1) : [];
  const columns = named(PAIRED, cells);
  const isRow = BASIC_TIME.test(columns["time"] ?? "") && NUMBER.test(columns["protocol"] ?? "");
  return cells.length > PAIRED.length && isRow ? columns : null;
}

function named(names: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? "").trim()]));
}
