import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const ENDS = { srcIp: "198.51.100.15", srcPort: 51_000, dstIp: "203.0.113.130", dstPort: 443 };
const PAIRS = "src=198.51.100.15 sport=51000 dst=203.0.113.130 dport=443";

const read = (text: string) => parseLine(`<134>Nov 21 10:49:59 fw-1 app: ${text}`);

describe("rows of packet filters", () => {
  test.each<[string, object]>([
    [
      "295:34:52.730 lan @Group:Rule=0:10 b 198.51.100.15,51000 -> 203.0.113.130,www    PR tcp len 20 48 IN",
      { srcPort: 51_000, dstPort: null, verdict: "deny", direction: "in", ruleId: "0:10", interface: "lan" },
    ],
    [
      "10:00:01.1 em0 @0:7 p 198.51.100.15,domain -> 203.0.113.130,443 PR udp len 20 48 OUT",
      { srcPort: null, dstPort: 443, verdict: "allow", direction: "out", ruleId: null },
    ],
    [
      "10:00:01.1 em0 @0:1 b 198.51.100.15,138 -> 203.0.113.130,138 PR udp len 20 229 IN mbcast",
      { srcPort: 138, verdict: "deny", direction: "in" },
    ],
    ["tunnel to 203.0.113.130 from 198.51.100.15 up", { srcPort: null, dstPort: null }],
    ["x rule='block all hosts' 198.51.100.15:51000 -> 203.0.113.130:443", { dstPort: 443, action: null }],
    [
      "tcp(6) - 198.51.100.15 51000 203.0.113.130 443: 44 S [Linux 2.6 ]",
      { srcPort: 51_000, dstPort: 443, protocol: "tcp" },
    ],
    [
      "TCP port denial 198.51.100.15:51000 -> 203.0.113.130:443",
      { dstPort: 443, verdict: "deny", actionRaw: "denial" },
    ],
    [
      "UDP (L to W/ZW) 198.51.100.15:51000 203.0.113.130:443 |ACCESS FORWARDED",
      { dstPort: 443, verdict: "allow" },
    ],
    [
      "gw Allow: LOUT|TCP||198.51.100.15|51000||203.0.113.130|443|https|eth1|LAN-2-WAN|0|||0|1",
      { srcPort: 51_000, dstPort: 443, verdict: "allow", ruleId: "LAN-2-WAN" },
    ],
    [
      "gw Block: FWD|UDP|eth0|198.51.100.15|51000|00:00:5e:00:53:01|203.0.113.130|443|||No Rule|4017|||0",
      { srcPort: 51_000, dstPort: 443, verdict: "deny", ruleId: "No Rule", interface: "eth0" },
    ],
    [
      "Connection_Discarded; 198.51.100.15; 203.0.113.130; HTTPS; 6; 51000; 443; 2097157.5",
      { srcPort: 51_000, dstPort: 443, protocol: "tcp" },
    ],
    [
      "INET: refuse from if 1000 prot 17 198.51.100.15:51000->203.0.113.130:443 (RI 5 FI 6)",
      { dstPort: 443, protocol: "udp", verdict: "deny" },
    ],
    [
      "Firewall Policy: [Drop], Src: 198.51.100.15:51000, Dst: 203.0.113.130:443, Proto: TCP, In: WAN, Out: LAN",
      { dstPort: 443, verdict: "drop", ruleId: null, interface: "WAN", interfaceOut: "LAN" },
    ],
    [
      "登录IP=198.51.100.15 数据库IP=203.0.113.130 数据库端口=1521 处理结果=封堵",
      { dstPort: 1521, verdict: "deny" },
    ],
    ["攻击IP:198.51.100.15, 被攻击IP:203.0.113.130, 处置:屏蔽", { dstPort: null, verdict: "deny" }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ srcIp: ENDS.srcIp, dstIp: ENDS.dstIp, ...expected });
  });

  test("an address of version 6 keeps apart from its port", () => {
    expect(read("em0 @0:7 p 2001:db8::1,51000 -> 2001:db8::2,https PR tcp len 20 48 OUT")).toMatchObject({
      srcIp: "2001:db8::1",
      srcPort: 51_000,
      dstIp: "2001:db8::2",
      dstPort: null,
    });
  });

  test.each([
    ["access denial of service attack 198.51.100.15:51000 -> 203.0.113.130:443"],
    ["Rule /Common/log <CLIENT_ACCEPTED>: client 198.51.100.15:51000 -> 203.0.113.130:443"],
  ])("no verdict is in %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: ENDS.srcIp, verdict: null });
  });
});

