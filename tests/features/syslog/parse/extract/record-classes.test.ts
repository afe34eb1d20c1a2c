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
