import { StartForm } from "../../values/start-form";
import { portNumber } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import { canonicalAddress, isUnspecified } from "../../values/ip-address";
import { isClientPort } from "../../values/port-ranges";
import { type Endpoint, wholeEndpoint } from "./endpoints";
import type { Flow } from "./flow";
import { sitePort } from "./named-site";
import { isRequest } from "./role-words";

const MAX_BEFORE = 40;
const MAX_CLAUSE = 128;
const MAX_CHANGE = 192;
const MAX_BEHIND = 48;
const MAX_ASKED = 128;
const MAX_VIA = 112;

/** What stands before the end that began. */
export const SOURCE_BEFORE =
  /(?:(?:^|[^a-z])(?:from(?: unknown)?(?: AF=\d{1,2})?|sent by|(?:failed|denied|rejected|refused) for|src|source|client|saddr|attacker|initiator|caller|sender|originator|hacker|intruder|offender|(?:new|incoming|accepted) connection|(?:GET|POST|PUT|HEAD|DELETE) \S{1,64} for)(?:[_ -]?(?:ip|addr|address|host|peer|source|client|endpoint|socket|tcp|udp|udp6|tcp6))?(?:\/mac)?\s?[:=]?\s?(?:[\w.-]{1,64}(?:[:/]| ?\())?|\(PROTOCOL=tcps?\)\(HOST=|\bH=(?:[\w.-]{1,64} )?(?:\([^)]{0,64}\) )?)["'([</]{0,2}$/i;
/** Who did what is told, and by which way he came: `enabled by admin on web (`. */
const BY_USER_ON =
  /\bby (?<!(?:served|handled|answered|provided|processed|hosted|offered|sent|fetched|downloaded|retrieved|copied|pulled|pushed|managed) by )(?!(?:cron|system|scheduler|controller|manager|service|daemon|job)(?![\w.-]))(?:(?:user|admin|administrator|operator) )?["']?[\w.@\\-]{1,32}["']? (?:on|via|from|through|using|over) (?:the )?(?:web(?:[ -]?(?:ui|gui|interface|page|console|server))?|gui|https?|ssh|telnet|cli|snmp|netconf|rest(?:conf)?|api)(?:(?: (?:session|client))? ?(?:from )?[([](?:ip:? ?)?|(?<= from [a-z]{2,7}) )$/i;
/** What a peer answers or repeats, as WireGuard has it, or that it does not, says nothing of who began. */
export const ANSWER_BEFORE =
  /\b(?:(?:response|reply|keepalive packet) from peer \d{1,10} \(|no (?:response|answer|reply) from [^()\d]{0,32}["'([]?)$/i;
/** To whom a server did not give access: `Access rejected to <A:p>`. */
const NO_ACCESS_BEFORE =
  /\b(?:access|login|service|entry) (?:(?:is|was) )?(?:denied|rejected|refused|forbidden|blocked|granted|not (?:allowed|permitted|granted)) (?:to|for) (?:(?:host|client|peer|user|ip|address) )?["'([<]?$/i;
/** OpenVPN's sentences of a client that has come. */
const CAME_BEFORE = /\b(?:established|initiated) with \[AF_INET6?\]$/i;
/** A server begins with its client what it says of it, as OpenVPN does, perhaps with the user before it. */
const CLIENT_FIRST = /^[:,]? (?!OUT\])(?:[A-Za-z[(]|- \d)/;
/** The server's own address and the interface that it has there: `[AF_INET]A:p (via [AF_INET]B%ens3)`. */
const CAME_VIA = /^\]? \(via (?:\[AF_INET6?\])?([\da-f.:]{3,45})(?:%[\w.:@-]{1,32})?\)/i;
const SERVICE_URL =
  /(?<![a-z])(?:ldaps?|ldapi|gc|radius|kerberos|tacacs|smb|cifs|nfs|iscsi|mysql|mariadb|postgres(?:ql)?|mssql|sqlserver|oracle|redis|rediss|amqps?|mongodb|memcached?|kafka|etcd|ntp|s3):\/\/(?:[^\s/@]{1,64}@)?\[?([\da-f.:]{2,45}?)(?=\]|:\d{1,5}(?!\d)|[^\da-f.:]|[:.]?(?:$|\s))/gi;
/** A user's name, or a level. */
const BEFORE_CLIENT = /^(?:[\w.@-]{1,64}\/|\[[A-Z]{3,8}\] |DNS (?:request|query): )?\[?$/i;
/** `mac=M, ip=A, … type=ip_change`. */
const CARD_BEFORE = /(?<![\w-])mac=["']?(?:[\da-f]{2}[:-]){5}[\da-f]{2}["']?[,;]? ip=$/i;
const CARD_BEHIND = /^["']?[,;]? mac=["']?(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?![\w:-])/i;
const ARP_ALERT =
  /(?<![\w-])(?:type|event|alert)=["']?(?:ip_change|mac_change|mac_error|new(?:_mac|_ip)?|unauthrq|rq_abus|black_?listed|flood|(?:ip|mac|arp)_(?:conflict|spoof(?:ing)?|flip|mismatch)|duplicate(?:_ip)?|unknown_mac)(?![\w-])/i;
/** Whose address an ARP tells that somebody sent: `sender A (mac) claims B`. */
const ARP_SENDER = /\bsender(?:[ _-](?:ip|protocol address|addr|address))?(?: is)?[ :=]{1,2}["'([]?$/i;
const LISTENS = /listen|bind|bound|unreachable|timed out/i;
/**
 * A name that only a client's address has; fail2ban's word for one; a packet that came in, as a name server has it;
 * what
 * comes from somewhere.
 */
const CALLED = new Hinted(
  /(?:\b(?:packets?|pkts?|datagrams?|dgrams?|connect(?:ion)?s?|requests?|quer(?:y|ies)|attempts?|traffic|messages?|attacks?|scans?|floods?|probes?)(?: [a-z]{2,10}){0,2} from (?:(?:client|host|ip|source|src|remote)(?: ip| address| addr| host)?:? (?:[\w.-]{1,64}\/)?)?["'([]?|\bfrom (?:(?:remote )?(?:client|host|user|visitor|attacker|sender) (?:ip )?["'([]?|unknown ?[([]|(?:(?:wrong|unknown|invalid|untrusted|(?:un|non-?)authori[sz]ed|non-?trusted|unregistered|unlisted|unexpected|disallowed|or|udp|tcp) ){1,5}(?:peer|client|host|source|address|sender|ip) )|(?:attack|scan|flood)s?(?:: [^\]]{0,16})?\] from (?:source|ip):? ["'([]?|\bby ip |\b(?:blocked|dropped|banned|blacklisted|blocking|banning) (?:host|ip|address|source|client|attacker)(?: ip| address)? |(?:^|[^a-z])(?:client|src|source)[_. -]?(?:ip|addr|address)(?: is|:|=)? ["'([]?|(?:^|[^a-z])(?:attacker|intruder|offender)(?: ip| address)?[:=]? ?["'([]?|\] (?:Restore )?(?:Ban|Unban|Found) |\b(?:tcp|udp) rcv |\b(?:black|block|deny|allow|white|grey|reject)[- ]?list match(?:ed)?:? ["'([]?|\bH=(?:[\w.-]{1,64} |\([^)]{0,64}\) ){1,2}\[|\b(?:read(?:ing)?|recv|receiv(?:e|ing))(?: (?:error|failed|failure))? from (?:the )?(?:bgp |ldp |msdp |remote )?(?:peer|neighbou?r) ["'([]?)$/i,
  "neighbo|packet|pkt|datagram|dgram|connect|request|quer|attempt|traffic|message|attack|scan|flood|probe|from remote|from host|from user|from visitor|from sender|unknown|peer |client|host |source|address |sender |by ip |wrong ip |known ip |valid ip |sted ip |ized ip |ised ip |ected ip |owed ip |ered ip |blocked ip|dropped ip|banned ip|blacklisted ip|blocking ip|banning ip|src|intruder|offender|ban |found |tcp rcv |udp rcv |list match|h=",
);
/** `couldn't find the pskey for A`: whom a server that takes keys knows nothing of. */
const KEY_FOR =
  /\b(?:pskey|psk|(?:pre-?)?shared[ -](?:key|secret))s? (?:was |is )?(?:(?:not )?(?:found|known|configured|set|defined) )?for (?:(?:the |remote )?(?:peer|client|host|address|ip) )?["'([]?$/i;
const KEY_WORD = /psk|PSK|hared/;
/** What somebody does from an address. */
const LOGIN = new Hinted(
  /\b(?:logg?(?:ed)?[ -]?(?:in|on|out|off)|log[io]ns?|authenticat\w{1,4}|sign(?:ed)?[ -]?(?:in|out)|sessions?|connect\w{0,4}|access(?:ed)?|password|anmeldung|angemeldet)\b/i,
  "log|authenticat|sign|session|connect|access|password|anmeldung|angemeldet",
);
const LOGIN_BEFORE =
  /(?:\b(?:from|von)(?: (?:src|source|client|remote|the|der))?(?: (?:ip|host|address|ip[- ]addresse?|ip-adresse))?:?|\bvia (?:ssh|https?|telnet|console|web)|\bclient:?|\w'?@|(?:log[io]n|logout|logoff|logged (?:in|out|on|off)): [\w.@\\-]{1,32} -)(?: ["'([]?|["'([])?$/i;
const USER_AT =
  /\b(?:(?:user|account|admin|for) ['"]?[\w.\\-]{1,32}@([\da-f.:]{3,45}) (?:logged|signed|has|is|from|via|was|failed)\b|(?:by|(?:cannot|failed) login(?: for)?) ['"]?[\w.\\-]{1,32}@([\da-f.:]{3,45})(?![\w.:])|(?:^|[:;,.\]|] )(?:access )?(?:denied|rejected|refused|allowed|accepted|permitted|granted)(?: access| login)?(?: (?:to|for))? (?:user )?['"]?[\w.\\-]{1,32}@((?:\d{1,3}\.){3}\d{1,3})(?= as (?!(?:sender|recipient|alias|spam|ham|mail|from|to|an?|the|being)(?![\w.-]))["'\w])|(?:opened|started|closed|ended|terminated|established|granted|spawned|allocated) (?:for|by) (?:(?:user|admin|account) )?['"]?[\w.\\-]{1,32}['"]?@((?:\d{1,3}\.){3}\d{1,3}(?::\d{4,5})?)(?![\w.:-]))/i;
const USER_TO_USER =
  /(?<![\w.])[\w.\\-]{1,32}@((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?) ?(?:->|=>|→) ?[\w.\\-]{1,32}@((?:\d{1,3}\.){3}\d{1,3}:\d{1,5})(?![\w.])/;
const TRANSPORT_SOURCE = /:\/\/\/((?:\d{1,3}\.){3}\d{1,3}:\d{1,5})@(\d{1,5})(?!\d)/;
/** Where a telephone says that it is. */
const CONTACT =
  /\bcontact\W{1,4}sips?:[\w.+-]{1,64}@((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?|\[[\da-f:]{3,45}\](?::\d{1,5})?)/i;
/** `, admin/root/A/ssh/CLI,`: who, as what, from where and by which way. */
const SLASHED_USER =
  /(?<=[,;|] ?)[\w.@\\-]{1,32}\/[\w.@-]{1,32}\/([\da-f.:]{3,45})\/(?:telnet|ssh|https?|rest|web|gui|cli|console|ftp|scp|sftp|netconf)(?:\/[\w-]{1,16})?(?=[,;|])/i;
const NAME_AT = /(?<=^|[ ('"[</])(?:[\w.?~!\\-]{1,32}|(?<=\())@([\da-f.:]{3,45})(?![\w.:@-])/i;
const MAILBOX = /\b(?:log[io]n|password|user|auth\w{0,12})\b/i;
/** Behind a mailbox, at the end of what is said of its password. */
const MAILBOX_AT = /@[\w.-]{0,64}:((?:\d{1,3}\.){3}\d{1,3})$/;
const MAIL = /\b(?:mail|smtp|message|recipient|rcpt|sender|relay|sip|register|invite)/i;
/** Where somebody is who is named before or behind it, in brackets of its own. */
const OPEN_BEFORE = /[([] ?$/;
const CLOSE_BEHIND = new StartForm(" )]", /^ ?[)\]]/);
/** `Trying to establish SCTP connection... (`. */
export const TRYING = String.raw`\b(?:trying|attempting|unable|failed) to (?:establish|open|make) .{0,32}connection(?: (?:to|with))?\W{1,6}(?:AF_INET6?\])?`;
/** Of whom this host goes to. */
const CALLED_BEFORE = new RegExp(String.raw`\bto [\w.-]{1,64} ?[([] ?$|${TRYING}$`, "i");
/** What calls another host: `Connect(A:p)`. */
const CALL_BEFORE =
  /(?<![a-z_])(?:(?:tcp|udp|socket|sock|sys|inet|ssl|tls|net)_?)?(?:re)?connect(?:_?(?:to|ex))?\( ?["'[]?$/i;
/** Whom it could not reach: `could not connect (A:p)`, `: Connect failed [A:p]`. */
const UNREACHED_BEFORE =
  /(?<![a-z])(?:could not|couldn't|cannot|can't|unable to|failed to) (?:re)?connect ?[([]$|(?:^|[:;.,\]] )(?:re)?connect(?:ion)? (?:failed|error|timed out|timeout|refused)[:,]? ?[([]$/i;
const CALL_FAILED =
  /(?:connection|operation|connect) (?:refused|timed out|reset|aborted|failed)|timed out|(?:host|network) (?:is )?(?:down|unreachable)|no route to|econnrefused|etimedout|fail(?:ed|ure)|unable|cannot|could(?: not|n't)|error/i;
/** `connect to replica server 'db2' on port 5432 (`: whom this host goes to, farther away. */
const GOES_TO =
  /\b(?:connect|reconnect|connecting|reconnecting|(?:connect(?:ed|ion)|contact|reach|switch(?:ed|ing)?|fail(?:ed)? over)) to (?:(?!from |by )[\w.'"-]{1,64} ){1,8}[([]$/i;
const SERVER_BEFORE =
  /(?:server|radius|ldap|tacacs\+?|nas|to|device|controller|host|printer|camera|phone|sensor|agent|node|switch|router|gateway|firewall)\d{0,4}\W{0,4}$/i;
/** Of many, or of all: nobody sends from it (RFC 1122 3.2.1.3). */
const GROUP = /^(?:2(?:2[4-9]|3\d)\.|255\.255\.255\.255$|ff[\da-f]{2}:)/;
/** Its first two characters. */
const GROUP_STARTS = new Set(["22", "23", "25", "ff"]);
/** Where something is no longer. */
export const MOVED_BEFORE =
  /\b(?:moved|roamed|migrated|relocated|switched|failed over|changed|upgraded|renumbered)(?: (?:(?:ip|public|external|own|server) )?(?:address|ip|endpoint|server|host|node|master|leader|path|uplink))? from (?:the )?(?:(?:host|node|server|address|ip) )?(?:[\w.-]{1,64} ?[([])?["'([]?$/i;
/** Where somebody is now: `client address for user bob changed from A to `. */
const CAME_TO =
  /(?<![a-z])(?:(?:client|remote|source|peer|user|caller|login)(?:'s)?(?: ip)? ?(?:address|ip)(?: [\w@./\\-]{1,64}){0,6}|user [\w@./\\-]{1,64}(?: has)?) (?:changed|roamed|moved|switched) from ["'([]?[\da-f.:]{3,39}["')\]]? to ["'([]?$/i;
/** Who stands before the address in brackets, and what somebody does, not a machine. */
const PERSON_BEFORE = /(?:^|[:;,|\]] |\buser |\badmin )["']?[\w.@\\-]{2,32}["']? ?[([](?:from )?$/i;
const ACTS = new StartForm(
  ")]",
  /^[)\]]:? (?:has |have )?(?:changed|modified|created|deleted|updated|edited|saved|committed|executed|ran|uploaded|downloaded|exported|imported|viewed|accessed|opened|requested|issued|entered|configured|enabled|disabled|cleared|joins?|joined|leaves|left|connects?|connected|disconnects?|disconnected)\b/i,
);
/** What a host does that is the subject of a sentence. */
const DOES = new StartForm(
  `"')] `,
  /^["')\]]{0,2} (?:(?:is |has |was )?(?:initiat(?:ing|ed)|request(?:ing|ed|s)|attempt(?:ing|ed|s)|perform(?:ing|ed|s)|logg(?:ing|ed) (?:in|on)|scann(?:ing|ed)(?![.,;]|$)|wants|quer(?:y|ies|ied)|asks?|asked (?:for|to)|joins?|joined)|appears? to be|already banned)\b/i,
);
/** What a server says of whom its line begins with: `A: bad password for bob`. */
const SAYS =
  /^["')\]]?(?::| -) ?(?:(?:bad|wrong|invalid|incorrect|illegal|empty) (?:password|user(?: ?name)?|login|account|passphrase|request|command|query)|(?:no such|unknown|unauthori[sz]ed|banned|disabled) (?:user|account|command)|(?:too many|repeated) (?:failed )?(?:logins|login attempts|failures|requests|connections))(?![\w-])/i;
/**
 * `Host A has been blocked`: whom a rule or a program keeps out from now on, unless more is said of whose host it is.
 */
const KEPT_OUT = new StartForm(
  `"')] `,
  /^["')\]]{0,2} (?:(?:has been|have been|was|is|is now|got|being) )?(?:(?:temporarily|permanently|automatically|now|already) )?(?:blocked|banned|blacklisted|black-?holed|block-?listed|shunned|jailed|null-?routed|locked out|turned away|not (?:in|on) (?:the |our |my )?(?:allow|allowed|access|white|permitted|trusted)[ -]?(?:list|hosts)|listed (?:in|at|on|by) (?:the )?(?:dns[bw]l|rbl|blocklist|[\w-]{1,32}(?:\.[\w-]{1,32}){2,4}))(?![\w-])/i,
);
const HOST_BEFORE =
  /(?:^|[:;,.\]|] |\b(?:the|remote|client|source|attacker|attacking|offending|external|malicious|hostile) )(?:host|ip|address|ip[- ]address|client|source|attacker|intruder|offender|peer):? ["'([]?$/i;
/** The same before it: `Shunning A`, `Unblocked host A`. */
const KEEPS_OUT = new Hinted(
  /(?:^|[:;,.\]|] )(?:shun(?:ned|ning)?|black-?hol(?:ed|ing)|null-?rout(?:ed|ing)|tarpit(?:ted|ting)|unblock(?:ed|ing))(?: (?:host|ip|address|client|source|attacker))?:? ["'([]?$/i,
  "shun|blackhol|black-hol|nullrout|null-rout|tarpit|unblock",
);
/** `Added A to the block list`. */
const LISTS =
  /(?:^|[:;,.\]|] )(?:add(?:ed|ing)?|insert(?:ed|ing)?|put(?:ting)?) (?:(?:the )?(?:host|ip|address|client|source|attacker)(?: address)? )?["'([]?$/i;
const LISTED_BEHIND = new StartForm(
  `"')] `,
  /^["')\]]? (?:in)?to (?:the |its )?(?:[a-z]{2,12} )?(?:black|block|ban|deny|drop|shun|jail|reject)(?:ed|ned)?[- ]?(?:list|table|set|group|hosts)(?![a-z])/i,
);
/** `firewall-drop.sh add - A`: whom a program is told to keep out, or no longer. */
const COMMANDED =
  /(?<![a-z])(?:firewall|host|route|net|ip|pf|ipfw|iptables|npf|nft)[-_](?:drop|deny|null|block|ban|blackhole)[\w.-]{0,16} (?:add|delete|del) \S{1,32} $/;
const COMMAND = / (?:add|delete|del) /;
/** `req:A user:alice`, `logout:A user=alice`: what somebody did, from where, and who. */
const EVENT_BEFORE =
  /(?:^|[ ,;\]|])(?:req|request|get|post|put|log[io]n|logout|log(?:on|off)|sign-?(?:in|out|on)|auth|access|command|cmd)[:=] ?$/i;
const USER_BEHIND = new StartForm(
  ",;| ",
  /^[,;|]? (?:user|username|usr|account|uid|login)[:=] ?["']?[\w.@\\-]/i,
);
/** What a mail gateway decided of a connection that came in, by its number: `ICID 7 Delayed HAT REJECT … (A)`. */
const MAIL_JUDGED =
  /\bICID \d{1,12} (?:delayed |deferred )?(?:HAT )?(?:REJECT|ACCEPT|RELAY|TCPREFUSE|THROTTLE|DROP)(?:ED)?\b[^()]{0,120}\($/i;
const MAIL_MATCHED =
  /\bICID \d{1,12} (?:REJECT|ACCEPT|RELAY|TCPREFUSE|CONTINUE|THROTTLE) (?:SG )?[\w-]{1,64} match $/i;
const ENDS_BRACKET = /^\)\.?\s*$/;
/** A node of a cluster comes to its like. */
const MEMBER_BEFORE = /\b(?:node|member|broker|replica|shard)s?(?: at)? ["'([]?$/i;
const JOINS = new StartForm(`"')] `, /^["')\]]{0,2} (?:has |was )?join(?:s|ed)\b/i);
/**
 * The port that was asked for, where the other end is this host: `from A:p to port q`, `from IP=A:p (IP=0.0.0.0:q)`.
 */
const ASKED_PORT =
  /^(?:(?:\/[\da-f.:]{3,45})?[)\]]?(?:(?: accepted| connected)? (?:to|on) (?:(?:local|destination|any|tcp|udp|[A-Z]{3,6}) )?|, (?:local|destination|dst|target|server) )port:? (\d{1,5})(?!\d)| \((?:IP=|local |on )(?:\[::\]|0\.0\.0\.0|\*):(\d{1,5})\)|[)\]]? ?(?:<?-{1,3}>|<?=>|→) ?(?:(?:[a-z]{2,8}:\/\/)?(?![\w./-]{0,120}\.(?:c|cc|cpp|cxx|h|hpp|m|go|rs|py|java|kt|scala|js|ts|rb|php|pl|cs|lua|erl|ex|swift):)[a-z][\w.-]{0,64}(?:\/(?:[\w.-]{0,64}(?=:))?)?|\*|::|\[::\]|0\.0\.0\.0|\/?(?=:\d)):(\d{1,5})(?![\d:])| ?(?:->|=>|→) ?(?:any|\*|0\.0\.0\.0(?:\/0)?|::(?:\/0)?),? \(?(?:tcp|udp)\/(\d{1,5})(?![\w.])|, (?:tcp|udp)\/(\d{1,5}) expires (?:at|in) )/i;
/** `A->:::80`. */
const ASKS_ANY = new Hinted(/^ ?(?:->|=>|→) ?(?:\*|::|\[::\]|0\.0\.0\.0):\d/, "->|=>");

/** `from A:p`, where no other end is named, or what else says that an address is the one that began. */
export function singleSource(text: string, ends: readonly Endpoint[]): Flow | null {
  const whole = ends.filter(
    ({ isPrefix, ip, port }) =>
      !isPrefix && !isGroup(ip) && !(isUnspecified(ip) && (port ?? 0) === 0) && !isUrlOfService(text, ip),
  );
  const source =
    whole.find((end) => isPortedSource(text, end)) ??
    (text.includes("d from ") ? whole.find((end) => isCameTo(text, end)) : undefined) ??
    whole.find((end) => isCalledSource(text, end, countOf(ends)));
  if (source === undefined) return null;
  return text.includes(" (via ") ? cameVia(text, source, whole) : sourceFlow(text, source);
}

/** Whether an address is of a directory or a database that a URL of the text names: `ldap://192.0.2.1`. */
export function isUrlOfService(text: string, ip: string): boolean {
  if (!text.includes("://")) return false;
  const urls = text.matchAll(SERVICE_URL);
  return [...urls].some(([, address = ""]) => canonicalAddress(address) === ip);
}

/** Whom somebody came to, told behind the address that he came from, wherever else this stands. */
function cameVia(text: string, source: Endpoint, ends: readonly Endpoint[]): Flow {
  for (const { ip, port, start, end } of ends) {
    const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
    const via = CAME_BEFORE.test(before) ? CAME_VIA.exec(text.slice(end, end + MAX_VIA)) : null;
    const own = via === null || ip !== source.ip || port !== source.port ? null : wholeEndpoint(via[1] ?? "");
    if (via !== null && own !== null)
      return {
        source,
        destination: { ...own, start: end, end: end + via[0].length },
        start,
        end: end + via[0].length,
      };
  }
  return sourceFlow(text, source);
}

/** How many addresses there are, of which one may stand twice. */
function countOf(ends: readonly Endpoint[]): number {
  const isOne = ends.length < 2 || ends.every(({ ip }) => ip === ends[0]?.ip);
  return isOne ? Math.min(1, ends.length) : new Set(ends.map(({ ip }) => ip)).size;
}

/** Whether an address is of many. */
export function isGroup(ip: string): boolean {
  return GROUP_STARTS.has(ip.slice(0, 2)) && GROUP.test(ip);
}

/** A source alone, and the port that it asked for. */
export function sourceFlow(text: string, source: Endpoint): Flow {
  const asked = ASKED_PORT.exec(text.slice(source.end, source.end + MAX_ASKED));
  const end = source.end + (asked?.[0].length ?? 0);
  const digits = asked?.slice(1).find((group) => group !== undefined);
  return {
    source,
    destination: null,
    start: source.start,
    end,
    askedPort: digits === undefined ? sitePort(text, source.end) : portNumber(digits),
    isAnswered: asked?.[2] !== undefined,
  };
}

/** `User root@192.0.2.1 logged in`; elsewhere what stands behind an `@` is no address of an end. */
export function userSource(text: string): Flow | null {
  if (text.includes(":///")) return transportSource(text);
  const slashed = SLASHED_USER.exec(text)?.[1];
  const admin = slashed === undefined ? null : wholeEndpoint(slashed);
  if (admin !== null) return { source: admin, destination: null, start: 0, end: text.length };
  const pair = text.includes("@") ? USER_TO_USER.exec(text) : null;
  if (pair !== null) return userPair(pair);
  const match = text.includes("@") ? (USER_AT.exec(text) ?? CONTACT.exec(text) ?? loginAt(text)) : null;
  const address = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4] ?? "";
  const source = match === null ? null : wholeEndpoint(address);
  if (match === null || source === null) return null;
  const start = text.indexOf(address, match.index);
  return { source, destination: null, start, end: start + address.length };
}

/** `bob@192.0.2.1 -> root@203.0.113.5:22`, as bastions have it. */
function userPair(match: RegExpExecArray): Flow | null {
  const source = wholeEndpoint(match[1] ?? "");
  const destination = wholeEndpoint(match[2] ?? "");
  if (source === null || destination === null) return null;
  return { source, destination, start: match.index, end: match.index + match[0].length };
}

/** `tcp:///192.0.2.1:50122@61616`: who came to which port. */
function transportSource(text: string): Flow | null {
  const match = TRANSPORT_SOURCE.exec(text);
  const source = match === null ? null : wholeEndpoint(match[1] ?? "");
  if (match === null || source === null) return null;
  const asked = { askedPort: portNumber(match[2] ?? "") };
  return { source, destination: null, start: 0, end: match.index + match[0].length, ...asked };
}

/** `(?@192.0.2.1) Authentication failed`, `password fail bob@example.net:192.0.2.1`; not what mail is sent to. */
function loginAt(text: string): RegExpExecArray | null {
  const mailbox = MAILBOX.test(text) ? MAILBOX_AT.exec(text) : null;
  if (mailbox !== null) return mailbox;
  return (LOGIN.test(text) || isRequest(text)) && !MAIL.test(text) ? NAME_AT.exec(text) : null;
}

function isCameTo(text: string, { start }: Endpoint): boolean {
  return CAME_TO.test(text.slice(Math.max(0, start - MAX_CHANGE), start));
}

function isCalledSource(text: string, source: Endpoint, count: number): boolean {
  const before = text.slice(Math.max(0, source.start - MAX_BEFORE), source.start);
  const behind = text.slice(source.end, source.end + MAX_BEHIND);
  if (before.includes("from ") && MOVED_BEFORE.test(before)) return false;
  if (isMember(before, behind)) return false;
  if (before.includes("o re") && ANSWER_BEFORE.test(before)) return false;
  if (before.includes("ender") && text.includes("ARP") && ARP_SENDER.test(before)) return true;
  if (source.start <= 1 && SAYS.test(behind)) return true;
  if (before.endsWith("ip=") && isSeenCard(text, before, behind)) return true;
  if ((!source.isLoose && CALLED.test(before, text)) || DOES.test(behind) || ASKS_ANY.test(behind, text))
    return true;
  const clause = () => text.slice(Math.max(0, source.start - MAX_CLAUSE), source.start);
  if (before.includes("by ") && BY_USER_ON.test(before)) return true;
  if (text.includes("ICID ") && isOfMail(clause(), behind)) return true;
  if (USER_BEHIND.test(behind) && EVENT_BEFORE.test(before)) return true;
  if (count > 1) return false;
  if (isKeptOut(text, before, behind) || (COMMAND.test(before) && COMMANDED.test(clause()))) return true;
  if (KEY_WORD.test(before) && KEY_FOR.test(before)) return true;
  if (ACTS.test(behind) && PERSON_BEFORE.test(before) && !SERVER_BEFORE.test(before.slice(0, -1)))
    return true;
  if (!LOGIN.test(text) || isFailedCall(text, source)) return false;
  const isBracketed =
    CLOSE_BEHIND.test(behind) &&
    OPEN_BEFORE.test(before) &&
    !CALLED_BEFORE.test(before) &&
    !GOES_TO.test(clause()) &&
    !SERVER_BEFORE.test(before);
  return isBracketed || LOGIN_BEFORE.test(before);
}

/** Whether this host called an address by a function that failed. */
export function isFailedCall(text: string, { start, port }: Endpoint): boolean {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  if (!before.includes("onnect")) return false;
  return (
    (CALL_BEFORE.test(before) && CALL_FAILED.test(text)) ||
    (!isClientPort(port) && UNREACHED_BEFORE.test(before))
  );
}

/** Whether a guard of ARP tells whose card and address it saw, and what was wrong with them. */
function isSeenCard(text: string, before: string, behind: string): boolean {
  return (CARD_BEFORE.test(before) || CARD_BEHIND.test(behind)) && ARP_ALERT.test(text);
}

/** Whether a rule or a program lets whom the address is of in no more, or again. */
function isKeptOut(text: string, before: string, behind: string): boolean {
  if (KEPT_OUT.test(behind) && HOST_BEFORE.test(before)) return true;
  return KEEPS_OUT.test(before, text) || (LISTED_BEHIND.test(behind) && LISTS.test(before));
}

/** Whether a mail gateway judged whom the address is of, or which of its groups he is in. */
function isOfMail(before: string, behind: string): boolean {
  return MAIL_MATCHED.test(before) || (ENDS_BRACKET.test(behind) && MAIL_JUDGED.test(before));
}

/** Whether an address is of a node that joins its like, by the text before it and behind it. */
export function isMember(before: string, behind: string): boolean {
  return JOINS.test(behind) && MEMBER_BEFORE.test(before);
}

function isPortedSource(text: string, source: Endpoint): boolean {
  if (source.port === null || source.isLoose) return false;
  const before = text.slice(Math.max(0, source.start - MAX_BEFORE), source.start);
  const behind = text.slice(source.end, source.end + MAX_BEHIND);
  if (SOURCE_BEFORE.test(before)) return !ANSWER_BEFORE.test(before) && !MOVED_BEFORE.test(before);
  if (CAME_BEFORE.test(before) || (isClientPort(source.port) && NO_ACCESS_BEFORE.test(before))) return true;
  return BEFORE_CLIENT.test(before) && CLIENT_FIRST.test(behind) && !LISTENS.test(text);
}