describe("ports", () => {
  test.each<[string, number | null, number | null]>([
    ["src=198.51.100.15 dst=203.0.113.130 sport=0xc738 dport=0x1bb", 51_000, 443],
    ["src: 198.51.100.15, dst: 203.0.113.130, src_port: 0xc738, dst_port: 0x1bb", 51_000, 443],
    ["IP[Src=198.51.100.15 Dst=203.0.113.130 TCP spo=c738  dpo=01bb]}S03>R01mD", 51_000, 443],
    ["src=198.51.100.15 dst=203.0.113.130 sport=0035 dport=0443", 35, 443],
    [
      'src=198.51.100.15 dst=203.0.113.130 desc="TCP from 198.51.100.15:51000 to 203.0.113.130:443"',
      51_000,
      443,
    ],
    [
      'src=198.51.100.15 dst=203.0.113.130 desc="198.51.100.15:51000, 198.51.100.15:51001, 203.0.113.130:443"',
      null,
      null,
    ],
    ['src=198.51.100.15 dst=203.0.113.130 desc="from 198.51.100.16:51000 to 203.0.113.130:443"', null, null],
  ])("%s", (text, srcPort, dstPort) => {
    expect(read(text)).toMatchObject({ srcIp: ENDS.srcIp, dstIp: ENDS.dstIp, srcPort, dstPort });
  });

  test("a zone of a time counts no bytes", () => {
    const line =
      "proto 17 src 198.51.100.15 dst 203.0.113.130 last 2026-11-21 06:31:46 +0200 bytes 53 pkts 1";
    expect(read(line)).toMatchObject({ bytes: 53, packets: 1 });
  });
});

describe("consoles in languages of Asia", () => {
  test.each([
    ["允许", "allow"],
    ["已放行", "allow"],
    ["阻断", "deny"],
    ["遮断", "deny"],
    ["차단", "deny"],
    ["丢弃", "drop"],
    ["监控", "other"],
  ])("what was done in their word %s", (word, verdict) => {
    expect(read(`${PAIRS} action="${word}"`)).toMatchObject({ ...ENDS, verdict, actionRaw: word });
    expect(read(`{"src":"198.51.100.15","dst":"203.0.113.130","action":"${word}"}`)).toMatchObject({
      verdict,
    });
  });

  test.each<[string, object]>([
    ["NAT类型:snat", { natSrcIp: "192.0.2.46", natSrcPort: 52_978, natDstIp: null }],
    ["NAT类型:dnat", { natSrcIp: null, natDstIp: "192.0.2.46", natDstPort: 52_978 }],
    ["类型:目的地址转换", { natSrcIp: null, natDstIp: "192.0.2.46", natDstPort: 52_978 }],
  ])("the end that a translation tells anew is whose its kind is: %s", (kind, expected) => {
    const ends = "源IP:198.51.100.15, 源端口:51000, 目的IP:203.0.113.130, 目的端口:443";
    const line = `${kind}, ${ends}, 协议:17, 转换后的IP:192.0.2.46, 转换后的端口:52978`;
    expect(read(line)).toMatchObject({ ...ENDS, protocol: "udp", ...expected });
  });

  test("a rule may stand behind a slash where all values do", () => {
    const ends = "客户端IP/198.51.100.15,服务器IP/203.0.113.130,动作/阻断";
    expect(read(`${ends},触发规则/11060009,国家/中国`)).toMatchObject({
      ruleId: "11060009",
      verdict: "deny",
    });
    expect(read(`${ends},路径/规则/默认路径`).ruleId).toBeNull();
  });

  test("who failed to log in is told by a row, and when by its last column", () => {
    const line = parseLine("<134> Login: admin|web|失败|198.51.100.15|2026-11-21 09:06:41");
    expect(line.srcIp).toBe("198.51.100.15");
    expect(isoEventTime(line)).toStartWith("2026-11-21T09:06:41");
    const lease = parseLine("<134> Login: a|失败|198.51.100.15|2026-11-21 09:06:41|2026-12-21 09:06:41");
    expect(isoEventTime(lease)).toStartWith("2026-11-21T09:06:41");
  });
});

