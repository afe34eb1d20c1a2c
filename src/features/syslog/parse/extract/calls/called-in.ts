import { endsAt, Hinted } from "../../values/hinted";
import { isServicePort } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";

/** Whom a server slows down or sends away: `throttling A`, `evicted A`, `disconnecting A`. */
const SENT_AWAY = new Hinted(
  /(?:^|[:;,.\]|)] )(?:now |temporarily |forcibly )?(?:throttl(?:ing|ed)|rate[- ]?limit(?:ing|ed)|kick(?:ing|ed)|evict(?:ing|ed)|expell(?:ing|ed)|greylist(?:ing|ed)|tarpitt(?:ing|ed)|disconnecting|hung up on|hanging up on):? (?:(?!(?:server|upstream)(?![\w.-]))[\w.-]{1,64}(?:\[| ?\(|\/))?["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "throttl|limiting|limited|kicking|kicked|evict|expell|greylist|tarpitt|disconnecting|hung up|hanging up",
);

/** Of what is kept: `evicted A from cache`. */
const TAKEN_OUT = /^["')\]]{0,2} (?:from|out of) /;
const MAX_BEHIND = 16;

/** Whether a text says that somebody is sent away, with whose address the sentence's words end. */
export function isCalledIn(text: string, { start, end, port }: Endpoint): boolean {
  if (isServicePort(port)) return false;
  return endsAt(SENT_AWAY.exec(text), start) && !TAKEN_OUT.test(text.slice(end, end + MAX_BEHIND));
}
