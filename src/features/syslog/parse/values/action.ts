import type { ParsedMessage, Verdict } from "../../event/parsed-message";
import { fieldText, MAX_ACTION_LENGTH } from "./field-text";

const VERDICTS = new Map<string, Verdict>([
  ["allow", "allow"],
  ["allowed", "allow"],
  ["accept", "allow"],
  ["accepted", "allow"],
  ["pass", "allow"],
  ["passed", "allow"],
  ["passthrough", "allow"],
  ["permit", "allow"],
  ["permitted", "allow"],
  ["allowing", "allow"],
  ["accepting", "allow"],
  ["permitting", "allow"],
  ["whitelisted", "allow"],
  ["trust", "allow"],
  ["fastpath", "allow"],
  ["built", "allow"],
  ["access forward", "allow"],
  ["encrypt", "allow"],
  ["decrypt", "allow"],
  ["deny", "deny"],
  ["denied", "deny"],
  ["block", "deny"],
  ["blocked", "deny"],
  ["refuse", "deny"],
  ["refused", "deny"],
  ["blocking", "deny"],
  ["denying", "deny"],
  ["refusing", "deny"],
  ["disallow", "deny"],
  ["disallowed", "deny"],
  ["forbid", "deny"],
  ["forbidden", "deny"],
  ["prohibited", "deny"],
  ["prevent", "deny"],
  ["prevented", "deny"],
  ["access block", "deny"],
  ["malware block", "deny"],
  ["interactive block", "deny"],
  ["interactive block with reset", "deny"],
  ["drop", "drop"],
  ["dropped", "drop"],
  ["dropping", "drop"],
  ["discard", "drop"],
  ["discarded", "drop"],
  ["discarding", "drop"],
  ["shunned", "drop"],
  ["reject", "reject"],
  ["rejected", "reject"],
  ["rejecting", "reject"],
  ["reset", "reject"],
  // Chinese, Japanese, Korean and Russian.
  ...wordsFor("allow", "允许 已允许 许可 允許 放行 已放行 許可 通過 허용 разрешено разрешён пропущено"),
  ...wordsFor(
    "deny",
    "阻断 已阻断 阻斷 拦截 已拦截 拒绝 已拒绝 拒絕 阻止 禁止 封禁 已封禁 封堵 已封堵 屏蔽 阻拦 攔截 拒否 遮断 ブロック",
  ),
  ...wordsFor("deny", "차단 거부 패킷차단 접속차단 트래픽차단 세션차단 запрещено заблокировано заблокирован"),
  ...wordsFor("drop", "丢弃 已丢弃 丟棄 破棄 폐기 отброшено"),
  ...wordsFor("reject", "отклонено"),
]);

function wordsFor(verdict: Verdict, words: string): [string, Verdict][] {
  return words.split(" ").map((word) => [word, verdict]);
}

/** Whether traffic was not let through. */
export function isRefused({ verdict }: ParsedMessage): boolean {
  return verdict === "deny" || verdict === "drop" || verdict === "reject";
}

/** Verdicts of compound words such as `block-url`, `drop-packet` and `reset-both`. */
const COMPOUND = /^(allow|block|deny|drop|reject|reset)[-_ /]/;

/** The same behind another word, as `alert_deny` and `req_action_allow`. */
const COMPOUND_END =
  /^(?!not?[-_]|non[-_]|un[-_])[a-z\d]{2,12}[-_](?:action[-_])?(allow|accept|permit|block|deny|drop|reject)$/;

/** Short forms that banIP and some firewalls print. */
const ALIASES = new Map([
  ["acc", "accept"],
  ["blk", "block"],
  ["dny", "deny"],
  ["drp", "drop"],
  ["rej", "reject"],
  ["rst", "reset"],
]);

/** Words such as `REQ_BLOCKED_SECURITY` and `Message Blocked`, of which one says what was done. */
const TOKEN = /^[a-z]{1,16}(?:[_ -][a-z\d]{1,16}){1,4}$/;
const PARTICIPLE = /^(?:allowed|accepted|passed|permitted|denied|blocked|dropped|rejected|refused)$/;
const NEGATION = /^(?:not|no|non|un)$/;

