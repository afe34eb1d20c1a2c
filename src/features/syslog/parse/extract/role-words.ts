/**
 * What the words around a lone address say of it, by weight: whose address it is is told by the word before it, whether
 * anybody's at all by what the line is about. Words of four languages; the weights are set by hand and held by the
 * samples of the tests.
 */

/** Before the address of who began. */
const SOURCE_WORDS: readonly [weight: number, words: string][] = [
  [4, "client clients src source attacker attackers offender intruder hacker initiator sender rhost rip raddr fwd"],
  [4, "visitor caller requester requestor originator workstation remotehost remoteip remoteaddr clientip srcip"],
  [3, "out from by von desde depuis da de par por remote origin station peer for with forwarded inet banned ban unban"],
  [3, "limiting throttling blocking banning dropping rejecting blocked blacklisted denied rejected found login adresse direccion machine computer subscriber"],
  [2, "ip addr address ipaddr ipaddress host hostname user admin root invalid at via connection request query connect"],
  [2, "connected disconnected"],
];
/** Before the address of who was called. */
const TARGET_WORDS = wordSet(
  `to server servers upstream backend target dst dest destination nach an zu vers hacia verso towards against
  relay mailhost origin-server lip laddr vip virtual`,
);
/** Before the address of nobody who speaks: a hop, a setting, an answer, what was given away. */
const SETTING_WORDS = wordSet(
  `gateway gw mask netmask router nexthop hop nbr neighbor neighbour dns ntp nameserver assigned lease leased offered
  network net subnet route interface intf is own localhost loopback multicast group version release ver nas pool new
  old resolved answer reply dhcp address-of bound listening listen advertise advertised broadcast prefix range area
  rp syslog collector snmp trap master standby active virtual`,
);

/** What somebody does who has an address. */
const STRONG_EVENT =
  /(?:^|[^a-z])(?:log[gi]?(?:ed|ing)?[ _-]?(?:in|on|out|off)s?|logins?|logons?|authenticat\w{1,4}|auth|unauthori[sz]ed|sign(?:ed|ing)?[ _-]?(?:in|out|on)|password|passwd|credentials?|invalid|fail(?:ed|ure|s)?|den(?:y|ied)|block(?:ed|ing)?|bann?(?:ed)?|reject(?:ed)?|refus(?:ed|ing)|forbidden|drop(?:ped)?|attacks?|scans?|scann(?:ed|ing)|floods?|brute|intrusion|exploit|malicious|malware|threat|violation|suspicious|abuse|spam|blacklist\w{0,4}|blocklist\w{0,4}|allowed|permit(?:ted)?|granted|rate[ -]?limit\w{0,4}|lock(?:ed|ing)?[ -]?out|(?:as|tgs)_req|anmeldung|angemeldet|fehlgeschlagen|verweigert|connexion|echec|acceso|denegado|accesso)(?=$|[^a-z])/i;
const WEAK_EVENTS =
  /(?:^|[^a-z])(?:connect(?:s|ed|ing|ions?)?|disconnect(?:s|ed|ing)?|sessions?|requests?|req|quer(?:y|ies)|handshakes?|negotiat\w{1,4}|accept(?:ed)?|established|users?|access(?:ed)?|\w{0,6}ssh2?|recv|received|telnet|https?|tls|ssl|smtpd?|sshd|ftpd?|httpd|pop3d?|imapd?|ehlo|helo|vpn|executed|command|commands|download(?:ed)?|upload(?:ed)?|notify|audit|clients?|visit(?:ed|s)?|polic(?:y|ies)|rules?|quarantin\w{1,4}|infect\w{1,4}|detect(?:ed|ion)?|alerts?|register(?:ed)?|terminated|verbindung|anfrage|benutzer|utilisateur|usuario)(?=$|[^a-z])/gi;
/** What is said of machines, not of who calls them. */
const SETTING =
  /(?:^|[^a-z])(?:(?<!\bno )rout(?:e|es|ing)|ospf\w{0,3}|bgp\w{0,2}|is-?is|eigrp|ldp|bfd|pim|igmp|mld|arp|adj(?:acency|change|chg)\w{0,6}|neighbou?rs?|nbr|ntp\w{0,2}|chronyd?|stratum|sync\w{0,11}|vrrp\w{0,2}|hsrp|carp|stp|leases?|dhcp\w{0,8}|netmask|subnet|listen(?:s|ing|er)?|bind|bound to|renew\w{0,4}|assign\w{0,4}|configured|upgrad\w{0,4}|versions?|resolv\w{1,4}|nameservers?|failover|duplicate|conflict|moved|healthy|unhealthy|latency|ranges?|pools?|reachable|unreachable|is (?:up|down)|state (?:up|down)|master|replica|mtu|traceroute|added to(?! (?:the )?(?:black|block|ban|deny))|health ?checks?|image|loaded|lookup)(?=$|[^a-z])/i;
