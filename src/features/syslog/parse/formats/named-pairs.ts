import { setAction, verdictOf } from "../values/action";
import { BLANK, COMMA, isKeyCharacter, QUOTE, SEMICOLON, TAB } from "../values/characters";
import { COUNT_FIELDS, fieldText, groupedCountAt, MAX_RULE_LENGTH } from "../values/field-text";
import { type Field, fillMessage } from "../values/fields";
import type { Line, ParsedMessage } from "../line";
import { addressAt, type FoundAddress } from "../values/phrases";
import { readVendorTime } from "../header/vendor-time";
import { protocolName } from "../values/protocol";
import { vendorName } from "../values/vendor-name";

export const MAX_KEY_LENGTH = 32;
/** A line without an address in its first pairs is no firewall's. */
export const MAX_PAIRS = 160;

export type Name = Field | "time" | "vendor";

/**
 * What firewalls call their fields, in lower case and without what separates the words: `src_ip`, `source-ip`,
 * `SrcIPAddr(1003)`. Of several keys of a field the first here counts.
 */
const KEYS: readonly [name: Name, keys: string][] = [
  [
    "srcIp",
    "srcip sourceip srcipaddr sourceipaddress srcaddr sourceaddress csip clientip ipclient saddr src source",
  ],
  [
    "dstIp",
    "dstip destip destinationip dstipaddr destipaddr destinationipaddress dstaddr destaddress destinationaddress cdip serverip daddr dst dest destination",
  ],
  ["srcPort", "srcport sourceport csport clientport sport srcportnum sourceportnum spt"],
  [
    "dstPort",
    "dstport destport destinationport cdport serverport dport dstportnum destportnum destinationportnum dpt",
  ],
  [
    "natSrcIp",
    "natsrcip natsrcipaddr srcnatip sourcenatip natsourceip translatedsourceip sourcetranslatedaddress srcpostnat transsrcip natsrcaddr modsrc",
  ],
  [
    "natDstIp",
    "natdstip natdstipaddr dstnatip destinationnatip natdestinationip translateddestip destinationtranslatedaddress dstpostnat transdstip natdstaddr",
  ],
  [
    "natSrcPort",
    "natsrcport srcnatport sourcenatport natsourceport translatedsourceport sourcetranslatedport transsrcport modsrcport",
  ],
  [
    "natDstPort",
    "natdstport dstnatport destinationnatport natdestinationport translateddestport destinationtranslatedport transdstport",
  ],
  [
    "protocol",
    "ipproto ipprotocol protoid protocolid transport protocol proto protocolname protoname protocoltype prototype prottype",
  ],
  [
    "action",
    "action act disp disposition requeststatus policyaction fwaction aclaction policyacttype policyactiontype verdict event note",
  ],
  [
    "interface",
    "srcifname srcif srcintf ininterface iniface inif ingressinterface inboundinterface srcinterface sourceinterface rcvifname interface iface intf",
  ],
  [
    "interfaceOut",
    "dstifname dstif dstintf outinterface outiface outif egressinterface outboundinterface dstinterface destinationinterface sndifname",
  ],
  ["direction", "direction dir"],
  [
    "ruleId",
    "ruleid aclrulename rulename rule policyname policyid policy securitypolicy aclpolicyname fwrule",
  ],
  ["reason", "reason dropreason closereason violations msg"],
  ["bytes", "bytes totalbytes transactionsize"],
  ["packets", "packets totalpackets totalpkts"],
  ["bytesSent", "sentbytes bytessent sendbytes sentbyte sent srcbytes outbytes initpkgbytes"],
  [
    "bytesReceived",
    "rcvdbytes rcvbytes receivedbytes bytesreceived recvbytes rcvdbyte rcvd dstbytes inbytes",
  ],
  ["packetsSent", "sentpkts sendpkts sentpackets packetssent sentpkt srcpackets"],
  ["packetsReceived", "rcvdpkts rcvpkts receivedpackets packetsreceived recvpkts rcvdpkt dstpackets"],
  ["sourceHost", "appliancename devname devicename hostname unithostname fw"],
  ["time", "datetime time eventtime timestamp atcktimecn"],
  ["vendor", "devicevendor vendor"],
];

