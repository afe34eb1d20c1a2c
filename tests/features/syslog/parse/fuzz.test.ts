import { describe, expect, test } from "bun:test";
import { EventRows } from "../../../../src/features/syslog/encode/event-rows";
import { parseMessage } from "../../../../src/features/syslog/parse/message";
import { rounds } from "../../../support/rounds";
import { isToldBy, mutated, Random } from "./mutated-lines";
import { ARRIVAL_MICROS, parseLine, SENDER } from "./parse-line";

const LINES = rounds(200_000);
/**
 * What no line may take, even on a busy machine: a parser that looks at everything again for each byte takes seconds.
 */
const SLOW_MS = 50;
const context = { receivedAtMicros: ARRIVAL_MICROS, sender: SENDER, timeZone: "Europe/Berlin" };
const encoder = new TextEncoder();

/** What some of the lines must still be read by. */
const PARSERS = new Set([
  "access-log",
  "aws-vpcflow",
  "barracuda",
  "cef",
  "checkpoint",
  "cisco-asa",
  "cisco-ftd",
  "cisco-ios",
  "dhcpd",
  "extracted",
  "filterlog",
  "fortinet",
  "generic",
  "haproxy",
  "ivanti",
  "json",
  "juniper",
  "key-value",
  "leef",
  "meraki",
  "mikrotik",
  "paloalto",
  "sonicwall",
  "sophos-xg",
  "squid",
  "sshd",
  "suricata-eve",
  "suricata-fast",
  "umbrella",
  "unbound",
  "watchguard",
]);

