import { FILTERED, NO_REASON, OPENED, VERDICT_RULE } from "../names/verdict-values";
import { partedToken, verdictOf } from "../../values/action";
import { Hinted } from "../../values/hinted";
import { portNumber } from "../../values/field-text";
import { isJsonObject, type JsonObject } from "../../values/json-values";
import { addressTarget } from "../names/key-roles";
import { isPlaceOfDoer, tellsOfDeed, tellsOfDeedInPairs } from "../names/deeds";
import { isLooseReason, nameBefore, type NameTarget, SUFFIX_RANK, targetOfName } from "../names/field-names";
import { END_FIELDS, type NamedField } from "../names/known-names";
import { wholeEndpoint } from "../ends/endpoints";
import {
  lastKey,
  LISTED_FIELDS,
  namesEnds,
  NUMBER,
  roleOf,
  SIDES,
  targetOfList,
  timeOf,
  YEARLESS_RANK,
} from "../names/leaf-targets";
import { isOfExporter, numberedElements, withElementNames } from "../names/flow-elements";
import { isInterfaceName, isUserInterface } from "../ends/interface-names";
import { readNamedPairs } from "./named-pairs";
import {
  firstOf,
  keyOf,
  MAX_KEY_LENGTH,
  MAX_LEAVES,
  namedEntries,
  namesUser,
  objectInText,
  scalarText,
  sidesIn,
  tupleIn,
  withWholeParts,
} from "../names/object-values";
import { withSides } from "../names/object-sides";
import { callIn, isCallOut, isComing, isLoginEvent } from "../names/told-calls";
import { serviceIn, transportName, transportOfLetter } from "../ends/transport";
import { toldBy, toldByLetter, type ToldValue } from "../names/value-words";

const MAX_DEPTH = 6;
/** Below it a short name such as `action` is one of something else, unless it is an address or a port. */
const MAX_SHORT_NAME_DEPTH = 2;
const MAX_SHORT_NAME = 10;
const MAX_USER_DEPTH = 3;
/** Deeper these are somebody else's. */
const OWN_FIELDS = new Set<NamedField>(["sourceHost", "userIp"]);
/** Of these another word of the path may say more. */
const OPEN_FIELDS = new Set<NamedField>(["userIp", "userPort", "hostIp", "placeIn", "placeOut"]);
const DEPTH_RANKS = 8;
const DEEP_FIELDS = new Set<NamedField>([...END_FIELDS, "protocol", "sip", "sport"]);
/** What must be an address, or a protocol of ports, to be one. */
const CHECKS = new Map<NamedField, (text: string) => boolean>([
  ...(
    [
      "srcIp",
      "dstIp",
      "remoteIp",
      "localIp",
      "sip",
      "userIp",
      "hostIp",
      "computerIp",
      "natSrcIp",
      "natDstIp",
      "outerIp",
    ] as const
  ).map((field): [NamedField, (text: string) => boolean] => [field, (text) => wholeEndpoint(text) !== null]),
  ["protocol", (text) => (transportName(text) ?? serviceIn(text) ?? transportOfLetter(text)) !== null],
  // Of several outcomes the one counts that judges.
  ["outcome", (text) => isVerdictText(partedToken(text.trim())) || FILTERED.test(text) || OPENED.test(text)],
  ["action", (text) => !MANNER.test(text.trim())],
  ["interface", mayBeInterface],
  ["interfaceOut", mayBeInterface],
  ["ruleId", mayBeRule],
  ["reason", (text) => !NO_REASON.test(text.trim())],
  // Of what a number says a name beside it says more.
  ["direction", (text) => !NUMBER.test(text)],
  ["user", (text) => text !== "-" && text !== "null"],
  ["userPort", (text) => userPort(text) !== null],
  ["flowEvent", () => false],
  ["flowFate", () => false],
  ["vlan", () => false],
  ["placeIn", () => false],
  ["placeOut", () => false],
]);
/** Of these a short name says nothing where people write it: `logged in: alice`, `by filter: TCP …`. */
const WRITTEN_FIELDS = new Set<NamedField>(["interface", "interfaceOut"]);
const SHORT_FIELDS = new Set<NamedField>([...WRITTEN_FIELDS, "ruleId"]);
/** How something was done, not what: `disposition: silently dropped`. */
const MANNER = /^(?:silent|quiet|explicit|implicit|automatical|temporari|permanent)ly$/i;
const ADDRESS_START = /^(?:\d{1,3}\.){3}\d|^[\da-f]{1,4}:[\da-f:]{2}/i;
const INTERFACE_NAME = /^[A-Za-z][\w./:@-]{0,31}$/;
/** What is called a port and may be an interface of a switch. */
const PLACES = new Map<NamedField, NamedField>([
  ["placeIn", "interface"],
  ["placeOut", "interfaceOut"],
  ["userPort", "interface"],
  ["vlan", "interface"],
]);
/** `/Common/external`: of a partition one that packets come in by, no number of a tag and no network's name. */
const VLAN_PATH = /^\/[\w.-]{1,40}\/[\w.-]{1,40}$/;
const ADDRESS_FIELDS = new Map<NamedField, NamedField>([
  ["srcPort", "srcIp"],
  ["dstPort", "dstIp"],
  ["remotePort", "remoteIp"],
  ["localPort", "localIp"],
  ["userPort", "userIp"],
]);
/** `sport` where nothing tells that it is the server's. */
const SOURCE_PORT: NameTarget = { field: "srcPort", rank: 8, isWeak: false };
/** Where what wrote something is no mailbox. */
const SENDING_END: NameTarget = { field: "srcIp", rank: 300, isWeak: false };
/** The host beside a user's name, where he has no other address. */
const HOST_OF_USER: NameTarget = { field: "userIp", rank: 9, isWeak: false };
const RULE_OUTCOME: NameTarget = { field: "outcome", rank: 700, isWeak: false };
/** What ArcSight's carriers name by a pair of its own: `"cs1Label":"Rule","cs1":"web"`. */
const CUSTOM = /^(?:cs|cn|c6a|cfp|flexString|flexNumber)\d$/;
/**
 * Of IPFIX's events of a firewall the one that judges, and what was dropped (https://www.iana.org/assignments/ipfix,
 * 233 and 89).
 */
