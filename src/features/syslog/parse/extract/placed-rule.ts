/** A filter's set and rule, as DrayTek's `[@S:R=2:2, A:p->B:q]`. */
const SET_AND_RULE = /[[ ,]@S:R=(\d{1,3}:\d{1,3})(?=[,\]\s])/;
/** A policy in quotes before what became of the attack, as DefensePro's `Regular "dmz" occur 1`. */
const BEFORE_STATE = /"([\w. -]{1,80})" (?:occur|occurred|start|started|ongoing|term|terminated|sampled) \d/;
/** A rule and how far it reaches, before what it does: `shop:deny_sqli LOCAL DENY NONE [`, as Barracuda's WAF has it. */
const BEFORE_SCOPE =
  / ([\w.-]{1,60}:[\w.-]{1,60}) (?:LOCAL|GLOBAL)(?:_[A-Z]{2,16})? (?:DENY|LOG|ALLOW|REDIRECT|WARNING) [A-Z_]{2,24}(?= |$)/;

/** Behind the policy that it is of, before the way and the verdict: `NetworkPolicy:ns/web deny-old Ingress Drop`. */
const OF_POLICY =
  /NetworkPolicy:[\w./-]{1,120} ([A-Za-z][\w.-]{0,79}) (?:Ingress|Egress) (?:Allow|Pass|Drop|Reject|Deny) /;

/** The rule that a product puts in a place of its own, without a word for it; empty where there is none. */
export function ruleByPlace(text: string): string {
  if (text.includes("@S:R=")) return SET_AND_RULE.exec(text)?.[1] ?? "";
  if (text.includes("NetworkPolicy:")) return OF_POLICY.exec(text)?.[1] ?? "";
  const state = text.includes('" ') ? BEFORE_STATE.exec(text)?.[1] : undefined;
  const mayReach = text.includes("LOCAL") || text.includes("GLOBAL");
  return state ?? (mayReach ? (BEFORE_SCOPE.exec(text)?.[1] ?? "") : "");
}
