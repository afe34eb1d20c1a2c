import { setAction } from "../action";
import { skipBlanks } from "../characters";
import { fieldText, MAX_INTERFACE_LENGTH, MAX_RULE_LENGTH, portNumber } from "../field-text";
import { canonicalAddress } from "../ip-address";
import type { Line } from "../line";
import { protocolName } from "../protocol";

const MARK = 'msg_id="';
const MAX_WORDS = 24;
const ACTIONS = new Set([
  "Allow",
  "Deny",
  "Drop",
  "Block",
  "ProxyAllow",
  "ProxyDeny",
  "ProxyDrop",
  "ProxyBlock",
  "ProxyStrip",
]);

/**
 * Fireware's traffic log: `msg_id="3000-0148" Deny 0-External Firebox 52 tcp 20 128 192.0.2.1 198.51.100.2 1234 22 … (policy-00)`.
 * https://www.watchguard.com/help/docs/fireware/12/en-US/log_catalog/
 */
export function parseWatchGuard(body: string, { message }: Line): boolean {
  const mark = body.indexOf(MARK);
  const idEnd = mark === -1 ? -1 : body.indexOf('"', mark + MARK.length);
  if (idEnd === -1) return false;
  const words = body.slice(skipBlanks(body, idEnd + 1)).split(/ +/, MAX_WORDS);
  const action = words[0] ?? "";
  if (!ACTIONS.has(action)) return false;
  const source = words.findIndex((word, index) => index > 2 && canonicalAddress(word) !== null);
  const destination = source === -1 ? null : canonicalAddress(words[source + 1] ?? "");
  if (destination === null) return false;

  message.parser = "watchguard";
  message.vendor = "watchguard";
  message.msgid ??= fieldText(body.slice(mark + MARK.length, idEnd));
  setAction(message, action);
  message.interface = fieldText(words[1] ?? "", MAX_INTERFACE_LENGTH);
  message.interfaceOut = fieldText(words[2] ?? "", MAX_INTERFACE_LENGTH);
  // Packets have their length before the protocol, and two more numbers behind it.
  const protocol = words.slice(3, source).find((word) => /^[a-z]/i.test(word)) ?? words[4] ?? "";
  message.protocol = protocolName(protocol.replace(/\/.*$/, ""));
  message.srcIp = canonicalAddress(words[source] ?? "");
  message.dstIp = destination;
  message.srcPort = portNumber(words[source + 2] ?? "");
  message.dstPort = message.srcPort === null ? null : portNumber(words[source + 3] ?? "");
  message.ruleId = policyOf(body);
  message.reason = quoted(body, ' msg="');
  return true;
}

/** The policy in the last round brackets. */
function policyOf(body: string): string | null {
  const open = body.lastIndexOf("(");
  const close = open === -1 ? -1 : body.indexOf(")", open);
  return close === -1 ? null : fieldText(body.slice(open + 1, close), MAX_RULE_LENGTH);
}

function quoted(body: string, mark: string): string | null {
  const start = body.indexOf(mark);
  const end = start === -1 ? -1 : body.indexOf('"', start + mark.length);
  return end === -1 ? null : fieldText(body.slice(start + mark.length, end));
}