describe("what is told through another", () => {
  test.each([
    [
      '2026-11-21 10:41:43 ids-1 [UDP: [192.0.2.57]:45187->[192.0.2.37]]: enterprises.9.9.383.1.2.3.0 "SELECT...FROM" enterprises.9.9.383.1.2.16.0 "198.51.100.15:51000" enterprises.9.9.383.1.2.17.0 "osType=\\"linux\\" 203.0.113.130:443"',
    ],
    [
      'x [UDP: [192.0.2.57]:45187->[192.0.2.37]]: CISCO-CIDS-MIB::cidsAlertAttackerAddress.0 = STRING: "198.51.100.15:51000" CISCO-CIDS-MIB::cidsAlertVictimAddress.0 = STRING: "203.0.113.130:443"',
    ],
  ])("the ends of an alert are not those of its trap: %s", (text) => {
    expect(read(text)).toMatchObject({ ...ENDS, protocol: null });
  });

  const trap = "2026-11-21 10:49:58 <UNKNOWN> [UDP: [192.0.2.57]:161->[192.0.2.37]:162]:";

  test.each([
    [`${trap} enterprises.9.9.383.1.2.16 "198.51.100.15"     enterprises.9.9.383.1.2.17 "203.0.113.130"`],
    [
      `${trap} ACME-MIB::attackSourceAddress.0 = IpAddress: 198.51.100.15 ACME-MIB::attackDestinationAddress.0 = IpAddress: 203.0.113.130`,
    ],
    [`${trap} X-MIB::srcIp.0 = STRING: "198.51.100.15" X-MIB::dstIp.0 = STRING: "203.0.113.130"`],
    [`${trap} attackerAddress.0 = STRING: 198.51.100.15, victimAddress.0 = STRING: 203.0.113.130`],
  ])("by whatever name its objects have: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: ENDS.srcIp, dstIp: ENDS.dstIp, srcPort: null, protocol: null });
  });

  test("a trap of a device's own address tells who sent it", () => {
    const text = `${trap} IP-MIB::ipAdEntAddr.0 = IpAddress: 198.51.100.15 X-MIB::srcIp.0 = IpAddress: 198.51.100.15`;
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.57", dstIp: "192.0.2.37" });
  });

  test.each<[string, string | null]>([
    ["(zone Untrust, int untrust). Occurred 1 times.", "untrust"],
    ["(zone Untrust, interface ethernet1/2). Occurred 1 times.", "ethernet1/2"],
    ["(zone Untrust). Occurred 1 times.", null],
  ])("an interface is one whatever it is called: %s", (text, place) => {
    const line = `SYN flood! From 198.51.100.15:51000 to 203.0.113.130:443, proto TCP ${text}`;
    expect(read(line)).toMatchObject({ ...ENDS, interface: place });
  });

  test.each([
    [
      "dns: 21-Nov-2026 15:49:58.516 queries: info: client 198.51.100.15#51000: query: 1.example IN PTR + (203.0.113.130)",
    ],
    ["client @0x7f8 198.51.100.15#51000 (a.example): view in: query: a.example IN A +E(0)K (203.0.113.130)"],
  ])("a name server says last where it was asked: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: ENDS.srcIp, srcPort: 51_000, dstIp: ENDS.dstIp });
  });

  test("an object's sentence tells the port of whom it calls by his name", () => {
    const said = (text: string) =>
      parseLine(
        `<134>1 2026-11-21T10:49:59Z h a - - - ${JSON.stringify({ source_ip: ENDS.srcIp, msg: text })}`,
      );
    expect(said("Closed connection to app.example.com port 3389 after 7 seconds")).toMatchObject({
      srcIp: ENDS.srcIp,
      dstIp: null,
      dstPort: 3389,
    });
    expect(said("Closed connection to switch port 12.3").dstPort).toBeNull();
  });

  test.each([
    [
      "Insert Event from 127.0.0.1:28764 - (D|2|log|Login jdoe from 198.51.100.15 : Allowed.)",
      "198.51.100.15",
    ],
    ["session from 127.0.0.1 relayed for a request from [198.51.100.15]", "198.51.100.15"],
    ["request from 127.0.0.1:5060 done", "127.0.0.1"],
    ["copied from 127.0.0.1 what came from 198.51.100.15 and from 198.51.100.16", "127.0.0.1"],
    ["request from 192.0.2.1 relayed for a request from 198.51.100.15", "192.0.2.1"],
  ])("who comes from elsewhere speaks, not this host: %s", (text, srcIp) => {
    expect(read(text)).toMatchObject({ parser: "server", srcIp });
  });

  test("an object's sentence tells whom a client called that its names tell", () => {
    const sentence = "TLS failed while client at 198.51.100.15 was trying to connect to 203.0.113.130:443.";
    const readObject = (object: object) => read(JSON.stringify(object));
    expect(
      readObject({ client_ip: "198.51.100.15", message: `${sentence} Reason: 'no cipher'` }),
    ).toMatchObject({ srcIp: "198.51.100.15", dstIp: "203.0.113.130", dstPort: 443, reason: "no cipher" });
    expect(readObject({ client_ip: "198.51.100.16", message: sentence }).dstIp).toBeNull();
    expect(
      readObject({
        client_ip: "198.51.100.15",
        raw_message: "Access blocked - Host: www.example.com, Port: 8443",
      }),
    ).toMatchObject({ dstIp: null, dstPort: 8443, verdict: "deny" });
    expect(
      readObject({ client_ip: "198.51.100.15", message: "Switch: sw1.example.com, Port: 12 is up" }).dstPort,
    ).toBeNull();
  });

  test("a direction's name says more than its number", () => {
    expect(read(`${PAIRS} direction=2 directionName=outbound`).direction).toBe("out");
  });

  test.each([
    ["host_ip=198.51.100.15 remote_ip=203.0.113.130 remote_port=443 direction=outbound", { dstPort: 443 }],
    ["host_ip=203.0.113.130 remote_ip=198.51.100.15 local_port=443 direction=in", { dstPort: 443 }],
    ["host_ip=198.51.100.15/22 ip=203.0.113.130 port=443 direction=outbound", { dstPort: 443 }],
    ["host_ip=203.0.113.130 ip=198.51.100.15 port=50122 direction=inbound", { srcPort: null }],
    [
      "details_hostIp=198.51.100.15 details_ip=203.0.113.130 details_port=443 details_direction=out details_x=1 details_y=2",
      { dstPort: 443, direction: "out" },
    ],
  ])("the host that a line is of is the other end where the direction is told: %s", (text, expected) => {
    expect(read(text)).toMatchObject({ srcIp: ENDS.srcIp, dstIp: ENDS.dstIp, ...expected });
  });
});

