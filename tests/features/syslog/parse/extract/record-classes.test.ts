import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { srcIp: "10.0.0.5", srcPort: 40_000, dstIp: "203.0.113.1", dstPort: 443 };
const PAIRS = "src=10.0.0.5 sport=40000 dst=203.0.113.1 dport=443";
const read = (text: string) => parseLine(head + text);

describe("elements below an end are that end's", () => {
  test.each<[string, object]>([
    [
      "<event><proto>udp</proto><source><addr>10.0.0.5</addr><port>40000</port></source><destination><addr>203.0.113.1</addr>" +
        '<port>443</port></destination><action>block</action><iface dir="in">eth0</iface><rule>r1</rule></event>',
      { protocol: "udp", verdict: "deny", interface: "eth0", direction: "in", ruleId: "r1" },
    ],
    [
      "<log><src><ip>10.0.0.5</ip><port>40000</port><nat><ip>198.51.100.2</ip><port>1045</port></nat></src>" +
        "<dst><ip>203.0.113.1</ip><port>443</port></dst></log>",
      { natSrcIp: "198.51.100.2", natSrcPort: 1045 },
    ],
    [
      "<fw:event><fw:client><fw:address>10.0.0.5</fw:address><fw:port>40000</fw:port></fw:client>" +
        "<fw:server><fw:address>203.0.113.1</fw:address><fw:port>443</fw:port></fw:server></fw:event>",
      {},
    ],
    ['<pkt act="deny"><source port="40000" ip="10.0.0.5"/><dest ip="203.0.113.1" port="443" /></pkt>', {}],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test.each([
    ["<config><server><address>10.0.0.5</address><port>514</port></server></config>"],
    ['<client version="1.2.3.4" name="x"/>'],
  ])("a configuration has none: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("pairs in whatever marks part them", () => {
  test.each<[string, object]>([
    [
      "act=allow&src=10.0.0.5&sport=40000&dst=203.0.113.1&dport=443&iif=lan1&oif=wan3&snat=198.51.100.2&snatport=1045",
      { verdict: "allow", interface: "lan1", interfaceOut: "wan3", natSrcPort: 1045 },
    ],
    [
      "(src=10.0.0.5:40000) (dst=203.0.113.1:443) (proto=tcp) (action=deny) (rule=12)",
      { verdict: "deny", ruleId: "12" },
    ],
    [`{${PAIRS} act=deny}`, { verdict: "deny" }],
    [
      "conn{src=10.0.0.5:40000,dst=203.0.113.1:443,proto=tcp} verdict{act=deny,rule=r5} if{in=eth0,out=eth1}",
      { verdict: "deny", ruleId: "r5", interface: "eth0", interfaceOut: "eth1" },
    ],
    [
      "10.0.0.5|40000|203.0.113.1|443|TCP|BLOCKED|in=eth0|out=eth1|rule=55",
      { verdict: "deny", ruleId: "55", interface: "eth0", interfaceOut: "eth1" },
    ],
    [
      "connection 10.0.0.5:40000 => 203.0.113.1:443 (proto=6, in=eth0, out=eth1) => BLOCKED [rule: web-out]",
      { verdict: "deny", ruleId: "web-out" },
    ],
    [
      "{src: 10.0.0.5, sport: 40000, dst: 203.0.113.1, dport: 443, proto: udp, act: forward, iif: wlan0, oif: wwan0}",
      { verdict: "allow", interface: "wlan0", interfaceOut: "wwan0" },
    ],
    [
      "[DROPPED] [UDP] [10.0.0.5:40000] [203.0.113.1:443] [in:wan] [out:dmz] [rule:ntp-limit]",
      { interface: "wan", interfaceOut: "dmz", ruleId: "ntp-limit" },
    ],
    [
      "SRC: 10.0.0.5 | SPORT: 40000 | DST: 203.0.113.1 | DPORT: 443 | IN: lan | OUT: lte0",
      { interface: "lan", interfaceOut: "lte0" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test.each([
    ["GET /a?x=1&src=192.0.2.1&dst=192.0.2.2&w=4 from 10.0.0.5"],
    ["alice logged in: ssh from 10.0.0.5 out: none"],
  ])("a query of a URL and a sentence are none: %s", (text) => {
    expect(read(text)).toMatchObject({ dstIp: null, interface: null, interfaceOut: null });
  });
});

test("an end of version 6 in brackets is taken with its port", () => {
  expect(
    read('from=[2001:db8::5]:40000 to=[2001:db8::9]:443 over=tcp outcome=rejected because="rate limit"'),
  ).toMatchObject({
    srcIp: "2001:db8::5",
    srcPort: 40_000,
    dstIp: "2001:db8::9",
    dstPort: 443,
    reason: "rate limit",
  });
});

test("a port before a count is none", () => {
  expect(
    read("flood source 10.0.0.5 port 40000 destination 203.0.113.1 port 443 packets 90000 decision drop"),
  ).toMatchObject({
    ...ENDS,
    packets: 90_000,
  });
});

describe("a value that a pair beside it names", () => {
  test("is what the label says, in pairs and in objects", () => {
    expect(
      read(`${PAIRS} act=blocked cs2Label=Rule Name cs2=no irc at all cs3Label=Other cs3=x`).ruleId,
    ).toBe("no irc at all");
    expect(read(`${PAIRS} act=blocked cs1Label=RuleName cs1=no-irc cnt=1`).ruleId).toBe("no-irc");
    const object = {
      src: "10.0.0.5",
      dst: "203.0.113.1",
      act: "blocked",
      cs2Label: "Rule Name",
      cs2: "no irc",
    };
    expect(parseLine(JSON.stringify(object)).ruleId).toBe("no irc");
    expect(read(`${PAIRS} act=blocked cs1Label=Note cs1=rule`).ruleId).toBeNull();
  });
});

describe("numbers that a standard gives", () => {
  test.each<[string, object]>([
    ["firewallEvent=3 sourceIPv4Address=10.0.0.5 destinationIPv4Address=203.0.113.1", { verdict: "deny" }],
    [
      "forwardingStatus=131 sourceIPv4Address=10.0.0.5 destinationIPv4Address=203.0.113.1",
      { verdict: "drop" },
    ],
    [
      '{"class_uid":4001,"src_endpoint":{"ip":"10.0.0.5"},"dst_endpoint":{"ip":"203.0.113.1"},"connection_info":{"direction_id":2},"disposition_id":2}',
      { verdict: "deny", direction: "out" },
    ],
    ["firewallEvent=1 sourceIPv4Address=10.0.0.5 destinationIPv4Address=203.0.113.1", { verdict: null }],
    ["forwardingStatus=64 sourceIPv4Address=10.0.0.5 destinationIPv4Address=203.0.113.1", { verdict: null }],
    ["disposition_id=2 src=10.0.0.5 dst=203.0.113.1", { verdict: null }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ srcIp: "10.0.0.5", ...expected });
  });
});

describe("words of a value", () => {
  test.each([
    ["eventType=packetRejected", "reject"],
    ["event=connectionDenied", "deny"],
    ["result=FlowAllowed", "allow"],
    ["disp=Not-Allowed", "deny"],
    ['action="not permitted"', "deny"],
    ["result=Filtered proto=tcp", "deny"],
    ["act=forward proto=tcp iif=eth0 oif=eth1", "allow"],
  ])("%s", (pair, verdict) => {
    expect(read(`${PAIRS} ${pair}`)).toMatchObject({ ...ENDS, verdict });
  });

  test.each([["eventType=sessionClosed"], ["event_type=packetNotDropped"], ["status=filtered"]])(
    "say no verdict: %s",
    (pair) => {
      expect(read(`src_ip=10.0.0.5 dst_ip=203.0.113.1 ${pair}`).verdict).toBeNull();
    },
  );

  test("what filtered is the rule where something was judged", () => {
    expect(read(`${PAIRS} action=deny filter=edge_in`).ruleId).toBe("edge_in");
    expect(read(`${PAIRS} action=deny filter-list=ftp-stop`).ruleId).toBe("ftp-stop");
    expect(read(`pass ${PAIRS} term=DNS-OK`).ruleId).toBe("DNS-OK");
    expect(read(`${PAIRS} filter=edge_in`).ruleId).toBeNull();
    expect(read(`${PAIRS} action=deny filter="(uid=x)"`).ruleId).toBeNull();
    expect(read(`${PAIRS} action=allow term=xterm-256color`).ruleId).toBeNull();
    expect(read(`${PAIRS} action=allow filter=on`).ruleId).toBeNull();
    expect(read(`${PAIRS} action=allow term=30`).ruleId).toBeNull();
  });

  test("a translated port is called as the layer is", () => {
    expect(read(`${PAIRS} trans_ip=198.51.100.2 trans_port=1045`)).toMatchObject({
      ...ENDS,
      natSrcIp: "198.51.100.2",
      natSrcPort: 1045,
      protocol: null,
    });
  });
});

test("a program stands before a dash and an object, a level does not", () => {
  const object = "{src: 10.0.0.5, dst: 203.0.113.1, dport: 443}";
  expect(parseLine(`<134>2027-03-17 22:05:07 ph-0031 harrier - ${object}`).app).toBe("harrier");
  expect(parseLine(`<134>2027-03-17 22:05:07 ph-0031 INFO - ${object}`).app).toBeNull();
});

describe("lists whose values all stand in quotes", () => {
  const [source, destination] = [ENDS.srcIp, ENDS.dstIp];

  test.each<[string, object]>([
    [
      `"1" "21Nov2026" "10:49:57" "bond0.30" "FW-1" "Log" "Drop" "ntp-udp" "ntp-udp" "${source}" "${destination}" "udp" "" "" "" "" "message_info: Address spoofing" "VPN-1" "" ""`,
      { srcPort: null, dstPort: null, protocol: "udp", verdict: "drop", interface: "bond0.30", ruleId: null },
    ],
    [
      `"10" "21Nov2026" "10:49:57" "eth0" "FW-1" "Log" "Accept" "443" "40000" "${source}" "${destination}" "tcp" "12" "web out"`,
      { srcPort: 40_000, dstPort: 443, protocol: "tcp", verdict: "allow", ruleId: "12" },
    ],
    [
      `"2026-11-21 10:49:57" "Drop" "${source}" "40000" "${destination}" "443" "tcp" "some rule" "eth0"`,
      { srcPort: 40_000, dstPort: 443, protocol: "tcp", verdict: "drop", ruleId: null },
    ],
    [
      `"2026-11-21 10:49:57" "fw 1" "Deny" "${source}" "${destination}" "udp" "some rule"`,
      { srcPort: null, dstPort: null, protocol: "udp", verdict: "deny" },
    ],
    [
      `a|deny|${source}|${destination}|udp|dns`,
      { srcPort: null, dstPort: null, protocol: "udp", verdict: "deny" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ srcIp: source, dstIp: destination, ...expected });
  });

  test.each([
    [`a|deny|${source}|${destination}|udp|192.0.2.9|dns`],
    [`a,info,${source},${destination},tcp,dns`],
    [`nat|permit|${source}|${destination}|tcp|overload`],
    [`"1" "Drop" "${source}" "some host" "${destination}" "udp" "x"`],
  ])("another order leaves open whose the addresses are: %s", (text) => {
    expect(read(text)).toMatchObject({ dstIp: null });
  });
});

describe("requests in bars", () => {
  const [client, server] = [ENDS.srcIp, ENDS.dstIp];

  test.each<[string, object]>([
    [
      `2026-11-21|15:57:49|${client}|-|${server}|dev.example.com|GET|"https://dev.example.com:443/x"|HTTP/1.1|200`,
      { dstPort: null },
    ],
    [`${client}|bob|${server}|8443|POST|/x|200`, { dstPort: 8443 }],
    [`${client}|-|${server}|www.example.com:8080|GET|/x|200`, { dstPort: 8080 }],
    [
      String.raw`${client}|home\bob|Mozilla/4.0 (compatible; MSIE 8.0)|2026-11-21|18:59:49|PX1|www.example.com|${server}|80|http|GET|http://www.example.com/|200|Internet Access|Req ID: 1f|Internal|External|0x480|Allowed|-`,
      { dstPort: 80, verdict: "allow", ruleId: "Internet Access" },
    ],
    [
      `bob|2026-11-21|15:05:11|TCP|${client}:40521|${server}:443|${client}|Local Host|Internal|Establish|0x0|-|HTTPS`,
      { srcPort: 40_521, dstPort: 443, verdict: "allow" },
    ],
    [
      `bob|2026-11-21|15:05:11|TCP|${client}:40521|${server}:443|${client}|Local Host|Internal|Terminate|0x80074e20|-`,
      { srcPort: 40_521, dstPort: 443, verdict: null },
    ],
    [
      `1319824864.4|a|${client}|40000|${server}|443|TLSv10|TLS_RSA_WITH_RC4_128_MD5|-|www.example.com`,
      { interface: null, interfaceOut: null },
    ],
    [
      `a|${client}|40000|${server}|443|AES256-SHA|ec74b51ba9d8f2bd9bb1e2f7a6b5c4d3`,
      { interface: null, interfaceOut: null },
    ],
    [
      `${client}|40000|${server}|443|tcp|wan1|lan2|allow`,
      { dstPort: 443, interface: "wan1", interfaceOut: "lan2" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ srcIp: client, dstIp: server, ...expected });
  });

  test("a manager's own message has no interface in its list", () => {
    const text = `"1" "21Nov2026" "10:49:57" "daemon" "FW-1" "Control" "" "" "" "${client}" "${server}" "tcp"`;
    expect(read(text)).toMatchObject({ srcIp: client, interface: null });
  });

  test("a session that is established in a sentence was let through by nobody", () => {
    expect(read(`session with ${client} established 0x0 flags`).verdict).toBeNull();
  });

  test("a client's port does not stand behind whom somebody asked", () => {
    expect(read(`${client}|-|${server}|50123|GET|/x|200`).dstIp).toBeNull();
  });
});