/** A body without one of these is not recognised. */
export const ADDRESS_KEYS: readonly string[] = KEYS.filter(
  ([name]) => name === "srcIp" || name === "dstIp",
).flatMap(([, keys]) => keys.split(" "));

/** Too short to tell a firewall's line by: any program may have them. */
const AMBIGUOUS = new Set(["src", "dst", "dest", "source", "destination", "spt", "dpt"]);
const PROVING = new Set<Name>(["srcIp", "dstIp", "srcPort", "dstPort"]);

/** The parser of such lines. */
export const NAMED_PAIRS = "key-value";

export const ZYXEL = "zyxel";
export const H3C = "h3c";
/** What was done, of which the first is often that it was logged: `Action(1053)=logging,drop`. */
const LISTED = /Action(?:\(\d{1,5}\))?=([A-Za-z]{3,16}(?: ?[,&+] ?[A-Za-z]{3,16}){1,3})(?=[;,.\s]|$)/;
const LIST_MARKS = / ?[,&+] ?/;
const BLOCKED = /(?<=, )(DROP|REJECT)"/;

type Target = { name: Name; rank: number; isProving: boolean };
/** By key. */
export const targets: ReadonlyMap<string, Target> = new Map<string, Target>(
  KEYS.flatMap(([name, keys]) =>
    keys
      .split(" ")
      .map((key, rank): [string, Target] => [
        key,
        { name, rank, isProving: PROVING.has(name) && !AMBIGUOUS.has(key) },
      ]),
  ),
);

type Values = { texts: Map<Name, { text: string; rank: number }>; isProven: boolean };

/**
 * `key=value` of firewalls that have no parser of their own: F5, Huawei, H3C, Stormshield, Zyxel, Zscaler's feeds and
 * others, told by keys that only network devices have. Pairs are separated by blanks, commas, semicolons or tabs,
 * values may be in quotes.
 */
export function parseNamedPairs(body: string, line: Line): boolean {
  if (!body.includes("=")) return false;
  const values = readValues(body);
  const text = (name: Name): string => values.texts.get(name)?.text ?? "";
  const [source, destination] = endsIn(text("srcIp"), text("dstIp"));
  if (source === null && destination === null) return false;
  if (!values.isProven && (source?.port ?? destination?.port ?? null) === null) return false;

  const { message } = line;
  message.parser = NAMED_PAIRS;
  message.vendor = vendorOf(text("vendor"), message, () => body);
  // Zyxel's is a pair of zones: `wan:ZyWALL`.
  fillMessage(message, (field) => (field === "direction" && text(field).includes(":") ? "" : text(field)));
  if (message.action === null) takePolicy(message, () => body);
  if (message.vendor === ZYXEL) takeBlock(message, body);
  if (message.vendor === ZYXEL && message.protocol === null) takeSaidProtocol(message, body);
  if (message.vendor === H3C) takeListed(message, body);
  takeSpacedRule(message, body);
  takeEnd(message, source, destination);
  message.eventTimeMicros ??= readVendorTime(text("time"), line);
  return true;
}

/** The length of a network stands behind a slash as a port may; the other end tells them apart, where it can. */
const NETWORK = /\/(\d{1,3})$/;
const MAX_PREFIX_LENGTHS = { ipv4: 32, ipv6: 128 };
const NETWORK_ADDRESS = /(?:\.0|::)$/;

function endsIn(sourceText: string, destinationText: string): [FoundAddress | null, FoundAddress | null] {
  const source = addressAt(sourceText, 0);
  const destination = addressAt(destinationText, 0);
  const areSlashed = sourceText.includes("/") && destinationText.includes("/");
  const arePorts = areSlashed && (isPort(sourceText, source) || isPort(destinationText, destination));
  return [
    withoutNetwork(sourceText, source, arePorts),
    withoutNetwork(destinationText, destination, arePorts),
  ];
}

/** A number that is longer than the longest network. */
function isPort(text: string, end: FoundAddress | null): boolean {
  return end?.port !== undefined && end.port !== null && !hasPrefix(text, end);
}

function hasPrefix(text: string, { ip }: FoundAddress): boolean {
  const length = NETWORK.exec(text)?.[1];
  const limit = ip.includes(":") ? MAX_PREFIX_LENGTHS.ipv6 : MAX_PREFIX_LENGTHS.ipv4;
  return length !== undefined && Number(length) <= limit;
}

