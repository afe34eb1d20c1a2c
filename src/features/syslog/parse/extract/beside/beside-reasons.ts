import type { ParsedMessage } from "../../line";
import { fieldText } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import type { Flow } from "../ends/flow";
import { causeBehind } from "./last-cause";

/** A column of its own: `,Deny by Default Rule`, `|blocked by geo policy`. */
const COLUMN =
  /[,;|\t\x60^] ?"?((?:den(?:y|ied)|drop(?:ped)?|block(?:ed)?|reject(?:ed)?|discard(?:ed)?) by [A-Za-z][\w -]{0,40}?(?:rule|policy|filter|acl|list))"?(?=[,;|\t\x60^]|\s*$)/i;
/** A token, as `reason NO_ROUTE`. */
const TOKEN = /(?<![\w-])reason (?:code )?([A-Z][A-Z\d]*(?:[_-][A-Z\d]+)*)(?![\w-])(?! \d)/;
/** `(reason: no matching policy)`, `reason "direction not permitted"`, `; cause: certificate expired`. */
const NAMED =
  /(?<![\w-])(?:reason|cause(?=[:=]))(?:(?: ?[:=] ?| is | - )(?:"([^"]{2,80})"|'([^']{2,80})'|([A-Za-z][\w'-]*(?: [A-Za-z][\w'-]*){0,9})(?=[)\].,;|]|$))| "([^"]{2,80})"| '([^']{2,80})')/i;
