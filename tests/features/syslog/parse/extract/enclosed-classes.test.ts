import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const head = "<134>1 2026-11-21T10:49:59Z gw1 app1 - - - ";
const ends = { srcIp: "192.0.2.9", srcPort: 50_122, dstIp: "203.0.113.5", dstPort: 443 };

describe("columns of which each second one is a name", () => {
  test.each<[string, object]>([
    [
      "SRC|192.0.2.9|DST|203.0.113.5|SPT|50122|DPT|443|PROTO|tcp|ACTION|deny",
      { ...ends, protocol: "tcp", verdict: "deny" },
    ],
    ["TRAFFIC|src|192.0.2.9|dst|203.0.113.5|spt|50122|dpt|443|act|blocked", { ...ends, verdict: "deny" }],
    [
      "action;allow;source ip;192.0.2.9;destination ip;203.0.113.5;source port;50122;destination port;443;rule;web-in",
      { ...ends, verdict: "allow", ruleId: "web-in" },
    ],
    [
      "FLOW: ACT|FWD|L4|UDP|SRC|192.0.2.9#50122|DST|203.0.113.5#443|IFI|br5|IFO|wan2",
      { ...ends, protocol: "udp", verdict: "allow", interface: "br5", interfaceOut: "wan2" },
    ],
    [
      '"src" "192.0.2.9" "sport" "50122" "dst" "203.0.113.5" "dport" "443" "action" "deny"',
      { ...ends, verdict: "deny" },
    ],
    ['src,"192.0.2.9",dst,"203.0.113.5",sport,50122,dport,443', ends],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject(expected);
  });

  test.each([
    ["src,dst,sport,dport,proto,action"],
    ["name|bob|city|Bern|host|192.0.2.9|note|x"],
    ["a|192.0.2.9|b|203.0.113.5|c|x|d|y"],
  ])("the head of a table and other rows name no ends: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ dstIp: null, verdict: null });
  });
});