/** Milliseconds for one parse: of a line that seems slow the best of five, as the machine may be shared. */
function parseTime(bytes: Uint8Array): number {
  let best = Infinity;
  for (let round = 0; round < 5 && best >= SLOW_MS; round++) {
    const started = performance.now();
    parseMessage(bytes, context);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

test("fault 21: mutated lines raise nothing, each has its line and a row, and none holds up the others", () => {
  const random = new Random(20_261_121);
  const rows = new EventRows();
  const parsers = new Set<string>();
  let slow = 0;
  for (let count = 0; count < LINES; count++) {
    const bytes = mutated(random);
    if (parseTime(bytes) >= SLOW_MS) slow++;
    const message = parseMessage(bytes, context);
    parsers.add(message.fields.parser);
    if (typeof message.rawLog !== "string" || message.rawLog.length > 8192)
      throw new Error(`no line of ${bytes.toHex()}`);
    if (message.rawBytes === null && !isToldBy(message.rawLog, bytes))
      throw new Error(`lost bytes of ${bytes.toHex()}`);
    if (count % 1000 === 0) {
      if (count > 0) expect(rows.take().rows).toBe(1000);
      rows.begin(1000);
    }
    rows.append(
      { ...context, id: 1, transport: "udp", truncated: false, originalBytes: bytes.length },
      message,
    );
  }
  expect(PARSERS.difference(parsers).size).toBe(0);
  expect(slow).toBe(0);
}, 60_000);

describe("no line of 64 KiB takes long, however it is made", () => {
  const size = 65_536;
  const fill = (piece: string, prefix = "") =>
    (prefix + piece.repeat(Math.ceil(size / piece.length))).slice(0, size);
  const five = "<13>1 2026-11-21T10:50:00Z host app - - ";
  const three = "<13>Nov 21 10:50:00 host ";

  test.each([
    ["letters", fill("x")],
    ["blanks", fill(" ")],
    ["digits", fill("1")],
    ["colons", fill(":", three)],
    ["words", fill("word ", three)],
    ["tags", fill("a[1", three)],
    ["launchd's brackets", fill("(x[1", `${three}launchd[1] `)],
    ["equals signs", fill("=")],
    ["pairs", fill("a=b ")],
    ["known keys", fill("SRC=1 ")],
    ["opening quotes", fill("a='b=\"")],
    ["unclosed quotes", fill('a="b ', "")],
    ["brackets with keys", fill("[SRC=1 ")],
    ["action words", fill("DROPS ", "SRC=1 ")],
    ["brackets before a key", fill("[-", "") + " IN=eth0"],
    ["commas", fill(",", "1")],
    ["a filterlog record without end", fill("x,", "5,,,1,em0,match,pass,in,4,")],
    ["structured data elements", fill("[a]", five)],
    ["structured data parameters", fill('a="b" ', `${five}[x `)],
    [
      "different parameters",
      `${five}[x ${Array.from({ length: 5000 }, (_, index) => `a${index}="b"`).join(" ")}]`,
    ],
    ["escapes", fill('\\"', `${five}[x a="`)],
    ["nested JSON", fill('{"a":')],
    ["open JSON with a closing brace", `${fill("{", "")}}`],
    ["a JSON array", `{"a":[${"1,".repeat(32_000)}1]}`],
    ["years", fill("Feb 29 ", "<13>")],
    ["line breaks", fill("\n")],
    ["quotes", fill('"')],
    ["CEF bars", fill("|", "CEF:0")],
    ["CEF pairs", fill("a=b ", "CEF:0|a|b|c|d|e|f|")],
    ["CEF equals signs", fill("=", "CEF:0|a|b|c|d|e|f|")],
    ["CEF escapes", fill("\\=", "CEF:0|a|b|c|d|e|f|src")],
    ["LEEF pairs", fill("a=b\t", "LEEF:1.0|a|b|c|d|")],
    ["ASA ends", fill("from a:1.2.3.4/5 ", "%ASA-6-999999: ")],
    ["a long ASA end", fill("1.2.3.4/", "%ASA-6-302013: Built outbound TCP connection 1 for ")],
    ["FTD keys", fill("a: b, ", "%FTD-1-430003: ")],
    ["FTD colons", fill(": ", "%FTD-1-430003: ")],
    ["IOS words", fill("Source: from ", "%SYS-5-X: ")],
    ["addresses that are none", fill("1.2.3 ", "%SYS-5-X: ")],
    ["brackets before addresses", fill("[", "%SYS-5-X: from ")],
    ["PAN-OS columns", fill(",", "1,2026/11/21 10:49:59,1,TRAFFIC")],
    ["PAN-OS quotes", fill(',"a""', "1,2026/11/21 10:49:59,1,TRAFFIC")],
    ["junos parameters", fill('a="b" ', "[junos@1 ")],
    ["RT_FLOW tokens", fill("1/2->3/4 ", "<14>Nov 21 10:49:59 h RT_FLOW: RT_FLOW_SESSION_CREATE: ")],
    [
      "RT_FLOW interfaces",
      fill("a.1", "<14>Nov 21 10:49:59 h RT_FLOW: RT_FLOW_SESSION_CREATE: 1/2->3/4 6 p "),
    ],
    ["Check Point keys", fill('a:"b"; ', '[loguid:""; ')],
    ["Check Point backslashes", fill("\\", '[loguid:"')],
    ["FortiGate keys", fill('srcip="a" ', "logid=1 ")],
    ["FortiGate open quotes", fill('a="\\"', "logid=1 ")],
    ["SonicWall colons", fill(":", "id=firewall sn=1 src=1")],
    ["named keys", fill("src_ip=1.2.3.4 ")],
    ["named keys with numbers", fill("a(1)=b;", "src_ip=1 ")],
    ["Cisco names within each other", fill("%IOSXE-6-PLATFORM: ", "")],
    ["relayed headers", fill("<13>Nov 21 10:49:59 h a: ", three)],
    ["Meraki keys", fill("src=1:2 ", "1795258199.1 MX flows ")],
    ["alert brackets", `${fill("[1:", "")}[Priority: {a} ->`],
    ["MikroTik arrows", fill("->", "a forward: in:b proto TCP, ")],
    ["WatchGuard words", fill("Deny ", 'msg_id="1" ')],
    ["Barracuda bars", fill("|a=b", "type=FWD|srcIP=1")],
    ["ports", fill("1 port 1 ")],
    ["hashes", fill("#1")],
    ["a server's brackets", fill("[", "<38>Nov 21 10:49:59 h exim[1]: ")],
    ["access times", fill("[11/11/1111 ", "1.2.3.4 ")],
    ["ends of flows", fill("1.2.3.4:5 -> ", three)],
    ["opening brackets between ends", fill("1.2.3.4(", three)],
    ["brackets between two ends", `${three}1.2.3.4:5 ${fill("(a)")} -> 1.2.3.4:5`],
    ["colons that part nothing", fill("src: ", three)],
    ["names of three words", fill("Source IP Address: ", three)],
    ["barred names", fill("|srcip=", three)],
    ["open objects behind a text", `${three}x ${fill('{"')}}`],
    ["rules in brackets", `${three}1.2.3.4:5->1.2.3.4:6 ${fill("[Rule] ")}`],
    ["interfaces", `${three}1.2.3.4:5->1.2.3.4:6 ${fill("in eth0 ")}`],
    ["words between ends", `${three}1.2.3.4:5 ${fill("to a ")}1.2.3.4:6`],
    ["ends beside their seen ones", fill("1.2.3.4:5 (1.2.3.4:6) ", three)],
    ["closing brackets before signs", fill(")=", `${three}src=1.2.3.4:5`)],
    ["values far behind colons", fill(":   \t", `${three}1.2.3.4:5 -> 1.2.3.4:6 `)],
    ["words that tell a value", fill(" a=tcpx b=denyx c=truex", `${three}1.2.3.4 `)],
    ["spoken counts", fill("1 packets 2 bytes ", `${three}1.2.3.4:5->1.2.3.4:6 `)],
    ["counts of records", fill("1 1795258199 ", `${three}1.2.3.4:5->1.2.3.4:6 `)],
    ["names of a vendor's own", fill("a_in_if=", three)],
    ["rows of cards", fill("00:00:5e:00:53:01,", `${three}1.2.3.4,`)],
    ["ports in words", fill("1.2.3.4, source port ", three)],
    ["session commands", fill("1.2.3.4 - a 1.2.3.4 21 [1]a", three)],
    ["refusals", fill("denied ", "<38>Nov 21 10:49:59 h app[1]: x from 1.2.3.4 ")],
    ["hexadecimal words", fill("a:b:", three)],
    ["elements within each other", fill("<source><ip>", three)],
    ["attributes", fill('<src ip="1.2.3.4" a="', three)],
    ["labels of values", fill("cs1Label=a cs1=b c ", `${three}src=1.2.3.4 `)],
    ["pairs parted by ampersands", fill("a=b&", `${three}1.2.3.4 `)],
    ["pairs in braces", fill("a{b=c} ", `${three}1.2.3.4 `)],
    ["reasons", fill("reason: a ", `${three}deny 1.2.3.4:5->1.2.3.4:6 `)],
    ["causes", fill("because a ", `${three}deny 1.2.3.4:5->1.2.3.4:6 `)],
    ["words behind a last colon", fill("a ", `${three}deny 1.2.3.4:5->1.2.3.4:6: `)],
    ["names of rules", fill("rule 'a b ", `${three}1.2.3.4:5->1.2.3.4:6 `)],
    ["four-byte characters", "𐌼".repeat(size / 4)],
    ["NULs", fill("a\0")],
    ["tokens of verdicts", fill("AB_CD_EF_ACCEPT_", `${five}192.0.2.1:1 -> 203.0.113.5:2 `)],
    ["names of lists", fill("acl name=", `${five}192.0.2.1:1 -> 203.0.113.5:2 `)],
    ["refusals", fill("denied: Ab c (not a ", `${three}app: from 192.0.2.1 `)],
    ["blocks of ports", fill("198.51.100.7:1-2 ", `${five}nat 100.64.0.1 `)],
    [
      "blanks between a packet filter's words",
      `${fill(" ", "<134>Nov 21 10:49:59 h fpc0 PFE_FW_SYSLOG_IP: FW: ge-0/0/1.0 ")}D tcp 192.0.2.1 203.0.113.5 1 2 (1 packets)`,
    ],
  ])("%s", (_, line) => {
    const bytes = encoder.encode(line);
    expect(parseTime(bytes)).toBeLessThan(SLOW_MS);
    expect(parseLine(bytes).rawLog.length).toBeLessThanOrEqual(8192);
  });
});
