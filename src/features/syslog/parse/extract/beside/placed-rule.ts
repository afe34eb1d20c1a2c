/** A filter's set and rule, as DrayTek's `[@S:R=2:2, A:p->B:q]`. */
const SET_AND_RULE = /[[ ,]@S:R=(\d{1,3}:\d{1,3})(?=[,\]\s])/;
/** A policy in quotes before what became of the attack, as DefensePro's `Regular "dmz" occur 1`. */
const BEFORE_STATE = /"([\w. -]{1,80})" (?:occur|occurred|start|started|ongoing|term|terminated|sampled) \d/;
/**
 * A rule and how far it reaches, before what it does: `shop:deny_sqli LOCAL DENY NONE [`, as Barracuda's WAF has it.
 */
const BEFORE_SCOPE =
  / ((?=[\w.:-]{0,60}[a-z])[\w.-]{1,60}(?::[\w.-]{1,60})?) (?:LOCAL|GLOBAL)(?:_[A-Z]{2,16})? (?:DENY|LOG|ALLOW|REDIRECT|WARNING) [A-Z_]{2,24}(?= |$)/;

/** Behind the policy that it is of, before the way and the verdict: `NetworkPolicy:ns/web deny-old Ingress Drop`. */
const OF_POLICY =
  /NetworkPolicy:[\w./-]{1,120} ([A-Za-z][\w.-]{0,79}) (?:Ingress|Egress) (?:Allow|Pass|Drop|Reject|Deny) /;
/** `match deny-wan, `, `matched permit_dns.`: by which list something was judged, told by a word within its name. */
const MATCHED =
  /(?<![\w-])match(?:ed|es|ing)?:? ["']?((?=[\w.-]{0,40}(?:den[yi]|permit|allow|accept|block|blk|drop|reject|acl|rule|policy|filter|list|[a-z\d][_-](?:in|out)(?=[,;] |$)))[A-Za-z][\w.-]{0,60}[-_\d][\w.-]{0,60}(?<!\.))["']?(?=[,;.]?(?: |$))(?! (?:is|was|not|in|against)(?![a-z]))/i;
/**
 * The same of any name that stands alone between marks, `, match no-smtp,`, and is no part of a packet, `, match
 * src-ip,`.
 */
const MATCHED_ALONE =
  /[,;(|] ?match(?:ed|es)?:? ["']?((?!(?:well|sub|un|non|re|pre|multi|self)[-_])[A-Za-z]{2,30}[-_][\w.-]{1,60}(?<!\.|[-_](?:agent|ip|address|addr|port|mac|based|defined|type|zone|set|only|all|any|user|group|name|state|header|length|code|host|url|path|id|tag)))["']?(?=[,;)|]|\s*$)/i;

/** By what something was done that only its quotes tell to be a name: `allowed by "Ping Out"`. */
const QUOTED_JUDGE =
  /(?<![a-z])(?:allowed|permitted|accepted|passed|denied|blocked|dropped|rejected|discarded) (?:by|per|via) (?:"((?!\d{1,3}\.)[^"]{2,60})"|'((?!\d{1,3}\.)[^']{2,60})')(?! (?:on|from|at|user|engine|module)(?![a-z]))/i;
const QUOTED_JUDGES = [' by "', " by '", ' per "', " per '", ' via "', " via '"];

/** The number of a rule at the end of a packet's line, `T=64 (#3)`. */
const NUMBER_AT_END = / \(#(\d{1,9})\)\s*$/;

/** Behind the policy and the collections that it is of: `Policy: p1. Rule Collection: c1. Rule: web`. */
export const OF_COLLECTION = /\. Rule: ([\w](?:[\w .:-]{0,78}?[\w-])?)(?=\.?\s*$|\. [A-Z])/;

/** The list that something is said to have matched, beside a verdict; null where it has no name. */
export function matchedRule(text: string): string | null {
  return MATCHED.exec(text)?.[1] ?? MATCHED_ALONE.exec(text)?.[1] ?? null;
}

/** The name in quotes that something was done by; null where there is none. Of one end it may be a person's. */
export function quotedJudge(text: string): string | null {
  const judge = QUOTED_JUDGES.some((words) => text.includes(words)) ? QUOTED_JUDGE.exec(text) : null;
  return judge?.[1] ?? judge?.[2] ?? null;
}

/** The rule that a product puts in a place of its own, without a word for it; empty where there is none. */
export function ruleByPlace(text: string): string {
  if (text.includes(" (#") && text.includes("=")) return NUMBER_AT_END.exec(text)?.[1] ?? "";
  if (text.includes("@S:R=")) return SET_AND_RULE.exec(text)?.[1] ?? "";
  if (text.includes("NetworkPolicy:")) return OF_POLICY.exec(text)?.[1] ?? "";
  const state = text.includes('" ') ? BEFORE_STATE.exec(text)?.[1] : undefined;
  const mayReach = text.includes("LOCAL") || text.includes("GLOBAL");
  return state ?? (mayReach ? (BEFORE_SCOPE.exec(text)?.[1] ?? "") : "");
}
