/**
 * What the words around a lone address say of it, by weight: whose address it is is told by the word before it, whether
 * anybody's at all by what the line is about. Words of four languages; the weights are set by hand and held by the
 * samples of the tests.
 */

import { StartForm } from "../../values/start-form";
import { BAR, BLANK, TAB } from "../../values/characters";
import { Hinted, isAscii } from "../../values/hinted";
import { wordSet, wordsOf } from "../../values/word-list";

/** Before the address of who began. */
const SOURCE_WORDS: readonly [weight: number, words: string][] = [
  [
    4,
    "client clients cpe src source attacker attackers offender intruder hacker initiator sender rhost rip raddr fwd",
  ],
  [
    4,
    "cli public visitor caller requester requestor originator workstation remotehost remoteip remoteaddr clientip srcip",
  ],
  [
    3,
    "out from away by von desde depuis da de par por remote origin station peer for with forwarded inet banned ban unban unbanned unbanning",
  ],
  [
    3,
    "limiting throttling greylisting blocking banning dropping rejecting authenticating deauthenticating blocked blacklisted denied rejected found login adresse direccion machine computer subscriber",
  ],
  [
    2,
    "ip ips addr addrs address addresses ipaddr ipaddress host hosts hostname user users admin root invalid at via connection request query connect",
  ],
  [2, "connected disconnected"],
];
/** Before the address of who was called. */
const TARGET_WORDS = wordSet(
  `to server servers upstream backend target dst dest destination nach an zu vers hacia verso towards against
  relay mailhost origin-server lip laddr vip virtual url website`,
);
/** `NAS IP address A`. */
const ADDRESS_NOUNS = wordSet("ip ips addr addrs address addresses ipaddr ipaddress host hosts hostname");
/** Before the address of nobody who speaks: a hop, a setting, an answer, what was given away. */
const SETTING_WORDS = wordSet(
  `gateway gw mask netmask router nexthop hop nbr neighbor neighbour dns ntp nameserver assigned lease leased offered
  network net subnet route interface intf is own localhost loopback multicast group version release ver nas pool new
  old resolved answer reply dhcp address-of bound listening listen advertise advertised broadcast prefix range area
  rp nas syslog collector snmp trap master standby active virtual`,
);
/** Directly before the address of what saw it. */
const REPORTERS = wordSet("sensor sensors detector");
/** No number behind it, as in the name `sensor1`. */
const WORD_BEFORE = /[a-z]\W{0,3}$/;

