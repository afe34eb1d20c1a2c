import { isJsonObject, type JsonObject } from "../../values/json-values";
import { MAX_KEY_LENGTH } from "./object-values";
import { wordSet, wordsOfName } from "../../values/word-list";

/** So many names of a record are looked at. */
const MAX_NAMES = 60;
const MAX_REMEMBERED_KEYS = 4096;
const MAX_EVENT = 64;
/** A key and what is told of it, which is not nothing. */
const PAIR =
  /(?:^|[\s,;|{([])([A-Za-z][\w.-]{1,40})=["']?(?!-["'\s,;|]|(?:null|none|true|false)(?![\w.-]))([\w@][\w.@-]{0,40})/gi;
/** Who did what a record tells, behind whatever word a product puts before it: `inSyncUserName`, `systemAccount`. */
const DOERS = wordSet(
  `user username useremail account accountname acct actor member admin administrator employee operator performer principal
  initiator author login person staff invoker visitor viewer who`,
);
/** What these are called alone is as often how a machine is set: `"admin":"up"`, `"member":"port1"`. */
const BROAD = wordSet("admin administrator member operator login account acct person staff");
/** Before what somebody may be. */
const ASKING = wordSet("is has can was");
/** Whose number is that of a tenant. */
const TENANTS = wordSet("account acct");
const NUMBERS = wordSet("id uid uuid guid number no type");
/** What says of a record what it is. */
const KIND_KEY = /^(?:type|kind|category|log_?type|record_?type|object_?type)$/i;
const AUDIT = /^audit(?:[-_. ]?(?:log|event|trail|record|entry))?s?$/i;
/** What of somebody is told, behind the word for him. */
const PARTS = wordSet(
  "id uid uuid guid name email mail address key display displayname full upn login principalname type number no",
);
/** `performed_by`, `initiatedBy`. */
const DEEDS_BY = wordSet(
  "performed executed done triggered initiated requested invoked started submitted called",
);
/** What is said of a thing, too, unless something took place: `createdBy`. */
const CHANGES_BY = wordSet("created updated changed modified deleted made edited published uploaded");
/** To whom something was done, or what he was before. */
const OTHERS = wordSet(
  "target targets affected referenced reference new old previous before after removed added assigned assignee subject managed impersonated machine computer service run os linux unix db database sql cloud",
);
/** What says what took place. */
const EVENT_KEYS = wordSet("event action activity operation deed");
const EVENT_PARTS = wordSet("name type action event kind code text description");
/** What only people do. */
const HUMAN = wordSet(
  `viewed view downloaded download uploaded upload exported export shared share invited invite logged login logon logout logoff signin signout
  signon signed commented comment visited impersonated printed edited searched bookmarked purchased subscribed unsubscribed favorited liked`,
);
/** What machines do, or what is done to them. */
const MACHINES = wordSet(
  `port lease dhcp dns host node agent peer server backend pool route link device sensor scan scanned discovered interface
  probe ping sync replica cluster service container pod vm instance image update upgrade module config backup`,
);
/** Of whether somebody may do what he asked for, and for what he did. */
const LET = wordSet(
  "allow allowed deny denied granted permit permitted authorized authorised is access request",
);
const JUDGED = wordSet("decision verdict effect authorization");
const ASKED_FOR = wordSet("path uri url route endpoint resource permission scope page");
/** Below which names a record tells where somebody was who did it. */
const PLACES = wordSet(
  `location geo geoip geolocation context client session request req http web network metadata meta details detail data attributes
  properties props event audit log payload extra info body origin connection params access entry record auditlog jsonpayload fields result message msg address addr`,
);

/** What a name tells of a record: who did it, that a thing was changed by somebody, what took place, or what it is. */
type Meaning = "doer" | "change" | "event" | "kind" | "let" | "judged" | "asked";

/** Memo of keys as they were met. Full, it takes no more. */
const meaningsByKey = new Map<string, Meaning | null>();

/** Whether a record tells of what somebody did: who he is, by what browser, or a deed that only people do. */
export function tellsOfDeed(record: JsonObject): boolean {
  const left = { names: MAX_NAMES };
  if (tellsIn(record, left)) return true;
  return Object.values(record).some((inner) => isJsonObject(inner) && tellsIn(inner, left));
}

/** As `tellsOfDeed`, of a text's pairs with an equals sign. */
export function tellsOfDeedInPairs(text: string): boolean {
  let left = MAX_NAMES;
  for (const [, key = "", value = ""] of text.matchAll(PAIR)) {
    const meaning = meaningOf(key);
    if (meaning === "doer" || (meaning === "event" && isHumanEvent(value))) return true;
    if (left-- <= 0) return false;
  }
  return false;
}

function tellsIn(object: JsonObject, left: { names: number }): boolean {
  let [isEvent, isChange, isLet, isAsked] = [false, false, false, false];
  for (const [key, value] of Object.entries(object)) {
    if (left.names-- <= 0) return false;
    if (typeof value === "boolean") isLet ||= meaningOf(key) === "let";
    if (isLet && isAsked) return true;
    if (value === null || value === "" || value === "-" || typeof value === "boolean") continue;
    const meaning = meaningOf(key);
    isAsked ||= meaning === "asked" && typeof value === "string";
    isLet ||= meaning === "judged" && typeof value === "string" && LET.has(value.toLowerCase());
    if (meaning === "doer") return true;
    if (meaning === "kind" && typeof value === "string" && AUDIT.test(value)) return true;
    if (meaning === "event" && typeof value === "string" && isHumanEvent(value)) return true;
    isEvent ||= meaning === "event";
    isChange ||= meaning === "change";
    if ((isEvent && isChange) || (isLet && isAsked)) return true;
  }
  return false;
}

/** Whether what stands below a path is of whoever did what a record tells. */
export function isPlaceOfDoer(path: string): boolean {
  const names = path.trim().toLowerCase().split(" ");
  return names.every((name) => PLACES.has(name));
}

function meaningOf(key: string): Meaning | null {
  const known = meaningsByKey.get(key);
  if (known !== undefined) return known;
  const meaning = key.length > MAX_KEY_LENGTH ? null : meaningOfWords(key, wordsOfName(key));
  if (meaningsByKey.size < MAX_REMEMBERED_KEYS) meaningsByKey.set(key, meaning);
  return meaning;
}

function meaningOfWords(key: string, words: readonly string[]): Meaning | null {
  if (isDoer(words)) return "doer";
  if (isBy(words, CHANGES_BY)) return "change";
  if (isEvent(words)) return "event";
  if (words.every((word) => LET.has(word)) && words.at(-1) !== "is") return "let";
  if (words.length <= 2 && JUDGED.has(words.at(-1) ?? "")) return "judged";
  if (words.length <= 2 && ASKED_FOR.has(words.at(-1) ?? "")) return "asked";
  return KIND_KEY.test(key) ? "kind" : null;
}

function isDoer(words: readonly string[]): boolean {
  if (words.at(-1) === "agent") return words.at(-2) === "user";
  if (words.some((word) => OTHERS.has(word))) return false;
  const last = words.findLastIndex((word) => !PARTS.has(word));
  // `loginId` is put together of parts.
  const word = words[Math.max(last, 0)] ?? "";
  if (ASKING.has(words[0] ?? "") || (words.length === 1 && BROAD.has(word))) return false;
  if (TENANTS.has(word) && words.slice(last + 1).some((part) => NUMBERS.has(part))) return false;
  return isBy(words, DEEDS_BY) || DOERS.has(word);
}

/** Whether a name ends with who did one of these, or what of him. */
function isBy(words: readonly string[], deeds: ReadonlySet<string>): boolean {
  const last = words.findLastIndex((word) => !PARTS.has(word));
  return words[last] === "by" && deeds.has(words[last - 1] ?? "");
}

function isEvent(names: readonly string[]): boolean {
  return (
    names.some((name) => EVENT_KEYS.has(name)) &&
    names.every((name) => EVENT_KEYS.has(name) || EVENT_PARTS.has(name))
  );
}

function isHumanEvent(value: string): boolean {
  if (value.length > MAX_EVENT) return false;
  const words = wordsOfName(value);
  return words.some((word) => HUMAN.has(word)) && !words.some((word) => MACHINES.has(word));
}
