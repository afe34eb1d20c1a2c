import { Hinted } from "../../values/hinted";
import { withAlternatingColumns } from "./alternating-columns";
import { withCalledPairs } from "./called-pairs";
import { hasTimes } from "../../values/characters";
import { withElements } from "../names/elements";
import {
  withEnclosedPairs,
  withLabelColumns,
  withNestedEnds,
  withSidedKeys,
  withSinglePairs,
} from "./bracketed-pairs";
import { addressTarget } from "../names/key-roles";
import { withPlacedEnds } from "./placed-ends";
import { withPrintedMap } from "./printed-map";
import { withStructure } from "./printed-structure";

/** Huawei's `-Protocol=tcp-SourceIP=192.0.2.1`. */
const DASHED_PAIRS = /^(?:-[A-Za-z]\w{1,30}=[\w.:/]{0,64}){2}|(?:-[A-Za-z]\w{1,30}=[\w.:/]{0,64}){4}/;
const DASHED = 4;
const DASH_BEFORE_KEY = /-(?=[A-Za-z]\w{1,30}=)/g;
/** A switch's flow: `ipv4(src=192.0.2.1,dst=…),tcp(src=1234,dst=443)`. */
const PACKET_LAYERS = /\b(?:tcp|udp|sctp)\(src=\d/;
const LAYER_PORTS = /\(src=(\d{1,5}),dst=(?=\d{1,5}\))/g;
/** Citrix's `ClientIP 192.0.2.1 - ClientPort 1234 - `. */
const SEGMENT = /(?<= - | : {1,2})([A-Za-z]\w{1,24}) ([\da-fA-F.:]{1,45})(?= - |$)/g;
/** `Denied_by_policy "deny local"`, `Hit Rule Deny.12`, `Failure_reason "…"` in such a place. */
const RULE_SEGMENT =
  /(?<= - )((?:[A-Za-z]{2,12}[ _]){0,3}(?:rule|policy|acl|reason)(?:[ _]?name)?) ("[^"]{1,120}"|[\w.:-]{1,64})(?= - |$)/gi;
const ENDS_IN_SEGMENTS = / Source [\da-f.:]{3,45}:\d{1,5} - (?:.{1,64} - )?Destination [\da-f]/i;
const CLIENT_SEGMENT = / - Client_?ip [\da-f.:]{3,45} - /gi;
const SEGMENT_START = / - [A-Za-z]\w/;
const SEGMENTS = /(?: - [A-Za-z]\w{1,24}(?: [A-Z]\w{1,24})? (?:"[^"]{0,80}"|[^ ]{1,45})(?= - |$)){2}/;
/** `src 192.0.2.1 sport 1234 dst …`, `source-address 192.0.2.1 source-port 1234`. */
const SPACED =
  /\b((?:src|source|dst|dest|destination|client|server(?<!\b(?:real|virtual|backend|pool)[ _-]server))[_-]?(?:ip|addr|address|ipv[46]|port)?|(?:tcp|udp|ip|tp|nw|l4)[_-](?:src|dst)|[sd]a(?= (?:\d{1,3}\.){3}\d|[ =][\da-f]{1,4}:[\da-f:])|[sd]p(?= \d{1,5}(?![\w.:]))|[sd](?:port|ip|addr)|spt|dpt|proto(?:col)?|[io]if(?:name)?(?= [a-z][\w./-]{1,15} )) (?=[\d[:]|(?:tcp|udp|icmp)\b|[\da-f]{1,4}:[\da-f:])/gi;
const SPACED_PORT = /\.\d{1,3}, \d{1,5}\)? ?[-=]{1,2}>/;
/** `A :p ->B :q`. */
const SPACED_COLON = /\.\d{1,3} {1,12}:\d{1,5} {0,3}-{1,2}>/;
const BLANKS_BEFORE_PORT = /(?<=\.\d{1,3}) {1,12}(?=:\d{1,5}(?![\w.:]))/g;
const PORT_BEHIND_COMMA = /(?<=\.\d{1,3}), (?=\d{1,5}(?![\w.]))/g;
/** An error of ICMP tells the ends of the packet that caused it, too. */
const QUOTED_PACKET = /\boriginal\b/i;
const PAIR_SIGN = /\w=[\w"]/;
const SPACED_PAIRS = new RegExp(`${SPACED.source}.{1,120}?${SPACED.source}`, "i");
/** The words of any of them. */
const SPACED_WORD = new Hinted(
  /src|source|dst|dest|client|server|sa |da |sp |dp |sport|dport|sip|dip|saddr|daddr|spt|dpt|proto|iif|oif/i,
  "src|source|dst|dest|client|server|sa |da |sp |dp |sport|dport|sip|dip|saddr|daddr|spt|dpt|proto|iif|oif",
);
/** `(IP address A, Host name "x", Port number p)`, as people write who somebody is. */
const SPOKEN_END =
  /\((ip(?: addr(?:ess)?)?) ([\da-f.:]{3,39}), ?(?:host(?: ?name)? (?:"[^"]{0,80}"|[^,()]{1,64}), ?)?(port(?: number)?) (\d{1,5})(?=[,)])/gi;
/** The same of a client, who is one whatever the port. */
const SPOKEN_CLIENT =
  /(?<![\w-])client \(ip(?: addr(?:ess)?)?:? ([\da-f.:]{3,39}), ?(?:host(?: ?name)?:? (?:"[^"]{0,80}"|[^,()]{1,64}), ?)?port(?: number)?:? (\d{1,5})(?=[,)])/gi;
/** A connection as Linux tracks it: what it asked, and what is answered, which tells how either end was translated. */
const TRACKED =
  /(?<=[ (]src=[\da-f.:]{3,39} dst=[\da-f.:]{3,39} sport=\d{1,5} dport=\d{1,5}[,;]? (?:[^=]{0,48}|packets=\d{1,15} bytes=\d{1,15} [^=]{0,32}))src=([\da-f.:]{3,39}) dst=([\da-f.:]{3,39}) sport=(\d{1,5}) dport=(\d{1,5})(?!\d)/i;
const REPLY = "reply_src=$1 reply_dst=$2 reply_sport=$3 reply_dport=$4";
/** `act=allow&src=192.0.2.1&dst=…`: nothing but pairs, so no URL that somebody asked for. */
const QUERY =
  /^(?:[A-Za-z][\w: -]{0,24}[: ])?[A-Za-z][\w.-]{0,32}=[^&\s?]{0,256}(?:&[A-Za-z][\w.-]{0,32}=[^&\s?]{0,256}){3,64}\s*$/;
/** `conn{src=192.0.2.1,dst=…} verdict{act=deny}`. */
const BRACED = /\w\{[A-Za-z][\w.-]{0,32}=[^{}]{1,256}\}/;
/** `src-xlated ip=192.0.2.1 port=1234`: the port of the end that is told before it. */
const PORT_OF_END =
  /(?<![\w.-])((?:src|source|dst|dest|destination|client|server|local|remote|peer)(?:[ _-]?(?:nat(?:ted)?|xlated?|translated|mapped))?|nat(?:ted)?|xlated?|translated|mapped)([ _-])(ip|addr|address)=([\da-f.:]{3,39})([ ,;]{1,2})port=(?=\d)/gi;
/** `Source:A,p ,WAN - Destination:B,q[FTP] ,LAN`: ports in columns of their own behind both ends. */
const LISTED_PORTS =
  /(?<![a-z])((?:source|src|from): ?(?:\d{1,3}\.){3}\d{1,3}), ?(\d{1,5})(?= ?[,; ])([^=]{1,48}?(?<![a-z])(?:destination|dest|dst|to): ?(?:\d{1,3}\.){3}\d{1,3}), ?(\d{1,5})(?: ?\[[\w ./-]{1,32}\])?(?=[ ,;[]|$)/i;
/** As word processors set them. */
const QUOTES = /[“”„‟]/g;
const AMPERSAND = "&";
/**
 * What ArcSight's carriers and those that have learned from them name by a pair of its own, `cs1Label=Rule cs1=web`.
 */
const LABEL_PAIR =
  /(?<![\w.])((?:cs|cn|c6a|cfp|flexString|flexNumber)\d)Label=("[^"]{1,40}"|[\w-]{1,24}(?: [\w-]{1,24}){0,2}(?=\s[\w.]{1,40}=|$))/g;
const LABELLED =
  /(?<![\w.])((?:cs|cn|c6a|cfp|flexString|flexNumber)\d)=("[^"]{0,200}"|[^\s=]{1,100}(?: [^\s=]{1,60}(?!\S*=)){0,8})/g;
const NO_KEY = /[^\w]+/g;
/** `host=www.example.net/192.0.2.1`, as proxies name their client. */
const NAMED_HOST = /host=(?<![\w.-]host=)[\w.-]{1,128}\/(?=(?:\d{1,3}\.){3}\d{1,3}(?![\d./:]))/g;
/** `Dst Port: WEB (80)`, `dport=http(80)`: the service's name before its number. */
const NAMED_PORT =
  /(?<![a-z])((?:(?:src|source|dst|dest|destination|client|server|s|d)[ _-]?port|[sd]pt)["']?\s?[=:] ?)"?[A-Za-z][\w.-]{0,15} ?\((\d{1,5})\)"?/gi;
const SERVED_PORT = /p(?:ort|t)["']?\s?[=:] ?"?[A-Za-z][\w.-]{0,15} ?\(\d/i;
/**
 * `src=192.0.2.1/50122 target=203.0.113.5/22`: where one end's number is too high for a network's, the other's is a
 * port.
 */
const SLASHED_PORT = /[=:] ?"?(?:\d{1,3}\.){3}\d{1,3}\/(?:3[3-9]|[4-9]\d|[1-9]\d{2,4})(?![\w./:])/;
const SLASHED_END =
  /(?<![\w.-])([A-Za-z][\w.-]{1,24})([=:] ?"?)((?:\d{1,3}\.){3}[1-9]\d{0,2})\/(\d{1,2})(?![\w./:])/g;
/** `192.0.2.1 tcp/1234 to 203.0.113.5 tcp/443`: an end whose port stands behind its protocol. */
const PORT_OF_PROTOCOL = /(?<=[\d.]\d|[\da-f]:[\da-f]{1,4}) (tcp|udp|sctp)\/(\d{1,5})(?![\w./:-])/gi;
const ENDS_OF_PROTOCOL =
  /(?:\.\d{1,3}|:[\da-f]{1,4}) (?:tcp|udp|sctp)\/\d{1,5} .{1,96}?(?:\.\d{1,3}|:[\da-f]{1,4}) (?:tcp|udp|sctp)\/\d{1,5}(?![\w./:-])/i;

/** `sport=0x1f90`, `dst_port: 0x50`. */
const MARKED_PORT =
  /(?<![\w-])((?:(?:src|source|dst|dest|destination|client|server|s|d)[_-]?(?:port|pt|po))["']?[=:] ?["']?)0x([\da-f]{1,4})(?![\w.])/gi;
const FILTER_MARK = /\}S\d{1,2}>R\d{1,2}m/;
const FOUR_DIGITS = /(?<![\w-])([sd]po=)([\da-f]{4})(?![\w.])/gi;
/** ipmon's `A,p -> B,www PR tcp`, of which a port may be a service's name. */
const MONITORED =
  /@(?:Group:Rule=)?-?\d{1,5}:\d{1,5} [bp] [\da-f.:]{3,39},[\w-]{1,16} -> [\da-f.:]{3,39},[\w-]{1,16} {1,8}PR /i;
const SERVED_END = /((?:\.\d{1,3}|:[\da-f]{1,4})),(?:(\d{1,5})|[a-z][\w-]{1,15})(?= -> | {1,8}PR )/gi;
/** What either has before the mark of its port. */
const MARKED_END = "#";
/** Before each name of an event's own values, ` details_ip=192.0.2.1 details_port=22`. */
const DETAILS = " details_";
const DETAIL = /(?<![\w.-])details_/g;
/** `src:=192.0.2.1`. */
const ASSIGNED = ":=";
/** `src => 192.0.2.1, sport => 1234, …`. */
const HASHED = "=>";
const HASHES = /([A-Za-z]\w{0,32}["']?) ?=> ?(?=["'\w[])/g;
const MIN_PAIRS = 4;
/** Who answers for the address that a client called, `vip=V srv=R`. */
const CALLED_PAIR = /(?<![\w.-])(?:vip|vserver|virtual)(?:[_-]?(?:ip|addr|address|server))?=["']?[\da-f[]/i;
const ANSWERING_PAIR =
  /(?<![\w.-])(?:srv|rs|rserver|real|real_?server|backend|node|member|pool_?member)(?:[_-]?(?:ip|addr|address))?=(?=["']?(?:\d{1,3}\.){3}\d{1,3}[:"' ,;|\]]|["']?\[[\da-f:]{3,39}\])/gi;

/** `\tLogon Failure:     Reason: …     User Name: …\t`. */
const PAIRS_IN_COLUMN =
  /\t[^\t]{0,200} {3,16}[A-Z][A-Za-z ]{1,32}: [^\t]{1,200} {3,16}[A-Z][A-Za-z ]{1,32}: /;
const BLANKS_IN_COLUMN = / {3,16}(?=[A-Z][A-Za-z ]{1,32}: )/g;

/** The values that a pair beside them names, by these names. */
function withLabels(text: string): string {
  const labels = new Map<string, string>();
  for (const [, key = "", label = ""] of text.matchAll(LABEL_PAIR))
    labels.set(key, label.replaceAll('"', "").replaceAll(NO_KEY, "_"));
  return text.replaceAll(LABELLED, (whole: string, key: string, value: string) => {
    const label = labels.get(key);
    return label === undefined ? whole : `${label}="${value.replaceAll('"', "")}"`;
  });
}

function withListedPorts(text: string): string {
  return text.replace(LISTED_PORTS, "$1:$2$3:$4");
}

function withPortOfEnd(whole: string, key: string, ...[sign, ip, port]: string[]): string {
  return addressTarget(key) === null ? whole : `${key}${sign}${ip}:${port}`;
}

/** Of a client's call the end that answers, by the name that it has elsewhere, where just one is told. */
function withAnswering(text: string): string {
  if (!(text.includes("vip") || text.includes("vserver") || text.includes("virtual"))) return text;
  const answering = CALLED_PAIR.test(text) ? [...text.matchAll(ANSWERING_PAIR)] : [];
  return answering.length === 1 ? text.replace(ANSWERING_PAIR, "dnat=") : text;
}

/** The segments that tell ends, rules and reasons as `key=value`. */
function withSegments(text: string): string {
  // Beside the ends of a flow the client is who it belongs to.
  const ends = ENDS_IN_SEGMENTS.test(text) ? text.replaceAll(CLIENT_SEGMENT, " - ") : text;
  return ends.replaceAll(SEGMENT, "$1=$2").replaceAll(RULE_SEGMENT, "$1=$2");
}

/** In rows parted by tabs, the pairs of one column that several blanks part: each in a column of its own. */
function withPairColumns(text: string): string {
  return PAIRS_IN_COLUMN.test(text) ? text.replaceAll(BLANKS_IN_COLUMN, "\t") : text;
}

/**
 * Ports in hexadecimal digits in decimal ones: such as are marked, and ZyNOS' before what a rule of its sets did,
 * `spo=0035`.
 */
function withPlainPorts(text: string): string {
  const plain = text.replaceAll(MARKED_PORT, decimalPort);
  return FILTER_MARK.test(plain) ? plain.replaceAll(FOUR_DIGITS, decimalPort) : plain;
}

function decimalPort(_: string, ...[key = "", digits = ""]: string[]): string {
  return `${key}${Number.parseInt(digits, 16)}`;
}

/** Pairs that have an equals sign in a form of their own, as `key=value`. */
function withPlainSigns(text: string): string {
  const labelled = withAnswering(withSidedKeys(text.includes("Label=") ? withLabels(text) : text));
  const hasPort = labelled.includes(" port=") || labelled.includes(",port=");
  const ported = hasPort ? labelled.replaceAll(PORT_OF_END, "$1$2$3=$4$5$1$2port=") : labelled;
  return hasTimes(ported, ASSIGNED, 2) ? ported.replaceAll(ASSIGNED, "=") : ported;
}

/** Pairs of forms that only some write, as `key=value`. */
export function withPlainPairs(given: string): string {
  const mapped = withCalledPairs(withPrintedMap(withAlternatingColumns(given)));
  const printed = mapped.includes("&{") || mapped.includes('="{\\"') ? withStructure(mapped) : mapped;
  const mayBeListed = printed.includes("ource:") || printed.includes("rc:") || printed.includes("rom:");
  const listed = mayBeListed ? withListedPorts(printed) : printed;
  const written = listed.includes("0x") || listed.includes("}S") ? withPlainPorts(listed) : listed;
  const quoted = written.includes("=”") || written.includes("=“") ? written.replaceAll(QUOTES, '"') : written;
  const columns = quoted.includes("| [") ? withLabelColumns(quoted) : quoted;
  // Most of what follows is of pairs that have it.
  const hasSign = columns.includes("=");
  const labels = hasSign ? withSinglePairs(columns) : columns;
  const whole = labels.includes("\t") && labels.includes("   ") ? withPairColumns(labels) : labels;
  const own = hasTimes(whole, DETAILS, MIN_PAIRS) ? whole.replaceAll(DETAIL, "") : whole;
  const hosted = hasSign && own.includes("host=") ? own.replaceAll(NAMED_HOST, "client_ip=") : own;
  const numbered =
    hosted.includes("(") && SERVED_PORT.test(hosted) ? hosted.replaceAll(NAMED_PORT, "$1$2") : hosted;
  const slashed =
    numbered.includes("/") && SLASHED_PORT.test(numbered)
      ? numbered.replaceAll(SLASHED_END, withPortOfEnd)
      : numbered;
  const signed = hasSign ? withPlainSigns(slashed) : slashed;
  if (hasSign && hasTimes(signed, HASHED, MIN_PAIRS)) {
    const equated = signed.replaceAll(HASHES, "$1=");
    if (equated !== signed) return equated;
  }
  const enclosed = withEnclosedPairs(signed);
  if (enclosed !== null) return enclosed;
  const text = withNestedEnds(signed);
  if (text.includes(" src=") && hasTimes(text, "sport=", 2)) return text.replace(TRACKED, REPLY);
  if (text.includes("(IP ") || text.includes("(ip "))
    return text
      .replaceAll(SPOKEN_CLIENT, "(client_ip: $1, client_port: $2")
      .replaceAll(SPOKEN_END, "($1: $2, $3: $4");
  if (text.includes("</") || text.includes("/>")) return withElements(text);
  if (text.includes("{") && BRACED.test(text))
    return text.replaceAll("{", " ").replaceAll("}", text.includes(";") ? "; " : ", ");
  if (text.includes(AMPERSAND) && QUERY.test(text)) return text.replaceAll(AMPERSAND, " ");
  if (text.includes("(src=") && PACKET_LAYERS.test(text))
    return text.replaceAll(LAYER_PORTS, "(sport=$1,dport=").replaceAll(/[()]/g, " ");
  if (text.includes(" - ") && SEGMENT_START.test(text) && SEGMENTS.test(text)) return withSegments(text);
  if (
    (text.startsWith("-") ? text.includes("=") : hasTimes(text, "=", DASHED)) &&
    text.includes("-") &&
    DASHED_PAIRS.test(text)
  )
    return text.replaceAll(DASH_BEFORE_KEY, " ");
  return !PAIR_SIGN.test(text) &&
    SPACED_WORD.test(text) &&
    SPACED_PAIRS.test(text) &&
    !QUOTED_PACKET.test(text)
    ? text.replaceAll(SPACED, "$1=")
    : text;
}

function hasProtocolTwice(text: string): boolean {
  if (!text.includes("p/") && !text.includes("P/")) return false;
  return [" tcp/", " udp/", " TCP/", " UDP/", " sctp/"].some((name) => hasTimes(text, name, 2));
}

function withMarkedPort(_: string, ...[end = "", port]: (string | undefined)[]): string {
  return port === undefined ? end : `${end}${MARKED_END}${port}`;
}

/** `A, p->> B, q` as `A,p->> B,q`, and `A :p ->B :q` as `A:p ->B:q`. */
export function withClosePorts(text: string): string {
  if (hasProtocolTwice(text) && ENDS_OF_PROTOCOL.test(text))
    return text.replaceAll(PORT_OF_PROTOCOL, ":$2 ($1)");
  const placed = withPlacedEnds(text);
  if (placed !== text) return placed;
  if (text.includes(" @") && MONITORED.test(text)) return text.replaceAll(SERVED_END, withMarkedPort);
  if (text.includes(" :") && SPACED_COLON.test(text)) return text.replaceAll(BLANKS_BEFORE_PORT, "");
  return (text.includes("->") || text.includes("=>")) && SPACED_PORT.test(text)
    ? text.replaceAll(PORT_BEHIND_COMMA, ",")
    : text;
}