/** Of `192.0.2.7/24` the address, with the port where that is one; of `192.0.2.0/24`, which is no host, nothing. */
function withoutNetwork(text: string, end: FoundAddress | null, arePorts: boolean): FoundAddress | null {
  if (end === null || !hasPrefix(text, end)) return end;
  if (NETWORK_ADDRESS.test(end.ip)) return null;
  return arePorts ? end : { ...end, port: null };
}

/** The port may stand behind the address: `src="192.0.2.1:40000"`. */
function takeEnd(
  message: ParsedMessage,
  source: FoundAddress | null,
  destination: FoundAddress | null,
): void {
  message.srcIp ??= source?.ip ?? null;
  message.srcPort ??= source?.port ?? null;
  message.dstIp ??= destination?.ip ?? null;
  message.dstPort ??= destination?.port ?? null;
}

/** What was done with packets, in a message's name. */
const PACKET_EVENT =
  /^%%.*[/_](?:(DROP|DENY|DISCARD)(?:PED|ED)?_?(?:PACKET|PKT)|(?:PACKET|PKT)_?(DROP|DENY|DISCARD)(?:PED|ED)?)(?![A-Z])/;

/** Huawei's way between two zones: `interzone-untrust(public)-dmz(public) inbound`. */
const INTERZONE = /[ ,]interzone-\S{3,160} (in|out)bound(?![\w-])/;
/** Zyxel's protocol, in its sentence only: `msg="Firewall rule match: UDP (W to L, rule:3)"`. */
const SAID_PROTOCOL =
  / msg="[^":]{3,80}: (TCP|UDP|ICMP|IGMP|GRE|ESP|AH)(?: \([^()"]{0,40}, rule:(\d{1,5})(?=[,)])| ?[(,"])| msg="(?:priority:\d{1,5}, )?from [^",]{1,64}, (TCP|UDP|ICMP|IGMP|GRE|ESP|AH), service /;

/**
 * Huawei says it in the message's name only: `POLICY/6/POLICYDENY`, `SECE/3/ARPS_DROP_PACKET_SRC_MAC`, and a policy's way behind the
 * zones.
 */
export function takePolicy(message: ParsedMessage, bodyOf: () => string): void {
  const name = message.app ?? "";
  const [, first, second] = PACKET_EVENT.exec(name) ?? [];
  const policy = /POLICY(PERMIT|DENY)/.exec(name)?.[1];
  const word = policy ?? first ?? second;
  if (word !== undefined) setAction(message, word);
  if (policy !== undefined) message.direction ??= INTERZONE.exec(bodyOf())?.[1] ?? null;
}

/** Of a firewall's sentence the protocol that it is about, and the number of the rule. */
export function takeSaidProtocol(message: ParsedMessage, body: string): void {
  const [, protocol = "", rule = "", between = ""] = SAID_PROTOCOL.exec(body) ?? [];
  message.protocol ??= protocolName(protocol || between);
  message.ruleId ??= fieldText(rule, MAX_RULE_LENGTH);
}

/** Who does not quote names of several words. */
export const SPACED_RULE_VENDORS: ReadonlySet<string> = new Set(["huawei", "h3c"]);
/** A rule's name of several words, where commas part the pairs: `rule-name=Internet Access.` */
const SPACED_RULE =
  /[,;(:] ?(?:rule|policy|acl)[-_]?(?:rule[-_]?)?name(?:\(\d{1,6}\))?=([^\s,;="]{1,80}(?: [^\s,;="]{1,80}){1,8}?)(?=[,;]|\)?\.?\s*$)/i;

/** The whole name of a rule of which the first word was taken. */
function takeSpacedRule(message: ParsedMessage, body: string): void {
  const { ruleId, vendor } = message;
  if (ruleId === null || !SPACED_RULE_VENDORS.has(vendor ?? "")) return;
  const name = body.includes(`=${ruleId} `) ? SPACED_RULE.exec(body)?.[1] : undefined;
  if (name?.startsWith(`${ruleId} `) === true)
    message.ruleId = fieldText(name.replace(/\.$/, ""), MAX_RULE_LENGTH);
}