/** Behind the address of who did it. */
const DID =
  /^["')\]>]{0,2}:?,? (?:(?:is|was|has|has been|been|wurde|ist) )?(?:blocked|banned|denied|dropped|rejected|refused|connected|disconnected|joined|left|logged|uploaded|downloaded|queried|visited|opened|deleted|executed|authenticated|login|exceeded|attempted|tried|triggered|requested|gesperrt|angemeldet)\b/i;

const REQUEST = /(?:^|["\s|,;])(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT|PROPFIND)(?=[\s|,;"])/;
/** A host's name directly before its address in brackets. */
const NAME_BEFORE = /(?<=^|[ =/])(?:[\w.-]{1,64}[[(]|[\d.]{7,15}\/|(?<==)[\w.-]{1,64}\/)$/;
const MAX_BEFORE = 48;
const MAX_BEHIND = 40;
const WORD = /[a-zà-ÿ]+/gi;
const CLAUSE = /(?:[.;!] |[|\t])/;
/** More than this is between a word and what it is said of. */
const FAR = /[^a-zà-ÿ]{10}$/;
const SECOND_SHARE = 0.5;
const ROLE_NOUNS = 3;

const sources = new Map(
  SOURCE_WORDS.flatMap(([weight, words]) => words.split(" ").map((word): [string, number] => [word, weight])),
);

/** What the words before an address make of it: how much it seems the source, and whether it is another thing. */
export type Role = { source: number; isTarget: boolean; isSetting: boolean };

/** The role of the address that begins at `start` and ends at `end`. One look at some words, whatever the length. */
export function roleAt(text: string, start: number, end: number): Role {
  const clause = text.slice(Math.max(0, start - MAX_BEFORE), start).split(CLAUSE).at(-1) ?? "";
  const near = clause.replace(NAME_BEFORE, "").toLowerCase();
  const words = FAR.test(near) ? [] : (near.match(WORD) ?? []).slice(-ROLE_NOUNS).reverse();
  const [first = "", second = ""] = words;
  const weightOf = (word: string) => sources.get(word) ?? 0;
  const did = DID.test(text.slice(end, end + MAX_BEHIND)) ? 3 : 0;
  // `to host A`, `server ip: A`
  const isNoun = weightOf(first) === 2;
  const decisive = isNoun && (TARGET_WORDS.has(second) || SETTING_WORDS.has(second)) ? second : first;
  return {
    source: Math.max(weightOf(first), did) + weightOf(second) * SECOND_SHARE,
    isTarget: TARGET_WORDS.has(decisive),
    isSetting: SETTING_WORDS.has(decisive),
  };
}

const MACHINES =
  /^(?:ospf6?d?|bgpd?|ripn?g?d?|isisd?|ldpd?|bfdd?|pimd?|zebra|bird6?|rpd|frr|staticd|ntpd?|chronyd?|ptp4l|timesyncd|lldpd?|cdpd?|arpwatch|dhclient|dhcpcd|vrrpd?|keepalived_vrrp|carp|hsrp|avahi-daemon|networkmanager|mcpd)$/i;
const QUOTED = /"[^"]*"/g;

/** How much a line tells of what somebody does from an address: 0 to 3, or less than 0 where it is about settings. */
export function eventWeight(text: string): number {
  // What a client asked for is no word of the server.
  const said = text.replaceAll(QUOTED, '"');
  if (SETTING.test(said)) return -1;
  if (isRequest(text)) return 2;
  const weak = Math.min(2, text.match(WEAK_EVENTS)?.length ?? 0);
  return (STRONG_EVENT.test(text) ? 2 : 0) + weak;
}

/** Whether a program speaks with machines only: of routes, of time, of addresses. */
export function isOfMachines(program: string): boolean {
  return MACHINES.test(program);
}

/** Whether a line is of a request of HTTP. */
export function isRequest(text: string): boolean {
  return REQUEST.test(text);
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
