import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const ENDS = { srcIp: "10.0.0.5", srcPort: 51_000, dstIp: "203.0.113.1", dstPort: 443 };
const PAIRS = "src_ip=10.0.0.5 src_port=51000 dst_ip=203.0.113.1 dst_port=443 proto=tcp";
const FLOW = "tcp 10.0.0.5:51000 -> 203.0.113.1:443";

const read = (text: string) => parseLine(`<134>Nov 21 10:49:59 fw-1 app: ${text}`);

describe("ends that stand in brackets, in columns or before a translation", () => {
  test.each<[string, object]>([
    [
      "accept lan[eth0:10.0.0.5:51000] -> wan[ppp0:203.0.113.1:443] https:6",
      { protocol: "tcp", interface: "eth0", interfaceOut: "ppp0", verdict: "allow" },
    ],
    ["Accept LAN_1[1000000:10.0.0.5:51000] -> WAN[10010001:203.0.113.1:443] dns:17", { protocol: "udp" }],
    ["accept lan[10.0.0.5:51000] -> wan[203.0.113.1:443] dns/17", { protocol: "udp" }],
    ["accept lan(eth0:10.0.0.5:51000) => wan(ppp0:203.0.113.1:443) ttl:6", { protocol: null }],
    ["FW 10.0.0.5        :51000 ->203.0.113.1     :443  |UDP|default permit:<2,0>|B", { verdict: "deny" }],
    ["FW 10.0.0.5        :51000 ->203.0.113.1     :443  |UDP|default permit:<2,0>|F", { verdict: "allow" }],
    ["deny 17|10.0.0.5|51000|203.0.113.1|443|eth0|eth1", { protocol: "udp", verdict: "deny" }],
    ["deny;6;10.0.0.5;51000;203.0.113.1;443;eth0", { protocol: "tcp" }],
    ["deny rule 17, 10.0.0.5:51000 -> 203.0.113.1:443", { protocol: null }],
    ["10.0.0.5,203.0.113.1,17,51000,443,deny", { protocol: "udp", verdict: "deny" }],
    ["10.0.0.5 203.0.113.1 6 51000 443 10 840 deny", { protocol: "tcp" }],
    ["deny|eth0|10.0.0.5|51000|203.0.113.1|443|https|eth1|r1", { interface: "eth0", interfaceOut: "eth1" }],
    ["deny|eth0|10.0.0.5|51000|203.0.113.1|443|https|r1", { interface: "eth0", interfaceOut: null }],
    ["deny|10.0.0.5|51000|203.0.113.1|443|6|eth0|x", { interface: "eth0" }],
    ["drop vlan2 10.0.0.5(51000) vlan1 203.0.113.1(443) tcp", { interface: "vlan2", interfaceOut: "vlan1" }],
    ["WAN1 10.0.0.5:51000 -> LAN2 203.0.113.1:443 TCP drop", { verdict: "drop" }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("two numbers behind two addresses stay their ports where the second is none of a client", () => {
    expect(read("10.0.0.5,203.0.113.1,17,53,tcp,deny")).toMatchObject({ srcPort: 17, dstPort: 53 });
  });

  test.each([
    [
      "orig_saddr=10.0.0.5 orig_sport=51000 orig_daddr=203.0.113.1 orig_dport=443",
      "reply_saddr=203.0.113.1 reply_sport=443 reply_daddr=198.51.100.7 reply_dport=2033",
    ],
    [
      "original src=10.0.0.5 dst=203.0.113.1 sport=51000 dport=443,",
      "reply src=203.0.113.1 dst=198.51.100.7 sport=443 dport=2033",
    ],
    [
      '{"orig.ip.saddr":"10.0.0.5","orig.ip.daddr":"203.0.113.1","orig.l4.sport":51000,"orig.l4.dport":443,',
      '"reply.ip.saddr":"203.0.113.1","reply.ip.daddr":"198.51.100.7","reply.l4.sport":443,"reply.l4.dport":2033}',
    ],
  ])("of a tracked connection, whose other end was not translated: %s", (asked, answered) => {
    expect(read(`${asked} ${answered}`)).toMatchObject({
      ...ENDS,
      natSrcIp: "198.51.100.7",
      natSrcPort: 2033,
      natDstIp: null,
    });
  });

  test("ports in a sentence beside addresses in pairs", () => {
    const pairs = "src=10.0.0.5 dst=203.0.113.1";
    const said = `${pairs} msg="Connection closed. Bytes transferred : 4211 Src 51000 Dst 443 from lan"`;
    expect(read(said)).toMatchObject({ ...ENDS, bytes: 4211 });
    expect(read(`${pairs} msg="Latest 51000 of 443"`)).toMatchObject({ srcPort: null, dstPort: null });
  });

  test("names with a number for the field behind them, and a protocol with its own", () => {
    const ends =
      "srcIPAddr(1017)=10.0.0.5;srcPortNum(1018)=51000;destIPAddr(1019)=203.0.113.1;destPortNum(1020)=443";
    expect(read(`${ends};protType(1001)=UDP(17);policyActType(1071)=denied`)).toMatchObject({
      ...ENDS,
      protocol: "udp",
      verdict: "deny",
    });
    expect(read(`${ends};protocol=Other(x)`).protocol).not.toBe("other");
  });
});

describe("rules, reasons and places of firewalls", () => {
  test.each<[string, object]>([
    [`BLK ${FLOW}, match wan-blk, ge0.0 in`, { verdict: "deny", ruleId: "wan-blk" }],
    [`[DNY] ${FLOW}`, { verdict: "deny" }],
    [`${PAIRS} action=BLK`, { verdict: "deny" }],
    [`blk_4711 of ${FLOW}`, { verdict: null }],
    [
      `Rule[OVERRIDE 5] Firewall: [10.0.0.5:51000-203.0.113.1:443, tcp], action: Drop`,
      { ruleId: "OVERRIDE 5" },
    ],
    [`deny ${FLOW} (rule: Guests at home)`, { ruleId: "Guests at home" }],
    [`Block [Rule: Default Deny] [Interface: WAN] ${FLOW}`, { ruleId: "Default Deny" }],
    [`deny ${FLOW} by policy <Guests at home>`, { ruleId: "Guests at home" }],
    [`reject ${FLOW} (filter 4)`, { ruleId: "4" }],
    [`reject ${FLOW} by filter 4 times`, { ruleId: null }],
    [`[WAN1] Deny ${FLOW}`, { interface: "WAN1", verdict: "deny" }],
    [`[node1] Deny ${FLOW}`, { interface: null }],
    [`[fw] LAN2WAN Deny ${FLOW}`, { interface: null }],
    [`PP[01][out][200101] TCP 10.0.0.5:51000 > 203.0.113.1:443`, { ruleId: "200101", direction: "out" }],
    [`log[01][out][x] TCP 10.0.0.5:51000 > 203.0.113.1:443`, { ruleId: null }],
    [`Inbound Traffic Blocked - Default policy ${FLOW.toUpperCase()}`, { reason: "Default policy" }],
    [
      `Blocked - Packet invalid in connection ${FLOW.toUpperCase()}`,
      { reason: "Packet invalid in connection" },
    ],
    [`Blocked - Guests at home ${FLOW.toUpperCase()}`, { reason: null }],
    [
      `Port scan! From 10.0.0.5:51000 to 203.0.113.1:443, proto TCP (zone x, int eth0/0)`,
      { interface: "eth0/0" },
    ],
    [`${PAIRS} msg="IP spoofing blocked"`, { verdict: "deny" }],
    [`${PAIRS} msg="Port scan blocked"`, { verdict: "deny" }],
    [`${PAIRS} msg="Virus scan blocked"`, { verdict: null }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("why somebody was not let in stands behind a comma or a dash", () => {
    const said = "Authentication of user bob from 10.0.0.5 was rejected";
    expect(read(`${said}, password is incorrect`).reason).toBe("password is incorrect");
    expect(read(`${said} - account is locked`).reason).toBe("account is locked");
    expect(read(`${said} - see the manual`).reason).toBeNull();
    expect(read("Packet dropped - unknown client from ('10.0.0.5', 51000)").reason).toBe("unknown client");
  });

  test("netfilter's prefix names a rule by the number of its set", () => {
    const keys = "IN=eth1 OUT=vlan10 SRC=10.0.0.5 DST=203.0.113.1 PROTO=TCP SPT=51000 DPT=443";
    const rule = "fw-in-3-1f84e4cd-9d22-13c7-aa3f-000cbe010b65";
    expect(read(`${rule} act=DROP ${keys}`)).toMatchObject({ ...ENDS, ruleId: rule, verdict: "drop" });
    expect(read(`fw-in-3 act=DROP ${keys}`).ruleId).toBeNull();
  });
});

describe("what a line without a header says of itself", () => {
  test("what looks like a program is the device where a pair calls it so, and the time may stand last", () => {
    const line = (id: string) =>
      parseLine(
        `<134>ns-1: NetScreen device_id=${id} Port scan! From 10.0.0.5:51000 to 203.0.113.1:443 (2026-11-21 10:49:59)`,
      );
    expect(line("ns-1")).toMatchObject({ ...ENDS, sourceHost: "ns-1", app: null });
    expect(isoEventTime(line("ns-1"))).toStartWith("2026-11-21T10:49:59");
    expect(line("4711")).toMatchObject({ app: "ns-1" });
  });

  test("a time in brackets at the end of a long line", () => {
    const flow = `${"x".repeat(160)} deny ${FLOW}`;
    expect(isoEventTime(parseLine(`<134>${flow} (2026-11-21 10:49:59)`))).toStartWith("2026-11-21T10:49:59");
    expect(isoEventTime(parseLine(`<134>${flow} (2026-11-21)`))).toBeNull();
  });
});
