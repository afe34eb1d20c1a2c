import { setAction, setActionMeaning } from "../values/action";
import {
  countNumber,
  directionWord,
  fieldText,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../values/field-text";
import { namedSeverity } from "../header/priority";
import { readVendorTime } from "../header/vendor-time";
import { canonicalAddress } from "../values/ip-address";
import { protocolName } from "../values/protocol";
import type { Line } from "../line";
import type { ParsedMessage } from "../../event/parsed-message";
import type { FieldMapping, TargetField } from "./definition";
import { readTimeIn, readTimeFormat, type TimeFormat } from "./time-format";

/** Sets a field from a text of the line. False, with the field as it was, where the text is no value of it. */
export type Setter = (line: Line, text: string) => boolean;

/** The longest text of a field that anybody reads a value of. */
const MAX_TEXT = 1024;

type TextName = "sourceHost" | "app" | "procid" | "msgid" | "reason" | "vendor";
type NumberName = "srcPort" | "dstPort" | "natSrcPort" | "natDstPort" | "bytes" | "packets" | "severity";
type AddressName = "srcIp" | "dstIp" | "natSrcIp" | "natDstIp";

const text =
  (name: TextName | "interface" | "interfaceOut" | "ruleId" | "trackerId", limit?: number): Setter =>
  ({ message }, given) =>
    put(message, name, fieldText(given, limit));
const number =
  (name: NumberName, read: (text: string) => number | null): Setter =>
  ({ message }, given) =>
    put(message, name, read(given.trim()));
const address =
  (name: AddressName): Setter =>
  ({ message }, given) =>
    put(message, name, canonicalAddress(given.trim()));

/** By the fields whose values are read in one way, whatever the format says. */
const SETTERS: Readonly<Record<Exclude<TargetField, "event_time" | "action">, Setter>> = {
  source_host: text("sourceHost"),
  severity: number("severity", namedSeverity),
  app: text("app"),
  procid: text("procid"),
  msgid: text("msgid"),
  src_ip: address("srcIp"),
  dst_ip: address("dstIp"),
  src_port: number("srcPort", portNumber),
  dst_port: number("dstPort", portNumber),
  protocol: ({ message }, given) => put(message, "protocol", protocolName(given.trim())),
  interface: text("interface", MAX_INTERFACE_LENGTH),
  interface_out: text("interfaceOut", MAX_INTERFACE_LENGTH),
  direction: ({ message }, given) => put(message, "direction", directionWord(given.trim())),
  rule_id: text("ruleId", MAX_RULE_LENGTH),
  tracker_id: text("trackerId", MAX_RULE_LENGTH),
  reason: text("reason"),
  bytes: number("bytes", countNumber),
  packets: number("packets", countNumber),
  nat_src_ip: address("natSrcIp"),
  nat_dst_ip: address("natDstIp"),
  nat_src_port: number("natSrcPort", portNumber),
  nat_dst_port: number("natDstPort", portNumber),
  vendor: text("vendor"),
};

function put<Name extends keyof ParsedMessage>(
  message: ParsedMessage,
  name: Name,
  value: ParsedMessage[Name] | null,
): boolean {
  if (value === null) return false;
  message[name] = value;
  return true;
}

/** What sets the field of a mapping. */
export function setterOf(mapping: FieldMapping): Setter {
  const { field, words } = mapping;
  const set = field === "event_time" ? timeSetter(mapping) : field === "action" ? setWord : SETTERS[field];
  const meanings = new Map(
    Object.entries(words ?? {}).map(([word, meaning]) => [word.toLowerCase(), meaning]),
  );
  return (line, given) => {
    const short = given.length > MAX_TEXT ? given.slice(0, MAX_TEXT) : given;
    const meaning = meanings.size === 0 ? undefined : meanings.get(short.trim().toLowerCase());
    if (meaning === undefined) return set(line, short);
    if (field !== "action") return set(line, meaning);
    setActionMeaning(line.message, short, meaning);
    return line.message.action !== null;
  };
}

function setWord({ message }: Line, word: string): boolean {
  setAction(message, word.trim());
  return message.action !== null;
}

function timeSetter({ time_format: written, time_zone: zone }: FieldMapping): Setter {
  const format: TimeFormat | undefined = written === null ? undefined : readTimeFormat(written);
  return (line, given) => put(line.message, "eventTimeMicros", readTime(line, given, { format, zone }));
}

function readTime(
  line: Line,
  given: string,
  { format, zone }: { format: TimeFormat | undefined; zone: string | null },
): number | null {
  const { receivedAtMicros } = line;
  const offsetSeconds = zone === null ? line.headerOffsetSeconds : null;
  if (format !== undefined)
    return readTimeIn(format, given, { zone: zone ?? line.timeZone, receivedAtMicros, offsetSeconds });
  return readVendorTime(given, zone === null ? line : { ...line, timeZone: zone, headerOffsetSeconds: null });
}