/** What OpenVPN's servers tell their clients; a question (`CRV1`) is none. */
const AUTH_FAILED =
  /AUTH_FAILED[,:] ?(?:SESSION: ?|TEMP(?:\[[^\]]{0,40}\])?: ?)?(?!CRV1|SESSION|TEMP)([A-Za-z][^'"]{2,120}?)['"]/;
/** `because direct mail is forbidden`, `due to rate limit`. */
const CAUSE =
  /(?<![\w-])(?:because(?: of)?|due to):? ((?!(?:rule|policy|acl|filter|list)[ :=#]+["']?[\w.-]*[\d_-])[A-Za-z][^,;()[\]|"]{2,100}?)(?=\.?\s*$|\. |[,;()[\]|]|(?: (?:from|by|on|for)|:| -) (?:(?:ip|host|address|client) )?'?(?:\d{1,3}\.\d{1,3}\.|[\da-f]{1,4}:[\da-f]{0,4}:))/i;
/** Of what a bracket ends that stands in quotes. */
const OPEN_QUOTE = / ['"]$/;
/** What is said last, behind a colon or a comma, of why it was not let through. */
const LAST =
  /^(?:[:,]| -) ([A-Za-z][A-Za-z'-]*(?: [A-Za-z][A-Za-z'-]*){1,9}(?: \(\d{1,6}\))?)(?: \([^()]{1,48}\)| \[[a-z]{3,16}\])?[.;]?"?\s*$/;
/** The same before the next sentence: `failed: no matching cipher found. Their offer: …`. */
const SENTENCE = /: ([A-Za-z][A-Za-z'-]*(?: [A-Za-z][A-Za-z'-]*){1,9})\. [A-Z(]/;
const WHY =
  /(?<![a-z])(?:not|no|never|without|invalid|unknown|unmatched|unexpected|unsupported|unauthori[sz]ed|untrusted|unprivileged|insecure|illegal|malformed|bad|wrong|incorrect|missing|expired|exceed(?:ed|s)|exhausted|mismatch(?:ed)?|violation|failed|failure|forbidden|prohibited|disabled|revoked|locked|(?:black|block|deny)[ -]?list(?:s|ed)?|reputation|threshold|quota|banned|spoof(?:ed|ing)?|stale|timeout|timed out|replay(?:ed)?|too|out of|limit|(?:default|implicit) (?:policy|rule|deny))(?![a-z])/i;
/** Beside what was done: `dropped - no matching policy, `, `denied (invalid checksum)`. */
const BESIDE =
  /(?<![a-z])(?:den(?:y|ied)|drop(?:ped)?|block(?:ed)?|reject(?:ed)?|discard(?:ed)?)(?: - |: | [([])([A-Za-z][A-Za-z'-]*(?: [A-Za-z\d][\w'-]*){1,6})(?=[)\],;|]|: | (?:TCP|UDP|ICMP)[ :]|\.?\s*$)/i;
/** Before whom it was refused to: `unknown client from (A)`. */
const PREPOSITION = / (?:from|of|by|for|to|on|at|with)$/i;
/** Before what was done at the end: `: no policy matched, discarded`. */
const BEFORE_END =
  /: ([A-Za-z][A-Za-z'-]*(?: [A-Za-z][A-Za-z'-]*){1,6})[,;] (?:so |and |thus |hence )?(?:(?:packet|connection|session|it) )?(?:(?:is|was) )?(?:denied|dropped|blocked|rejected|discarded)\.?\s*$/i;
/** What is a state, not a cause. */
const NO_CAUSE = /^(?:not logged|no log|no action|no reply|no response|not counted)/i;
/** `denied (allow-query did not match)`, `Disconnected (auth failed, 3 attempts in 17 secs)`. */
const IN_BRACKETS = new Hinted(
  /(?<![\w-])(?:denied|refused|rejected|blocked|dropped|discarded|disconnected|disconnecting|closed|terminated|aborted(?: login)?|banned|(?:login|connection|session|handshake|authentication|request) failed|(?:login|password|authentication|credentials) incorrect)(?::? [A-Z][a-z]+(?: [a-z]+)?)? \((?!rule |policy |acl |reason)((?:[a-z][\w-]{1,15}: )?[A-Za-z][\w ,.'-]{3,80})\)/i,
  "incorrect|denied|refused|rejected|blocked|dropped|discarded|disconnect|closed|terminated|aborted|banned|failed",
);
/**
 * What a system call says, in brackets behind that it failed: `|fail (Permission denied)|`, `open failed (File
 * exists)`.
 */
const SYSTEM_ERROR = new Hinted(
  /(?:[|,;\t] ?|(?:open|read|write|mkdir|rename|link|delete|mount|bind|access|[a-z]at)(?:\(\))? )(?:fail|failed|error) \(((?:permission|access) denied|operation not (?:permitted|supported)|no such (?:file or directory|device|entry|user|process)|file exists|is a directory|not a directory|directory not empty|no space left on device|disk quota exceeded|read-only file system|input\/output error|invalid argument|stale (?:nfs )?file handle|too many open files|text file busy|resource temporarily unavailable|device or resource busy|file name too long|not implemented)\)/i,
  "fail|error",
);
/** What is over, of which a server says why. */
const ENDED =
  /(?<![a-z])(?:disconnect(?:ed|ing)|clos(?:ed|ing)|terminat(?:ed|ing)|abort(?:ed|ing)|kicked|banned|exit before auth|handshake error)(?![a-z])/i;
/** What a server of leases does not answer. */
const LEFT_ALONE = /^: (?:ignored|not responding|denied|refused) \(([a-z][a-z' -]{2,60})\)\.?$/i;
const MAX_REFUSED = 96;
/** `was refused`, and whom: `rejecting connection from 192.0.2.1:50122`. */
const REFUSED_AT_END =
  /(?<![a-z])(?:refused|denied|rejected|dropped|blocked|disallowed|(?:refus|reject|deny|denied|block|dropp?|disconnect|bann?)(?:ing|ed)? (?:[a-z]{3,12} ){0,2}(?:from )?["'[]?[\da-f.:]{7,45}["'\]]?)$/i;
/** What failed, before why: `login failed, user name or password is incorrect`. */
const FAILED_AT_END =
  /(?<![a-z])(?:log[- ]?[io]n|log(?:ged)? on|sign[- ]?in|auth(?:entication|ori[sz]ation)?|connection|handshake|negotiation|access|request|registration|session|handover|verification|validation)(?: attempt| request)? (?:(?:has|was|is|has been) )?(?:failed|unsuccessful|failure|aborted)$/i;
/** The same, with why in brackets at the end: `throttling 192.0.2.1 (too many requests)`. */
const WHY_AT_END =
  /(?<![a-z])(?:(?:refus|reject|deny|denied|block|dropp?|throttl|limit|bann?|disconnect|clos|terminat|kick|ignor)(?:ing|ed)?) (?:[a-z]{3,12} ){0,2}(?:from |of |to )?["'[]?[\da-f.:]{7,45}["'\]]? \(([A-Za-z][A-Za-z '-]{4,60})\)\.?$/i;
/** What was done first, and why in brackets at the end: `dropped icmp from A to B in eth0 (rate limit exceeded)`. */
const AT_START =
  /^(?:\[?[\w-]{1,16}\]?:? )?(?:den(?:y|ied)|drop(?:ped)?|block(?:ed)?|reject(?:ed)?|discard(?:ed)?)[: ]/i;
const AT_END = / \(([A-Za-z][A-Za-z'-]*(?: [A-Za-z][A-Za-z'-]*){1,6})\)\.?\s*$/;
/** What did not work out, of which a cause is told. */
const UNABLE =
  /(?<![a-z])(?:fail(?:ed|s|ure)|unable|could not|cannot|denied|refused|invalid|incorrect|not (?:allowed|permitted|authori[sz]ed))(?![a-z])/i;
/** Who is no longer there: `logged out due to client disconnect`. */
const GONE =
  /(?<![a-z])(?:log(?:ged|ging) (?:out|off)|disconnect(?:ed|ing)|left|kicked|quit|exited|clos(?:ed|ing)|dropp(?:ed|ing)|remov(?:ed|ing)|terminat(?:ed|ing)|banned|expired|abort(?:ed|ing)|expell(?:ed|ing)|evicted)(?![a-z])/i;
const REFUSED =
  /(?<![a-z])(?:fail(?:ed|ure|s)|refus(?:ed|ing)|reject(?:ed|ing)?|den(?:y|ied|ying)|block(?:ed|ing)?|drop(?:ped|ping)?|discard(?:ed|ing)?)(?![a-z])/i;

/** What was wrong with whom somebody said to be, between the marks of a row or behind a sentence. */
const WRONG_CREDENTIALS = new Hinted(
  /(?: -|;|,| \||\t) ?((?:no such|unknown|invalid|bad|wrong|incorrect|non-?existent|unrecogni[sz]ed|expired|missing|empty) (?:(?:user|login|account|mailbox)(?:[ -]?(?:name|id))?|password|passphrase|passwd|passcode|credentials?|token|otp|pin|certificate|api[ -]key)(?:(?: or | and |\/)(?:(?:user|login|account|mailbox)(?:[ -]?(?:name|id))?|password|passphrase|passwd|passcode|credentials?|token|otp|pin|certificate|api[ -]key))?|(?:(?:user|login|account|mailbox)(?:[ -]?(?:name|id))?|password|passphrase|passwd|passcode|credentials?|token|otp|pin|certificate|api[ -]key) (?:not found|does not exist|mismatch|(?:is |has |was )?(?:expired|locked|disabled|suspended|revoked|incorrect|invalid|unknown|wrong)))(?=[.!]?\s*$| - |[;,] | \||\t|\. [A-Z])/i,
  "no such|unknown|invalid|bad |wrong|incorrect|existent|unrecogni|expired|missing|empty|not found|not exist|mismatch|locked|disabled|suspended|revoked",
);
/** Why, in the sentence behind that of a refusal. */
const NEXT_SENTENCE = new Hinted(
  /\b(?:connection|request|client|login|session|source|listener|access|call|mount) (?:(?:was|has been|is) )?(?:rejected|refused|denied|blocked|dropped|kicked|closed)\. ([A-Z][a-z'-]*(?: [A-Za-z][A-Za-z'-]*){1,11})(?=\.?\s*$|\. [A-Z(])/i,
  "rejected. |refused. |denied. |blocked. |dropped. |kicked. |closed. ",
);

/** What a router alerts of, behind the packet that it is about: `Src: A:p (TCP): port filter`. */
const ALERTED = /\((?:TCP|UDP|ICMP|IGMP|GRE|ESP|SCTP)\): ([a-z][a-z-]{2,20}(?: [a-z-]{2,20}){1,4})$/i;

/** Why a line says that something was not let through; null where it does not say it beyond doubt. */
export function reasonOf(text: string, flow: Flow, { verdict, app }: ParsedMessage): string | null {
  const isRefused = verdict !== null && verdict !== "allow" && verdict !== "other";
  const named = namedReason(text, isRefused);
  if (named === null && isRefused && text.includes(" by ")) {
    const column = COLUMN.exec(text.slice(flow.end))?.[1];
    if (column !== undefined) return fieldText(column);
  }
  if (named === null && app?.endsWith("_ALERT") === true) return fieldText(ALERTED.exec(text)?.[1] ?? "");
  if (named === null && flow.source === null)
    return causeBehind(text, flow.end) ?? lastOfCall(text, flow.end);
  if (named !== null || flow.source === null) return named;
  // Of one end alone a comma may part anything.
  if (flow.destination === null) return refusalReason(text, isRefused);
  const beside = isRefused ? causeBeside(text, flow.end) : null;
  if (beside !== null) return beside;
  const mayEnd = text.includes(": ", flow.end - 1) || text.includes(", ", flow.end - 1);
  if (!mayEnd || !(isRefused || REFUSED.test(text.slice(0, Math.max(flow.end, text.lastIndexOf(": "))))))
    return null;
  return lastReason(text, ": ", flow.end) ?? lastReason(text, ", ", flow.end);
}

/** What is said last of why a call failed, behind whom it went to. */
function lastOfCall(text: string, end: number): string | null {
  const last = lastReason(text, ": ", end);
  return last !== null && isOver(text.slice(0, text.lastIndexOf(": "))) ? last : null;
}

/** What a server says last, behind a colon, of why it refused somebody, or in brackets behind that it did. */
export function refusalReason(text: string, isRefused: boolean): string | null {
  const bracketed = text.includes(" (") ? bracketedReason(text) : null;
  if (bracketed !== null) return bracketed;
  const last = lastReason(text, ": ", 0);
  if (last !== null && (isRefused || isOver(text.slice(0, text.lastIndexOf(": "))))) return last;
  const sentence = text.includes(". ") ? SENTENCE.exec(text) : null;
  const cause = sentence !== null && isOver(text.slice(0, sentence.index)) ? causeIn(sentence) : null;
  if (cause !== null) return cause;
  const dash = text.lastIndexOf(" - ");
  const dashed = dash > 0 && REFUSED.test(text.slice(0, dash)) ? lastReason(text, " - ", 0) : null;
  if (dashed !== null) return dashed;
  const comma = text.lastIndexOf(", ");
  const before = text.slice(Math.max(0, comma - MAX_REFUSED), Math.max(0, comma));
  const listed =
    comma > 0 && (REFUSED_AT_END.test(before) || FAILED_AT_END.test(before))
      ? lastReason(text, ", ", 0)
      : null;
  return (
    listed ??
    causeIn(text.includes("d. ") ? NEXT_SENTENCE.exec(text) : null) ??
    fieldText(WRONG_CREDENTIALS.exec(text)?.[1] ?? "")
  );
}

/** `: wrong network.`, `: network 192.0.2.0/24: no free leases`, `: ignored (not authoritative).` */
export function leaseReason(text: string): string | null {
  const bracketed = text.endsWith(")") || text.endsWith(").") ? LEFT_ALONE.exec(text)?.[1] : undefined;
  return bracketed === undefined ? lastReason(text, ": ", 0) : fieldText(bracketed);
}

function bracketedReason(text: string): string | null {
  const match =
    IN_BRACKETS.exec(text) ?? (text.endsWith(")") || text.endsWith(").") ? WHY_AT_END.exec(text) : null);
  return match === null ? fieldText(SYSTEM_ERROR.exec(text)?.[1] ?? "") : causeIn(match);
}

/** Why something was refused that both ends of are told: in brackets at the end, behind what was done, or before it. */
function causeBeside(text: string, end: number): string | null {
  return (
    (AT_START.test(text) ? causeIn(AT_END.exec(text)) : null) ??
    causeIn(BESIDE.exec(text)) ??
    (end < text.length ? causeIn(BEFORE_END.exec(text.slice(end))) : null)
  );
}

/** What a form has found, where it is a cause. */
function causeIn(match: RegExpExecArray | null): string | null {
  const said = match?.[1] ?? "";
  return isCause(said) ? fieldText(said) : null;
}

function isCause(said: string): boolean {
  return said !== "" && WHY.test(said) && !NO_CAUSE.test(said);
}

/** Whether a text says that something was refused, did not work out or has ended. */
function isOver(text: string): boolean {
  return REFUSED.test(text) || ENDED.test(text) || UNABLE.test(text);
}

/** What is called the reason, or stands behind `because`. */
export function namedReason(text: string, isRefused: boolean): string | null {
  if (text.includes("eason") || text.includes("REASON") || text.includes("ause:") || text.includes("ause=")) {
    const token = TOKEN.exec(text)?.[1];
    if (token !== undefined) return token;
    const match = NAMED.exec(text);
    if (match !== null) return fieldText(match.slice(1).find((part) => part !== undefined) ?? "");
  }
  if (text.includes("AUTH_FAILED")) return fieldText(AUTH_FAILED.exec(text)?.[1] ?? "");
  const hasCause = text.includes("ecause") || text.includes("ue to");
  const mayTell = hasCause && (isRefused || UNABLE.test(text) || GONE.test(text));
  const cause = mayTell ? (CAUSE.exec(text)?.[1] ?? "") : "";
  return fieldText(cause.replace(OPEN_QUOTE, ""));
}

function lastReason(text: string, mark: ": " | ", " | " - ", end: number): string | null {
  const start = text.lastIndexOf(mark);
  const said = start < end ? "" : (LAST.exec(text.slice(start))?.[1] ?? "");
  return isCause(said) ? fieldText(said.replace(PREPOSITION, "")) : null;
}
