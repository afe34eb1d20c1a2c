import { isDigit, isLetter } from "../values/characters";
import type { Field } from "../values/fields";
import { COMPOSED_NAMES } from "./composed-names";

/**
 * What a name can say. `sip` is the source beside a destination, and the server beside a client; `userIp` an address of
 * which only a `user` beside it tells whose it is.
 */
export type NamedField =
  | Exclude<Field, "trackerId">
  | "outcome"
  | "vendor"
  | "time"
  | "date"
  | "remoteIp"
  | "remotePort"
  | "localIp"
  | "localPort"
  | "sip"
  | "userIp"
  | "user";

/** A name's field, and how many names of the field are preferred to it. */
export type NameTarget = { field: NamedField; rank: number; isWeak: boolean };

/**
 * Names in use for the fields of traffic, in lower case and of letters and digits only, the clearest first: of IPFIX
 * (https://www.iana.org/assignments/ipfix), ECS, OCSF, CEF, LEEF, NetFlow's collectors, clouds and firewalls. Those
 * behind a bar are weak. Names of JSON are the last one to three of their path.
 */
const NAMES: readonly [field: NamedField, names: string][] = [
  [
    "srcIp",
    `srcip sourceip srcaddr sourceaddr srcaddress sourceaddress saddr srcipaddr srcipaddress sourceipaddr
    sourceipaddress sourceipv4address sourceipv6address ipv4srcaddr ipv6srcaddr srcipv4 srcipv6 sourceipv4 sourceipv6
    srcip4 srcip6 ipsrc ipsource ipsourceaddress srcendpointip sourceobjectip idorigh connsrcip origip srchostip
    attackerip attackeraddress attackeripaddress attackeripaddr initiatorip initiatoraddress clientipaddress clientip
    ipclient clientipaddr clientaddr clientaddress csip cip callerip calleripaddress downstreamremoteaddress userip
    useripaddress senderip clientsrcip srcnodeip cclientaddr
    sourcenetworkaddress eventdataipaddress fdcip nwsrc client attacker from
    | src source origh srchost sourcehost s`,
  ],
  [
    "dstIp",
    `dstip destip destinationip dstaddr destaddr destinationaddr dstaddress destaddress destinationaddress daddr
    dstipaddr dstipaddress destipaddr destipaddress destinationipaddr destinationipaddress destinationipv4address
    destinationipv6address ipv4dstaddr ipv6dstaddr dstipv4 dstipv6 destinationipv4 destinationipv6 dstip4 dstip6 ipdst
    ipdestination ipdestinationaddress dstendpointip targetobjectip idresph conndestip conndstip resphost dsthostip
    victimip victimaddress targetip targetaddress targetipaddress responderip responderaddress serveripaddress serverip
    serveraddr serveraddress cdip dip lbserver destnodeip dstnodeip sserveraddr
    downstreamlocaladdress fdsip vserverserviceip nwdst
    | dst dest destination to resph dsthost desthost destinationhost server victim vserver vip d`,
  ],
  [
    "srcPort",
    `srcport sourceport cport csport sport spt sourcetransportport tcpsourceport udpsourceport l4srcport srcl4port portsrc
    sourceportnumber srcendpointport sourceobjectport idorigp connsrcport initiatorport attackerport clientport
    clientsrcport clientsourceport tcpsport udpsport sourceportid cclientport tcpsrcport udpsrcport l4tcpsourceport l4udpsourceport
    eventdataipport fdcport sp
    | origp`,
  ],
  [
    "dstPort",
    `dstport destport destinationport dport dpt destinationtransportport tcpdestinationport udpdestinationport
    l4dstport dstl4port portdst destinationportnumber dstendpointport targetobjectport idrespp conndestport conndstport
    responderport victimport targetport serverport cdport tcpdport udpdport sserverport destinationportid tcpdstport udpdstport
    l4tcpdestinationport l4udpdestinationport fdsport
    vserverserviceport dp
    | respp service`,
  ],
  [
    "natSrcIp",
    `natsrcip natsrcipaddr srcnatip sourcenatip natsourceip natsourceipaddress translatedsrcip translatedsourceip
    sourcetranslatedaddress srcpostnat transsrcip natsrcaddr postnatsourceipv4address postnatsourceipv6address
    srcxlatedip xlatesrc srctransip sourcenatedip natsource natsrc snatip newconnsrcip
    translatedip`,
  ],
  [
    "natDstIp",
    `natdstip natdstipaddr dstnatip destinationnatip natdestinationip natdestinationipaddress translateddstip
    translateddestip translateddestinationip destinationtranslatedaddress dstpostnat transdstip natdstaddr
    postnatdestinationipv4address postnatdestinationipv6address dstxlatedip xlatedst dsttransip natdestination natdst
    dnatip newconndestip`,
  ],
  [
    "natSrcPort",
    `natsrcport srcnatport sourcenatport natsourceport translatedsrcport translatedsourceport sourcetranslatedport
    transsrcport postnaptsourcetransportport xlatesport srctransport newconnsrcport
    translatedport`,
  ],
  [
    "natDstPort",
    `natdstport dstnatport destinationnatport natdestinationport translateddstport translateddestport
    translateddestinationport destinationtranslatedport transdstport postnaptdestinationtransportport xlatedport
    dsttransport newconndestport`,
  ],
  [
    "protocol",
    `connectioninfoprotocolname ipprotocolname protocolname protoname networktransport transportprotocol ipproto
    ipprotocol l4proto l4protocol layer4protocol connipproto networkprotocol networkiananumber iananumber
    connectioninfoprotocolnum protocolidentifier protocolnumber protocolnum protonum protocolid protoid proto protocol
    transport | prot p`,
  ],
  [
    "action",
    `action act deviceaction ruleaction alertaction eventaction firewallaction fwaction flowaction policyaction
    aclaction securityaction filteraction natureaction actiontaken configuredaction enforcedsecuritypolicyoutcome
    rulestate ruleresult reaction mitigationaction disposition disp verdict verdictaction`,
  ],
  [
    "outcome",
    `result outcome decision status eventtype activityname event actionname responseaction scaction blockaction
    sessionstate connstatus eventoutcome`,
  ],
  [
    "interface",
    `ingressinterfacename inputinterfacename ingressinterface inputinterface inputsnmp inboundinterface
    deviceinboundinterface observeringressinterfacename srcendpointinterfacename ininterface inifname inif iniface
    ifacein interfacein intfin inintf inint indev physindev srcintf srcif srcifname srciface srcinterface srcinterfacename
    sourceinterface sourceinterfacename rcvif recvif rcvinterface receiveinterface receivinginterface connrecvif iif
    initf inputint inputifindex
    interfacename interface iface ifname intf if`,
  ],
  [
    "interfaceOut",
    `egressinterfacename outputinterfacename egressinterface outputinterface outputsnmp outboundinterface
    deviceoutboundinterface observeregressinterfacename dstendpointinterfacename outinterface outifname outif outiface
    ifaceout interfaceout intfout outintf outint outdev physoutdev dstintf dstif dstifname dstiface dstinterface
    dstinterfacename destif destinterface destinationinterface destinationinterfacename sendinterface conndestif oif
    outitf outputint outputifindex`,
  ],
  [
    "direction",
    `connectioninfodirection networkdirection flowdirection trafficdirection devicedirection connectiondirection
    ruledirection packetdirection sessiondirection direction dir`,
  ],
  [
    "ruleId",
    `ruleid ruleuid firewallruleuid firewallruleid firewallrule fwruleid fwrule securityruleid terminatingruleid
    aclruleid aclid policyid policyruleid policyuid ruleuuid rulenumber rulenum rulename ruletag rule aclrulename aclname
    aclrule nsgrule matchedrule rulematched rulehit rulelabel matchedpolicy deniedbypolicy accessgroup accesslist acl policyname securitypolicyname enforcedsecuritypolicyname securitypolicy policy
    alertsignatureid signatureid sigid ruleuids`,
  ],
  ["reason", "reason dropreason denyreason blockreason closereason reasonname actionreason"],
  ["bytes", "bytes totalbytes octetdeltacount octettotalcount trafficbytes networkbytes"],
  [
    "bytesSent",
    "sentbytes bytessent sentbyte bytesout outbytes sourcebytes srcbytes origbytes sentoctets initiatoroctets",
  ],
  [
    "bytesReceived",
    "rcvdbytes bytesreceived rcvdbyte bytesin inbytes destinationbytes dstbytes respbytes recvdoctets responderoctets",
  ],
  ["packets", "packets totalpackets packetdeltacount packettotalcount networkpackets"],
  ["packetsSent", "sentpackets packetssent sentpkts sourcepackets origpkts outpkts initiatorpackets"],
  [
    "packetsReceived",
    "rcvdpackets packetsreceived rcvdpkts destinationpackets resppkts inpkts responderpackets",
  ],
  [
    "sourceHost",
    `observerhostname observername hosthostname hostname devicehostname devname devicename dvchost appliancename
    sensorname systemname gatewayname firewallname exportername`,
  ],
  ["vendor", "devicevendor observervendor metadataproductvendorname"],
  [
    "time",
    `eventtime eventtimestamp timedt timecreated timegenerated timestamp datetime utctime logtime devicetime
    devicereceipttime time ts starttime edgestarttimestamp sessionstarttime`,
  ],
  ["date", "date logdate"],
  [
    "remoteIp",
    "remoteip remoteipaddress remoteaddr remoteaddress remoteaddressip4 remoteaddressip6 remotehostip fdrip | remote peer",
  ],
  ["remotePort", "remoteport remoteportnumber"],
  ["localIp", "localip localipaddress localaddr localaddress localaddressip4 localaddressip6 localhostip fdlip | local"],
  ["localPort", "localport localportnumber"],
  ["sip", "sip"],
  ["userIp", "ip ipaddr ipaddress addr hostip"],
  ["user", "user username usr usrname account accountname acct login loginname auid userid users email useragent realmid authmethod"],
];

