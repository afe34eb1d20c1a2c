import type { ParsedMessage } from "../../line";
import { partedToken, setActionMeaning, verdictOf } from "../../values/action";
import { foreignVerdict, NOT_ALLOWED } from "../beside/beside-verdicts";
import { VERDICT_RULE } from "../names/verdict-values";
import { numberedWord } from "./take-named";

/** `(act=deny)`, `[act=deny]`, `{act=deny}`. */
const BRACKETED_PAIR = /[([{]\s?[A-Za-z][\w.-]{1,32}=/;
/** What a value may begin or end with that its parser took for a part of it. */
const MARKS = ["='", "|", "=“", "=”"];
const OPENING = /^['“”]/;
const CLOSED = /^[^([{]*[)\]}]$/;
/** Numbers of protocols end here. */
const MAX_PROTOCOL = 255;
/** `ACL deny`: who judged, and how. */
const JUDGED =
  /^(?:acl|firewall|fw|policy|rule|filter|packet|traffic|connection|session|default|implicit|explicit|policy rule|access rule|security policy)[ _-](allow|accept|permit|block|deny|drop|reject)$/i;

/**
 * Takes what a name of a pair says otherwise: `event=connectionDenied`, and `trans_port=1045`, which is no protocol;
 * lets go
 * of marks that a parser of pairs took with a value.
 */
export function mendPairs(body: string, message: ParsedMessage): void {
  if (MARKS.some((mark) => body.includes(mark)) || BRACKETED_PAIR.test(body)) withoutMarks(message);
  const { protocol, verdict, actionRaw } = message;
  if (protocol !== null && Number(protocol) > MAX_PROTOCOL) message.protocol = null;
  if (message.ruleId !== null && VERDICT_RULE.test(message.ruleId)) message.ruleId = null;
  if (verdict !== "other" || actionRaw === null) return;
  const judged = JUDGED.exec(actionRaw)?.[1] ?? numberedWord(actionRaw);
  const word = NOT_ALLOWED.test(actionRaw)
    ? "deny"
    : (judged ?? foreignVerdict(actionRaw)?.meaning ?? partedToken(actionRaw));
  if (verdictOf(word.toLowerCase()) !== "other") setActionMeaning(message, actionRaw, word);
}

/**
 * Lets go of what a parser took with its apostrophe, of the first word between two, or of what it took with the bracket
 * that
 * its pair stands in or the bar behind it: its names are read again.
 */
function withoutMarks(message: ParsedMessage): void {
  const isMarked = (text: string | null) =>
    text !== null && (OPENING.test(text) || text.includes("|") || CLOSED.test(text));
  if (isMarked(message.protocol)) message.protocol = null;
  if (isMarked(message.ruleId)) message.ruleId = null;
  if (isMarked(message.reason)) message.reason = null;
  if (isMarked(message.interface)) message.interface = null;
  if (isMarked(message.interfaceOut)) message.interfaceOut = null;
  if (isMarked(message.action)) message.action = message.actionRaw = message.verdict = null;
}
