import { MAX_ORIGIN_LENGTH } from "../formats/cisco";
import { copyRange, isThere, setRange } from "../octets/octet-range";
import { isAt } from "../octets/octet-search";
import { textOf } from "../../event/byte-range";
import { FORTINET_KEYS, isFortinet } from "../formats/fortinet";
import { SONICWALL_KEYS } from "../formats/sonicwall";
import { SOPHOS_KEYS, sophosProduct } from "../formats/sophos";
import { namedSeverity } from "../header/priority";
import type { Line } from "../line";
import { isRefused, setActionOfEvent } from "../values/action";
import { BLANK, COLON, COMMA, EQUALS, isDigit, QUOTE } from "../values/characters";
import { MAX_FIELD_LENGTH } from "../values/field-text";
import { beginsWith, type Body } from "../fast/body-tests";
import { fillFromOctets } from "../octets/octet-fields";
import { pairs, readPairOctets } from "../octets/octet-pairs";
import { fieldIn, isDottedQuad, octetTexts, wordIn } from "../octets/octet-texts";
import { OctetValues, type ValueRange } from "../octets/octet-values";
import { dateAndTimeIn, epochIn, vendorTimeIn } from "../octets/octet-vendor-time";

const SECOND_MICROS = 1e6;

const fortinet = new OctetValues({ ...FORTINET_KEYS, logId: ["logid"], node: ["nodeid"] }, [
  "date",
  "time",
  "zone",
  "epoch",
  "level",
  "local",
  "localPort",
  "remote",
  "remotePort",
  "ui",
  "client",
  "sentence",
  "logId",
  "node",
]);
const sophos = new OctetValues({ ...SOPHOS_KEYS, component: ["log_component"] }, [
  "date",
  "time",
  "zone",
  "timestamp",
  "level",
  "component",
]);
const sonicWall = new OctetValues(SONICWALL_KEYS, [
  "source",
  "destination",
  "natSource",
  "natDestination",
  "time",
  "level",
  "sentence",
]);

/** As `parseFortinet`. */
export function readFortinetOctets(body: Body, asked: Line): true | null {
  const { line, start } = body;
  const separator = separatorIn(line, start);
  fortinet.clear();
  if (separator === -1 || !readPairOctets(line, start, fortinet, separator) || mayBeOthers(body)) return null;
  const { fields, extra } = fortinet;
  // A node of another vendor's may stand in a value, too.
  // So may a counter of another vendor's, which is a digit.
  const isShort = extra.logId.end - extra.logId.start < 2;
  if (isShort || isThere(extra.node) || pairs.areNested) {
    if (!isFortinet(textOf(line, start, line.length))) return null;
  }
  if (!takeOtherEnds()) return null;
  const { message } = asked;
  message.parser = "fortinet";
  message.vendor = "fortinet";
  fillFromOctets(line, fields, message);
  if (message.reason === null && !isThere(octetTexts.reason) && isRefused(message))
    message.reason = fieldIn(line, extra.sentence, MAX_FIELD_LENGTH, octetTexts.reason);
  message.severity ??= namedSeverity(wordIn(line, extra.level));
  message.eventTimeMicros = fortinetTime(line, asked) ?? message.eventTimeMicros;
  return true;
}

/** The ends of a tunnel in the place of those of a flow; false where an address is to be looked for in what an administrator or a client is called. */
function takeOtherEnds(): boolean {
  const { fields, extra } = fortinet;
  const hasLocal = isThere(extra.local);
  if (!isThere(fields.srcIp)) {
    const other = hasLocal ? extra.local : extra.remote;
    if (!isThere(other) && (isThere(extra.ui) || isThere(extra.client))) return false;
    copyRange(other, fields.srcIp);
  }
  if (!isThere(fields.srcPort)) copyRange(hasLocal ? extra.localPort : extra.remotePort, fields.srcPort);
  if (!hasLocal) return true;
  if (!isThere(fields.dstIp)) copyRange(extra.remote, fields.dstIp);
  if (!isThere(fields.dstPort)) copyRange(extra.remotePort, fields.dstPort);
  return true;
}

/** As `eventTime` of `parseFortinet`. */
function fortinetTime(line: Uint8Array, asked: Line): number | null {
  const { date, time, zone, epoch } = fortinet.extra;
  const printed = dateAndTimeIn(line, { date, time, zone }, asked);
  const instant = epochIn(line, epoch);
  if (printed === null || instant === null) return instant ?? printed;
  if (!isThere(zone)) return instant;
  return instant - (instant % SECOND_MICROS) === printed - (printed % SECOND_MICROS) ? instant : printed;
}

/** As `separatorOf`; -1 where the first value is in quotes. */
function separatorIn(line: Uint8Array, start: number): number {
  let offset = start;
  while (offset < line.length && line[offset] !== EQUALS) offset++;
  if (line[offset + 1] === QUOTE) return -1;
  while (offset < line.length && line[offset] !== COMMA && (line[offset] ?? 0) > BLANK) offset++;
  if (line[offset] !== COMMA) return BLANK;
  offset++;
  while (line[offset] === BLANK) offset++;
  return isDigit(line[offset] ?? 0) ? BLANK : COMMA;
}