const DENIED_EVENT = /^ ?3 ?$/;
const DROPPED = /^ ?1(?:2[89]|3\d|4[0-3]) ?$/;
const JUDGED: NameTarget = { field: "outcome", rank: 90, isWeak: false };
/** `trans_port` is written as the layer of transport is. */
const PORT_TEXT = /^\d{3,5}$/;
const MAX_PROTOCOL = 255;
const TRANSLATED_PORT: NameTarget = { field: "natSrcPort", rank: 90, isWeak: false };
/** A name, and none of a terminal or of what is switched. */
const RULE_NAME =
  /^(?!(?:xterm|vt\d|screen|tmux|linux|ansi|dumb|rxvt)(?![a-z])|(?:on|off|yes|no|true|false|enabled|disabled)$)[A-Za-z][\w.:-]{0,60}$/i;
const DATE = /^\d{1,4}[/-]\d\d[/-]\d{2,4}(?:$|[ T])/;
/** `0 2026-11-21 10:49:59`: when a rule was made tells it from others, but is no name of it. */
export const WITH_TIME = /^\d{1,6} 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/;
const NOBODY: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);
const MIN_ADDRESS = 7;
const NETWORK_LENGTH = /(?<=[\da-f])\/\d{1,3}$/i;
/**
 * A title, `ACL:  ACL list web-in denied`, what only says whether there is one, and by what peers of IPsec know each
 * other.
 */
const NO_RULE =
  /^(?:(?:acl|rule|policy|filter|list|true|false|yes|no)$|(?:PSK|RSASIG|ECDSA|AUTH_?NULL|IKEV[12]_ALLOW)(?:$|\+))/i;
const TRANSPORT_KEY = /^(?:tcp|udp|sctp)$/i;

/** A column without a key among pairs. */
const WAY_COLUMN = new Hinted(
  /[,;|\t] ?((?:in|out)bound|incoming|outgoing) ?(?=[,;|\t])/i,
  "bound|coming|going",
);
/** What names a rule, however deep. */
const DEEP_RULE = /^rule(?:_?(?:name|id|uid))?$/i;
/** Below these stand the rules of somebody's wishes, not the one that counted. */
const WISHES =
  /(?:^| )(?:requestobject|responseobject|spec|config|configuration|settings|schema|diff|old|new|before|after|rules|resource|parameters|params|arguments|args|requestparameters)(?: |$)/i;
