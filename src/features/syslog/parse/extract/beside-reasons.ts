import type { ParsedMessage } from "../line";
import { fieldText } from "../values/field-text";
import { Hinted } from "../values/hinted";
import type { Flow } from "./flow";

/** A column of its own: `,Deny by Default Rule`, `|blocked by geo policy`. */
const COLUMN =
  /[,;|\t\x60^] ?"?((?:den(?:y|ied)|drop(?:ped)?|block(?:ed)?|reject(?:ed)?|discard(?:ed)?) by [A-Za-z][\w -]{0,40}?(?:rule|policy|filter|acl|list))"?(?=[,;|\t\x60^]|\s*$)/i;
/** A token, as `reason NO_ROUTE`. */
const TOKEN = /(?<![\w-])reason (?:code )?([A-Z][A-Z\d]*(?:[_-][A-Z\d]+)*)(?![\w-])(?! \d)/;
/** `(reason: no matching policy)`, `reason "direction not permitted"`. */
const NAMED =
  /(?<![\w-])reason(?:(?: ?[:=] ?| is | - )(?:"([^"]{2,80})"|'([^']{2,80})'|([A-Za-z][\w'-]*(?: [A-Za-z][\w'-]*){0,9})(?=[)\].,;|]|$))| "([^"]{2,80})"| '([^']{2,80})')/i;
/** `because direct mail is forbidden`, `due to rate limit`. */
const CAUSE =
  /(?<![\w-])(?:because(?: of)?|due to):? ((?!(?:rule|policy|acl|filter|list)[ :=#]+["']?[\w.-]*[\d_-])[A-Za-z][^,;()[\]|"]{2,100}?)(?=\.?\s*$|\. |[,;()[\]|])/i;
/** What is said last, behind a colon or a comma, of why it was not let through. */
const LAST = /^[:,] ([A-Za-z][A-Za-z'-]*(?: [A-Za-z][A-Za-z'-]*){1,9})(?: \([^()]{1,48}\))?\.?"?\s*$/;
const WHY =
  /(?<![a-z])(?:not|no|never|without|invalid|unknown|unmatched|unexpected|unsupported|unauthori[sz]ed|untrusted|illegal|malformed|bad|wrong|missing|expired|exceed(?:ed|s)|exhausted|mismatch(?:ed)?|violation|failed|failure|forbidden|prohibited|disabled|revoked|locked|blacklisted|blocklisted|banned|spoof(?:ed|ing)?|stale|replay(?:ed)?|too|out of|limit)(?![a-z])/i;
/** Beside what was done: `dropped - no matching policy, `, `denied (invalid checksum)`. */
const BESIDE =
  /(?<![a-z])(?:den(?:y|ied)|drop(?:ped)?|block(?:ed)?|reject(?:ed)?|discard(?:ed)?)(?: - |: | \()([A-Za-z][A-Za-z'-]*(?: [A-Za-z][A-Za-z'-]*){1,6})(?=[),;|]|: |\.?\s*$)/i;
/** Before what was done at the end: `: no policy matched, discarded`. */
const BEFORE_END =
  /: ([A-Za-z][A-Za-z'-]*(?: [A-Za-z][A-Za-z'-]*){1,6})[,;] (?:so |and |thus |hence )?(?:(?:packet|connection|session|it) )?(?:(?:is|was) )?(?:denied|dropped|blocked|rejected|discarded)\.?\s*$/i;
