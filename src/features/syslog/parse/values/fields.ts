import { setAction } from "./action";
import { isDigit } from "./characters";
import {
  countNumber,
  fieldText,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  directionWord,
  portNumber,
} from "./field-text";
import { canonicalAddress, isUnspecified } from "./ip-address";
import type { ParsedMessage } from "../line";
import { protocolName } from "./protocol";

/**
 * What a vendor's keys can say. `bytes` and `packets` are totals; the sums of the two ways count where there is no
 * total.
 */
export type Field =
  | "sourceHost"
  | "srcIp"
  | "dstIp"
  | "srcPort"
  | "dstPort"
  | "natSrcIp"
  | "natDstIp"
  | "natSrcPort"
  | "natDstPort"
  | "protocol"
  | "action"
  | "interface"
  | "interfaceOut"
  | "direction"
  | "ruleId"
  | "trackerId"
  | "reason"
  | "bytes"
  | "bytesSent"
  | "bytesReceived"
  | "packets"
  | "packetsSent"
  | "packetsReceived";

/** The vendor's keys of each field, in order of preference: the first that holds a text counts. */
export type FieldKeys<Name extends string = Field> = { readonly [name in Name]?: readonly string[] };

/** Gives the text of a field, empty where the line does not say it. */
export type FieldText = (field: Field) => string;

/** Words that vendors print for "nothing". */
const NOTHING = new Set([
  "-",
  "N/A",
  "n/a",
  "NA",
  "None",
  "none",
  "null",
  "(null)",
  "unknown",
  "Unknown",
  "UNKNOWN",
]);

export const MAX_NOTHING_LENGTH = 7;

/** Whether a value is a vendor's word for "nothing". */
export function isNothing(value: string): boolean {
  return NOTHING.has(value);
}

/** Fills the columns from what a vendor's keys say. The header's host wins over the body's. */
export function fillMessage(message: ParsedMessage, fieldOf: FieldText): void {
  const text = (field: Field): string => {
    const value = fieldOf(field);
    return value.length <= MAX_NOTHING_LENGTH && isNothing(value) ? "" : value;
  };
  message.sourceHost ??= fieldText(text("sourceHost"));
  message.srcIp = addressIn(fieldOf("srcIp"));
  message.dstIp = addressIn(fieldOf("dstIp"));
  message.srcPort = portNumber(fieldOf("srcPort"));
  message.dstPort = portNumber(fieldOf("dstPort"));
  message.protocol = protocolName(transport(text("protocol")));
  setAction(message, text("action"));
  message.interfaceOut = fieldText(text("interfaceOut"), MAX_INTERFACE_LENGTH);
  message.interface = fieldText(text("interface"), MAX_INTERFACE_LENGTH) ?? message.interfaceOut;
  message.direction = directionWord(text("direction"));
  message.ruleId = fieldText(text("ruleId"), MAX_RULE_LENGTH);
  message.trackerId = fieldText(text("trackerId"), MAX_RULE_LENGTH);
  message.reason = fieldText(text("reason"));
  message.bytes =
    countNumber(fieldOf("bytes")) ??
    sum(countNumber(fieldOf("bytesSent")), countNumber(fieldOf("bytesReceived")));
  message.packets =
    countNumber(fieldOf("packets")) ??
    sum(countNumber(fieldOf("packetsSent")), countNumber(fieldOf("packetsReceived")));
  setTranslation(message, {
    srcIp: fieldOf("natSrcIp"),
    dstIp: fieldOf("natDstIp"),
    srcPort: fieldOf("natSrcPort"),
    dstPort: fieldOf("natDstPort"),
  });
}

/** The texts of the translated ends, empty where the line does not give one. */
export type Translation = { srcIp: string; dstIp: string; srcPort: string; dstPort: string };

/**
 * Sets the NAT columns where the device translated: an unspecified address, or the same end once more, is how many of
 * them say that they did not. Addresses and ports of the ends must be set before.
 */
export function setTranslation(
  message: ParsedMessage,
  { srcIp, dstIp, srcPort, dstPort }: Translation,
): void {
  if (srcIp !== "" || srcPort !== "") {
    const [ip, port] = translatedEnd(srcIp, srcPort, [message.srcIp, message.srcPort]);
    message.natSrcIp = ip;
    message.natSrcPort = port;
  }
  if (dstIp !== "" || dstPort !== "") {
    const [ip, port] = translatedEnd(dstIp, dstPort, [message.dstIp, message.dstPort]);
    message.natDstIp = ip;
    message.natDstPort = port;
  }
}

/** An end's address and port. */
export type End = [ip: string | null, port: number | null];

/** What a translated end is stored as, beside the end itself; two nulls where it is none. */
export function translatedEnd(ipText: string, portText: string, [ownIp, ownPort]: End): End {
  const ip = addressIn(ipText);
  if (ip === null || isUnspecified(ip)) return [null, null];
  const number = portNumber(portText);
  const port = number === 0 ? null : number;
  return ip === ownIp && (port === null || port === ownPort) ? [null, null] : [ip, port];
}

/** `tcp` of `tcp/https`, as SonicWall has it, and of `TCP(6)`. */
export function transport(text: string): string {
  const slash = text.indexOf("/");
  if (slash > 0) return text.slice(0, slash);
  const open = text.endsWith(")") ? text.indexOf("(") : -1;
  return open > 0 && isDigit(text.charCodeAt(open + 1)) ? text.slice(0, open) : text;
}

function addressIn(text: string): string | null {
  return text === "" ? null : canonicalAddress(text.trim());
}

/** The sum of what is known of two counts; null where neither is. */
export function sum(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
