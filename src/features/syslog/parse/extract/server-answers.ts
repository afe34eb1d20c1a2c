import type { ParsedMessage } from "../line";
import { MAX_SEARCH_LENGTH } from "../values/phrases";
import { namedReason, refusalReason } from "./beside-reasons";
import { takeRefusal } from "./beside-verdicts";

/** Whose it is tells no cause. */
const ACCOUNT = ": user=";

/** What a server refused, and why. */
export function takeAnswer(body: string, message: ParsedMessage): void {
  if (message.parser === "vsftpd") takeRefusal(body, message);
  // The names that a name server is asked for, and those of mail, are words, too.
  const mayTell = message.action !== null || message.parser === "dovecot";
  if (mayTell) takeReason(body.split(ACCOUNT, 1)[0] ?? "", message);
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
