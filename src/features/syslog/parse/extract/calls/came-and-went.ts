import { Hinted } from "../../values/hinted";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { sourceFlow } from "../ends/single-source";

const MAX_BEFORE = 176;
/** Somebody, not a machine. */
const PERSON = String.raw`(?:client|player|user|guest|visitor|viewer|member|spectator|operator|nick|caller|participant)`;
/** As whom he is known, with what stands beside it in brackets: `bob (user@host) [why]`. */
const NAMED = String.raw`(?:\[[^[\]]{0,48}\] )?["'<]?[^()[\]<>:;,"']{1,48}["'>]?(?: ?(?:\([^()]{0,48}\)|\[[^[\]]{0,48}\]|<[^<>]{0,48}>|\{[^{}]{0,48}\})){0,3}`;
/** The bracket that his address stands in, perhaps behind his number: `(A`, `(0:A`, `[ip: A`. */
const OPEN = String.raw`[[(<](?:\d{1,4}:|ip(?: address)?[:=] ?)?\/?`;
/** `Player disconnected: name (number) [A]`, `Client exiting: nick (user@host) [why] [A]`. */
const TOLD = String.raw`${PERSON}(?: (?:has |was |is )?(?:(?:dis|re)?connect(?:ed|ing|s)|join(?:ed|ing|s)|left|leaving|exit(?:ed|ing|s)|quit(?:s|ting)?|kick(?:ed|ing)|bann(?:ed|ing)|reject(?:ed|ing)|dropp(?:ed|ing)|remov(?:ed|ing)|timed out|time[- ]?out|authenticated|spawned|enter(?:ed|ing|s)|log(?:ged|ging)? ?(?:in|on|out|off))(?: \([^()]{1,32}\))?:?|(?<=new ${PERSON}):) ${NAMED},? ?${OPEN}$`;
/** `Client "name" spawned in server (A:p)`, `bob has joined the game (A)`. */
const PLACED = String.raw`(?:["'>\])]|(?<![a-z])${PERSON} [\w.@-]{1,32}|[\w\])"'>] (?:has|was|is)) (?:join(?:ed|s|ing)|left|leaves|leaving|enter(?:ed|s|ing)|spawn(?:ed|s)|quit(?:s)?|exit(?:ed|s)|(?:dropp|kick|bann|remov)ed|timed out)(?: (?:in|on|into|to|from|of))?(?: (?:the|this|our))? (?:server|game|world|lobby|channel|room|map|chat|match|arena|session|conference|meeting|stream)[.,:]? ?${OPEN}$`;
/** `player bob spawned (A)`. */
const MOVED = String.raw`(?<![\w-])${PERSON} ["']?[\w.@\\-]{1,32}["']? (?:(?:has|was|is|got) )?(?:(?:dis|re)?connected|joined|left|exited|quit|kicked|banned|rejected|dropped|removed|timed out|spawned|entered)[.,:]? ?${OPEN}$`;
/** `kicked bob [A]`, `disconnecting client bob (A:p)`. */
const SENT_AWAY = String.raw`(?:^|[:;,.\]|] )(?:kick(?:ed|ing)|bann(?:ed|ing)|(?:disconnect(?:ed|ing)|dropp(?:ed|ing)|reject(?:ed|ing)|remov(?:ed|ing)|throttl(?:ed|ing)|mut(?:ed|ing)|expell(?:ed|ing)) (?:the )?${PERSON}) (?:${PERSON} )?["']?[\w.@\\-]{1,32}["']? ?${OPEN}$`;
const CAME_OR_WENT = new RegExp(String.raw`(?<![\w-])(?:${TOLD})|${PLACED}|${MOVED}|${SENT_AWAY}`, "i");
/** What each of these has. */
const MOVES = new Hinted(
  /connect|join|left|leav|exit|quit|kick|bann|reject|dropp|remov|time|authenticated|spawn|enter|log|throttl|muted|muting|expell|new /i,
  "connect|join|left|leav|exit|quit|kick|bann|reject|dropp|remov|time|authenticated|spawn|enter|log|throttl|muted|muting|expell|new ",
);
/** `Player "bob" (A:p) was kicked`: what was done with him, or he did, stands behind it. */
const SUBJECT = new RegExp(String.raw`(?<![\w-])${PERSON} ["']?[\w.@\\-]{1,32}["']? ?${OPEN}$`, "i");
const DID =
  /^[\])>]:? (?:(?:has|was|is|got|has been) )?(?:(?:forcibly|automatically|temporarily|permanently) )?(?:kicked|banned|muted|expelled|removed|dropped|timed out|time[- ]?out|lost connection|quit|exited|left|joined|spawned|entered|connected|disconnected|reconnected)(?![\w-])/i;
const MAX_BEHIND = 64;
const CLOSINGS = "])>";

/**
 * Of whom a server of games, of talk or of files says in a sentence that he came, went or was sent away; null
 * elsewhere.
 */
export function cameOrWent(text: string, end: Endpoint): Flow | null {
  const opening = text.charAt(end.start - 1);
  if (opening === "" || end.isPrefix || end.isLoose || !"[(<:/ ".includes(opening)) return null;
  if (end.end >= text.length || !CLOSINGS.includes(text.charAt(end.end))) return null;
  const before = text.slice(Math.max(0, end.start - MAX_BEFORE), end.start);
  if (!MOVES.test(text)) return null;
  const isSubject = () => DID.test(text.slice(end.end, end.end + MAX_BEHIND)) && SUBJECT.test(before);
  return CAME_OR_WENT.test(before) || isSubject() ? sourceFlow(text, end) : null;
}
