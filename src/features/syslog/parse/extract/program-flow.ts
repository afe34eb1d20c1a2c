import { portNumber } from "../values/field-text";
import { Hinted } from "../values/hinted";
import type { Endpoint } from "./endpoints";
import type { Flow } from "./flow";
import { destinationFlow } from "./flow-parts";

/** A program by its path, perhaps with whose it is before it and its process behind it: `bob:/usr/bin/curl:6845`. */
const PROGRAM = String.raw`(?:[A-Za-z]:\\[^"<>|:*?]{1,200}|(?:[\w.-]{1,32}:|(?<![:/\w.-]))\/(?!\/)[\w.+@~ -]{1,64}(?:\/[\w.+@~ -]{1,64}){0,12})(?::\d{1,10}| ?[[(](?:pid[ :=]{0,2})?\d{1,10}[)\]])?`;
/** What may stand before the address of whom a name is. */
const NAME = String.raw`(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}\.?(?::(\d{1,5}))? ?[([])?["'([]?`;
/** `/usr/bin/curl:6845 -> A:p`, `C:\Program Files\App\app.exe -> www.example.com:443 (A)`. */
const CALLS = new RegExp(String.raw`(?:^|[\s([,:"'])${PROGRAM}["']? (?:->|=>|-->|→) ${NAME}$`);
/** The same of who came to it. */
const CALLED = new RegExp(String.raw`(?:^|[\s([,:"'])${PROGRAM}["']? (?:<-|<=|<--|←) ["'([]?$`);
/**
 * What a host's own firewall does with what a program begins: `granting connection bob:/usr/bin/curl to www.example.com. (A)`,
 * `denied outgoing connection of firefox to A`. Access is granted to clients, and who is called a client is one.
 */
const JUDGED = new RegExp(
  String.raw`(?<![a-z])(grant|allow|permitt?|accept|den[yi]|block|drop|dropp|reject|refus)(?:ing|ed)? (?:an? |the )?(?:new )?(?:(?:outgoing|outbound|tcp|udp|network) ){0,2}(?:connection|session|packet|traffic|request|flow)s? (?:(?:of|by|from) )?(?:(?:the )?(?:program|process|application|app) )?(?!(?:from|of|by|to|for)(?![\w-])|\d{1,3}\.|[\da-f]{1,4}:[\da-f:])(?:${PROGRAM}|["']?[\w.+@:-]{1,64}(?: ?[[(]\d{1,10}[)\]])?["']?) to (?!(?:the )?(?:client|user|peer|player|member)(?![\w-]))(?:(?:host|server|address) )?${NAME}$`,
  "i",
);
const HINTS = new Hinted(
  /connection|session|packet|traffic|request|flow|->|=>|→|<-|<=|←/i,
  "connection|session|packet|traffic|request|flow|->|=>|<-|<=",
);
/** Why, behind the address and its bracket. */
const WHY = /^[)\]]{0,2}(?:,|:| -) ([A-Za-z][^"|;]{3,160}?)\.?\s*$/;
const MAX_BEFORE = 420;
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

/** The one address of a line as the end that a program of this host called, or that came to it; null where it tells neither. */
export function programFlow(text: string, end: Endpoint): Flow | null {
  if (end.isPrefix || end.isLoose || !HINTS.test(text)) return null;
  const before = text.slice(Math.max(0, end.start - MAX_BEFORE), end.start);
  const judged = before.includes(" to ") ? JUDGED.exec(before) : null;
  if (judged !== null) return judgedCall(text, end, judged);
  const mayBePath = before.includes("/") || before.includes("\\");
  if (!mayBePath) return null;
  const called = before.includes("> ") || before.includes("→ ") ? CALLS.exec(before) : null;
  if (called !== null) return { ...destinationFlow(withPort(end, called[1])), way: "out" };
  return CALLED.test(before)
    ? { source: end, destination: null, start: end.start, end: end.end, way: "in" }
    : null;
}

function judgedCall(text: string, end: Endpoint, [, word = "", port]: RegExpExecArray): Flow {
  const meaning = MEANINGS.get(word.toLowerCase());
  return {
    ...destinationFlow(withPort(end, port)),
    way: "out",
    ...(meaning === undefined ? {} : { action: { word, meaning } }),
    reason: WHY.exec(text.slice(end.end))?.[1] ?? null,
  };
}

/** The port that stands behind the name. */
function withPort(end: Endpoint, digits = ""): Endpoint {
  return { ...end, port: end.port ?? portNumber(digits) };
}
