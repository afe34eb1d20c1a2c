import { Hinted } from "../values/hinted";

/**
 * A server that this host was connected to and tells to be gone: `Remote server disconnected: A`, `broker went away: A`,
 * `disconnected from server hub at A`; who did not answer what it asked. What servers say of their own doing, `server disconnected: A`, they may say of clients.
 */
const GONE = new Hinted(
  /(?:(?<![a-z])(?:remote |upstream |far )(?:server|broker|master|controller|backend|upstream|reflector|collector|registrar|relay|tracker|coordinator|gateway|proxy|mirror|headend|database|hub) (?:(?:has |was |is )?(?:(?:dis)?connected|gone(?: away)?|went away|unreachable|unavailable|not (?:responding|reachable|available|answering)|refused|dropped|lost|offline|down|timed out|hung up)|(?:has )?(?:closed|reset|refused|dropped|terminated|rejected) (?:the |our |this )?(?:connection|session|link)|(?:dis)?connect(?:ion)?)(?::|,| at| \() ?|(?:^|[:;,.\]|] )(?:server|broker|master|controller|backend|upstream|reflector|collector|registrar|relay|tracker|coordinator|gateway|proxy|mirror|headend|database|hub) (?:(?:has |is )?(?:disconnected|gone(?: away)?|went away|unreachable|not (?:responding|reachable|answering)|hung up))(?::|,| at| \() ?|(?<![a-z])(?<!(?:client|user|player|peer|device|station|session|guest|member)(?: [\w.@-]{1,32})? )(?:disconnect(?:ed|ing)?|detach(?:ed|ing)?|unsubscrib(?:ed|ing)|deregister(?:ed|ing)|unregister(?:ed|ing)|unlink(?:ed|ing)?|logg(?:ed|ing) out) (?:from|of) (?:the )?(?:remote |upstream |primary |backup )?(?:server|broker|master|controller|backend|upstream|reflector|collector|registrar|relay|tracker|coordinator|gateway|proxy|mirror|headend|database|hub|node|leader|primary):? (?:(?!(?:from|by|as|using|for|with|client|user) )[\w.-]{1,64} (?:at |on )?)?|(?<![a-z])no (?:heart-?beats?|keep-?alives?|data|pongs?|traffic|packets?|acks?|acknowledgements?|updates?) (?:(?:was |were )?(?:received |seen |heard ))?(?:from|by) (?:the )?(?:remote )?(?:server|broker|master|controller|backend|upstream|collector|coordinator|leader|hub|reflector) |(?<![a-z])(?:timed out|time-?out|gave up|giving up|error|expired)(?:,? while)? waiting (?:for|on) (?:an? |the |its |any )?(?:[\w-]{1,16} ){0,2}(?:reply|replies|responses?|answers?) (?:from|of|by) (?:(?:the |remote )?(?:host|peer|device|server|broker|master|controller|backend|upstream|reflector|collector|registrar|relay|tracker|coordinator|gateway|proxy|mirror|headend|database|hub|node|leader|primary) )?(?=["'([]?(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]{2,39}\])(?::| port )[12]?\d{1,4}(?!\d)))["'([<]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "server|broker|master|controller|backend|upstream|reflector|collector|registrar|relay|tracker|coordinator|gateway|proxy|mirror|headend|database|hub|node|leader|primary|waiting",
);
/** What only whoever calls is told by the network: `Disconnected from A:p: Network is unreachable`. */
const NOT_REACHED = new Hinted(
  /(?<![a-z])(?<!(?:client|user|player|peer|device|station|session|guest|member)(?: [\w.@-]{1,32})? )disconnect(?:ed|ing)? from ["'([<]?[\da-f.:]{3,45}["')\]>]?(?::\d{1,5}|,? port \d{1,5})?["')\]>]?(?:: ?|, | - | \()(?:(?:network|host|destination|port|net)(?: is)? (?:unreachable|down)|no route to host|connection refused|host not found|connect(?:ion)? (?:failed|timed out)|name (?:or service not known|resolution))/i,
  "disconnect",
);

/** The same behind it: `server A not responding, timed out`. Devices report so of who knows their users as well, whom no traffic goes to. */
const SILENT = new Hinted(
  /(?<![\w-])(?<!(?:aaa|auth|acct|radius|tacacs\+?|authentication|accounting) )(?:server|broker|master|controller|backend|upstream|reflector|collector|registrar|coordinator|database|namenode|tracker) ["'([<]{0,2}([\da-f.:]{3,45})["')\]>]{0,2}(?::\d{1,5}|,? port \d{1,5})?["')\]>]?:? (?:(?:is |has |was )?(?:not (?:responding|answering|reachable)|unreachable|disconnected|hung up|gone away)|(?:did|does)(?: not|n't) (?:respond|answer|reply)|has(?: not|n't) (?:responded|answered|replied)|went away|(?:has )?(?:closed|reset|refused|dropped|aborted|terminated|rejected) (?:the |our |this |its )?(?:connection|session|link)|timed out)(?![\w-])/i,
  "server|broker|master|controller|backend|upstream|reflector|collector|registrar|coordinator|database|namenode|tracker",
);

/** Where the address begins of a server that this host was connected to and tells to be gone; -1 where a text tells none. */
export function farServerGone(text: string): number {
  const gone = GONE.exec(text);
  if (gone !== null) return gone.index + gone[0].length;
  const silent = SILENT.exec(text);
  if (silent !== null) return silent.index + silent[0].indexOf(silent[1] ?? "");
  const unreached = NOT_REACHED.exec(text);
  return unreached === null ? -1 : unreached.index + unreached[0].search(/from /i) + "from ".length;
}