describe("an end behind whose port its interface stands", () => {
  test.each<[string, object]>([
    [
      "[reject-rst] tcp 192.0.2.9:50122@bond0.12 -> 203.0.113.5:443@bond1 acl SSH-GUARD hits 1",
      { ...ends, interface: "bond0.12", interfaceOut: "bond1", verdict: "reject", ruleId: "SSH-GUARD" },
    ],
    ["accept udp 192.0.2.9:50122@lan => 203.0.113.5:443@wan", { ...ends, verdict: "allow" }],
    [
      "drop 192.0.2.9:50122/eth0 -> 203.0.113.5:443/eth1",
      { ...ends, interface: "eth0", interfaceOut: "eth1" },
    ],
    [
      "drop 192.0.2.9:50122%eth0 -> 203.0.113.5:443%eth1",
      { ...ends, interface: "eth0", interfaceOut: "eth1" },
    ],
    [
      "drop 192.0.2.9:50122 via eth0 => 203.0.113.5:443 via eth1",
      { ...ends, interface: "eth0", interfaceOut: "eth1" },
    ],
    ["drop 192.0.2.9:50122 -> 203.0.113.5:443 on eth1", { ...ends, interface: "eth1", interfaceOut: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject(expected);
  });

  test("a stream's address in a path is none", () => {
    const line = `${head}/udp/239.49.0.4:8024@eth1 - 192.0.2.9:50926: attached, cli_count = 1`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.9", srcPort: 50_926 });
  });
});

describe("a word of the verdict with how it was done", () => {
  test.each([
    ["[drop-silent] udp 192.0.2.9:50122 -> 203.0.113.5:443", "drop"],
    ["[deny_log] 192.0.2.9:50122 -> 203.0.113.5:443 udp", "deny"],
    ["[block-list] updated from 192.0.2.9", null],
    ["[not-allow] 192.0.2.9:50122 -> 203.0.113.5:443 udp", null],
  ])("%s", (text, verdict) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.9", verdict });
  });
});

describe("the way of an interface in a bracket", () => {
  test.each<[string, object]>([
    ["[eth1 in] allowed by rule 7", { interface: "eth1", direction: "in", verdict: "allow", ruleId: "7" }],
    ["(wan2 outbound) denied pol#77", { interfaceOut: "wan2", direction: "out", ruleId: "77" }],
    ["(wan2 outage) denied", { interfaceOut: null, direction: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(`${head}tcp 192.0.2.9:50122 > 203.0.113.5:443 ${text}`)).toMatchObject({
      ...ends,
      ...expected,
    });
  });
});

describe("what is said behind what was done", () => {
  test.each<[string, object]>([
    ['allowed by "Ping Out" (84 B)', { verdict: "allow", ruleId: "Ping Out" }],
    ["denied by 'web-in'", { verdict: "deny", ruleId: "web-in" }],
    ['denied by "jo" from the console', { verdict: "deny", ruleId: null }],
    ["DROP [no session] if=eth0", { verdict: "drop", reason: "no session", interface: "eth0" }],
    ["DROP [eth0 first]", { verdict: "drop", reason: null }],
    ["was refused: not on the allow list", { verdict: "deny", reason: "not on the allow list" }],
    ["was refused", { verdict: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(`${head}tcp 192.0.2.9:50122 -> 203.0.113.5:443 ${text}`)).toMatchObject({
      ...ends,
      ...expected,
    });
  });
});

test("of one end whose name stands in quotes may be a person", () => {
  expect(parseLine(`${head}login from 192.0.2.9 denied by "jo"`)).toMatchObject({
    srcIp: "192.0.2.9",
    ruleId: null,
  });
});

describe("both ends behind a label, their ports in brackets", () => {
  test.each([
    ["verdict: blocked; from: 192.0.2.9 (50122); to: 203.0.113.5 (443); transport: tcp"],
    ["verdict: blocked | from: 192.0.2.9 (50122) | to: 203.0.113.5 (443) | transport: tcp"],
    ["verdict: blocked; from: 192.0.2.9#50122; to: 203.0.113.5#443; transport: tcp"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ ...ends, protocol: "tcp", verdict: "deny" });
  });
});

describe("a line within an object", () => {
  test.each<[string, object]>([
    [
      '"message":"2026-11-21 10:49:58 DROP UDP 192.0.2.9 203.0.113.5 50122 443 66 - - - - - - - RECEIVE"',
      { ...ends, protocol: "udp", verdict: "drop" },
    ],
    [
      '"full_log":"Deny tcp 192.0.2.9/50122 to 203.0.113.5/443 by rule 7"',
      { ...ends, protocol: "tcp", verdict: "deny", ruleId: "7" },
    ],
    ['"message":"deny tcp 203.0.113.5:443 -> 192.0.2.9:50122"', { srcPort: null, protocol: null }],
    ['"comment":"deny tcp 192.0.2.9:50122 -> 203.0.113.5:443"', { protocol: null, verdict: null }],
  ])("%s", (text, expected) => {
    const line = `${head}{"src_ip":"192.0.2.9","dst_ip":"203.0.113.5",${text}}`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.9", dstIp: "203.0.113.5", ...expected });
  });

  test("a packet's pairs in a sentence keep the word in front of them", () => {
    const line = `${head}{"msg":"DROP IN=eth0 OUT= SRC=192.0.2.9 DST=203.0.113.5 PROTO=TCP SPT=50122 DPT=443"}`;
    expect(parseLine(line)).toMatchObject({ ...ends, protocol: "tcp", verdict: "drop", interface: "eth0" });
  });

  test("the original of an event stands below it", () => {
    const line = `${head}{"source":{"ip":"192.0.2.9"},"destination":{"ip":"203.0.113.5"},"event":{"original":"deny tcp 192.0.2.9:50122 -> 203.0.113.5:443 rule 9"}}`;
    expect(parseLine(line)).toMatchObject({ ...ends, protocol: "tcp", verdict: "deny", ruleId: "9" });
  });

  test.each([
    ["sshd[7]: refused connect from 192.0.2.9 (192.0.2.9)", "deny"],
    ["sshd[7]: Connection closed by 192.0.2.9", null],
  ])("what a server says in a line that was kept: %s", (said, verdict) => {
    const line = `${head}{"srcip":"192.0.2.9","location":"/var/log/auth.log","full_log":"${said}"}`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.9", verdict });
  });

  test("what it was taken for judges where the line itself does not", () => {
    const line = `${head}{"description":"Connection blocked by wrappers.","message":"refused connect from 192.0.2.9","src_ip":"192.0.2.9"}`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.9", verdict: "deny" });
  });
});

describe("what an object names shortly", () => {
  test("parts of a nested end by letters, and two interfaces in a list", () => {
    const line = `${head}{"src":{"a":"192.0.2.9","p":50122},"dst":{"a":"203.0.113.5","p":443},"if":["eth0","wan0"],"act":"drop"}`;
    expect(parseLine(line)).toMatchObject({
      ...ends,
      interface: "eth0",
      interfaceOut: "wan0",
      verdict: "drop",
    });
  });

  test("a list of other things names no interface", () => {
    const line = `${head}{"src":{"a":"192.0.2.9","p":50122},"dst":{"a":"203.0.113.5","p":443},"if":["new","old"]}`;
    expect(parseLine(line)).toMatchObject({ ...ends, interface: null, interfaceOut: null });
  });
});

describe("ends of a list whose keys are letters", () => {
  test("a role by its first letter", () => {
    const line = `${head}{"ep":[{"r":"client","a":"192.0.2.9","p":50122},{"r":"server","a":"203.0.113.5","p":443}],"l4":"tcp","dec":"pass"}`;
    expect(parseLine(line)).toMatchObject({ ...ends, protocol: "tcp", verdict: "allow" });
  });

  test("a letter without a role names no end", () => {
    const line = `${head}{"ep":[{"r":"5","a":"192.0.2.9","p":50122}],"l4":"tcp","dec":"pass"}`;
    expect(parseLine(line)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("whose place alone tells who came", () => {
  test.each<[string, object]>([
    ["AUDIT jo GUI 192.0.2.9 50122 CONFIG set x", { srcIp: "192.0.2.9", srcPort: 50_122 }],
    ["LOGIN,admin,SSH,192.0.2.9,50122,success", { srcIp: "192.0.2.9", srcPort: 50_122 }],
    ["config|jo|WEB|192.0.2.9|update", { srcIp: "192.0.2.9", srcPort: null }],
    ["[SFTP:77:jo:192.0.2.9] WROTE: *226*", { srcIp: "192.0.2.9" }],
    [
      "New SMTP ICID 12 interface Data 1 (203.0.113.5) address 192.0.2.9 reverse dns host unknown",
      { srcIp: "192.0.2.9", dstIp: "203.0.113.5", interface: "Data 1" },
    ],
    [
      "New SMTP DCID 12 interface 192.0.2.9 address 203.0.113.5 port 25",
      { srcIp: "192.0.2.9", dstIp: "203.0.113.5", dstPort: 25 },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject(expected);
  });

  test.each([
    ["started GUI 192.0.2.9 50122 x"],
    ["config reload ssh 192.0.2.9"],
    ["[cache:77:jo:192.0.2.9] kept"],
  ])("what is no console and no session tells no port: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcPort: null, dstIp: null });
  });
});

describe("what stands around what is said", () => {
  test("a program's colon is no part of its name", () => {
    const line = "<134>1 2026-11-21T10:49:59Z gw1 auth: - - - login from 192.0.2.9";
    expect(parseLine(line)).toMatchObject({ app: "auth", srcIp: "192.0.2.9" });
  });

  test.each<[string, object]>([
    ["auth[77]: - - -", { app: "auth", procid: "77" }],
    ["auth[77] - - -", { app: "auth", procid: "77" }],
    ["auth[77] 5 - -", { app: "auth[77]", procid: "5" }],
    ["auth[main] - - -", { app: "auth[main]", procid: null }],
  ])("a tag of the older header in the place of a program: %s", (fields, expected) => {
    expect(parseLine(`<134>1 2026-11-21T10:49:59Z gw1 ${fields} login from 192.0.2.9`)).toMatchObject(
      expected,
    );
  });

  test("a proxy's columns behind the name of a log", () => {
    const line =
      "<134>Nov 21 10:49:59 px1 accesslog: Info: 1795258199.123 45 192.0.2.9 TCP_DENIED/403 1200 CONNECT www.example.com:443 - NONE/- -";
    const message = parseLine(line);
    expect(message).toMatchObject({
      srcIp: "192.0.2.9",
      dstPort: 443,
      bytes: 1200,
      verdict: "deny",
      protocol: null,
    });
  });

  test("a request at an edge has its client's port far behind the client", () => {
    const cells = `2026-11-21 10:49:59 IAD55-P5 921 192.0.2.9 GET d1.example.net /x 200 - agent - - Hit id www.example.com https 232 0.2 - TLSv1.3 AES Hit HTTP/1.1 - - 50122 0.2`;
    const message = parseLine(cells.replaceAll(" ", "\t"));
    expect(message).toMatchObject({ srcIp: "192.0.2.9", srcPort: 50_122 });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  });

  test("a date whose day is no month stands behind the kind of the row", () => {
    const message = parseLine("SESSION|11/21/2026 10:49:59.123|[HTTPS:169_1:jo:192.0.2.9] READ: *x*");
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123000Z");
    expect(
      isoEventTime(parseLine("SESSION|05/04/2026 10:49:59|[HTTPS:169_1:jo:192.0.2.9] READ: *x*")),
    ).toBeNull();
  });

  test.each([["^"], [";"], ["~"]])("pairs of LEEF that %s parts", (mark) => {
    const pairs = ["offender_ip=192.0.2.9", "victim_ip=203.0.113.5", "victim_port=443", "desc=a b"].join(
      mark,
    );
    const message = parseLine(`<134>Nov 21 10:49:59 r1 x: LEEF:2.0|Acme|Probe|1|flow|${mark}|${pairs}`);
    expect(message).toMatchObject({ srcIp: "192.0.2.9", dstIp: "203.0.113.5", dstPort: 443 });
  });

  test.each([
    ["direction", "outgoing", "out"],
    ["Traffic Direction", "Inbound", "in"],
    ["direction", "N/A", null],
    ["wind direction", "incoming", null],
  ])("a value of CEF that is labelled %s, %s", (label, value, direction) => {
    const line = `<14>Nov 21 10:49:59 gw x: CEF:0|Acme|FW|1.0|1|flow|4|src=192.0.2.9 cs2Label=${label} cs2=${value}`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.9", direction });
  });

  test.each([
    ['192.0.2.9:50122 - 7 "A IN www.example.com. udp 66 false 512" NOERROR', "udp"],
    ['192.0.2.9:50122 - 7 "AAAA IN www.example.com. tcp 66 false 512" NOERROR', "tcp"],
    ['192.0.2.9:50122 - 7 "GET IN www.example.com. udp" x', null],
  ])("by what a server of names was asked: %s", (text, protocol) => {
    expect(parseLine(`[INFO] ${text}`)).toMatchObject({ protocol });
  });

  test.each<[string, object]>([
    ["10.0.0.9 40022 203.0.113.5 80 deny-sqli LOCAL DENY NONE [x]", { ruleId: "deny-sqli" }],
    ["10.0.0.9 40022 203.0.113.5 80 12 LOCAL DENY NONE [x]", { ruleId: null }],
    ["event=pkt.drop sa=10.0.0.9 sp=40022 da=203.0.113.5 dp=80", { verdict: "drop" }],
    [
      "src=10.0.0.9|dst=203.0.113.5|rule=lan-wan|ruleuuid=9d526565-0000-4e35-9c2e-6f54430132ec|act=allow",
      { ruleId: "lan-wan" },
    ],
    [
      "PASS ing=xe1/4 egr=xe1/7 tcp 10.0.0.9:40022 => 203.0.113.5:443 pol#212",
      { interface: "xe1/4", interfaceOut: "xe1/7", ruleId: "212" },
    ],
    [
      'from 10.0.0.9:40022 to 203.0.113.5:502 on port LAN-B refused, profile "read-only"',
      { verdict: "deny" },
    ],
    [
      "packet from 10.0.0.9 port 40022 to 203.0.113.5 port 22 was dropped: source is on the block list",
      { reason: "source is on the block list" },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "10.0.0.9", dstIp: "203.0.113.5", ...expected });
  });

  test("the address that somebody was given is his", () => {
    const line = `${head}User-Name=jo Framed-IP-Address=192.0.2.9 NAS-IP-Address=203.0.113.5 Acct-Status-Type=Start`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.9", dstIp: null });
  });

  test("when a rule was made is no name of it", () => {
    const line = `${head}{"srcip":"192.0.2.9","dstip":"203.0.113.5","policy":"web out","policy_id":"0 2026-10-23 16:06:27.880155"}`;
    expect(parseLine(line)).toMatchObject({ ruleId: "web out" });
  });

  test.each([
    ["PERMIT", "allow"],
    ["DENY", "deny"],
  ])("a rule's prefix of netfilter: %s", (word, verdict) => {
    const line = `<6>Nov 21 10:49:59 r1 kernel: Firewall rule 20: ${word} IN=vlan10 OUT=ppp0 SRC=192.0.2.9 DST=203.0.113.5 PROTO=TCP SPT=50122 DPT=443`;
    expect(parseLine(line)).toMatchObject({ ...ends, verdict, ruleId: "20" });
  });
});