/** What the vendor's word means for the traffic. */
export function verdictOf(action: string): Verdict {
  const verdict = VERDICTS.get(action);
  if (verdict !== undefined) return verdict;
  const compound = COMPOUND.exec(action)?.[1] ?? COMPOUND_END.exec(action)?.[1];
  return (compound === undefined ? verdictInToken(action) : VERDICTS.get(compound)) ?? "other";
}

/** Of the parts of a token the one participle, where nothing denies it. */
function verdictInToken(action: string): Verdict | undefined {
  if (!TOKEN.test(action)) return undefined;
  const parts = action.split(/[_ -]/);
  const participles = parts.filter((part) => PARTICIPLE.test(part));
  const isPlain = participles.length === 1 && !parts.some((part) => NEGATION.test(part));
  return isPlain ? VERDICTS.get(participles[0] ?? "") : undefined;
}

/** `packetRejected`, `ConnectionDenied`: what was done with traffic, in one word. */
const JOINED_TOKEN = /^[A-Za-z][a-z]+(?:[A-Z][a-z]+){1,3}$/;
const TRAFFIC = /packet|pkt|conn(?![a-z])|connection|session|flow|traffic|access|request|frame|datagram/i;
const NEW_WORD = /(?<=[a-z])(?=[A-Z])/g;

/** `session.rejected`, `net/packet/dropped`: the same of events that are parted as paths are. */
const PATH_TOKEN = /^[a-z]{2,16}(?:[_-][a-z]{2,16})?(?:[.:/]{1,2}[a-z]{2,16}(?:[_-][a-z]{2,16})?){1,3}$/;
const PATH_MARK = /[.:/]{1,2}/g;
/** Servers accept sessions, and mail passes. */
const TAKEN = /accepted|passed/;

/** The word with its parts apart, where capitals or the marks of a path alone part them; any other as it is. */
export function partedToken(word: string): string {
  if (PATH_TOKEN.test(word) && TRAFFIC.test(word) && !TAKEN.test(word))
    return word.replaceAll(PATH_MARK, "_");
  return JOINED_TOKEN.test(word) && TRAFFIC.test(word) ? word.replaceAll(NEW_WORD, "_") : word;
}

/** What was refused, as part of an event's name. */
const REFUSED =
  /(?:^|[ _.-])(denied|blocked|dropped|rejected|refused|discarded|prevented|disallowed)(?=$|[ _.,:-])/g;
/** What firewalls refuse: accounts are blocked, too, and certificates rejected. */
const REFUSABLE =
  /(?:^|[ _.-])(?:(?:packet|connection|session|flow|request|attempt|frame|datagram|call|mail|email|url|site|website|download|upload|attack|threat|intrusion|exploit|transaction|virus|(?:web|browsing|content|url|dns|traffic|network)[ _-](?:protection|control|filter(?:ing)?|scan(?:ning)?|shield|guard)|web[ _-]?page|(?:ip|mac|arp|address)[ _-]?spoof(?:ing)?|port[ _-]?scan|(?:syn|udp|icmp|ping)[ _-]?flood|sweep|probe)s?|traffic|access|firewall|acl|malware|quer(?:y|ies))(?=$|[ _.,:-])/;
/** Whom a firewall let through no more, as an event's whole name. */
const REFUSED_END =
  /^(?:(?:blocked|dropped|denied|rejected|refused)[ _-](?:host|source|attacker|client|peer|ip|(?:(?:source|client|attacker)[ _-])?(?:ip|address|ip[ _-]address))s?|(?:host|source|attacker|client|peer|(?:(?:source|client|attacker)[ _-])?(?:ip|address|ip[ _-]address))[ _-](?:blocked|dropped|denied|rejected|refused))$/;
