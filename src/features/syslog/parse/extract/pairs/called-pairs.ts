import type { JsonObject } from "../../values/json-values";
import { isClientPort } from "../../values/port-ranges";
import { wholeEndpoint } from "../ends/endpoints";
import { withScannedEnd } from "./scanned-ends";
import { wordsOf } from "../../values/word-list";

/** Keys that name an end without saying whose. */
const NAMES = "addr|address|endpoint|host|hostport|ip|broker|node|master|leader|upstream|backend|primary";
/** One of these with an address: ` address=A:p`, ` host="A" port=q`. */
const PAIR = new RegExp(
  String.raw`(?<=^|[\s,;({])(?:${NAMES})(=|: ?)(["']?)(?=\d{1,3}\.\d|\[?[\da-f]{0,4}:[\da-f]{0,4}:)([\da-f.:[\]]{3,47})\2(?:(?=[,;\s)}]|$)|$)(?:([,;]? )port(?:=|: ?)(?=["']?\d))?`,
  "gi",
);
/** Between a key and its value. */
const MARK = /=|[a-z]: ?[\d[]/;
/** Another key that tells a side. */
const SIDED =
  /(?<![a-z])(?:src|source|dst|dest|destination|client|remote|peer|local|server|rhost|raddr|laddr|(?:from|to)(?![a-z]))\w{0,12}(?:=|: ?[\d[])/i;
const KEYED = /addr|host|Host|endpoint|ip=|ip: |broker|node|master|leader|stream|backend/;
/** What a program does, or could not do, that calls another, and of whom it had no answer. */
const CALLS =
  /(?<![a-z])(?:(?:re)?connecting|(?:re)?dial(?:l?ing|l?ed)?|contacting|pinging|polling|probing|querying|reaching|bootstrapping|(?:fail(?:ed|ing|ure)?|unable|could(?: not|n't)|can(?:not|'t| not)|error|trying|retrying|attempting)(?: while)?(?: to)? (?:(?:re)?connect(?:ing)?|dial(?:l?ing)?|reach(?:ing)?|contact(?:ing)?|ping(?:ing)?|quer(?:y|ying)|send(?:ing)?|push(?:ing)?|publish(?:ing)?|forward(?:ing)?|export(?:ing)?|upload(?:ing)?|register(?:ing)?|subscrib(?:e|ing)|communicat(?:e|ing)|talk(?:ing)?)|(?:re)?connected to|connection to|(?:re)?connect to|retrying connection|(?:sending|forwarding|publishing|pushing|exporting|uploading|shipping|reporting) (?:[\w#'-]{1,24} ){0,4}to|registering with|subscribing to|(?<!_)connect(?!ed|ion)\w{0,16}(?: (?:failed|failure|error|timeout|timed out|called|attempt)|(?=\())|opening (?:an? |the )?(?:new )?(?:[a-z]{2,8} )?(?:connection|socket|channel|session)|connection (?:attempt )?(?:failed|refused|timed out)|(?:timed out|timeout) (?:waiting|connecting)|unreachable|not (?:reachable|responding|answering)|(?:did|does) not (?:respond|answer)|no route to host|is (?:down|offline|unavailable)|mark(?:ed|ing) (?:as )?(?:down|dead|offline)|(?:forwarding|forward|upstream|downstream|backup|standby) (?:server|node|host|broker|endpoint|destination))(?![a-z])/i;
/** Of somebody who came. */
const COMES =
  /(?<![a-z])(?:accept(?:ed|ing)?|incoming|inbound|new (?:[a-z]{2,10} )?(?:client|connection|session|peer|request|subscriber)|client (?:(?:has |was |is )?(?:dis)?connect(?:ed|ing)|joined|left|authenticated)|connection (?:from|received|accepted)|from|login|logged|listen(?:ing|s)?|bound|binding|denied|rejected|banned)(?![a-z])/i;
const CAME =
  /(?<![a-z])(?:accept(?:ed|ing)(?: [a-z]{2,10}){0,2} (?:client|connection|session|peer)|(?:new|incoming|inbound) (?:[a-z]{2,10} )?(?:client|connection|session|peer|subscriber)|client (?:(?:has |was |is )?(?:dis)?connect(?:ed|ing)|joined|left|authenticated)|connection (?:received|accepted))(?![a-z])/i;
/** Somebody who makes himself known, or is gone: a part of a cluster, or who is managed. */
const JOINS =
  /(?<![a-z])(?:(?:chunk|data|storage|meta|file|tablet|region|compute|render|build)[ -]?(?:server|node)|(?:(?:new|remote|slave) )?(?:client|node|agent|worker|slave|replica|member|device|sensor|broker|executor|runner|probe|follower|minion))(?! (?:to|with) )(?: [\w#'-]{1,32}){0,2}? (?:(?:has|have|is|was) )?(?:(?:un)?register(?:ed|s|ing)?|registration|enroll(?:ed|s|ing)?|join(?:ed|s|ing)?|(?:dis|re)?connected|announced|checked in|authenticated)(?! (?:to|with|at|on|by) )(?![a-z])/i;
/** Who may have an address, of whom a label as people write it tells. */
const PERSON = /(?<![a-z])(?:client|player|user|member|visitor|guest|subscriber|attacker)(?![a-z])/i;
const SENTENCES = wordsOf("msg message text log event Msg Message description");
const NEUTRAL = new Set(NAMES.split("|"));
const MAX_SAID = 200;
const MAX_TEXT = 640;

/**
 * The only pair that names an end without its side as one of whom this host calls, where the sentence beside it says
 * that it does.
 */
export function withCalledPairs(text: string): string {
  if (text.length > MAX_TEXT || !KEYED.test(text) || !MARK.test(text)) return text;
  const [pair, other] = text.matchAll(PAIR);
  if (pair === undefined || other !== undefined) return text;
  if (SIDED.test(text)) return text;
  const [whole, sign = "", quote = "", address = "", mark] = pair;
  const isCall = CALLS.test(text);
  if (!isCall && JOINS.test(text.slice(0, pair.index))) {
    const behind = whole.slice(whole.indexOf(address) + address.length + quote.length);
    // In quotes, as what stands behind it may have another mark than the pairs.
    return `${text.slice(0, pair.index)}src_ip="${address}"${behind}${text.slice(pair.index + whole.length)}`;
  }
  if (!isCall || COMES.test(text)) return text;
  if (sign !== "=" && (PERSON.test(text) || isClientPort(wholeEndpoint(address)?.port ?? null))) return text;
  const named = `dst_ip=${quote}${address}${quote}${mark === undefined ? "" : `${mark}dst_port=`}`;
  return text.slice(0, pair.index) + named + text.slice(pair.index + whole.length);
}

/** The same of an object whose sentence says whom it calls, or who came, by the only such name that it has. */
export function withCalledEnd(given: JsonObject): JsonObject {
  const object = withScannedEnd(given);
  const [key, other] = Object.keys(object).filter((name) => NEUTRAL.has(name) && isEnd(object[name]));
  if (key === undefined || other !== undefined) return object;
  const said = SENTENCES.map((name) => object[name]).find((text) => typeof text === "string");
  if (typeof said !== "string" || said.length > MAX_SAID) return object;
  const side = sideOf(said, object[key]);
  return side === null
    ? object
    : { [`${side}_ip`]: object[key], [`${side}_port`]: object["port"], ...object };
}

function sideOf(said: string, value: unknown): "dst" | "src" | null {
  if (CALLS.test(said) && !COMES.test(said)) return "dst";
  const port = typeof value === "string" ? (wholeEndpoint(value)?.port ?? null) : null;
  return isClientPort(port) && CAME.test(said) ? "src" : null;
}

function isEnd(value: unknown): boolean {
  return typeof value === "string" && wholeEndpoint(value) !== null;
}