describe("known formats by their neighbours", () => {
  test.each([
    ["Drop", "drop"],
    ["Pass", "allow"],
    ["Alert", null],
  ])("a verdict between the marks of Snort: %s", (word, verdict) => {
    const line = `2026/11/21-10:13:29.901626 UTC [**] [Hostname: vm5] [**] ${word} [**] [1:52451:1] MALWARE-CNC x [**] [Priority: 1] {TCP} 198.51.100.15:51000 -> 203.0.113.130:443`;
    expect(parseLine(`<13>Nov 21 10:49:59 192.0.2.1 ${line}`)).toMatchObject({
      ...ENDS,
      parser: "suricata-fast",
      ruleId: "52451",
      verdict,
    });
  });

  test("IOS XE's summary names the interface before the source", () => {
    const line =
      "<190>4932: Nov 21 10:49:46.330: %IOSXE-6-PLATFORM: R0/0: cpp_cp: QFP:0.0 Thread:001 TS:00000031 %FW-6-LOG_SUMMARY: 10 tcp packets were dropped from GigabitEthernet2 198.51.100.15:51000 => 203.0.113.130:443 (target:class)-(zp:cls)";
    expect(parseLine(line)).toMatchObject({
      ...ENDS,
      interface: "GigabitEthernet2",
      protocol: "tcp",
      packets: 10,
      verdict: "drop",
    });
  });

  test("a tunnel of Array's is none of Ivanti's", () => {
    const line = `<134>id=ArrayOS time="2026-1-5 08:35:05" fw=AN pri=6 vpn=sslvpn user=u ${PAIRS} type=vpn`;
    expect(parseLine(line)).toMatchObject({ ...ENDS, parser: "key-value" });
    expect(isoEventTime(parseLine(line))).toStartWith("2026-01-05T08:35:05");
  });

  test("a firewall's pairs tell the port of a translated source by its whole name", () => {
    const line = `<142>Nov 21 10:49:59 zy src="198.51.100.15:51000" dst="203.0.113.130:443" devID="f44d" cat="Traffic Log" sourceTranslatedAddress=192.0.2.101 sourceTranslatedPort=53091`;
    expect(parseLine(line)).toMatchObject({ natSrcIp: "192.0.2.101", natSrcPort: 53_091 });
  });

  test.each([
    ["logging,drop", "drop"],
    ["Logging & Reset", "reject"],
    ["logging", "other"],
  ])("of several actions the one that judges: %s", (actions, verdict) => {
    const line = `<134>Nov 21 10:49:59 h3c %%10ATK/3/ATK_IPV4_SYNFLOOD: SrcIPAddr(1003)=198.51.100.15; DstIPAddr(1007)=203.0.113.130; Action(1049)=${actions}; Count(1069)=3;`;
    expect(parseLine(line)).toMatchObject({ vendor: "h3c", verdict });
  });

  test.each([
    ["connectionControl.blocked", "deny"],
    ["packetDropped", "drop"],
    ["userAccountBlocked", null],
  ])("an event's id in one word may say what was refused: %s", (id, verdict) => {
    expect(read(`CEF:0|Vendor|Product|1|${id}|Event|1|src=198.51.100.15`)).toMatchObject({ verdict });
  });

  test("what only says whether there is a rule is none", () => {
    const line =
      "Block Event: Host: 198.51.100.15, Target: 203.0.113.130, Is Virtual Firewall blocking rule: true";
    expect(read(line)).toMatchObject({ srcIp: ENDS.srcIp, dstIp: ENDS.dstIp, verdict: "deny", ruleId: null });
  });

  test("counts behind a verdict are no part of it", () => {
    const line =
      "FLOW LOG vpn-1 198.51.100.15/51000 203.0.113.130/443 tcp: tos: 0 inbound-acl, Implicit-ACL, Result: deny Pkt count 2: Byte count 94";
    expect(read(line)).toMatchObject({ ...ENDS, protocol: "tcp", actionRaw: "deny", verdict: "deny" });
  });

  test("a place of a switch is no port of whoever logs in", () => {
    const line = '<134>Nov 21 10:49:59 nac "NAC" - User login: joe, x, switch 192.0.2.1 port 12';
    expect(parseLine(line)).toMatchObject({ srcIp: null, srcPort: null });
  });

  test("Snort's number of a protocol stands behind its word", () => {
    const line = "[122:1:0] (portscan) TCP Portscan [Priority: 3] {PROTO:255} 198.51.100.15 -> 203.0.113.130";
    expect(read(line)).toMatchObject({ srcIp: ENDS.srcIp, dstIp: ENDS.dstIp, protocol: "255" });
  });

  test("what a signature is called is no part of its number", () => {
    const line =
      "IPS: Packet drop, Rule ID: 1:2001219 ET SCAN x, proto:TCP, ip/port:198.51.100.15:51000 -> 203.0.113.130:443";
    expect(read(line)).toMatchObject({ ...ENDS, ruleId: "1:2001219", verdict: "drop" });
  });
});
