import type { ParsedMessage } from "../../line";
import { isRefused, setAction, setActionMeaning } from "../../values/action";
import { countNumber, fieldText, MAX_RULE_LENGTH } from "../../values/field-text";
import { MAX_SEARCH_LENGTH } from "../../values/phrases";
import { securityRule } from "./beside-flow";
import { leaseReason, namedReason, refusalReason } from "./beside-reasons";
import { takeRefusal } from "./beside-verdicts";

/** A server of leases says no more. */
const MAX_SAID = 160;
const QUOTE_BEHIND = '] "'.length;
const MAX_SERVED = 160;
const SERVED =
  /^" \d{3} (?:\d{1,12} )?(?:action=|verdict=)?(DENIED|BLOCKED|REJECTED|DROPPED|ALLOWED|PERMITTED|DENY|BLOCK|REJECT|ALLOW|PERMIT)(?= |$)(?:.{0,64}? (?:rule|policy|acl)=(?:"([^"]{1,80})"|([\w.:-]{1,80})))?/i;
const LOGIN_FAILED =
  /^(?:FAILED LOGIN|FAILED PASSWORD|LOGIN FAILURE|TOO MANY LOGIN TRIES|REPEATED LOGIN FAILURES)(?: SESSION)? .{0,160} FOR (?:'[^']{0,64}'|[^\s,']{1,64}), ([A-Za-z][^,;]{3,120}?)\.?\s*$/;
/** `connection from A:p forwarded to SSL`: the service has a name, no place. */
const HANDED_ON =
  /^(?:[a-z]{2,12}: ?)?(?:connection|client|session|request) from (?:client )?\S{7,64} (forwarded|redirected|relayed|proxied|handed over|passed on) to (?:the )?(?:ssl|tls|https?|ssh|sshd|openvpn|vpn|xmpp|tinc|socks5?|imaps?|smtps?|rdp|adb|syslog|anyprot|timeout)(?: (?:service|server|backend))?\.?\s*$/i;
/** What a server of files sent or got, behind the file's name: `", 8338 bytes, 18.77Kbyte/sec`. */
const TRANSFERRED = /", (\d{1,15}) bytes, [\d.]{1,12} ?Kbyte\/sec$/;
/**
 * What Postfix answered, behind its codes and whom it is about: `: 554 5.7.1 <a@example.com>: Relay access denied;
 * from=`.
 */
const ANSWERED = /\]: [45]\d\d (?:[45]\.\d{1,3}\.\d{1,3} )?(?:<[^<>]{0,320}>: )?([A-Za-z].{2,200}?); from=</;
/** Whose it is tells no cause. */
const ACCOUNT = ": user=";

/** What a server refused, and why. */
export function takeAnswer(body: string, message: ParsedMessage): void {
  if (message.parser === "vsftpd") {
    takeRefusal(body, message);
    if (body.includes(" bytes, ")) message.bytes ??= countNumber(TRANSFERRED.exec(body)?.[1] ?? "");
  }
  // The names that a name server is asked for, and those of mail, are words, too.
  const mayTell = message.action !== null || message.parser === "dovecot";
  if (mayTell) takeReason(body.split(ACCOUNT, 1)[0] ?? "", message);
}

/** Why a mail server did not take what somebody brought. */
export function takeMailReason(body: string, message: ParsedMessage): void {
  if (message.action === null || !body.includes("; from=<")) return;
  message.reason ??= fieldText(ANSWERED.exec(body.slice(0, MAX_SEARCH_LENGTH))?.[1] ?? "");
}

/** `"GET / HTTP/1.1" 403 DENIED rule=x`: what a proxy did with a request, and by which rule. */
export function takeServed(body: string, message: ParsedMessage): void {
  const end = message.action === null ? body.indexOf('" ', body.indexOf('] "') + QUOTE_BEHIND) : -1;
  const judged = end === -1 ? null : SERVED.exec(body.slice(end, end + MAX_SERVED));
  if (judged === null) return;
  setAction(message, judged[1] ?? "");
  message.ruleId ??= fieldText(judged[2] ?? judged[3] ?? "", MAX_RULE_LENGTH);
}

/** What a web server or a part of it denied, and by which rule. */
export function takeDenial(body: string, message: ParsedMessage): void {
  takeRefusal(body, message);
  message.ruleId ??= securityRule(body);
}

/** Why nobody got an address, behind the interface by which a server was asked for one. */
export function takeLeaseReason(body: string, message: ParsedMessage): void {
  const via = body.indexOf(" via ");
  const said = via === -1 ? -1 : body.indexOf(": ", via);
  if (said !== -1) message.reason ??= leaseReason(body.slice(said, said + MAX_SAID));
}

/**
 * Why somebody was not let in, behind who he said that he was: `FAILED LOGIN (1) ON pts/2 FROM A FOR 'bob', no such
 * user`.
 */
export function takeLoginReason(body: string, message: ParsedMessage): void {
  message.reason ??= fieldText(LOGIN_FAILED.exec(body.slice(0, MAX_SEARCH_LENGTH))?.[1] ?? "");
}

/** What one port's server of many services handed on to the one that a client spoke, which it let through. */
export function takeHandedOn(body: string, message: ParsedMessage): void {
  const word = message.action === null ? HANDED_ON.exec(body)?.[1] : undefined;
  if (word !== undefined) setActionMeaning(message, word, "allow");
}

/** What a sentence beside names says that it was because of. */
export function takeCause(body: string, message: ParsedMessage): void {
  if (message.reason !== null || !(body.includes("ecause") || body.includes("ue to"))) return;
  message.reason = namedReason(body.slice(0, MAX_SEARCH_LENGTH), isRefused(message));
}

/** Why a server did not let somebody in. */
export function takeReason(body: string, message: ParsedMessage): void {
  const text = body.slice(0, MAX_SEARCH_LENGTH);
  const isDenied = isRefused(message);
  message.reason ??= namedReason(text, isDenied) ?? refusalReason(text, isDenied);
}
