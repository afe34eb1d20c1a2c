import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const PAIRS = "src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443";

const read = (text: string) => parseLine(`<134>Nov 21 10:49:59 fw-1 app: ${text}`);

describe("rows whose columns only manuals tell", () => {
  test.each<[string, object]>([
    [
      "<134>1`0`1`1`0`20261121`10:49:58`Allow`6`WEB`192.0.2.10`50123`203.0.113.5`443`eth1`x`DNAT`10.0.0.5`8443`10`1`20`2`",
      {
        verdict: "allow",
        ruleId: "WEB",
        interface: "eth1",
        natDstIp: "10.0.0.5",
        natDstPort: 8443,
        bytes: 30,
      },
    ],
    [
      "<134>1`0`1`1`0`20261121`10:49:58`Expire`17`WEB`192.0.2.10`50123`203.0.113.5`443`eth1`x`SNAT`198.51.100.7`1025`10`1`20`2`",
      { verdict: null, protocol: "udp", natSrcIp: "198.51.100.7", natSrcPort: 1025, packets: 3 },
    ],
    [
      "<190>[fw4_allow] [198.51.100.2] 2026-11-21 10:49:58,2026-11-21 10:50:58,60,gw,7,web,0,none,192.0.2.10,alice,50123,203.0.113.5,443,TCP,INT,5,4,1310,900, ,-,Closed",
      { verdict: "allow", ruleId: "7", interface: "INT", reason: "Closed", bytes: 2210, packets: 9 },
    ],
    [
      "<190>[fw6_deny] [198.51.100.2] 2026-11-21 10:49:58,2026-11-21 10:49:58,0,gw,0,web,192.0.2.10,50123,203.0.113.5,443,TCP,EXT,1,131, ,-,Denied",
      { verdict: "deny", ruleId: "web", bytes: 131, packets: 1 },
    ],
    [
      "<134>0;20261121 104958; ;192.0.2.10;198.51.100.7;50123;1025;203.0.113.5;10.0.0.5;443;8443;6;1;5;4;x;Close; ;1;",
      { protocol: "tcp", natSrcIp: "198.51.100.7", natSrcPort: 1025, natDstIp: "10.0.0.5", natDstPort: 8443 },
    ],
  ])("%s", (line, expected) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ ...ENDS, ...expected });
    expect(isoEventTime(message)).toStartWith("2026-11-21T10:49:58");
  });

  test("a gateway's bars without the names of their columns", () => {
    expect(
      read(
        "Info Allow: LFWD|TCP|eth1|192.0.2.10|50123|00:00:5e:00:53:01|203.0.113.5|443|https|eth2|LAN-2-WAN|0|198.51.100.7||0|1|400|300|20|10||",
      ),
    ).toMatchObject({
      ...ENDS,
      verdict: "allow",
      interface: "eth1",
      interfaceOut: "eth2",
      ruleId: "LAN-2-WAN",
      reason: null,
      natSrcIp: "198.51.100.7",
      bytes: 700,
    });
  });

  test.each([
    ["<134>1`0`1`1`0`20261121`10:49:58`Allow`http`WEB`192.0.2.10`a`203.0.113.5`b`eth1`x`"],
    ["<134>0;20261121 104958; ;192.0.2.10;198.51.100.7;a;b;203.0.113.5;10.0.0.5;c;d;tcp"],
    ["<190>[fw4_deny] [198.51.100.2] 2026-11-21 10:49:58,x,192.0.2.10"],
  ])("other rows are none: %s", (line) => {
    expect(parseLine(line)).toMatchObject({ ruleId: null, natSrcIp: null, bytes: null });
  });
});