const MAX_NAME_LENGTH = 34;
/** Behind all names that are written down here, but before the weak ones. */
const COMPOSED_RANK = 200;

type Entry = { name: string; targets: NameTarget };

/** By a hash of the name read backwards, so that a key can be looked up from its end without being cut out. */
const entries = new Map<number, Entry[]>();
for (const [field, text] of NAMES) {
  const [strong = "", weak = ""] = text.split("|");
  for (const [rank, name] of wordsOf(strong).entries()) addName(name, { field, rank, isWeak: false });
  for (const [rank, name] of wordsOf(weak).entries())
    addName(name, { field, rank: COMPOSED_RANK + 1 + rank, isWeak: true });
}
for (const [field, names] of COMPOSED_NAMES) {
  const targets = { field, rank: COMPOSED_RANK, isWeak: false };
  for (const name of names) addName(name, targets);
}

/** The first field that has a name keeps it. */
function addName(name: string, targets: NameTarget): void {
  const hash = hashOf(name);
  const known = entries.get(hash);
  if (known === undefined) entries.set(hash, [{ name, targets }]);
  else if (!known.some((entry) => entry.name === name)) known.push({ name, targets });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function hashOf(name: string): number {
  let hash = 0;
  for (let offset = name.length - 1; offset >= 0; offset--) hash = added(hash, name.charCodeAt(offset));
  return hash;
}

function added(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** What a key of a line says, and where the key begins. */
export type FoundName = { target: NameTarget; start: number };

/**
 * The longest known name that ends before `end`: the word there, or the last two or three words, `Source IP Address`.
 * Marks within a name (`_`, `-`, `.`) do not count. Nothing is looked at before `limit`.
 */
export function nameBefore(text: string, end: number, limit: number): FoundName | null {
  let found: FoundName | null = null;
  let hash = 0;
  let length = 0;
  let words = 0;
  for (let offset = end - 1; offset >= limit - 1 && length <= MAX_NAME_LENGTH; offset--) {
    const code = offset < limit ? 0 : text.charCodeAt(offset);
    if (isLetter(code) || isDigit(code)) {
      hash = added(hash, isDigit(code) ? code : code | 0x20);
      length++;
      continue;
    }
    // The last part of a path may say it, too.
    if (code === 0x2e && found === null && length > 0) found = partAt(hash, text, { start: offset + 1, end });
    if (code === 0x5f || code === 0x2d || code === 0x2e || code === 0x40) continue;
    // A word ends here.
    const target = length === 0 ? null : targetOf(hash, text, { start: offset + 1, end });
    if (target !== null) found = { target, start: offset + 1 };
    words++;
    if (code !== 0x20 || words === 3 || length === 0) break;
  }
  return found;
}

/** What a part of a path says that no other thing than an end of traffic is called by. */
function partAt(hash: number, text: string, at: { start: number; end: number }): FoundName | null {
  const target = targetOf(hash, text, at);
  return target === null || target.isWeak || !END_FIELDS.has(target.field) ? null : { target, start: at.start };
}

const END_FIELDS = new Set<NamedField>([
  "srcIp",
  "dstIp",
  "srcPort",
  "dstPort",
  "remoteIp",
  "remotePort",
  "localIp",
  "localPort",
]);

/** Memo of paths as they were met: a source has the same few in every line. Full, it takes no more. */
const targetsByPath = new Map<string, NameTarget | null>();
const MAX_REMEMBERED_PATHS = 4096;

/** What a whole name says, as the path of a JSON value is. */
export function targetOfName(name: string): NameTarget | null {
  const known = targetsByPath.get(name);
  if (known !== undefined) return known;
  const target = nameBefore(name, name.length, 0)?.target ?? null;
  if (targetsByPath.size < MAX_REMEMBERED_PATHS) targetsByPath.set(name, target);
  return target;
}

function targetOf(hash: number, text: string, at: { start: number; end: number }): NameTarget | null {
  const candidates = entries.get(hash);
  if (candidates === undefined) return null;
  const plain = text
    .slice(at.start, at.end)
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
  return candidates.find(({ name }) => name === plain)?.targets ?? null;
}