/** Zyxel's note is the class of the event; what the rule did ends the sentence: `service Default_Rule, DROP"`. */
export function takeBlock(message: ParsedMessage, body: string): void {
  const word = message.verdict === "deny" ? BLOCKED.exec(body)?.[1] : undefined;
  if (word !== undefined) setAction(message, word);
}

/** Of several actions the one that judges. */
export function takeListed(message: ParsedMessage, body: string): void {
  if (message.verdict !== "other") return;
  const words = LISTED.exec(body)?.[1]?.split(LIST_MARKS) ?? [];
  setAction(message, words.find((word) => verdictOf(word.toLowerCase()) !== "other") ?? "");
}

function readValues(body: string): Values {
  const values: Values = { texts: new Map(), isProven: false };
  const isTabbed = body.includes("\t");
  let equals = body.indexOf("=");
  for (let pairs = 0; equals !== -1 && pairs < MAX_PAIRS; pairs++) {
    const { text: value, end } = valueAt(body, equals + 1, isTabbed);
    const target = value === "" ? undefined : targets.get(keyBefore(body, equals));
    const isCount = target !== undefined && COUNT_FIELDS.has(target.name) && body.charCodeAt(end) === COMMA;
    const text = isCount ? (groupedCountAt(body, equals + 1)?.text ?? value) : value;
    if (target !== undefined) takeValue(values, target, text);
    equals = body.indexOf("=", Math.max(end, equals + 1));
  }
  return values;
}

function takeValue(values: Values, { name, rank, isProving }: Target, text: string): void {
  const known = values.texts.get(name);
  if (known === undefined || rank < known.rank) values.texts.set(name, { text, rank });
  values.isProven ||= isProving;
}

/**
 * The key in front of the equals sign, in lower case: letters and digits only, without a number in brackets behind it.
 */
function keyBefore(body: string, equals: number): string {
  const close = equals - 1;
  let end = equals;
  if (body.charAt(close) === ")") {
    const open = body.lastIndexOf("(", close);
    if (open === -1 || close - open > 8) return "";
    end = open;
  }
  let start = end;
  const limit = Math.max(0, end - MAX_KEY_LENGTH);
  while (start > limit && isKeyCharacter(body.charCodeAt(start - 1))) start--;
  return body.slice(start, end).replaceAll(/[-_.]/g, "").toLowerCase();
}

function valueAt(body: string, start: number, isTabbed: boolean): { text: string; end: number } {
  if (body.charCodeAt(start) === QUOTE) {
    const quote = body.indexOf('"', start + 1);
    if (quote !== -1) return { text: body.slice(start + 1, quote), end: quote + 1 };
  }
  let end = start;
  while (end < body.length && !endsValue(body.charCodeAt(end), isTabbed)) end++;
  const text = body.slice(start, end);
  return { text: end === body.length ? withoutClose(text) : text, end };
}

/** What ends a sentence, and the bracket that its pairs stand in, are no part of the last value. */
function withoutClose(last: string): string {
  const text = last.endsWith(".") ? last.slice(0, -1) : last;
  return text.endsWith(")") && !text.includes("(") ? text.slice(0, -1) : text;
}

function endsValue(code: number, isTabbed: boolean): boolean {
  return isTabbed ? code === TAB : code <= BLANK || code === COMMA || code === SEMICOLON;
}

/** Vendors whose pairs are known whole; one that a pair names may call its fields as it likes. */
export const OWN_VENDORS: ReadonlySet<string> = new Set([
  "netfilter",
  "ufw",
  "openwrt",
  "vyos",
  "ubiquiti",
  "huawei",
  H3C,
  "f5",
  "stormshield",
  ZYXEL,
]);

/** Whose format it is, where the line has a mark of its own; it may be named. */
export function vendorOf(named: string, { app }: ParsedMessage, bodyOf: () => string): string | null {
  if (named !== "") return vendorName(named);
  if (app?.startsWith("%%01") === true) return "huawei";
  if (app?.startsWith("%%10") === true) return H3C;
  if (app === "ASM") return "f5";
  const body = bodyOf();
  if (body.startsWith("id=firewall ") && body.includes(" logtype=")) return "stormshield";
  return body.includes(" devID=") && body.includes(" cat=") ? ZYXEL : null;
}
