import { isClientOf } from "../values/port-ranges";
import { type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { ParsedMessage } from "../line";
import { readColonPairs } from "../values/pairs";
import { addressBehind, findAddress } from "../values/phrases";
import { applyTemplate, compileTemplate, type Template } from "../values/templates";

const CONNECTION =
  "<action> <direction> <protocol> connection <skip> for <src>[ (<natSrc>)] to <dst>[ (<natDst>)]";
const CONNECTION_FROM =
  "<action> <direction> <protocol> connection <skip> from <src>[ (<natSrc>)] to <dst>[ (<natDst>)]";
const STUB = "<action> <skip> stub <protocol> connection for <src>[ (<natSrc>)] to <dst>[ (<natDst>)]";
const TEARDOWN =
  "<action> <protocol> connection <skip> for <src> to <dst> duration <skip> bytes <bytes>[ <reason>]";
const TEARDOWN_FROM =
  "<action> <protocol> connection <skip> from <src>[ (<natSrc>)] to <dst>[ (<natDst>)] duration <skip> bytes <bytes>[ <reason>]";
const STUB_TEARDOWN =
  "<action> stub <protocol> connection for <src> to <dst> duration <skip> forwarded bytes <bytes>[ <reason>]";
const ICMP_ENDS = "connection for faddr <dstHost> gaddr <natSrc> laddr <srcHost>";
const FOREIGN_GLOBAL = "connection <skip> faddr <dst> gaddr <natSrc> laddr <src>";
const FOREIGN_BUILT = [
  `<action> <direction> <protocol> ${FOREIGN_GLOBAL}`,
  "<action> <protocol> connection for faddr <dst> gaddr <natSrc> laddr <src>",
];
const FOREIGN_TEARDOWN = `<action> <protocol> ${FOREIGN_GLOBAL} duration <skip> bytes <bytes>[ <reason>]`;
const ICMP_BUILT = `<action> <direction> <protocol> ${ICMP_ENDS}`;
const ICMP_TEARDOWN = `<action> <protocol> ${ICMP_ENDS}`;
const BYPASS = "<action> <protocol> state-bypass connection <skip> from <src> to <dst>";
const FOREIGN_LOCAL = "for faddr <dst> to laddr <src>";
const DENIED_FROM_TO = "<action> <protocol> from <src> to <dst>";
const ACCESS_LIST_OF_USER = "access-list <rule> <action> <protocol> for user <skip> <src> -> <dst>";
const LIST_TRAFFIC =
  "ilter <action> <skip> <protocol> traffic from <src>[ (<natSrc>)] to <dst>[ (<natDst>)] resolved from <rule>";
const HANDSHAKE = ["client <src> to <dst>", "client <src>", "peer <src>"];
const IKE_ENDS = ["Local:<src> Remote:<dst>"];
const SERVER_MARKED = "AAA Marking <skip> server <dst> in aaa-server group";
const LIMITED = "packet from <src> to <dst> on interface <in>";
const FRAGMENTS = ": src = <src> dest = <dst> proto = <protocol>";
const RTP = "conformance: <action> RTP packet from <src> to <dst> Drop reason: <reason>";
const OFFLOAD = "<protocol> Flow is <skip> connection <skip> from <src>[ (<natSrc>)] to <dst>[ (<natDst>)]";

/** The forms of each message, by its number; of several the first that fits counts. */
const FORMS: { readonly [id: string]: string | readonly string[] } = {
  "106001": "<direction> <protocol> connection <action> from <src> to <dst> on interface <in>",
  "106002": "<protocol> Connection <action> by outbound list <rule> src <src> dest <dst>",
  "106006": "<action> <direction> <protocol> from <src> to <dst> on interface <in>",
  "106007": "<action> <direction> <protocol> from <src> to <dst> due to <reason>",
  "106010": [
    "<action> <direction> protocol <protocol> src <src> dst <dst>",
    "<action> <direction> <protocol> src <src> dst <dst>",
  ],
  "106011": "<action> <direction> (No xlate) <protocol> src <src> dst <dst>",
  "106012": "<action> IP from <src> to <dst>",
  "106013": "<action> echo request from <src> to PAT address <dst>",
  "106014": "<action> <direction> <protocol> src <srcHost> dst <dstHost>",
  "106015": "<action> <protocol> (no connection) from <src> to <dst> on interface <in>",
  "106016": "<action> IP spoof from <src> to <dst> on interface <in>",
  "106017": "<action> IP due to Land Attack from <src> to <dst>",
  "106018": "<protocol> packet type <skip> <action> by outbound list <rule> src <src> dest <dst>",
  "106020": "<action> IP teardrop fragment from <src> to <dst>",
  "106021": "<action> <protocol> reverse path check from <src> to <dst> on interface <in>",
  "106022": "<action> <protocol> connection spoof from <src> to <dst> on interface <in>",
  "106023": [
    "<action> protocol <protocol> src <src> dst <dst> by access-group <rule>",
    "<action> <protocol> src <src> dst <dst> by access-group <rule>",
  ],
  "106100": "access-list <rule> <action> <protocol> <src> -> <dst>",
  "106102": ACCESS_LIST_OF_USER,
  "106103": ACCESS_LIST_OF_USER,
  "110002": "egress interface for <protocol> from <src> to <dst>",
  "110003": "next-hop for <protocol> from <src> to <dst>",
  "113004": "server = <dst>",
  "113005": ["server = <dst> : user = <skip> : user IP = <src>", "server = <dst>"],
  "113014": ["server = <dst> : user = <skip> : user IP = <src>", "server = <dst>"],
  "113019": [
    "IP = <dst> Session disconnected. Session Type: <skip> Duration: <skip> Bytes xmt: <bytes> Bytes rcv: <bytes> Reason: <reason>",
    "IP = <dst>",
  ],
  "113022": SERVER_MARKED,
  "113023": SERVER_MARKED,
  "201010": LIMITED,
  "201011": LIMITED,
  "201012": LIMITED,
  "201013": LIMITED,
  "209003": FRAGMENTS,
  "209004": FRAGMENTS,
  "209005":
    "<action> IP fragment set with more than <skip> elements: src = <src> dest = <dst> proto = <protocol>",
  "302001": FOREIGN_BUILT,
  "302002": FOREIGN_TEARDOWN,
  "302005": FOREIGN_BUILT,
  "302006": FOREIGN_TEARDOWN,
  "302003": "for faddr <dst> laddr <src>",
  "302004": FOREIGN_LOCAL,
  "302012": FOREIGN_LOCAL,
  "302013": CONNECTION,
  "302014": TEARDOWN,
  "302015": CONNECTION,
  "302016": TEARDOWN,
  "302017": CONNECTION_FROM,
  "302018": TEARDOWN_FROM,
  "302020": ICMP_BUILT,
  "302021": ICMP_TEARDOWN,
  // PIX's ICMP has these.
  "302022": [STUB, ICMP_BUILT],
  "302023": [STUB_TEARDOWN, ICMP_TEARDOWN],
  "302024": STUB,
  "302025": STUB_TEARDOWN,
  "302026": STUB,
  "302027": STUB_TEARDOWN,
  "302033": FOREIGN_LOCAL,
  "302035": CONNECTION,
  "302036": TEARDOWN,
  "302303": BYPASS,
  "302304": `${BYPASS} duration <skip> bytes <bytes>[ <reason>]`,
  "302305": CONNECTION,
  "302306": TEARDOWN,
  "303002": "connection from <src> to <dst>",
  "304001": ["<src> Accessed URL <dst>", "<src> Accessed <skip> URL <dst>"],
  "304002": "Access <action> URL <skip> SRC <src> DEST <dst>[ on interface <in>]",
  "305005": "found for <protocol> src <src> dst <dst>",
  "305006": "failed for <protocol> src <src> dst <dst>",
  "305009": "translation from <src> to <dst>",
  "305010": "translation from <src> to <dst>",
  "305011": "Built <skip> <protocol> translation from <src> to <dst>",
  "305012": "Teardown <skip> <protocol> translation from <src> to <dst>",
  "305013": "Connection for <protocol> src <src> dst <dst> <action>",
  "313001": "<action> <protocol> type=<skip> from <src> on interface <in>",
  "313004": "<action> <protocol> type=<skip> from laddr <src> on interface <in> to <dst>",
  "313005": "message: <protocol> src <src> dst <dst> on <in> interface",
  "313008": "<action> <protocol> type=<skip> from <src> on interface <in>",
  "313009": "<action> invalid <protocol> code <skip> for <src>[ (<natSrc>)] to <dst>[ (<natDst>)]",
  "338001": LIST_TRAFFIC,
  "338002": LIST_TRAFFIC,
  "338003": LIST_TRAFFIC,
  "338004": LIST_TRAFFIC,
  "338005": LIST_TRAFFIC,
  "338006": LIST_TRAFFIC,
  "338007": LIST_TRAFFIC,
  "338008": LIST_TRAFFIC,
  "401004": "<action> packet: <src> ==> <dst> on interface <in>",
  "402117": "(protocol= <protocol> from <src> to <dst>",
  "405001": "collision from <src> on interface <in>",
  "414001": "FTP server <dst> on interface <out>",
  "414003": "Syslog Server <dst>",
  "414005": "Syslog Server <dst>",
  "419001": "<action> <protocol> packet from <src> to <dst>",
  "419002": "Duplicate <protocol> SYN from <src> to <dst>",
  "431001": RTP,
  "431002": RTP,
  "434002": "requested to <action> <protocol> packet from <src> to <dst>",
  "434004": "process <protocol> flow from <src> to <dst>",
  "500004": "protocol=<protocol> from <src> to <dst>",
  "507003": "<protocol> flow from <src> to <dst> reason - <reason>",
  "602303": "An <direction> between <src> and <dst>",
  "602304": "An <direction> between <src> and <dst>",
  "605004": "Login <action> from <src> to <dst>",
  "605005": "Login <action> from <src> to <dst>",
  "607001": "channel for <src> to <dst>",
  "609001": "local-host <src>",
  "609002": "local-host <src>",
  "710001": "<protocol> access <action> from <src> to <dst>",
  "710002": "<protocol> access <action> from <src> to <dst>",
  "710003": "<protocol> access <action> by ACL from <src> to <dst>",
  "710004": "<protocol> connection limit exceeded from <src> to <dst>",
  "710005": "<protocol> request <action> from <src> to <dst>",
  "710006": "<protocol> request <action> from <src> to <dst>",
  "725001": HANDSHAKE,
  "725002": HANDSHAKE,
  "725003": HANDSHAKE,
  "725006": HANDSHAKE,
  "725007": HANDSHAKE,
  "733101": ["Host <src> is attacking", "Host <dst> is targeted"],
  "750001": IKE_ENDS,
  "750002": IKE_ENDS,
  "750003": IKE_ENDS,
  "750006": IKE_ENDS,
  "750007": IKE_ENDS,
  "751001": IKE_ENDS,
  "751025": IKE_ENDS,
  "805001": OFFLOAD,
  "805002": OFFLOAD,
  "852001": "for <protocol> flow <src> to <dst>",
  "852002": "for <protocol> flow <src> to <dst>",
};

/** The same, ready for use. */
export const ASA_TEMPLATES: ReadonlyMap<string, readonly Template[]> = new Map(
  Object.entries(FORMS).map(([id, forms]): [string, Template[]] => [
    id,
    (typeof forms === "string" ? [forms] : forms).map(compileTemplate),
  ]),
);

/** `IPS:2000 ICMP Echo Reply from …`, of a PIX `IDS:`: signatures 400000 to 400051. */
const SIGNATURES = ["IPS", "IDS"].map((name) =>
  compileTemplate(`${name}:<rule> from <src> to <dst> on interface <in>`),
);
/** What a signature is of. */
const SIGNATURE_PROTOCOL = /^I[PD]S:\d{1,6} (?:Large |Fragmented )?(ICMP|TCP|UDP)\b/;
const SIGNATURE_ID = "4000";

/**
 * From `interface:real_address/real_port` to `interface:mapped_address/mapped_port`: their second end is what the first
 * became, and no host that anything was sent to. It stays the destination as well, as other collectors and labelled
 * lines have it (docs/decisions/parsing.md).
 */
export const TRANSLATIONS: ReadonlySet<string> = new Set(["305009", "305010", "305011", "305012"]);

/** PIX's, whose foreign end may be either. */
export const FOREIGN_IDS: ReadonlySet<string> = new Set(["302001", "302002", "302005", "302006", "302022"]);

/** What is told of neighbours in routing, of addresses that are given away, and of servers of the time. */
const OF_NOBODY = /^(?:(?:318|326|336|409|503|737)\d{3}|611314|771002)$/;

/** Why a packet was denied, of messages whose sentence is of nothing else. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ["106011", "No xlate"],
  ["106015", "no connection"],
  ["106016", "IP spoof"],
  ["106017", "Land Attack"],
  ["106020", "IP teardrop fragment"],
  ["106021", "reverse path check"],
  ["106022", "connection spoof"],
]);

/** For numbers that are not in the table. */
const OTHER_TEMPLATES = [
  "<action> <protocol> src <src> dst <dst>",
  DENIED_FROM_TO,
  " src <src> dst <dst>",
  " from <src> to <dst>",
].map(compileTemplate);
const PEER_PHRASES = ["IP <", "IP = ", "IP address: ", "Addr ", "from IP ", "client ", "from ", "IP "];

/** Firepower's `Key: value, Key: value` (430001 to 430005). */
export const FIREPOWER_KEYS: FieldKeys = {
  srcIp: ["SrcIP", "InitiatorIP"],
  dstIp: ["DstIP", "ResponderIP"],
  srcPort: ["SrcPort", "InitiatorPort"],
  dstPort: ["DstPort", "ResponderPort"],
  natSrcIp: ["NAT_InitiatorIP"],
  natDstIp: ["NAT_ResponderIP"],
  natSrcPort: ["NAT_InitiatorPort"],
  natDstPort: ["NAT_ResponderPort"],
  protocol: ["Protocol"],
  action: ["AccessControlRuleAction", "InlineResult", "FileAction"],
  interface: ["IngressInterface"],
  interfaceOut: ["EgressInterface"],
  ruleId: ["AccessControlRuleName"],
  trackerId: ["SID"],
  reason: ["AccessControlRuleReason", "Message", "ThreatName"],
  bytesSent: ["InitiatorBytes"],
  bytesReceived: ["ResponderBytes"],
  packetsSent: ["InitiatorPackets"],
  packetsReceived: ["ResponderPackets"],
};
const values = new KeyedValues(FIREPOWER_KEYS);

/** Reads the text of an ASA, FTD, FWSM or PIX message, by its number. */
export function readAsaText(id: string, text: string, message: ParsedMessage): void {
  if (id.startsWith("4300")) {
    readFirepowerKeys(text, message);
    return;
  }
  const templates = ASA_TEMPLATES.get(id);
  if (templates?.some((template) => applyTemplate(template, text, message)) === true) {
    correctEnds(id, text, message);
    message.reason ??= REASONS.get(id) ?? null;
    return;
  }
  if (id.startsWith(SIGNATURE_ID) && readSignature(text, message)) return;
  if (OF_NOBODY.test(id)) return;
  if (OTHER_TEMPLATES.some((template) => namesBothEnds(template, text, message))) return;
  const peer = addressBehind(text, PEER_PHRASES) ?? findAddress(text);
  message.srcIp = peer?.ip ?? null;
  message.srcPort = peer?.port ?? null;
}

function readSignature(text: string, message: ParsedMessage): boolean {
  if (!SIGNATURES.some((template) => applyTemplate(template, text, message))) return false;
  message.protocol ??= SIGNATURE_PROTOCOL.exec(text)?.[1]?.toLowerCase() ?? null;
  return true;
}

/** Firepower's `Key: value, Key: value`; a text may be in quotes. */
export function readFirepowerKeys(text: string, message: ParsedMessage): void {
  values.clear();
  readColonPairs(text, values);
  fillMessage(message, (field) => unquoted(values.text(field)));
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** What the places in the sentence do not say by themselves. */
function correctEnds(id: string, text: string, message: ParsedMessage): void {
  if (TRANSLATIONS.has(id) && message.dstIp !== null) {
    message.natSrcIp = message.dstIp;
    message.natSrcPort = message.dstPort;
  }
  if (FOREIGN_IDS.has(id) && text.includes(" faddr ")) turnForeign(message);
  // `Built outbound … for outside:A to inside:B` stays as printed, as a teardown of it does, which does not say who
  // began: the ends of a connection are then the same in both.
}

/** The foreign end began where the line says so, or where it has a client's port and the local one a service's. */
function turnForeign(message: ParsedMessage): void {
  const { srcIp, srcPort, dstIp, dstPort, natSrcIp, natSrcPort, direction } = message;
  const isInbound = direction === null ? isClientOf(dstPort, srcPort) : direction === "in";
  if (!isInbound) return;
  Object.assign(message, { srcIp: dstIp, srcPort: dstPort, dstIp: srcIp, dstPort: srcPort });
  Object.assign(message, { natSrcIp: null, natSrcPort: null, natDstIp: natSrcIp, natDstPort: natSrcPort });
}

/** True where the template fits and two addresses came of it; else the message is untouched. */
function namesBothEnds(template: Template, text: string, message: ParsedMessage): boolean {
  const trial: ParsedMessage = { ...message };
  if (!applyTemplate(template, text, trial) || trial.srcIp === null || trial.dstIp === null) return false;
  // Words that stand in the place of an action are no action in a sentence that is not known.
  if (trial.verdict === "other")
    Object.assign(trial, { action: null, actionRaw: null, verdict: null, protocol: null });
  Object.assign(message, trial);
  return true;
}
