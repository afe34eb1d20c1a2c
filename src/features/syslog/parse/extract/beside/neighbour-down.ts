import type { ParsedMessage } from "../../line";
import { fieldText } from "../../values/field-text";
import { MAX_SEARCH_LENGTH } from "../../values/phrases";

/** With whom a protocol of routers speaks, or that it does. */
const PARTNER = String.raw`(?:neighbou?r|nbr|peer|adjacency|adj|bgp session|(?:bfd|ldp|tcp) session)`;
const CAUSE = String.raw`[\w'/-]*(?: [\w'/-]+){1,9}`;
/** Why that is over: `Neighbor Down: Dead timer expired`, `Nbr A is down, hold time expired`. */
const DOWN = new RegExp(
  String.raw`\b${PARTNER}(?![\w-]).{0,96}? (?:is |went |goes |state )?down(?:: |, | - | \()(?:reason:? )?([A-Za-z]${CAUSE})\)?\.?\s*$`,
  "i",
);
/** The same without a mark: `neighbor A Down Peer closed the session`. */
const DOWN_AND_CAUSE = new RegExp(
  String.raw`\b(?:[Nn]eighbou?r|[Pp]eer) .{0,96}? (?:Down|DOWN) ([A-Z]${CAUSE})\.?\s*$`,
);
const PARTNERS = ["eighbo", "br ", "eer", "dj", "ession"];
/** A state, or what happens next. */
const NO_CAUSE =
  /^(?:(?:local|remote|peer|old|new|last|previous) ?(?:as|state|address|id)|state|uptime|retry|will |for \d|since |AS ?\d|VRF |vrf )/i;

/** Takes why a router no longer speaks with another, of whom it may be told or not. */
export function takeDownReason(text: string, message: ParsedMessage): void {
  const mayTell = text.includes("own") || text.includes("DOWN");
  if (message.reason !== null || !mayTell || !PARTNERS.some((piece) => text.includes(piece))) return;
  const whole = text.slice(0, MAX_SEARCH_LENGTH);
  const said = (DOWN.exec(whole) ?? DOWN_AND_CAUSE.exec(whole))?.[1] ?? "";
  if (!NO_CAUSE.test(said)) message.reason = fieldText(said);
}
