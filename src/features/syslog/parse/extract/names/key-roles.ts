import type { NameTarget } from "./field-names";
import type { NamedField } from "./known-names";
import { wordsOfName } from "../../values/word-list";

/** Behind all names that are written down: these are told by the words of a name. */
const ROLE_RANK = 400;
const MAX_REMEMBERED_KEYS = 4096;
const MAX_KEY_LENGTH = 160;
const PORT = /ports?(?: ?(?:number|num|no|id))?$|puerto|porta|(?:^|[^a-z])port(?:[_.-](?:from|to)|From|To)$/i;
/** `ip_to`, `portTo`: where a call goes, in a name of one word; `changed ip to` is a sentence. */
const GOES_TO = /(?:^|[^a-z])(?:ip|addr|address|host|port)(?:[_.-]to|To)$/;
/** What an end was before it was translated is what it is. */
const BEFORE_TRANSLATION =
  /^(?:pre|before|un|orig(?:inal)?)[_-]?(?:nat(?:ted)?|trans(?:lated|lation)?|xlated?)[_-]?/i;
/** Where on earth somebody is who has the address: `origin geo_location ip_address`. */
const PLACE = /(?<= )geo[_-]?(?:location|ip|info|data)? (?=ip(?:v4|v6)?(?:[_-]?addr(?:ess)?)?$)/i;
/** A vendor's name in capitals before a word in small letters: `ACMEclientIp`. */
const VENDOR =
  /^([A-Z]{3,8})(?=(?:client|src|source|dst|dest|destination|remote|local|server|user|peer|host|device)(?![a-z]))/;

type Side = "src" | "dst" | "remote" | "local";

const SIDES = new Map<string, Side>([
  ...sidesOf(
    "src",
    `src source client orig origin originator originating initiator attacker caller requester requestor sender actor accessor
    principal visitor offender intruder suspect subject from user login logon access performer invoker operator employee banned clicker workstation cli quelle quell origen
    origine mittente absender attacking framed`,
  ),
  ...sidesOf(
    "dst",
    "dst dest destination server srv svr resp responder victim decoy honeypot target called callee ziel destino destinazione destinataire empfaenger attacked",
  ),
  ...sidesOf("remote", "remote peer foreign rem rhost rip raddr rport faraway counterpart"),
  ...sidesOf("local", "local lip laddr lport lhost loc self listener"),
]);
/** These count where no other word is a side. */
const SHORT_SIDES = new Map<string, Side>([
  ...sidesOf("src", "sport spt saddr shost"),
  ...sidesOf("dst", "dport dpt daddr dip dhost"),
]);
/** Which way the call goes whose remote end a key names. */
const WAYS = new Map<string, Side>([
  ...sidesOf("src", "inbound incoming downstream frontend"),
  ...sidesOf("dst", "outbound outgoing upstream backend"),
]);
/** Words that stand joined to that of a side. */
const KINDS = new Set(
  `ip ips ipv4 ipv6 v4 v6 ip4 ip6 addr addrs address addresses host hostip node nodeip port ports endpoint ap socket
  sockaddr hostname name network net ipaddr ipaddress vm machine device computer info details data context adresse puerto porta`.split(
    /\s+/,
  ),
);
/** What makes of an address something else than an end. */
const OTHERS = new Set(
  `nat natted snat dnat pat xlate xlated translated translation mapped post gateway gw mask netmask netmasks nexthop
  next hop router dns ntp mac subnet collector sensor observer dvc appliance reporter exporter proxy
  interface intf pool lease assigned tunnel inner outer mgmt management syslog relay nas vip bind listen old new by
  previous geo latitude longitude location country asn version versions ver firmware build revision`.split(
    /\s+/,
  ),
);
/** A side's word at the beginning of one that is not parted: `remotehost`. */
const JOINED = new RegExp(`^(${[...SIDES.keys()].filter((word) => word.length > 2).join("|")})(.+)$`);

const FIELDS: Readonly<Record<Side, readonly [address: NamedField, port: NamedField]>> = {
  src: ["srcIp", "srcPort"],
  dst: ["dstIp", "dstPort"],
  remote: ["remoteIp", "remotePort"],
  local: ["localIp", "localPort"],
};

/** Memo of keys as they were met. Full, it takes no more. */
const sidesByKey = new Map<string, Side | null>();

/**
 * What a name that nobody wrote down says of the address that is its value, by the words that it is put together of, of
 * which the last decides: `principal ip`, `targetVMIPAddress`, `remotehost`. Null where another word makes it a hop, a
 * translation, a device.
 */
export function addressTarget(key: string): NameTarget | null {
  const side = sideOf(key);
  return side === null ? null : { field: FIELDS[side][0], rank: ROLE_RANK, isWeak: false };
}

/** As `addressTarget`, of a number whose name says that it is a port. */
export function portTarget(key: string): NameTarget | null {
  const side = PORT.test(key) ? sideOf(key) : null;
  return side === null ? null : { field: FIELDS[side][1], rank: ROLE_RANK, isWeak: false };
}

function sideOf(key: string): Side | null {
  if (key.length > MAX_KEY_LENGTH) return null;
  const known = sidesByKey.get(key);
  if (known !== undefined) return known;
  const side = sideOfWords(key);
  if (sidesByKey.size < MAX_REMEMBERED_KEYS) sidesByKey.set(key, side);
  return side;
}

function sideOfWords(key: string): Side | null {
  if (GOES_TO.test(key)) return "dst";
  let side: Side | null = null;
  let way: Side | null = null;
  const name = key.replace(PLACE, "").replace(BEFORE_TRANSLATION, "").replace(VENDOR, "$1 ");
  for (const word of wordsOfName(name)) {
    if (OTHERS.has(word)) return null;
    const [, head = "", rest = ""] = JOINED.exec(word) ?? [];
    way = WAYS.get(word) ?? way;
    side =
      SIDES.get(word) ??
      (KINDS.has(rest) ? SIDES.get(head) : undefined) ??
      side ??
      SHORT_SIDES.get(word) ??
      null;
  }
  if (way === null) return side;
  // This host's own end of a call that goes out is nobody's who began or was called.
  return side === "remote" ? way : side === "local" ? (way === "src" ? "dst" : null) : side;
}

function sidesOf(side: Side, words: string): [string, Side][] {
  return words.split(/\s+/).map((word): [string, Side] => [word, side]);
}
