import { portNumber } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow, NETWORK_WORD } from "../ends/flow-parts";

/** A program by its path, perhaps with whose it is before it and its process behind it: `bob:/usr/bin/curl:6845`. */
const PROGRAM = String.raw`(?:[A-Za-z]:\\[^"<>|:*?]{1,200}|(?:[\w.-]{1,32}:|(?<![:/\w.-]))\/(?!\/)[\w.+@~ -]{1,64}(?:\/[\w.+@~ -]{1,64}){0,12})(?::\d{1,10}| ?[[(](?:pid[ :=]{0,2})?\d{1,10}[)\]])?`;
/** What may stand before the address of whom a name is. */
const NAME = String.raw`(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}\.?(?::(\d{1,5}))? ?[([])?["'([]?`;
/** `/usr/bin/curl:6845 -> A:p`, `C:\Program Files\App\app.exe -> www.example.com:443 (A)`. */
const CALLS = new RegExp(String.raw`(?:^|[\s([,:"'])${PROGRAM}["']? (?:->|=>|-->|→) ${NAME}$`);
/** The same of who came to it. */
const CALLED = new RegExp(String.raw`(?:^|[\s([,:"'])${PROGRAM}["']? (?:<-|<=|<--|←) ["'([]?$`);
/**
 * What a host's own firewall does with what a program begins. Access is granted to clients, and who is called a client
 * is one.
 */
const VERB = String.raw`(?<![a-z])(grant|allow|permitt?|accept|den[yi]|block|drop|dropp|reject|refus)(?:ing|ed)? (?:an? |the )?(?:new )?(?:(?:tcp|udp|network) )?`;
const TRAFFIC = String.raw`(?:connection|session|packet|traffic|request|flow)s? `;
const KIND = String.raw`(?:(?:the )?(?:program|process|application|app|executable) )?`;
/** A program by its name alone. */
const TOKEN = String.raw`(?!(?:(?:an?|the|our|its?) |(?:policy|policies|rules?|acl|filter|firewall|default|users?|clients?|hosts?|peers?|unknown|type|kind|remote|local)(?![\w.-]))|\d{1,3}\.|[\da-f]{1,4}:[\da-f:])["']?[\w.+@-]{1,64}(?: ?[[(]\d{1,10}[)\]])?["']?`;
const TO = String.raw` to (?!(?:the )?(?:client|user|peer|player|member)(?![\w-]))(?:(?:host|server|address) )?${NAME}$`;
/**
 * `granting connection bob:/usr/bin/curl to www.example.com. (A)`, `blocking connection from app.exe to A`, `denied
 * connection of firefox to A`, `denied outgoing connection from firefox to A`.
 */
const JUDGED = [
  String.raw`${TRAFFIC}(?:(?:of|by|from) )?${KIND}["']?(?:${PROGRAM}|[\w.+-]{1,64}\.exe(?: ?[[(]\d{1,10}[)\]])?)["']?`,
  String.raw`(?:(?:outgoing|outbound) )?${TRAFFIC}(?:of|by) ${KIND}${TOKEN}`,
  String.raw`(?:outgoing|outbound) ${TRAFFIC}(?:(?:of|by|from) )?${KIND}(?:${PROGRAM}|${TOKEN})`,
].map((middle) => new RegExp(`${VERB}${middle}${TO}`, "i"));
/** `connection /usr/bin/curl:6845 to A:p accepted`. */
const CONNECTS = new RegExp(
  String.raw`(?<![a-z])connection (?:(?:of|by|from) )?${KIND}["']?${PROGRAM}["']? to ${NAME}$`,
  "i",
);
const HINTS = new Hinted(
  /connection|session|packet|traffic|request|flow|->|=>|→|<-|<=|←/i,
  "connection|session|packet|traffic|request|flow|->|=>|<-|<=",
);
const PORT_BEHIND = /^[)\]]?,?(?: on)?(?: (?:tcp|udp))? port:? (\d{1,5})(?![\w.])/i;
/** Why, behind the address and its bracket. */
const WHY = /^[)\]]{0,2}(?:,|:| -) ([A-Za-z][^"|;]{3,160}?)\.?\s*$/;
const MAX_BEFORE = 420;
const MAX_PORT = 32;
const MEANINGS = new Map([
  ["grant", "allow"],
  ["allow", "allow"],
  ["permit", "allow"],
  ["permitt", "allow"],
  ["accept", "allow"],
  ["deny", "deny"],
  ["deni", "deny"],
  ["block", "block"],
  ["drop", "drop"],
  ["dropp", "drop"],
  ["reject", "reject"],
  ["refus", "refuse"],
]);

/**
 * The one address of a line as the end that a program of this host called, or that came to it; null where it tells
 * neither.
 */
export function programFlow(text: string, end: Endpoint): Flow | null {
  if (end.isPrefix || end.isLoose || !HINTS.test(text)) return null;
  const before = text.slice(Math.max(0, end.start - MAX_BEFORE), end.start);
  const mayJudge = before.includes(" to ");
  const judged = mayJudge ? firstMatch(before) : null;
  if (judged !== null) return judgedCall(text, end, judged);
  if (!before.includes("/") && !before.includes("\\")) return null;
  const mayCall = mayJudge || before.includes("> ") || before.includes("→ ");
  const called = mayCall ? (CALLS.exec(before) ?? CONNECTS.exec(before)) : null;
  // A path before an arrow may be of a file.
  if (called !== null && (end.port !== null || NETWORK_WORD.test(text)))
    return { ...destinationFlow(withPort(text, end, called[1])), way: "out" };
  return CALLED.test(before)
    ? { source: end, destination: null, start: end.start, end: end.end, way: "in" }
    : null;
}

function firstMatch(before: string): RegExpExecArray | null {
  for (const form of JUDGED) {
    const match = form.exec(before);
    if (match !== null) return match;
  }
  return null;
}

function judgedCall(text: string, end: Endpoint, [, word = "", port]: RegExpExecArray): Flow {
  const meaning = MEANINGS.get(word.toLowerCase());
  return {
    ...destinationFlow(withPort(text, end, port)),
    way: "out",
    ...(meaning === undefined ? {} : { action: { word, meaning } }),
    reason: WHY.exec(text.slice(end.end))?.[1] ?? null,
  };
}

/** The port that stands behind the name, or in words behind the address. */
function withPort(text: string, end: Endpoint, digits?: string): Endpoint {
  const said = digits ?? PORT_BEHIND.exec(text.slice(end.end, end.end + MAX_PORT))?.[1] ?? "";
  return { ...end, port: end.port ?? portNumber(said) };
}