const UNSURE =
  /(?:^|[ _.-])(?:not?|non|un|never|fail(?:ed|ure|s)?|cannot|can|could|would|should|if|when|rule|list)(?=$|[ _-])/;
const MAX_EVENT_NAME = 80;
/** Memo of events' names as they were met: the word of each that is a verdict. Full, it takes no more. */
const refusalsByName = new Map<string, string>();
const MAX_REMEMBERED_NAMES = 256;

/** The word of an event's name that says that traffic was refused, `Threat Detected and Blocked`; empty where none does. */
function refusalIn(name: string): string {
  if (name.length > MAX_EVENT_NAME) return "";
  const known = refusalsByName.get(name);
  if (known !== undefined) return known;
  const lower = name.replaceAll(NEW_WORD, "_").toLowerCase();
  const words = [...lower.matchAll(REFUSED)].map(([, word = ""]) => word);
  const isOne = words.length > 0 && new Set(words.map(verdictOf)).size === 1;
  const isTraffic = REFUSED_END.test(lower) || (REFUSABLE.test(lower) && !UNSURE.test(lower));
  const refusal = isOne && isTraffic ? (words[0] ?? "") : "";
  if (refusalsByName.size < MAX_REMEMBERED_NAMES) refusalsByName.set(name, refusal);
  return refusal;
}

/** `transaction:permitted`, `connection/blocked`: traffic and what was done with it, in two words. */
const OF_TRAFFIC =
  /^(?:transaction|connection|session|flow|traffic|packet|request)[:/](allowed|permitted|blocked|denied|dropped|rejected)$/i;

const NUMBER = /^\d{1,9}$/;

/** The three columns of an action. */
type Action = { action: string; actionRaw: string; verdict: Verdict };

/** Memo of words as they were met: a firewall prints a handful. Full, it takes no more. */
const actionsByWord = new Map<string, Action>();
const MAX_REMEMBERED_WORDS = 64;

/** Sets action, action_raw and verdict from the vendor's word; nothing where it is empty. */
export function setAction(message: ParsedMessage, word: string): void {
  let action = actionsByWord.get(word) ?? null;
  if (action === null) {
    action = actionOf(word, word);
    if (action !== null && actionsByWord.size < MAX_REMEMBERED_WORDS) actionsByWord.set(word, action);
  }
  takeAction(message, action);
}

/**
 * As `setAction`, from a name or a class of the event, where no key says the action: a word that is a verdict and nothing
 * else, or a few of which one says that traffic was refused.
 */
export function setActionOfEvent(message: ParsedMessage, name: string): void {
  if (message.action === null) setActionOfName(message, name);
}

/** As `setActionOfEvent`, also where the action is but a number, which its vendor's list alone explains. */
export function setActionOfCode(message: ParsedMessage, name: string): void {
  const { action, verdict } = message;
  if (action === null || (verdict === "other" && NUMBER.test(action))) setActionOfName(message, name);
}

function setActionOfName(message: ParsedMessage, name: string): void {
  if (name === "") return;
  setAction(
    message,
    VERDICTS.has(name.toLowerCase()) ? name : (OF_TRAFFIC.exec(name)?.[1] ?? refusalIn(name)),
  );
}

/**
 * As `setAction`, for a text (`raw`) that is but a letter or part of a longer token, and the word that it stands for.
 */
export function setActionMeaning(message: ParsedMessage, raw: string, word: string): void {
  takeAction(message, actionOf(raw, word));
}

function takeAction(message: ParsedMessage, action: Action | null): void {
  if (action === null) return;
  message.action = action.action;
  message.actionRaw = action.actionRaw;
  message.verdict = action.verdict;
}

function actionOf(raw: string, word: string): Action | null {
  const actionRaw = fieldText(raw, MAX_ACTION_LENGTH);
  const lower = fieldText(word, MAX_ACTION_LENGTH)?.toLowerCase();
  if (actionRaw === null || lower === undefined) return null;
  const action = ALIASES.get(lower) ?? lower;
  return { action, actionRaw, verdict: verdictOf(action) };
}
