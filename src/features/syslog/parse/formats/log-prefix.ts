import type { ParsedMessage } from "../line";
import { setAction, setActionMeaning } from "../values/action";
import {
  DASH,
  EQUALS,
  isDigit,
  isLetter,
  isWordCharacter,
  letterCode,
  skipDigits,
} from "../values/characters";
import { fieldText, MAX_RULE_LENGTH } from "../values/field-text";

const ACTION_WORDS = new Set(
  ["DROP", "ACCEPT", "REJECT", "ALLOW", "DENY", "BLOCK", "PASS", "PERMIT"].map((word) =>
    letterCode(word, 0, word.length),
  ),
);
const MIN_WORD_LENGTH = 4;
const MAX_WORD_LENGTH = 6;
/** What rules say in the past tense, taken where none of the words above stands in the prefix. */
const PAST_WORD = /\b(dropped|accepted|rejected|allowed|denied|blocked|passed|permitted)\b/i;

/** Short for them, where marks part them from others: `SFW2-INext-ACC-RELATED`, `[FW-DRP] `. */
const SHORT_WORD = /(?<=-)ACC(?=-)|(?<![A-Za-z\d=])(?:DRP|REJ|DNY|BLK)(?![A-Za-z\d=])/;

/**
 * What the rule does, as EdgeOS and UniFi put it into a rule's prefix: `[WAN_LOCAL-default-D]`, `[LAN_WAN-A-10001]`.
 */
const RULE_LETTERS = new Map([
  ["A", "accept"],
  ["D", "drop"],
  ["R", "reject"],
  ["RET", "return"],
]);

/** VyOS 1.4 puts the family and the hook before the rule set's name: `ipv4-NAM-WAN_IN-default`. */
const VYOS_RULE = /^(?:ipv[46]|bri)-(?:FWD|INP|OUT|PRE|NAM)-/;
const BANIP_PACKAGE = "banIP";
const BANIP = `${BANIP_PACKAGE}/`;
const UFW = "[UFW ";
/** A prefix is what stands before the first key; nothing is looked for beyond this. */
const MAX_PREFIX_LENGTH = 512;

