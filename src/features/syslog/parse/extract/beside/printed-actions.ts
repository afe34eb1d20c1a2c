import type { ParsedMessage } from "../../line";
import { setAction, setActionMeaning, verdictOf } from "../../values/action";
import { countNumber, fieldText } from "../../values/field-text";
import { Hinted } from "../../values/hinted";

/** What a rule of ipfw did: `ipfw: 65000 Unreach 13 TCP`. */
const FILTER_ACTION = /^ipfw: -?\d{1,5} (?:(Unreach6?|Reset6?|Abort6?)|(Refuse))(?: \d{1,3})? (?=[A-Z\d])/;
const FILTER = "ipfw: ";
/** Why Linux freed a packet: `kfree_skb_reason(SKB_DROP_REASON_NETFILTER_DROP)`. */
const FREED = /(?<!\w)(?:SKB_DROP_REASON_|SKB_DROP_)([A-Z][A-Z\d_]{2,48})(?!\w)/;
const FREED_MARK = "SKB_DROP_";
/** Of these a policy is the cause; others found nobody or were broken. */
const BY_POLICY =
  /^(?:NETFILTER_(?:IN|OUT|DROP)|XFRM_POLICY|BPF_CGROUP_EGRESS|SOCKET_FILTER|TC_(?:IN|E)GRESS|QDISC_DROP|XDP|IP_RPFILTER|UNICAST_IN_L2_MULTICAST|LOCAL_POLICY)$/;
/** A packet's row without its addresses, which stand in the next line: `ruleId 10 action Drop len 98 if eth0`. */
const RULED =
  /^rule(?:[ _-]?(?:id|number|name))?[ =:]{1,2}([\w.-]{1,64})[,;]? (?:action|verdict)[ =:]{1,2}([A-Za-z]{4,10})(?=[ ,;]|$)(?:.{0,40}? len(?:gth)?[ =:]{1,2}(\d{1,9})(?!\d))?/i;
/** What is said to be done at last: `Request will be rejected.` */
const ANNOUNCED = new Hinted(
  /(?:^|[.:;,!] )(?:the |this )?(?:request|connection|packet|session|message|mail|traffic|query|call|upload|download|access) (?:will be|is being|is now|has now been) (rejected|denied|dropped|blocked|refused|discarded|allowed|accepted)(?=[.;,!]|\s*$)/i,
  "rejected|denied|dropped|blocked|refused|discarded|allowed|accepted",
);
/** The sentence before it, of whom it is about. */
const SENTENCE_BEFORE = /^[)\]"']{0,2}(?::|,| -) ([A-Za-z][^.;|]{4,160}[^.;|\s])\.?\s*$/;

/** Takes what a rule did with a packet that the line names no address of; gives whether it tells that. */
export function readRuledPacket(text: string, message: ParsedMessage): boolean {
  const [, rule, word = "", length = ""] = RULED.exec(text) ?? [];
  if (rule === undefined || verdictOf(word.toLowerCase()) === "other") return false;
  setAction(message, word);
  message.ruleId ??= rule;
  message.bytes ??= countNumber(length);
  message.parser = "extracted";
  return true;
}

/**
 * Takes what a filter, a kernel or the last of several sentences says was done, where the words before may be verdicts
 * as
 * well; `end` is where the address stands that the sentence is about.
 */
export function takePrintedAction(text: string, end: number, message: ParsedMessage): void {
  if (message.action !== null) return;
  if (text.startsWith(FILTER)) takeFilterAction(text, message);
  if (text.includes(FREED_MARK)) takeFreed(text, message);
  const announced = ANNOUNCED.exec(text);
  if (announced === null || announced.index < end) return;
  const word = announced[1] ?? "";
  setActionMeaning(message, word, word.toLowerCase());
  if (message.verdict !== "allow")
    message.reason ??= fieldText(SENTENCE_BEFORE.exec(text.slice(end, announced.index))?.[1] ?? "");
}

function takeFilterAction(text: string, message: ParsedMessage): void {
  const [, sent, refused] = FILTER_ACTION.exec(text) ?? [];
  if (sent !== undefined) setActionMeaning(message, sent, "reject");
  else if (refused !== undefined) setActionMeaning(message, refused, "deny");
}

function takeFreed(text: string, message: ParsedMessage): void {
  const [whole = "", cause = ""] = FREED.exec(text) ?? [];
  if (cause === "" || cause === "NOT_SPECIFIED") return;
  message.reason ??= whole;
  if (BY_POLICY.test(cause)) setActionMeaning(message, whole, "drop");
}
