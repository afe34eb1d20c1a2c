import { WHITE_SPACE, withoutEnd } from "../../values/text-end";
import type { Endpoint } from "../ends/endpoints";

/** As far as the forms of calls look back. */
const MAX_BEFORE = 208;
const MARKS = `"'([</${WHITE_SPACE}`;
const MAX_MARKS = 6;
const EQUALS = "=";
/** `portal=A,3260`. */
const PORTAL = /ortal|ddress/;
/** What this host may do to whom `to` names. */
const TO_WORDS =
  /connect|sen[dt]|writ|wrote|link|session|tunnel|channel|circuit|associat|log|sign|regist|bind|push|post|upload|forward|relay|publish|export|cop(?:y|ie)|deliver|stream|rout|respon|request|reach|talk|speak|ping|packet|message|datagram|call|dial|subscrib|join|attach|fail|fell|fall|able|could|can|tr[yi]|switch|go|redirect|prox|report|announc|transmit|xmit|emit|flush|replicat|sav|back|multicast|keep|heart|prob|echo|handshake|negotiat|exchange|authenticat|establish|open|contact|peer|bridg|invok|submit|notif|hop|advert|quer|tx|initiat|start|begin/i;
/** What this host may do that has `from` behind it, and of whom it hears by that. */
const FROM_WORDS =
  /fetch|download|retriev|pull|scrap|mirror|import|clon|transfer|sync|recei|recv|rcvd|rx|got|heard|saw|ignor|discard|drop|unexpected|unknown|invalid|malformed|bad|attempt|request|wait|no |repl|respon|answer|delet|los|gone|time|fail|able|could|can|disconnect|throw|packet|frame|using|account|client on|ban|wrong|mismatch|reject|refus|den|clos|reset|terminat|abort|port/i;

/**
 * Whether the words before an address may tell of a call by forms that are many: most texts have none of their words.
 */
export function mayTellCall(text: string, { start }: Endpoint): boolean {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  if (before.endsWith(EQUALS)) return PORTAL.test(before);
  const plain = withoutEnd(before, MARKS, MAX_MARKS);
  if (plain.endsWith(" to")) return TO_WORDS.test(plain);
  if (plain.endsWith(" from")) return FROM_WORDS.test(plain);
  return true;
}