/** As `parseSophos`, of Sophos Firewall. */
export function readSophosOctets(body: Body, asked: Line): true | null {
  const { line, start } = body;
  if (beginsWith(body, 'id="')) return null;
  sophos.clear();
  if (!readPairOctets(line, start, sophos)) return null;
  const { fields, extra } = sophos;
  if (!isThere(extra.component) || mayBeOthers(body) || mayBeFortinet(body, " pri")) return null;
  const { message } = asked;
  message.parser = "sophos-xg";
  message.vendor = "sophos";
  fillFromOctets(line, fields, message);
  message.severity ??= namedSeverity(wordIn(line, extra.level));
  const { timestamp, date, time, zone } = extra;
  const made = isThere(timestamp)
    ? vendorTimeIn(line, timestamp, asked)
    : dateAndTimeIn(line, { date, time, zone }, asked);
  message.eventTimeMicros = made ?? message.eventTimeMicros;
  return true;
}

/** As `parseSonicWall`. */
export function readSonicWallOctets(body: Body, asked: Line): true | null {
  const { line, start } = body;
  if (!beginsWith(body, "id=firewall sn=")) return null;
  sonicWall.clear();
  if (!readPairOctets(line, start, sonicWall) || mayBeOthers(body)) return null;
  if (mayBeFortinet(body, "log_id") || mayBeSophos(body)) return null;
  const { fields, extra } = sonicWall;
  const { srcIp, srcPort, dstIp, dstPort, natSrcIp, natSrcPort, natDstIp, natDstPort } = fields;
  const areRead =
    takeEnd(line, extra.source, { ip: srcIp, port: srcPort, name: fields.interface }) &&
    takeEnd(line, extra.destination, { ip: dstIp, port: dstPort, name: fields.interfaceOut }) &&
    takeEnd(line, extra.natSource, { ip: natSrcIp, port: natSrcPort, name: null }) &&
    takeEnd(line, extra.natDestination, { ip: natDstIp, port: natDstPort, name: null });
  if (!areRead) return null;
  const { message } = asked;
  message.parser = "sonicwall";
  message.vendor = "sonicwall";
  fillFromOctets(line, fields, message);
  if (message.action === null)
    setActionOfEvent(message, textOf(line, extra.sentence.start, extra.sentence.end));
  message.severity ??= namedSeverity(wordIn(line, extra.level));
  if (message.eventTimeMicros === null || isAt(line, extra.time.end - 4, " UTC"))
    message.eventTimeMicros = vendorTimeIn(line, extra.time, asked) ?? message.eventTimeMicros;
  return true;
}

/** `address:port:interface:name` of version 4, of which all but the address may be missing; false for another. */
function takeEnd(
  line: Uint8Array,
  whole: ValueRange,
  { ip, port, name }: { ip: ValueRange; port: ValueRange; name: ValueRange | null },
): boolean {
  if (!isThere(whole)) return true;
  const ipEnd = partEnd(line, whole.start, whole.end);
  if (!isDottedQuad(line, whole.start, ipEnd)) return false;
  setRange(ip, whole.start, ipEnd);
  if (ipEnd === whole.end) return true;
  const portEnd = partEnd(line, ipEnd + 1, whole.end);
  if (portEnd > ipEnd + 1) setRange(port, ipEnd + 1, portEnd);
  if (name !== null && portEnd < whole.end)
    setRange(name, portEnd + 1, partEnd(line, portEnd + 1, whole.end));
  return true;
}

function partEnd(line: Uint8Array, start: number, end: number): number {
  let offset = start;
  while (offset < end && line[offset] !== COLON) offset++;
  return offset;
}

/** Whether a parser that is asked before Fortinet's may know the body whose pairs were read last. */
function mayBeOthers({ line, start }: Body): boolean {
  if (pairs.hasBar || pairs.percent <= start + MAX_ORIGIN_LENGTH) return true;
  return pairs.hasSemicolon && textOf(line, start, line.length).includes("; product: ");
}

/** Likewise one before Sophos's: `log_id` and ` pri` together are Fortinet's, of which the body has one. */
function mayBeFortinet({ line, start }: Body, other: "log_id" | " pri"): boolean {
  if (pairs.areNested) return isFortinet(textOf(line, start, line.length));
  return endsKey(line, "logid") || endsKey(line, other);
}

/** Likewise one before SonicWall's. */
function mayBeSophos({ line, start }: Body): boolean {
  if (pairs.areNested) return sophosProduct(textOf(line, start, line.length)) !== null;
  return endsKey(line, "log_component");
}

/** Whether a key ends like this. */
function endsKey(line: Uint8Array, text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  for (let index = 0; index < pairs.count; index++) {
    const equals = pairs.equals[index] ?? 0;
    if (line[equals - 1] === last && isAt(line, equals - text.length, text)) return true;
  }
  return false;
}