/** What somebody does who has an address. */
const STRONG_EVENTS = wordsOf(
  `login logins logon logons logoff logout loging logged logging authentication authenticate authenticated authenticator
  authenticating auth autherror authfail unauthorized unauthorised signin signed signout password passwd passwords
  credential credentials invalid fail failed failure failures fails failing deny denied denies block blocked blocking
  blocks ban banned banning unbanned unbanning reject rejected rejecting refused refusing forbidden disallowed discard discarded drop dropped dropping attack attacks
  attacker attackalert scan scans scanned scanning flood floods flooding brute bruteforce intrusion exploit malicious
  malware threat violation violations suspicious abuse abuses spam allowed permit permitted granted accepted limiting
  turning blacklist blacklisted blacklisting blacklistd blocklist blocklisted lockout locked locking
  anmeldung angemeldet fehlgeschlagen verweigert gesperrt connexion echec échec acceso denegado accesso`,
);
const WEAK_EVENTS = wordsOf(
  `connect connects connected connecting connection connections disconnect disconnects disconnected disconnecting
  session sessions request requests requested requesting req query queries queried handshake handshakes negotiate
  negotiated negotiating negotiation accept established user users access accessed ssh openssh sshd telnet http https tls
  ssl smtp smtpd ftp ftpd httpd pop pop3d imap imapd ehlo helo vpn executed command commands download downloaded upload
  uploaded notify audit client clients visit visits visited register registered registration terminated policy policies rule
  rules quarantine quarantined infected detected detection alert alerts recv received verbindung anfrage benutzer
  utilisateur usuario success successful successfully succeeded open opened read write created modified
  changed edited saved deleted renamed accepting grey reconnect reconnected greylist greylisted greylisting delayed deferred tempfail quarantining
  attempt attempts invoke invoked tried probe probes probing enumeration enumerating unsuccessful expired mfa otp token captcha challenge
  registering enrolled elevated sudo privilege kicked joined entered quit uploading downloading transfer transferred
  retrieved issue issued preauth ticket tickets stored dkim spf dmarc dnsbl internal sent subscribe subscribed published publish mount mounted unmounted export exported`,
);
/** What is said of machines, not of who calls them. */
const SETTING_EVENTS = wordsOf(
  `route routes routing ospf ospfv bgp isis eigrp ldp bfd pim igmp mld arp adjacency adjchange adjchg neighbor neighbors
  neighbour neighbours nbr ntp ntpd chronyd chrony stratum sync synced synchronized synchronised synchronization vrrp
  hsrp carp stp lease leases leased dhcp dhcpack dhcpdiscover dhcpoffer dhcprequest dhcprelease dhcpinform dhcpd netmask
  subnet listen listens listening listener bind renew renewed renewal configured
  upgrade upgraded upgrading version versions resolve resolved resolver resolving nameserver nameservers failover
  duplicate conflict moved migrated migrating relocated healthy unhealthy latency range ranges pool pools reachable unreachable master replica mtu
  traceroute image loaded lookup healthcheck`,
);
/** What is given to a machine, or to somebody who has come. */
const GIVING_EVENTS = wordsOf("assign assigned assigning assignment");
const COMING = /\b(?:connect(?:ed)?|logged|login|authenticated|session|user|vpn)\b/;
/** Of more than a word. */
const SETTING_PHRASE = new Hinted(
  /\b(?:bound to|is (?:up|down)|state (?:up|down)|health check|added to(?! (?:the )?(?:black|block|ban|deny)))/i,
  "bound to|is up|is down|state up|state down|health check|added to",
);
const LOGIN_PHRASE = new Hinted(
  /\b(?:log|logs|sign)[ _-]?(?:in|on|off|out)\b|\brate[ -]limit|\block(?:ed|ing) out\b/i,
  "log|sign|rate limit|rate-limit|locked out|locking out",
);
/** Behind the address of who did it. */
const DID = new StartForm(
  `"')]>:, `,
  /^["')\]>]{0,2}:?,? (?:(?:is|was|has|has been|been|wurde|ist) )?(?:blocked|banned|denied|dropped|rejected|refused|connected|disconnected|joined|left|logged|uploaded|downloaded|queried|visited|opened|deleted|executed|authenticated|login|exceeded|attempted|tried|triggered|requested|gesperrt|angemeldet)\b|^["')\]]{0,2} (?:authentication|login|logon|password)(?: attempt)? (?:rejected|failed|denied|refused|succeeded|successful)\b/i,
);

/** The same in Chinese. */
const HAN_EVENT = /登[录陆錄陸]|认证|認證|失败|失敗|成功|攻击|攻擊|入侵|扫描|掃描|阻断|拦截|拒绝|封禁/;
const REQUEST = new Hinted(
  /(?:^|["\s|,;[])(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT|PROPFIND)(?=[\s|,;"])/,
  "get|post|put|head|delete|patch|options|connect|propfind",
);
/** A host's name directly before its address in brackets. */
const NAME_BEFORE =
  /(?<=^|[ =/])(?:localhost \[|[\w.-]{1,64}[[(]|[\w-]{1,64}\.[\w.-]{1,64} [[(]|[\d.]{7,15}\/|(?<==)[\w.-]{1,64}\/)$/;
const MAILBOX_BEFORE =
  /(?<=(?:authenticat(?:ed|ing)|log(?:in|on)|logged in|rejected|denied|failed|failure|succeeded|ok|user)) [\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,6}[a-z]{2,24} $/i;
const NAME_IN_BRACKETS = /\([\w.-]{1,64}\) $/;
const URLS = /\S{0,48}:\/\/\S{0,48}/g;
/** Its names are no words of the sentence. */
const PATHS = / \/[^\s/]\S{1,64}/g;
const NETWORK_BEFORE = /\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}(?= [a-z]{1,16} $)/;
const NAME_ENDS = "[(/";
const MAX_BEFORE = 48;
const MAX_BEHIND = 40;
/** Before a blank. */
const CLAUSE_ENDS = ".;!";
/** More than this is between a word and what it is said of. */
const FAR = 10;
const SECOND_SHARE = 0.5;
const ROLE_NOUNS = 3;

const sources = new Map(
  SOURCE_WORDS.flatMap(([weight, words]) => words.split(" ").map((word): [string, number] => [word, weight])),
);

/** What the words before an address make of it: how much it seems the source, and whether it is another thing. */
export type Role = { source: number; isTarget: boolean; isSetting: boolean };

/** The role of the address that begins at `start` and ends at `end`. One look at some words, whatever the length. */
export function roleAt(text: string, start: number, end: number): Role {
  const clause = text.slice(clauseStart(text, start), start);
  const said = clause.includes("://") ? clause.replaceAll(URLS, " ") : clause;
  const plain = said.includes(" /") ? said.replaceAll(PATHS, " ") : said;
  const near = behindOther(withoutName(withoutMailbox(plain)).toLowerCase());
  const words = isFar(near) ? [] : lastWords(near, ROLE_NOUNS);
  const [first = "", second = "", third = ""] = words;
  const weightOf = (word: string) => sources.get(word) ?? 0;
  const did = DID.test(text.slice(end, end + MAX_BEHIND)) ? 3 : 0;
  // `to host A`, `server ip: A`
  const isNoun = weightOf(first) === 2;
  const deciding = ADDRESS_NOUNS.has(second) ? third : second;
  const decisive = isNoun && (TARGET_WORDS.has(deciding) || SETTING_WORDS.has(deciding)) ? deciding : first;
  return {
    source: Math.max(weightOf(first), did) + weightOf(second) * SECOND_SHARE,
    isTarget: TARGET_WORDS.has(decisive),
    isSetting: SETTING_WORDS.has(decisive) || (REPORTERS.has(first) && WORD_BEFORE.test(near)),
  };
}

/** Without the mailbox of somebody who logged in, whose parts are no words: `authenticated bob@example.net `. */
function withoutMailbox(text: string): string {
  return text.endsWith(" ") && text.includes("@") ? text.replace(MAILBOX_BEFORE, " ") : text;
}

/** Without a name in front of the address: `mx.example.org[`. */
function withoutName(text: string): string {
  const plain = text.endsWith(") ") ? text.replace(NAME_IN_BRACKETS, "") : text;
  return NAME_ENDS.includes(plain.charAt(plain.length - 1)) ? plain.replace(NAME_BEFORE, "") : plain;
}

/** What stands behind a network, of which the words before it are. */
function behindOther(text: string): string {
  const network = text.includes("/") ? NETWORK_BEFORE.exec(text) : null;
  return network === null ? text : text.slice(network.index + network[0].length);
}

/** Whether a text in lower case ends with no word. */
function isFar(text: string): boolean {
  if (text.length < FAR) return false;
  for (let offset = text.length - FAR; offset < text.length; offset++)
    if (isOfWord(text.charCodeAt(offset))) return false;
  return true;
}

/** The last so many words of a text in lower case, the last of them first. */
function lastWords(text: string, count: number): string[] {
  const words: string[] = [];
  let end = text.length;
  while (end > 0 && words.length < count) {
    while (end > 0 && !isOfWord(text.charCodeAt(end - 1))) end--;
    let start = end;
    while (start > 0 && isOfWord(text.charCodeAt(start - 1))) start--;
    if (start < end) words.push(text.slice(start, end));
    end = start;
  }
  return words;
}

/** As `a-zà-ÿ`. */
function isOfWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0xe0 && code <= 0xff);
}

/** Where the clause begins that ends there, or what is looked at of it. */
function clauseStart(text: string, end: number): number {
  const limit = Math.max(0, end - MAX_BEFORE);
  for (let start = end; start > limit; start--) {
    const code = text.charCodeAt(start - 1);
    if (code === BAR || code === TAB) return start;
    if (code === BLANK && start - 1 > limit && CLAUSE_ENDS.includes(text.charAt(start - 2))) return start;
  }
  return limit;
}

const MACHINES =
  /^(?:ospf6?d?|bgpd?|ripn?g?d?|isisd?|ldpd?|bfdd?|pimd?|zebra|bird6?|rpd|frr|staticd|ntpd?|chronyd?|ptp4l|timesyncd|lldpd?|cdpd?|arpwatch|dhclient|dhcpcd|vrrpd?|keepalived_vrrp|carp|hsrp|avahi-daemon|networkmanager|mcpd)$/i;
/** Not what a program says itself, as a pair of its own: `msg="…"`. */
const QUOTED = /"(?<!(?:^|[\s,])(?:msg|message|log|text|description)[=:] ?")[^"]*"/g;
const MIN_WORD = 3;
/** What a word tells of what a line is about; a word may tell several. */
const STRONG = 1;
const WEAK = 2;
const SETTING = 4;
const GIVING = 8;
const events = new Map<string, number>();
for (const [bit, words] of [
  [STRONG, STRONG_EVENTS],
  [WEAK, WEAK_EVENTS],
  [SETTING, SETTING_EVENTS],
  [GIVING, GIVING_EVENTS],
] as const)
  for (const word of words) events.set(word, (events.get(word) ?? 0) | bit);
/** Two weak words weigh as much as one that is strong. */
const MAX_WEAK = 2;

/** How much a line tells of what somebody does from an address: 0 to 4, or less than 0 where it is about settings. */
export function eventWeight(text: string): number {
  const lower = text.toLowerCase();
  // What a client asked for is no word of the server.
  const said = (lower.includes('"') ? lower.replaceAll(QUOTED, '"') : lower).replaceAll("no route", "");
  // Where nothing was left out it has the pairs of letters that the text has.
  const isWhole = said.length === lower.length;
  const topic = topicOf(said);
  if ((topic.bits & SETTING) !== 0 || SETTING_PHRASE.test(said, isWhole ? text : said)) return -1;
  if ((topic.bits & GIVING) !== 0 && !COMING.test(said)) return -1;
  if (isRequest(text)) return 2;
  const { bits, weak } = isWhole ? topic : topicOf(lower);
  const isStrong =
    (bits & STRONG) !== 0 || LOGIN_PHRASE.test(lower, text) || (!isAscii(text) && HAN_EVENT.test(text));
  return (isStrong ? 2 : 0) + Math.min(MAX_WEAK, weak);
}

/** What the words of a text in lower case tell, and how many are weak. */
function topicOf(text: string): { bits: number; weak: number } {
  let [bits, weak, start] = [0, 0, 0];
  for (let end = 0; end <= text.length; end++) {
    if (isOfWord(text.charCodeAt(end))) continue;
    if (end - start >= MIN_WORD) {
      const told = events.get(text.slice(start, end)) ?? 0;
      bits |= told;
      if ((told & WEAK) !== 0) weak++;
    }
    start = end + 1;
  }
  return { bits, weak };
}

/** What was asked of last: a line's program is asked of by several forms. */
const lastProgram = { name: "", isOfMachines: false };

/** Whether a program speaks with machines only: of routes, of time, of addresses. */
export function isOfMachines(program: string): boolean {
  if (program !== lastProgram.name) {
    lastProgram.name = program;
    lastProgram.isOfMachines = MACHINES.test(program);
  }
  return lastProgram.isOfMachines;
}

/** Whether a line is of a request of HTTP. */
export function isRequest(text: string): boolean {
  return REQUEST.test(text);
}
