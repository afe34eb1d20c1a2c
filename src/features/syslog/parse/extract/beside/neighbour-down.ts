import type { ParsedMessage } from "../../line";
import { fieldText } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import { MAX_SEARCH_LENGTH } from "../../values/phrases";

/** With whom a protocol of routers speaks, or that it does. */
const PARTNER = String.raw`(?:neighbou?r|nbr|peer|adjacency|adj|bgp session|(?:bfd|ldp|tcp) session)`;
/** Why that is over: `neighbor A Down Peer closed the session`, `Neighbor Down: Dead timer expired`, `Nbr A is down, hold time expired`. */
const DOWN = new Hinted(
  new RegExp(
    String.raw`(?<![\w-])${PARTNER}(?![\w-]).{0,96}? (?:(?:is |went |goes |state )?down(?:: |, | - | \()(?:reason:? )?|D(?:own|OWN) (?:- )?(?=[A-Z]))([A-Za-z][\w'/-]*(?: [\w'/-]+){1,9})\)?\.?\s*$`,
    "i",
  ),
  "down",
);
/** A state, or what happens next. */
const NO_CAUSE = /^(?:(?:local|remote|peer|old|new|last|previous) ?(?:as|state|address|id)|state|uptime|retry|will |for \d|since |AS ?\d|VRF |vrf )/i;

/** Takes why a router no longer speaks with another, of whom it may be told or not. */
export function takeDownReason(text: string, message: ParsedMessage): void {
  if (message.reason !== null || !(text.includes("own") || text.includes("DOWN"))) return;
  const said = DOWN.exec(text.slice(0, MAX_SEARCH_LENGTH))?.[1] ?? "";
  if (!NO_CAUSE.test(said)) message.reason = fieldText(said);
}
