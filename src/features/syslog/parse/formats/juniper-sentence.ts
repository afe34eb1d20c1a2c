import { setAction } from "../values/action";
import { fieldText, MAX_INTERFACE_LENGTH, MAX_RULE_LENGTH } from "../values/field-text";
import { setTranslation } from "../values/fields";
import type { ParsedMessage } from "../line";
import { addressAt, addressBehind } from "../values/phrases";
import { protocolName } from "../values/protocol";

const MAX_TOKENS = 64;
const ARROW = "->";
/** How the ends of an attack are seen: `NAT <203.0.113.1:55870->0.0.0.0:0>`. */
const TRANSLATED =
  / NAT <([\d.]{7,15}|[\da-f:]{2,39})[:/](\d{1,5})->([\d.]{7,15}|[\da-f:]{2,39})[:/](\d{1,5})>/i;
const SCREENED = /^RT_SCREEN_(TCP|UDP|ICMP):/;

/**
 * Sentences of Junos's screens, intrusion and content filters: `RT_SCREEN_TCP: TCP port scan! source: 192.0.2.1:1,
 * destination: …, action: drop`, `IDP_ATTACK_LOG_EVENT: … <192.0.2.1/1->198.51.100.2/80> for TCP protocol …
 * action=DROP, …` and `WEBFILTER_URL_BLOCKED: WebFilter: … 192.0.2.1(1)->198.51.100.2(80) …`. Gives the message's name,
 * or null where the text names no ends.
 */
export function readJunosSentence(text: string, message: ParsedMessage): string | null {
  const colon = text.indexOf(": ");
  if (colon < 1 || !/^[A-Z][A-Z0-9_]+$/.test(text.slice(0, colon))) return null;
  if (!readEnds(text, message)) return null;
  const action = wordBehind(text, "action: ") || wordBehind(text, "action=");
  setAction(message, action);
  message.protocol ??= protocolName(SCREENED.exec(text)?.[1] ?? wordBehind(text, " for "));
  message.ruleId = fieldText(wordBehind(text, " by rule "), MAX_RULE_LENGTH);
  takePlaces(text, message);
  takeTranslation(text, message);
  message.reason = fieldText(reasonOf(text, colon + 2));
  return text.slice(0, colon);
}

function readEnds(text: string, message: ParsedMessage): boolean {
  const flow = text.split(" ", MAX_TOKENS).find((token) => token.includes(ARROW)) ?? "";
  const [from = "", to = ""] = flow.replaceAll("(", "/").split(ARROW, 2);
  const source = addressAt(from, 0) ?? addressBehind(text, ["source: "]);
  const destination = addressAt(to, 0) ?? addressBehind(text, ["destination: "]);
  if (source === null && destination === null) return false;
  message.srcIp = source?.ip ?? null;
  message.srcPort = source?.port ?? null;
  message.dstIp = destination?.ip ?? null;
  message.dstPort = destination?.port ?? null;
  return true;
}

/** `interface name: ge-0/0/0.0`, or `intf:untrust:ge-0/0/0.0->trust:ge-0/0/1.0`. */
function takePlaces(text: string, message: ParsedMessage): void {
  const [from = "", to = ""] = wordBehind(text, "intf:").split(ARROW, 2);
  const ingress = wordBehind(text, "interface name: ") || withoutZone(from);
  message.interface = fieldText(ingress, MAX_INTERFACE_LENGTH);
  message.interfaceOut = fieldText(withoutZone(to), MAX_INTERFACE_LENGTH);
}

function withoutZone(place: string): string {
  return place.slice(place.indexOf(":") + 1);
}

function takeTranslation(text: string, message: ParsedMessage): void {
  const [, srcIp = "", srcPort = "", dstIp = "", dstPort = ""] = TRANSLATED.exec(text) ?? [];
  if (srcIp !== "") setTranslation(message, { srcIp, srcPort, dstIp, dstPort });
}

/** The attack's name, the filter's reason, or what stands before the exclamation mark. */
function reasonOf(text: string, start: number): string {
  const name = wordBehind(text, " name=");
  if (name !== "") return name;
  const quoted = text.indexOf('REASON="');
  if (quoted !== -1) return text.slice(quoted + 8, text.indexOf('"', quoted + 8));
  const mark = text.indexOf("! source", start);
  return mark === -1 ? "" : text.slice(start, mark);
}

/** The word behind the mark, without a comma or full stop at its end; empty where the mark is not there. */
function wordBehind(text: string, mark: string): string {
  const at = text.indexOf(mark);
  if (at === -1) return "";
  const start = at + mark.length;
  const blank = text.indexOf(" ", start);
  const word = text.slice(start, blank === -1 ? text.length : blank);
  return word.endsWith(",") || word.endsWith(".") ? word.slice(0, -1) : word;
}
