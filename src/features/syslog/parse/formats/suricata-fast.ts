import { setAction } from "../values/action";
import { isDigit, OPEN_BRACKET, wordEnd } from "../values/characters";
import { fieldText, MAX_RULE_LENGTH } from "../values/field-text";
import type { Line } from "../line";
import { addressAt } from "../values/phrases";
import { protocolName } from "../values/protocol";
import { readVendorTime } from "../header/vendor-time";

const ARROW = " -> ";
const MARK = "[**]";
const RULE = /^\[\d{1,10}:(\d{1,10}):\d{1,10}\]/;
const MAX_RULE_BRACKET_LENGTH = 40;
/** Between marks of its own, as IOS XE's container for Snort has it. */
const JUDGED = /\[\*\*\] (Drop|Block|Reject|Pass|Allow) \[\*\*\]/;

/**
 * Suricata's fast.log and Snort's alerts, in a file or by syslog: `[Drop] [**] [1:2013504:5] text [**] [Classification:
 * …] [Priority: 3] {TCP} 192.0.2.1:1234 -> 198.51.100.2:80`.
 * https://docs.suricata.io/en/latest/configuration/suricata-yaml.html#line-based-alerts-log-fast-log
 */
export function parseSuricataFast(body: string, line: Line): boolean {
  const first = body.charCodeAt(0);
  if (first !== OPEN_BRACKET && !isDigit(first)) return false;
  const brace = body.indexOf("{");
  const arrow = brace === -1 ? -1 : body.indexOf(ARROW, brace);
  const close = arrow === -1 ? -1 : body.indexOf("} ", brace);
  if (close === -1 || close > arrow) return false;
  const rule = findRule(body);
  if (rule === null) return false;

  const { message } = line;
  message.parser = "suricata-fast";
  message.vendor = message.app === "snort" ? "snort" : "suricata";
  message.ruleId = fieldText(rule.id, MAX_RULE_LENGTH);
  message.reason = fieldText(body.slice(rule.end, textEnd(body, rule.end)));
  const protocol = body.slice(brace + 1, close);
  // Of a protocol without a name Snort has the number.
  message.protocol = protocolName(protocol.startsWith("PROTO:") ? protocol.slice(6) : protocol);
  const source = addressAt(body, close + 2);
  const destination = addressAt(body, arrow + ARROW.length);
  message.srcIp = source?.ip ?? null;
  message.srcPort = source?.port ?? null;
  message.dstIp = destination?.ip ?? null;
  message.dstPort = destination?.port ?? null;
  const judged = JUDGED.exec(body)?.[1];
  if (body.includes("[Drop]")) setAction(message, "drop");
  else if (judged !== undefined) setAction(message, judged);
  // What would have been dropped was let through: it only watches.
  else if (body.includes("[wDrop]")) setAction(message, "wDrop");
  if (isDigit(first)) {
    message.eventTimeMicros =
      readVendorTime(body.slice(0, wordEnd(body, 0)), line) ?? message.eventTimeMicros;
  }
  return true;
}

/** `[generator:signature:revision]`, the first bracket of three numbers. */
function findRule(body: string): { id: string; end: number } | null {
  for (let open = body.indexOf("["); open !== -1; open = body.indexOf("[", open + 1)) {
    const match = RULE.exec(body.slice(open, open + MAX_RULE_BRACKET_LENGTH));
    if (match !== null) return { id: match[1] ?? "", end: open + match[0].length };
  }
  return null;
}

function textEnd(body: string, start: number): number {
  const mark = body.indexOf(MARK, start);
  const classification = body.indexOf("[Classification: ", start);
  const ends = [mark, classification, body.indexOf("[Priority: ", start), body.indexOf("{", start)].filter(
    (end) => end !== -1,
  );
  return ends.length === 0 ? body.length : Math.min(...ends);
}