const JUDGING_FIELDS = new Set<NamedField>(["action", "outcome"]);
const TRAFFIC = "(?:session|connection|conn|flow|packet|traffic|request|segment|client|host|peer)s?:?";
const ENDS_BEHIND = new RegExp(
  String.raw`(?: - (?:(?:the )?${TRAFFIC} )?| [([]${TRAFFIC} )(?:(?:from|of|between|for|by):? )?(?:(?:ip|host|client|address):? )?["'[(]?(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{1,4}:[\da-f:]{2,38})(?![\w.]).*$| - ${TRAFFIC}$`,
  "i",
);
const NUMERIC_REASON = /^-?\d+$/;
/** A system's number in front of what it means, `-1:Operation not permitted`, and a colon behind. */
const REASON_MARKS = /^-?\d{1,5}: ?(?=[A-Za-z]{2,24} [a-z])|:$/g;
/** `11/21-14:22:08`, `14:22:08`, `Nov 21 14:22:08`. */
const WITHOUT_YEAR =
  /^(?:\d\d[/-]\d\d[- T]|[A-Z][a-z]{2} {1,2}\d{1,2} )?\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?$/;
/** Behind all texts. */
const NUMERIC_REASON_RANK = 590;

/** Where a value stands: how deep, below what, beside what. */
type LeafPlace = { depth: number; parent: string; isShortKnown: boolean; object: JsonObject };
type Value = { text: string; rank: number; isWeak: boolean };

/** What the known names of one line hold; of several names of a field the clearest counts, then the first. */
export class NamedValues {
  readonly #values = new Map<NamedField, Value>();
  /** Whether what was read is of a call to another host. */
  isCalling = false;
  /** Whether it is of a call that this host accepted. */
  isAnswering = false;
  /** Whether somebody came, or left. */
  isComing = false;
  /** Whether it is of somebody who signed in, or tried to. */
  isLogin = false;
  /** Objects and texts of pairs that may each be a record. */
  #records: (JsonObject | string)[] = [];

  /** Forgets the line before. */
  clear(): void {
    this.isCalling = this.isAnswering = this.isComing = this.isLogin = false;
    this.#records = [];
    if (this.#values.size > 0) this.#values.clear();
  }

  /** The text of a field, empty where no name says it. */
  text(field: NamedField): string {
    return this.#values.get(field)?.text ?? "";
  }

  /** Whether a field was said, by a name that any program may print. */
  isWeak(field: NamedField): boolean {
    return this.#values.get(field)?.isWeak ?? false;
  }

  /** Whether it is a record of what somebody did. */
  get isDeed(): boolean {
    return this.#records.some((record) =>
      typeof record === "string" ? tellsOfDeedInPairs(record) : tellsOfDeed(record),
    );
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Takes the pairs of a text: `key=value`, `key: value`, in quotes or not, however they are separated. */
  readPairs(text: string): void {
    this.#noteCall(text);
    this.#records.push(text);
    // `Remote IP: 192.0.2.1` in a sentence says nothing of who began, unless it names the other side, too.
    let isSideSpoken = false;
    readNamedPairs(text, nameBefore, (target, value, { isSpoken, isBracketed, isColumn }) => {
      // An ICMP error quotes in brackets the packet that caused it.
      if (isBracketed && this.#values.has(target.field)) return false;
      isSideSpoken ||= isSpoken && SIDES.has(target.field);
      if (isSpoken && !isColumn && target.isWeak && SHORT_FIELDS.has(target.field)) return true;
      // `Login failure: 192.0.2.1` is a sentence.
      if (isSpoken && isLooseReason(target)) return true;
      this.#put(target, value, 0);
      return true;
    });
    const hasSide = this.#values.has("remoteIp") || this.#values.has("localIp");
    const way = hasSide && !this.#values.has("direction") ? WAY_COLUMN.exec(text)?.[1] : undefined;
    if (way !== undefined) this.#put({ field: "direction", rank: 0, isWeak: false }, way, 0);
    const hasOther = this.#values.has("remoteIp") || this.#values.has("userIp");
    const areBoth = hasOther && this.#values.has("localIp");
    if (isSideSpoken && !areBoth) for (const side of SIDES) this.#values.delete(side);
  }

  #noteCall(text: string): void {
    if (text.includes("_connect")) this.isCalling ||= isCallOut(text);
  }

  /** True for what says that this host accepted a call, or made one; a server's `connect` may be either. */
  #noteCallOf(path: string, value: unknown): boolean {
    if (typeof value !== "string") return false;
    this.isComing ||= isComing(value);
    this.isLogin ||= isLoginEvent(path, value);
    const call = callIn(path, value);
    if (call === "accept") this.isAnswering = true;
    else if (call === "call") this.isCalling = true;
    return call === "accept";
  }

  /** Takes the values of an object as JSON.parse gives it, by the last one to three keys of their path. */
  readObject(object: JsonObject): void {
    this.#records.push(object);
    this.#readObject(object, { path: "", depth: 1, leaves: { left: MAX_LEAVES } });
  }

