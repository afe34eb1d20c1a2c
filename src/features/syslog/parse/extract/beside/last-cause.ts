import { fieldText } from "../../values/field-text";
import { MAX_SEARCH_LENGTH } from "../../values/phrases";
import type { JsonObject } from "../../values/json-values";
import type { ParsedMessage } from "../../line";
import { wordsOf } from "../../values/word-list";

/** Who is meant beside whom a connection is of. */
const OTHER = String.raw`(?:the )?(?:(?:remote )?(?:peer|host|end|side|server|client)|remote|foreign host|other (?:end|side)|software)`;
/**
 * What systems and their libraries say of a connection that failed: a closed list, as a sentence's words could be
 * anything.
 */
const SAID = [
  String.raw`connection (?:was )?(?:refused|reset|aborted|timed[ -]?out|timeout)(?: by ${OTHER})?`,
  String.raw`connection (?:was )?(?:closed|dropped|lost|terminated|forcibly closed) by ${OTHER}`,
  String.raw`${OTHER} (?:has |was )?(?:closed|reset|dropped|refused|aborted|terminated) (?:the |its )?connection`,
  String.raw`software caused connection abort`,
  String.raw`(?:destination )?(?:network|host|port|net)(?: is)? (?:unreachable|down)`,
  String.raw`no route to host`,
  String.raw`(?:(?:network|server|session|idle|ping|keep-?alive|inactivity|authentication|login|rpc|connect|operation|request|handshake|tls handshake|i\/o|io|read|write|socket|dial|query) )?(?:timed out|time-?out)`,
  String.raw`broken pipe`,
  String.raw`context (?:deadline exceeded|cancell?ed)`,
  String.raw`deadline exceeded`,
  String.raw`(?:unexpected )?eof`,
  String.raw`(?:transport endpoint|socket) is not connected`,
  String.raw`no such host(?: is known)?`,
  String.raw`name or service not known`,
  String.raw`(?:temporary failure in )?name resolution(?: failure)?`,
  String.raw`address (?:already in use|not available)`,
  String.raw`cannot assign requested address`,
  String.raw`no buffer space available`,
  String.raw`(?:x509: )?certificate (?:verify failed|has expired(?: or is not yet valid)?|signed by unknown authority)`,
].join("|");
/** The number that a system has for it, `errno 104: `, `[Errno 111] `, `error 0 (`, `(111: `. */
const NUMBER = String.raw`(?:\[?(?:errno|winerror|error|err|code|status)(?: ?[:=#] ?| )?-?\d{1,5}\]?(?:[:,]? ?\(?)|\(?\d{1,5}: )`;
/**
 * The last link of a chain, behind a colon, a comma, a dash or an opening bracket, up to where its sentence ends.
 * Before a
 * colon it would be what failed, not why.
 */
const LAST_LINK = new RegExp(
  String.raw`(?<=(?:: |[,;] | - |\(|=["']?|["'] ?|\] ))${NUMBER}?(${SAID})(?=["')\]\\]{0,4}(?:[.;,!](?:\s|["')\]\\]|$)|\s*$|\s[([]|\)\s| - connect|["'}]))`,
  "gi",
);
/** One of these is in each of the sayings; looked for without a look at each character. */
const PIECES = [
  "efused",
  "eset",
  "borted",
  "imed",
  "imeout",
  "TIMEOUT",
  "lost",
  "losed",
  "ropped",
  "erminated",
  "abort",
  "nreachable",
  " down",
  "o route",
  "roken pipe",
  "ontext ",
  "xceeded",
  "EOF",
  "not connected",
  "o such host",
  "not known",
  "resolution",
  "in use",
  "ot available",
  "requested address",
  "buffer space",
  "ertificate ",
];
/** Keys of an object that tell what failed, and how. */
const ERRORS = wordsOf("err error cause exception error_message errorMessage msg message");
/** Whose reasons a vendor did not set by a name of its own. */
const OPEN_PARSERS = new Set(["extracted", "server", "sshd"]);
/** What went wrong, directly behind whom a program called: `connection to A:p: unable to find SASL plugin: PLAIN`. */
const BEHIND_END =
  /^["')\]]{0,2}: ((?:unable to|could not|couldn't|cannot|can't|failed to|failure|not (?!ok\b)|no (?!error)|invalid|unknown|unsupported|unexpected|incompatible|missing|expired|bad|wrong|too many|rejected|authentication|handshake|protocol) ?[^,;|"{}[\]]{3,120}?)(?=\.?\s*$|[,;] (?:will |re-?|trying|giving|closing|wait|next|abort))/i;
/** What a call that failed is told with. */
const FAILED =
  /(?<![a-z])(?:fail(?:ed|s|ure|ing)?|unable|could not|couldn't|cannot|can't|error|err|refused|lost|aborted|broken|disconnected|closed|dropped)(?![a-z])/i;

/** The last cause in a text, of those that systems tell; null where none ends a sentence. */
export function lastCause(whole: string): string | null {
  if (!PIECES.some((piece) => whole.includes(piece))) return null;
  const last = [...whole.slice(0, MAX_SEARCH_LENGTH).matchAll(LAST_LINK)].at(-1)?.[1];
  return last === undefined ? null : fieldText(last);
}

/** Takes the last cause of what a line says where it has no reason, or in place of a chain that ends with it. */
export function takeLastCause(text: string, message: ParsedMessage): void {
  const { reason, parser } = message;
  if (!OPEN_PARSERS.has(parser)) return;
  if (reason === null) message.reason = lastCause(text);
  else if (reason.includes(": ")) message.reason = chainEnd(reason) ?? reason;
}

/** The same of an object, whose reason may be a chain, and whose error may tell it. */
export function takeObjectCause(object: JsonObject, message: ParsedMessage): void {
  if (message.reason !== null) {
    if (message.reason.includes(": ")) message.reason = chainEnd(message.reason) ?? message.reason;
    return;
  }
  if (message.srcIp === null && message.dstIp === null) return;
  for (const key of ERRORS) {
    const said = object[key];
    if (typeof said === "string") message.reason ??= lastCause(said);
  }
}

/** Why a call failed, directly behind whom it went to; null where the text does not tell that it did. */
export function causeBehind(text: string, end: number): string | null {
  const said =
    text.startsWith(":", end) || text.startsWith(":", end + 1) ? BEHIND_END.exec(text.slice(end)) : null;
  return said !== null && FAILED.test(text.slice(0, end)) ? fieldText(said[1] ?? "") : null;
}

/** The cause with which a chain ends. */
function chainEnd(reason: string): string | null {
  const cause = lastCause(reason);
  const isLast = cause !== null && (reason.endsWith(cause) || reason.endsWith(cause, reason.length - 1));
  return isLast ? cause : null;
}