/** `Firewall rule 30: DENY `, and a rule by its name before two dashes, `RULE ssh-in -- ACCEPT `. */
const RULE_WORD = /ule|ULE|olicy|OLICY/;
const RULE_NUMBER =
  /(?<![a-z])(?:rule|policy)(?:[ :=#]{1,2}|[_-])(?:(\d{1,9})(?![\w./])|([A-Za-z][\w.-]{0,40}) -- )/i;

/** Behind a verdict, by whose name it was: `DROP by policy ns/web-only `. */
const RULE_BY =
  /(?<=[a-z]) by (?:the |network )?(?:policy|rule) (?:"([^"]{2,80})"|([\w][\w./:@-]{0,79}?)):?,? ?$/i;

/** A word for a way, where the prefix has no other: `[BLOCKED - OUTBOUND]`. */
const OUTGOING = /(?<![a-z])(?:out(?:bound|going)|egress)(?![a-z])/i;
const INCOMING = /(?<![a-z])in(?:bound|coming|gress)(?![a-z])/i;

/** The number of a rule in a set of it, before what it did: `fw-incoming-3-1f84e4cd-… act=DROP `. */
const UNIQUE_RULE = /(?:^|\s)((?:[\w.]{1,24}-){0,4}[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}) act=/i;

type ActionWord = { raw: string; word: string };

/** Takes action, rule and vendor from the text that a rule puts in front of netfilter's keys. */
export function readLogPrefix(prefix: string, message: ParsedMessage): void {
  const text = prefix.length > MAX_PREFIX_LENGTH ? prefix.slice(0, MAX_PREFIX_LENGTH) : prefix;
  takeWay(text, message);
  if (readBanIp(text, message) || readRuleBracket(text, message)) return;
  if (text.includes(UFW)) message.vendor = "ufw";
  takeActionWord(findActionWord(text, 0) ?? findPastWord(text), message);
  if (text.includes(" act=")) message.ruleId ??= UNIQUE_RULE.exec(text)?.[1] ?? null;
  if (RULE_WORD.test(text)) takeRuleWord(text, message);
}

function takeRuleWord(text: string, message: ParsedMessage): void {
  const [, number, name] =
    RULE_NUMBER.exec(text) ?? (text.includes(" by ") ? RULE_BY.exec(text) : null) ?? [];
  message.ruleId ??= number ?? name ?? null;
}

/** What goes through has both interfaces, so these do not tell on which way a rule of a router looks. */
function takeWay(text: string, message: ParsedMessage): void {
  const isOutgoing = OUTGOING.test(text);
  if (isOutgoing !== INCOMING.test(text)) message.direction = isOutgoing ? "out" : "in";
}

function findPastWord(text: string): ActionWord | null {
  const word = PAST_WORD.exec(text)?.[0] ?? SHORT_WORD.exec(text)?.[0];
  return word === undefined ? null : { raw: word, word };
}

/** Takes the first action word from the program's name or, failing that, from the rest of the body. */
export function readRemainingAction(body: string, start: number, message: ParsedMessage): void {
  takeActionWord(findActionWord(message.app ?? "", 0) ?? findActionWord(body, start, true), message);
}

function takeActionWord(found: ActionWord | null, message: ParsedMessage): void {
  if (found !== null) setActionMeaning(message, found.raw, found.word);
}

/** OpenWrt's banIP: `banIP/<chain>/<action>/<feed>: `. */
function readBanIp(prefix: string, message: ParsedMessage): boolean {
  const start = prefix.indexOf(BANIP);
  if (start === -1) return false;
  const rest = prefix.slice(start + BANIP.length);
  const colon = rest.indexOf(":");
  const [chain = "", action = "", ...feed] = rest
    .slice(0, colon === -1 ? rest.length : colon)
    .trim()
    .split("/");
  if (chain === "" || action === "") return false;
  message.trackerId = BANIP_PACKAGE;
  message.ruleId = fieldText(feed.join("/"), MAX_RULE_LENGTH);
  message.reason = fieldText(`${BANIP_PACKAGE}/${chain}`);
  message.vendor = "openwrt";
  setAction(message, action);
  return true;
}

/** EdgeOS's and UniFi's bracket; the rule is what stands before the letter, or the whole where an index follows it. */
function readRuleBracket(prefix: string, message: ParsedMessage): boolean {
  for (let open = prefix.indexOf("["); open !== -1; open = prefix.indexOf("[", open + 1)) {
    const close = prefix.indexOf("]", open);
    if (close === -1) return false;
    const name = prefix.slice(open + 1, close);
    const dash = name.lastIndexOf("-");
    if (dash < 1) continue;
    const last = name.slice(dash + 1);
    if (RULE_LETTERS.has(last)) return takeRule(name.slice(0, dash), last, message);
    const letterDash = name.lastIndexOf("-", dash - 1);
    const letter = name.slice(letterDash + 1, dash);
    const isIndex = last !== "" && skipDigits(last, 0) === last.length;
    if (isIndex && letterDash > 0 && RULE_LETTERS.has(letter)) return takeRule(name, letter, message);
  }
  return false;
}

function takeRule(rule: string, letter: string, message: ParsedMessage): true {
  message.ruleId = fieldText(rule, MAX_RULE_LENGTH);
  message.vendor = VYOS_RULE.test(rule) ? "vyos" : "ubiquiti";
  setActionMeaning(message, letter, RULE_LETTERS.get(letter) ?? letter);
  return true;
}

/**
 * The first action word, in any case, that is no value behind `=`, and among pairs no part of a key. An underscore ends a
 * word, so `DROP_INPUT` is found, and is the raw text.
 */
function findActionWord(text: string, start: number, isAmongPairs = false): ActionWord | null {
  let offset = start;
  while (offset < text.length) {
    if (!isLetter(text.charCodeAt(offset))) {
      offset++;
      continue;
    }
    let end = offset + 1;
    while (isLetter(text.charCodeAt(end))) end++;
    if (isActionWord(text, offset, end) && !(isAmongPairs && isPartOfKey(text, end))) {
      return { raw: wholeToken(text, offset, end), word: text.slice(offset, end) };
    }
    offset = end;
  }
  return null;
}

function isActionWord(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length < MIN_WORD_LENGTH || length > MAX_WORD_LENGTH) return false;
  const before = text.charCodeAt(start - 1);
  if (before === EQUALS || isDigit(before) || isDigit(text.charCodeAt(end))) return false;
  return ACTION_WORDS.has(letterCode(text, start, end));
}

/** `drop-count=7`, of which what it counts is known, and not what became of this packet. */
function isPartOfKey(text: string, end: number): boolean {
  let behind = end;
  while (isWordCharacter(text.charCodeAt(behind)) || text.charCodeAt(behind) === DASH) behind++;
  return text.charCodeAt(behind) === EQUALS;
}

function wholeToken(text: string, start: number, end: number): string {
  let first = start;
  while (first > 0 && isWordCharacter(text.charCodeAt(first - 1))) first--;
  let last = end;
  while (isWordCharacter(text.charCodeAt(last))) last++;
  return text.slice(first, last);
}
