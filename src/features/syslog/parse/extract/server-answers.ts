import type { ParsedMessage } from "../line";
import { MAX_SEARCH_LENGTH } from "../values/phrases";
import { leaseReason, namedReason, refusalReason } from "./beside-reasons";
import { takeRefusal } from "./beside-verdicts";

/** A server of leases says no more. */
const MAX_SAID = 160;
/** Whose it is tells no cause. */
const ACCOUNT = ": user=";

/** What a server refused, and why. */
export function takeAnswer(body: string, message: ParsedMessage): void {
  if (message.parser === "vsftpd") takeRefusal(body, message);
  // The names that a name server is asked for, and those of mail, are words, too.
  const mayTell = message.action !== null || message.parser === "dovecot";
  if (mayTell) takeReason(body.split(ACCOUNT, 1)[0] ?? "", message);
}

/** Why nobody got an address, behind the interface by which a server was asked for one. */
export function takeLeaseReason(body: string, message: ParsedMessage): void {
  const via = body.indexOf(" via ");
  const said = via === -1 ? -1 : body.indexOf(": ", via);
  if (said !== -1) message.reason ??= leaseReason(body.slice(said, said + MAX_SAID));
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

function isRefused({ verdict }: ParsedMessage): boolean {
  return verdict === "deny" || verdict === "drop" || verdict === "reject";
}