describe("columns and words around two ends", () => {
  test.each<[string, object]>([
    ['7,"/a.html",POST,203.0.113.5,443,192.0.2.10,50123,200', {}],
    ["203.0.113.5|443|192.0.2.10|50123|GET /x|403", {}],
    ["POLICY:Deny 6|192.0.2.10|50123|203.0.113.5|443|eth1|eth2", { verdict: "deny", interfaceOut: "eth2" }],
    ["gateway drop: 17|192.0.2.10|50123|203.0.113.5|443", { verdict: "drop", protocol: "udp" }],
    ["DROP, rule/7, OUT, 60, UDP, 192.0.2.10, 50123, 203.0.113.5, 443", { direction: "out" }],
    ["PASS|x|IN|60|TCP|192.0.2.10|50123|203.0.113.5|443", { direction: "in", verdict: "allow" }],
    ["IN, 192.0.2.10, 50123, 203.0.113.5, 443, UDP", { direction: null }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("a number before two columns is a protocol's behind a word of traffic only", () => {
    expect(read("table 6|10.0.0.1|100|10.0.0.2|200").srcIp).toBeNull();
  });

  test("of a server's end before a client's nothing is told without a request", () => {
    expect(read("203.0.113.5,443,192.0.2.10,50123,3,4").srcIp).toBeNull();
  });

  test.each<[string, number | null]>([
    ["scan detected: 192.0.2.10 -> 203.0.113.5 udp: [53] flags", 53],
    ["192.0.2.10 to 203.0.113.5 tcp ports [443] blocked", 443],
    ["scan detected: 192.0.2.10 -> 203.0.113.5 tcp: [1-1024] flags", null],
    ["scan detected: 192.0.2.10 -> 203.0.113.5 tcp: [22,80] flags", null],
  ])("one port of a list is what was asked for: %s", (text, dstPort) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: "203.0.113.5", srcPort: null, dstPort });
  });

  test.each([
    ["- ive - [192.0.2.10] bob(Users)[Staff] - Opened connection to 203.0.113.5 port 443"],
    ["[192.0.2.10] bob(Users)[] - Connected to 203.0.113.5 port 443"],
    ["[192.0.2.10] bob - Denied access to server 203.0.113.5:443"],
    ["Local Host IP: 203.0.113.5,Remote Host IP: 192.0.2.10,Inbound,TCP,Local Port: 443,Remote Port: 9"],
    ["local_ip=192.0.2.10 local_port=9 remote_ip=203.0.113.5 remote_port=443 direction=outbound"],
    ["server=web1(203.0.113.5),port=443,client=pc9(192.0.2.10)"],
  ])("who called whom: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: "203.0.113.5", dstPort: 443 });
  });

  test("an inbound attack on a client's port came from the remote end", () => {
    expect(
      read(
        "Local Host IP: 10.1.1.5,Remote Host IP: 203.0.113.9,Inbound,TCP,Local Port: 50123,Remote Port: 80",
      ),
    ).toMatchObject({ srcIp: "203.0.113.9", srcPort: 80, dstIp: "10.1.1.5", dstPort: 50_123 });
  });

  test.each([
    ["[192.0.2.10] upgraded - see 203.0.113.5"],
    ["service=ssh,server=via(203.0.113.5),from=192.0.2.10"],
  ])("no other end: %s", (text) => {
    expect(read(text).dstIp).toBeNull();
  });
});

test.each([
  ["10.250.10.6:50010 Served block blk_-7503483334202473044 to /10.251.30.179"],
  ["BLOCK* NameSystem.addStoredBlock: blockMap updated: 10.251.73.220:50010 is added to blk_712"],
])("a block of a file is no verdict: %s", (text) => {
  expect(read(text).verdict).toBeNull();
});