  #readObject(written: JsonObject, at: { path: string; depth: number; leaves: { left: number } }): void {
    const object = withElementNames(withSides(written));
    const isShortKnown = at.depth <= MAX_SHORT_NAME_DEPTH || namesEnds(object);
    for (const whole of Object.keys(object)) {
      if (at.leaves.left-- <= 0) return;
      const given = object[whole];
      const value = Array.isArray(given)
        ? (numberedElements(given) ??
          namedEntries(given) ??
          sidesIn(given) ??
          tupleIn(given) ??
          firstOf(given))
        : (objectInText(given) ?? given);
      const label = CUSTOM.test(whole) ? object[`${whole}Label`] : undefined;
      const key = isOfExporter(whole, object) ? "" : keyOf(typeof label === "string" ? label : whole, object);
      const isDotted = key.includes(".");
      const path = `${at.path} ${key.length > MAX_KEY_LENGTH ? "" : key.replaceAll(".", " ")}`;
      const depth = isDotted ? at.depth + (key.split(".").length - 1) : at.depth;
      if (isJsonObject(value)) {
        if (typeof given === "string") this.#records.push(value);
        const part = addressTarget(key) === null ? value : withWholeParts(value);
        if (depth < MAX_DEPTH) this.#readObject(part, { path, depth: depth + 1, leaves: at.leaves });
        continue;
      }
      if (typeof value === "string") this.#noteCall(value);
      if (value !== null && value !== "")
        this.#putLeaf(path, value, { depth, parent: at.path, isShortKnown, object });
    }
  }

  #putLeaf(path: string, value: unknown, { depth, parent, isShortKnown, object }: LeafPlace): void {
    const letter = toldByLetter(path, value);
    if (letter !== null) this.#put(letter.target, letter.text, depth);
    if (letter !== null) return;
    const named = Array.isArray(value) ? targetOfList(path) : targetOfName(path);
    if (named?.field === "interface" && Array.isArray(value)) this.#putPlaces(named, value, depth);
    const isOpen = named === null || OPEN_FIELDS.has(named.field);
    const target = isOpen ? (roleOf(path, value) ?? named) : named;
    if (target?.field === "outcome" && Array.isArray(value)) value = value.find(isVerdictText) ?? value;
    if ((target === null || target.field === "outcome") && this.#noteCallOf(path, value)) return;
    const told = target === null ? (toldBy(path, value) ?? timeOf(path, value)) : null;
    if (told !== null) this.#put(told.target, this.#isContrary(told) ? "" : told.text, depth);
    const text = target === null ? "" : scalarText(value, LISTED_FIELDS.has(target.field));
    if (target === null || text === "") return;
    const isBesideUser =
      target.field === "userIp" &&
      depth <= MAX_USER_DEPTH &&
      (namesUser(object) || (this.isDeed && isPlaceOfDoer(parent)));
    const isOwn = OWN_FIELDS.has(target.field) && !isBesideUser;
    const limit = isOwn ? 1 : isShortKnown ? MAX_DEPTH : isBesideUser ? MAX_USER_DEPTH : MAX_SHORT_NAME_DEPTH;
    const isDeep = depth > limit && !DEEP_FIELDS.has(target.field);
    const key = isDeep ? lastKey(path) : "";
    const isRule = target.field === "ruleId" && DEEP_RULE.test(key) && !WISHES.test(parent);
    const isShort = isDeep && !isRule && (limit === 1 || key.length <= MAX_SHORT_NAME);
    if (isShort && targetOfName(key) === target) {
      // A verdict tells of itself what it is.
      const verdict = JUDGING_FIELDS.has(target.field) && !WISHES.test(parent) ? toldBy(path, value) : null;
      if (verdict?.target.field === "outcome")
        this.#put({ ...verdict.target, field: "farOutcome" }, verdict.text, depth);
      return;
    }
    if (depth > MAX_SHORT_NAME_DEPTH && target.field === "reason" && target.rank >= SUFFIX_RANK) return;
    this.#put(target, text, depth);
    const isPort = target.field === "srcPort" || target.field === "dstPort";
    const outer = isPort ? lastKey(parent) : "";
    if (TRANSPORT_KEY.test(outer)) this.#put({ field: "protocol", rank: 0, isWeak: false }, outer, 0);
  }

  /** `"if":["eth0","wan0"]`: by which interface something came, and by which it went. */
  #putPlaces(target: NameTarget, [first, second, third]: readonly unknown[], depth: number): void {
    if (typeof first !== "string" || typeof second !== "string" || third !== undefined) return;
    if (!isInterfaceName(first) || !isInterfaceName(second)) return;
    this.#put(target, first, depth);
    this.#put({ ...target, field: "interfaceOut" }, second, depth);
  }

  /** Whether it was both `inbound` and `outbound`. */
  #isContrary({ target, text }: ToldValue): boolean {
    const known = target.field === "direction" ? this.#values.get("direction") : undefined;
    if (known === undefined || known.text === text || known.rank < target.rank * DEPTH_RANKS) return false;
    this.#values.delete("direction");
    return true;
  }

  #put({ field: named, rank, isWeak }: NameTarget, text: string, depth: number): void {
    // Before the proxies that it came by.
    if (named === "srcIp" && text.includes(",")) text = text.slice(0, text.indexOf(","));
    // A host's own address may have the length of its network behind it.
    if (named === "hostIp" && text.includes("/")) text = text.replace(NETWORK_LENGTH, "");
    // `sourceIpPort` has both.
    const address = text.length >= MIN_ADDRESS ? ADDRESS_FIELDS.get(named) : undefined;
    const field = address !== undefined && wholeEndpoint(text) !== null ? address : named;
    if (field === "sport") this.#put(SOURCE_PORT, text, depth);
    if (field === "sender" && wholeEndpoint(text) !== null) this.#put(SENDING_END, text, depth);
    const place = PLACES.get(field);
    if (place !== undefined && (field === "vlan" ? VLAN_PATH.test(text) : isInterfaceName(text)))
      this.#put({ field: place, rank, isWeak }, text, depth);
    if (field === "flowEvent" && DENIED_EVENT.test(text)) this.#put(JUDGED, "denied", depth);
    if (field === "flowFate" && DROPPED.test(text)) this.#put(JUDGED, "dropped", depth);
    const isPort = field === "protocol" && PORT_TEXT.test(text) && Number(text) > MAX_PROTOCOL;
    if (isPort) this.#put(TRANSLATED_PORT, text, depth);
    if (CHECKS.get(field)?.(text) === false) return;
    if (field === "reason") text = withoutEnds(text);
    if (field === "reason" && NUMERIC_REASON.test(text)) {
      if (isWeak) return;
      rank = NUMERIC_REASON_RANK;
    }
    // Any that has a year says more.
    if (field === "time" && WITHOUT_YEAR.test(text)) rank += YEARLESS_RANK;
    if (field === "hostIp" && depth <= 1) this.#put(HOST_OF_USER, text, depth);
    if (isWeak && WRITTEN_FIELDS.has(field) && !INTERFACE_NAME.test(text)) return;
    if (isWeak && field === "ruleId" && !RULE_NAME.test(text)) return;
    // What some call the rule is what it did.
    const isVerdict = field === "ruleId" && VERDICT_RULE.test(text);
    if (isVerdict) this.#put(RULE_OUTCOME, text, depth);
    if (isVerdict && depth === 0) return;
    // Any other name of a rule says more.
    const whole = (isVerdict ? RULE_OUTCOME.rank : rank) * DEPTH_RANKS + depth;
    const known = this.#values.get(field);
    // `0.0.0.0` is nobody, where somebody is named.
    const isNobody = known !== undefined && NOBODY.has(text) && !NOBODY.has(known.text);
    if (isNobody) return;
    if (known === undefined || whole < known.rank || (NOBODY.has(known.text) && !NOBODY.has(text)))
      this.#values.set(field, { text, rank: whole, isWeak });
  }
}

/** `queue overflow - session 192.0.2.1:50122 to …`: the reason, without whose it is and the mark behind it. */
function withoutEnds(text: string): string {
  const said = text.includes(" - ") || text.includes(" (") ? text.replace(ENDS_BEHIND, "") : text;
  return said.replace(REASON_MARKS, "");
}

function isVerdictText(value: unknown): boolean {
  return typeof value === "string" && verdictOf(value.toLowerCase()) !== "other";
}

/** `[50122]` too. */
export function userPort(text: string): number | null {
  return portNumber(text.replaceAll(/[[\]]/g, "").trim());
}

/** Neither a date nor a transport, nor whom a sentence is about behind its colon: `denied by rule: 192.0.2.1`. */
function mayBeRule(text: string): boolean {
  if (DATE.test(text) || WITH_TIME.test(text) || TRANSPORT_KEY.test(text) || NO_RULE.test(text)) return false;
  return !ADDRESS_START.test(text) || wholeEndpoint(text) === null;
}

/** What stands behind an interface's name as if it were the value of a key. */
function mayBeInterface(text: string): boolean {
  return !ADDRESS_START.test(text) && !isUserInterface(text);
}