/** What is a state, not a cause. */
const NO_CAUSE = /^(?:not logged|no log|no action|no reply|no response|not counted)/i;
/** `denied (allow-query did not match)`, `Disconnected (auth failed, 3 attempts in 17 secs)`. */
const IN_BRACKETS = new Hinted(
  /(?<![\w-])(?:denied|refused|rejected|blocked|dropped|discarded|disconnected|disconnecting|closed|terminated|aborted(?: login)?|banned|(?:login|connection|session|handshake|authentication|request) failed)(?::? [A-Z][a-z]+(?: [a-z]+)?)? \((?!rule |policy |acl |reason)([A-Za-z][\w ,.'-]{3,80})\)/i,
  "denied|refused|rejected|blocked|dropped|discarded|disconnect|closed|terminated|aborted|banned|failed",
);
/** What is over, of which a server says why. */
const ENDED =
  /(?<![a-z])(?:disconnect(?:ed|ing)|clos(?:ed|ing)|terminat(?:ed|ing)|abort(?:ed|ing)|kicked|banned)(?![a-z])/i;
const MAX_WORD = 12;
const REFUSED_AT_END = /(?<![a-z])(?:refused|denied|rejected|dropped|blocked|disallowed)$/i;
/** What did not work out, of which a cause is told. */
const UNABLE = /(?<![a-z])(?:fail(?:ed|s|ure)|unable|could not|cannot|denied|refused)(?![a-z])/i;
const REFUSED =
  /(?<![a-z])(?:fail(?:ed|ure|s)|refus(?:ed|ing)|reject(?:ed|ing)?|den(?:y|ied|ying)|block(?:ed|ing)?|drop(?:ped|ping)?|discard(?:ed|ing)?)(?![a-z])/i;

/** Why a line says that something was not let through; null where it does not say it beyond doubt. */
export function reasonOf(text: string, flow: Flow, { verdict }: ParsedMessage): string | null {
  const isRefused = verdict !== null && verdict !== "allow" && verdict !== "other";
  const named = namedReason(text, isRefused);
  if (named === null && isRefused && text.includes(" by ")) {
    const column = COLUMN.exec(text.slice(flow.end))?.[1];
    if (column !== undefined) return fieldText(column);
  }
  if (named !== null || flow.source === null) return named;
  // Of one end alone a comma may part anything.
  if (flow.destination === null) return refusalReason(text, isRefused);
  const beside = isRefused ? BESIDE.exec(text)?.[1] : undefined;
  if (beside !== undefined && WHY.test(beside) && !NO_CAUSE.test(beside)) return fieldText(beside);
  const before = isRefused && flow.end < text.length ? BEFORE_END.exec(text.slice(flow.end))?.[1] : undefined;
  if (before !== undefined && WHY.test(before) && !NO_CAUSE.test(before)) return fieldText(before);
  const mayEnd = text.includes(": ", flow.end - 1) || text.includes(", ", flow.end - 1);
  if (!mayEnd || !(isRefused || REFUSED.test(text.slice(0, Math.max(flow.end, text.lastIndexOf(": "))))))
    return null;
  return lastReason(text, ": ", flow.end) ?? lastReason(text, ", ", flow.end);
}

/** What a server says last, behind a colon, of why it refused somebody, or in brackets behind that it did. */
export function refusalReason(text: string, isRefused: boolean): string | null {
  const bracketed = text.includes(" (") ? IN_BRACKETS.exec(text)?.[1] : undefined;
  if (bracketed !== undefined && WHY.test(bracketed) && !NO_CAUSE.test(bracketed))
    return fieldText(bracketed);
  const last = lastReason(text, ": ", 0);
  const before = text.slice(0, Math.max(0, text.lastIndexOf(": ")));
  if (last !== null && (isRefused || REFUSED.test(before) || ENDED.test(before))) return last;
  const comma = text.lastIndexOf(", ");
  return comma > 0 && REFUSED_AT_END.test(text.slice(Math.max(0, comma - MAX_WORD), comma))
    ? lastReason(text, ", ", 0)
    : null;
}

/** What is called the reason, or stands behind `because`. */
export function namedReason(text: string, isRefused: boolean): string | null {
  if (text.includes("eason") || text.includes("REASON")) {
    const token = TOKEN.exec(text)?.[1];
    if (token !== undefined) return token;
    const match = NAMED.exec(text);
    if (match !== null) return fieldText(match.slice(1).find((part) => part !== undefined) ?? "");
  }
  const hasCause = text.includes("ecause") || text.includes("ue to ");
  return hasCause && (isRefused || UNABLE.test(text)) ? fieldText(CAUSE.exec(text)?.[1] ?? "") : null;
}

function lastReason(text: string, mark: ": " | ", ", end: number): string | null {
  const start = text.lastIndexOf(mark);
  const said = start < end ? undefined : LAST.exec(text.slice(start))?.[1];
  return said === undefined || !WHY.test(said) || NO_CAUSE.test(said) ? null : fieldText(said);
}