describe("verdicts that are no English words", () => {
  test.each<[string, string | null]>([
    ["action=차단", "deny"],
    ["subclass=허용", "allow"],
    ['action="拒否"', "deny"],
    ["action=разрешено", "allow"],
    ["kind=丢弃", "drop"],
    ["menu=차단목록", null],
    ["user=허용", null],
  ])("%s", (pair, verdict) => {
    expect(read(`${PAIRS} ${pair}`)).toMatchObject({ ...ENDS, verdict });
  });

  test.each<[string, object]>([
    ["[alice]从[192.0.2.10:50123]访问[203.0.113.5:443],协议tcp", ENDS],
    ["用户 192.0.2.10 尝试访问 203.0.113.5 被拒绝", { srcIp: "192.0.2.10", verdict: "deny" }],
    ["用户 192.0.2.10 访问 203.0.113.5 未被拒绝", { srcIp: "192.0.2.10", verdict: null }],
    ["升级包从192.0.2.10发往203.0.113.5", { srcIp: null, dstIp: null }],
    [
      "规则/17,源IP/192.0.2.10,源端口/50123,目的IP/203.0.113.5,目的端口/443,动作/阻断",
      { ...ENDS, ruleId: "17" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });
});

describe("pairs of other forms", () => {
  test.each<[string, object]>([
    [
      'id=7 class=fw msg="action=deny in=eth0 src=192.0.2.10 src_port=50123 -> out=eth1 dst=203.0.113.5 dst_port=443"',
      { verdict: "deny", interface: "eth0", interfaceOut: "eth1" },
    ],
    ['id=7 detail="srcip=192.0.2.10 srcport=50123 dstip=203.0.113.5 dstport=443 proto=6" level=3', {}],
    ["@@src=192.0.2.10@@sport=50123@@dst=203.0.113.5@@dport=443@@act=deny", { verdict: "deny" }],
    ["##SENDERIP=192.0.2.10##SENDERPORT=50123##RECIPIENTSADDR=203.0.113.5##RECIPIENTSPORT=443##RULE=a b", {}],
    ["src=192.0.2.10##sport=50123##dst=203.0.113.5##dport=443##rule=a b##act=drop", { ruleId: "a b" }],
    [`${PAIRS} snat_src_ip=198.51.100.7 snat_src_port=1025`, { natSrcIp: "198.51.100.7", natSrcPort: 1025 }],
    [
      "SRC=192.0.2.10 SPT=50123 DST=203.0.113.5 DPT=443 PROTO=TCP OUT=eth1 DNAT_DST=10.0.0.5 DNAT_DPT=8443",
      { natDstIp: "10.0.0.5", natDstPort: 8443 },
    ],
    [
      "NAME=web PROTO=TCP IN=eth1 SRC=192.0.2.10 SPT=50123 OUT=eth0 DST=203.0.113.5 DPT=443 ACT=Deny",
      { ruleId: "web", verdict: "deny" },
    ],
    [
      "PROTO=TCP NAME=web IN=eth1 SRC=192.0.2.10 SPT=50123 OUT=eth0 DST=203.0.113.5 DPT=443 ACT=Deny",
      { ruleId: null },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("a URL within a pair tells no ends", () => {
    expect(
      read('src=198.51.100.9 dst=203.0.113.77 msg="GET /x?src=192.0.2.10&dst=203.0.113.5"'),
    ).toMatchObject({ srcIp: "198.51.100.9", dstIp: "203.0.113.77" });
  });

  test("a sentence of an object tells the end that its names do not", () => {
    const told = (message: string) => parseLine(JSON.stringify({ source_ip: "192.0.2.10", message }));
    expect(told("client 192.0.2.10 was trying to connect to 203.0.113.5:443. Reason: 'bad'")).toMatchObject({
      dstIp: "203.0.113.5",
      dstPort: 443,
      reason: "bad",
    });
    expect(told("198.51.100.9:50123 -> 203.0.113.5:443").dstIp).toBeNull();
    expect(told("moved from 192.0.2.10 to 203.0.113.5").dstIp).toBeNull();
  });
});

describe("what a line begins with", () => {
  test.each([
    ["<134>alert|77|2026-11-21 10:49:58.5|x|192.0.2.10|50123|203.0.113.5|443|TCP"],
    ["<134>x;2026/11/21 10:49:58;deny;192.0.2.10;50123;203.0.113.5;443;TCP"],
    [`<134>id=firewall time="2026-11-21 10:49:58" ${PAIRS}`],
  ])("a whole date and time: %s", (line) => {
    expect(isoEventTime(parseLine(line))).toStartWith("2026-11-21T10:49:58");
  });

  test("a date without leading zeros", () => {
    expect(isoEventTime(parseLine(`<134>id=firewall time="2026-1-2 9:01:01" ${PAIRS}`))).toStartWith(
      "2026-01-02T09:01:01",
    );
  });

  test("a zone before the address of a host, and none before pairs", () => {
    expect(parseLine(`<134>Nov 21 10:49:59 EST 192.0.2.99 ${PAIRS}`).sourceHost).toBe("192.0.2.99");
    expect(parseLine(`<134>Nov 21 10:49:59 MET ${PAIRS}`).sourceHost).toBe("MET");
  });

  test("a program directly before a carrier of pairs", () => {
    const line = "<134>Nov 21 10:49:59 waf-1 ASM:CEF:0|F5|ASM|11|1|x|5|src=192.0.2.10 spt=50123 act=blocked";
    expect(parseLine(line)).toMatchObject({
      sourceHost: "waf-1",
      app: "ASM",
      parser: "cef",
      verdict: "deny",
    });
  });

  test("a firewall's name before what its pairs are about, which is no host", () => {
    const pairs = "connsrcip=192.0.2.10 connsrcport=50123 conndestip=203.0.113.5 conndestport=443";
    expect(parseLine(`<134>[2026-11-21 10:49:58] EFW: CONN: prio=1 ${pairs}`).app).toBe("EFW");
    expect(parseLine(`<134>[2026-11-21 10:49:58] FW-7: conn: prio=1 ${pairs}`).sourceHost).toBe("FW-7");
  });
});

describe("a rule's prefix in short", () => {
  const packet = "IN=eth0 OUT= SRC=192.0.2.10 DST=203.0.113.5 PROTO=TCP SPT=50123 DPT=443";
  test.each<[string, string | null]>([
    ["SFW2-INext-ACC-RELATED", "allow"],
    ["[FW-DRP]", "drop"],
    ["REJ:", "reject"],
    ["ACC", null],
    ["RULE=BLK1", null],
    ["DRPS", null],
  ])("%s", (prefix, verdict) => {
    expect(parseLine(`<4>Nov 21 10:49:59 fw-1 kernel: ${prefix} ${packet}`)).toMatchObject({
      ...ENDS,
      verdict,
    });
  });
});

test("Junos says why it denied a session, behind the interface", () => {
  const denied =
    "RT_FLOW: RT_FLOW_SESSION_DENY: session denied 192.0.2.10/50123->203.0.113.5/53 junos-dns-udp 17(0) deny-all(global) trust trust UNKNOWN UNKNOWN N/A(N/A) ge-0/0/0.0";
  const reason = (behind: string) => parseLine(`<14>Nov 21 10:49:59 srx-1 ${denied}${behind}`).reason;
  expect(reason(" UNKNOWN policy deny")).toBe("policy deny");
  expect(reason(" No Denied by policy 71 N/A")).toBe("Denied by policy");
  expect(reason(" UNKNOWN")).toBeNull();
  expect(reason("")).toBeNull();
});

test("a name server says by which protocol it was asked", () => {
  const asked = (by: string) => parseLine(`<30>Nov 21 10:49:59 ns1 named[7]: client 192.0.2.10#50123${by}`);
  expect(asked(" TCP: query: example.com IN A response: REFUSED +ED").protocol).toBe("tcp");
  expect(asked(": UDP: query: example.com IN A response: NOERROR +").protocol).toBe("udp");
  expect(asked(" (HELP): query: HELP IN A + (192.0.2.53)")).toMatchObject({
    protocol: null,
    dstIp: "192.0.2.53",
  });
});
