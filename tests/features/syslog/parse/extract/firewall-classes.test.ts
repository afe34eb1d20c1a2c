import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const ENDS = { srcIp: "10.0.0.5", srcPort: 51_000, dstIp: "203.0.113.1", dstPort: 443 };
const PAIRS = "src_ip=10.0.0.5 src_port=51000 dst_ip=203.0.113.1 dst_port=443 proto=tcp";

const read = (text: string) => parseLine(`<134>Nov 21 10:49:59 fw-1 app: ${text}`);

describe("pairs of firewalls", () => {
  test.each<[string, object]>([
    [
      "src ip=10.0.0.5 port=51000 dst ip=203.0.113.1 port=443 src-xlated ip=198.51.100.7 port=2033",
      { natSrcIp: "198.51.100.7", natSrcPort: 2033, natDstIp: null },
    ],
    [`${PAIRS}, translated_ip=198.51.100.7, port=2033`, { natSrcIp: "198.51.100.7", natSrcPort: 2033 }],
    [`${PAIRS} newsrcip=198.51.100.7 newsrcport=2033`, { natSrcIp: "198.51.100.7", natSrcPort: 2033 }],
    [`user= rule=r17 policy=accept ${PAIRS}`, { ruleId: "r17", verdict: "allow" }],
    [`${PAIRS} rule=accept policyid=8059`, { ruleId: "8059", verdict: "allow" }],
    [`${PAIRS} action= rule=12 msg=`, { ruleId: "12", verdict: null }],
    [`${PAIRS} event="ACL deny"`, { verdict: "deny" }],
    [`${PAIRS} event="Firewall drop"`, { verdict: "drop" }],
    [`${PAIRS} event="Dropbox allow list"`, { verdict: "other" }],
    [`${PAIRS} reason=Close - TCP FIN.`, { reason: "Close - TCP FIN" }],
    [`${PAIRS} reason=timeout - v1.2`, { reason: "timeout" }],
    [`${PAIRS} ingres_if=eth3 egres_if=eth4`, { interface: "eth3", interfaceOut: "eth4" }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("a noun before a name in quotes is no part of the rule's", () => {
    const line = 'Source: 10.0.0.5, Rule: Policy "Guests at home" , Details: cleared. Reason: Host changed.';
    expect(read(line)).toMatchObject({ ruleId: "Guests at home", reason: "Host changed" });
  });

  test("rules and reasons in Chinese stay as they are written", () => {
    const pairs = "源IP:10.0.0.5, 源端口:51000, 目的IP:203.0.113.1, 目的端口:443";
    expect(read(`策略名称:允许访问服务器, ${pairs}, 动作:拒绝, 丢弃原因:策略不匹配`)).toMatchObject({
      ...ENDS,
      ruleId: "允许访问服务器",
      verdict: "deny",
      reason: "策略不匹配",
    });
    expect(read(`规则ID=12, ${pairs}, 转换后源IP=198.51.100.7`)).toMatchObject({
      ruleId: "12",
      natSrcIp: "198.51.100.7",
    });
    expect(read(`策略:拒绝, ${pairs}`).ruleId).toBeNull();
    expect(read(`规则类型:内置, ${pairs}`).ruleId).toBeNull();
  });
});

describe("sessions of a translation", () => {
  const seen = { srcIp: "10.0.0.5", srcPort: 51_000, natSrcIp: "198.51.100.7", natSrcPort: 2033 };

  test.each([
    ["nat 10.0.0.5:51000<->203.0.113.1:443, 203.0.113.1:443<-->198.51.100.7:2033"],
    ["NAT 10.0.0.5:51000 <-> 203.0.113.1:443 198.51.100.7:2033 <-> 203.0.113.1:443"],
    ["nat session 10.0.0.5:51000 -> 203.0.113.1:443, 198.51.100.7:2033 -> 203.0.113.1:443"],
    ["nat 10.0.0.5:51000 -> 198.51.100.7:2033 | 198.51.100.7:2033 -> 203.0.113.1:443"],
    ["NAT: new outgoing session on ifc 40001 prot 6 10.0.0.5:51000/198.51.100.7:2033 -> 203.0.113.1:443"],
    ["nat: open 10.0.0.5:51000/198.51.100.7:2033->203.0.113.1:443"],
  ])("have an end in common or stand beside a slash: %s", (text) => {
    expect(read(text)).toMatchObject({ ...seen, dstIp: "203.0.113.1", dstPort: 443 });
  });

  test("tell nothing where no port says which end was called, or no translation is", () => {
    const open = "nat 10.0.0.5:51000 <-> 198.51.100.7:2033, 198.51.100.7:2033 <-> 203.0.113.1:2044";
    expect(read(open)).toMatchObject({ natSrcIp: null });
    const links = "cluster 10.0.0.5:51000 <-> 10.0.0.6:443, 10.0.0.6:443 <-> 203.0.113.1:2044";
    expect(read(links)).toMatchObject({ natSrcIp: null });
  });

  test("of what came in answers who stands before the slash, and `0.0.0.0` is nobody", () => {
    expect(
      read("NAT: new incoming session 10.0.0.5:8443/198.51.100.7:443 <- 203.0.113.1:51000"),
    ).toMatchObject({
      srcIp: "203.0.113.1",
      dstIp: "198.51.100.7",
      dstPort: 443,
      natDstIp: "10.0.0.5",
      natDstPort: 8443,
    });
    const refused =
      "NAT: refused incoming session on ifc 40001 prot 6 198.51.100.7:445/0.0.0.0:0 <- 203.0.113.1:51000";
    expect(read(refused)).toMatchObject({
      srcIp: "203.0.113.1",
      dstIp: "198.51.100.7",
      dstPort: 445,
      protocol: "tcp",
      verdict: "deny",
      interface: "40001",
      natDstIp: null,
    });
  });

  test("a message's name tells the protocol", () => {
    const line = "<134>Nov 21 10:49:59 cgn-1 NAT-TCP-C: 10.0.0.5:51000<->203.0.113.1:443";
    expect(parseLine(line).protocol).toBe("tcp");
    expect(parseLine(line.replace("NAT-TCP-C", "tcp-relay")).protocol).toBeNull();
  });
});

describe("a client in brackets", () => {
  test("beside the listener that it came to", () => {
    const client = 'a Client (IP address 192.0.2.10, Host name "pc9.example.net", Port number 51000)';
    expect(read(`On the TCP Listener (Port 443), ${client} has connected.`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 51_000,
      dstPort: 443,
      protocol: "tcp",
    });
    expect(read(`Client (IP 192.0.2.10, port 51000) connected to listener 2 (port 443)`)).toMatchObject({
      srcIp: "192.0.2.10",
      dstPort: null,
    });
  });
});

describe("times of lines without a header", () => {
  test.each([
    ["[gw-1/VPN] (2026-11-21 10:49:59.114) client 192.0.2.10 connected"],
    ["[GW-1] [Time=2026/11/21 10:49:59], [Attacker=192.0.2.10], [Victim=203.0.113.1]"],
    ["[DoS Attack: SYN Flood] from source: 192.0.2.10, port 443, Saturday, November 21, 2026 10:49:59"],
    ["1`0`20261121`10:49:59`Deny`192.0.2.10`50123`203.0.113.1`443`TCP"],
    ["fw1,2026/11/21,10:49:59,192.0.2.10,50123,203.0.113.5,443,TCP,deny"],
  ])("%s", (text) => {
    expect(isoEventTime(parseLine(`<134>${text}`))).toStartWith("2026-11-21T10:49:59");
  });

  test.each([
    ["[gw-1/VPN] (2026-11) client 192.0.2.10 connected"],
    ["[x] from source: 192.0.2.10, port 443, Saturday, November 21, 2026 10:49:59 PM"],
    ["a,20261121,50123,192.0.2.10,50123,203.0.113.5,443,TCP,deny"],
  ])("no time: %s", (text) => {
    expect(isoEventTime(parseLine(`<134>${text}`))).toBeNull();
  });
});

describe("rules and interfaces of sentences", () => {
  const flow = "TCP 203.0.113.1:51000 > 10.0.0.5:443";

  test.each<[string, object]>([
    [`rule 12/(match) block in on em1: ${flow}`, { ruleId: "12", verdict: "deny", interface: "em1" }],
    [`rule 4/0(match): pass in on em1: ${flow}`, { ruleId: "4", verdict: "allow" }],
    [`DROP 'Guest isolation' packet from Guests, proto:TCP, ${flow}`, { ruleId: "Guest isolation" }],
    [`BLOCK ${flow}, match deny-wan, eth0 in`, { ruleId: "deny-wan", interface: "eth0", direction: "in" }],
    [`permit ${flow} matched acl7`, { ruleId: "acl7" }],
    [`LAN2 Rejected at IN(1012) filter: ${flow}`, { ruleId: "1012", interface: "LAN2", direction: "in" }],
    [`WAN1 Passed by OUT(7) rule: ${flow}`, { ruleId: "7", interfaceOut: "WAN1", direction: "out" }],
    [
      `1|2|Deny|203.0.113.1|51000|10.0.0.5|443|eth7|x|Deny by Default Rule`,
      { reason: "Deny by Default Rule" },
    ],
    ["1`2`Deny`203.0.113.1`51000`10.0.0.5`443`eth7`x", { interface: "eth7" }],
    [`action allow, match L3-L4, ${flow}`, { ruleId: null }],
    [`permit ${flow} matched user-agent`, { ruleId: null }],
    [`no match deny-wan for ${flow}`, { ruleId: null }],
    [`LAN2 rejected at 10(12) filters: ${flow}`, { ruleId: null, direction: null }],
    [`rule 12/24 changed, allow ${flow}`, { ruleId: null }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ srcIp: "203.0.113.1", dstIp: "10.0.0.5", ...expected });
  });

  test("netfilter's prefix names the rule", () => {
    const keys = "IN=eth1 OUT=vlan10 SRC=10.0.0.5 DST=203.0.113.1 PROTO=TCP SPT=51000 DPT=443";
    const line = (prefix: string) => parseLine(`<4>Nov 21 10:49:59 gw kernel: ${prefix} ${keys}`);
    expect(line("Firewall rule 30: DENY")).toMatchObject({ ...ENDS, ruleId: "30", verdict: "deny" });
    expect(line("DROP rule=7")).toMatchObject({ ruleId: "7", verdict: "drop" });
    expect(line("DROP ruleset 7.2").ruleId).toBeNull();
  });
});

describe("what was done", () => {
  test.each([
    ["event=conn_open_natsat rule=lan_out in_if=lan out_if=wan", "allow"],
    ["event=session_created policy=12 in_if=eth1 out_if=eth2", "allow"],
    ["event=conn_open_natsat in_if=lan out_if=wan", "other"],
    ["event=session_created policy=12", "other"],
    ["event=conn_close rule=lan_out in_if=lan out_if=wan", "other"],
  ])("a firewall opens by a rule what it lets through: %s", (pairs, verdict) => {
    expect(read(`${PAIRS} ${pairs}`)).toMatchObject({ ...ENDS, verdict });
  });

  test("Zyxel's sentence ends with what the rule did, its packet filters with a letter", () => {
    const usg = (word: string, note: string) =>
      parseLine(
        `<142>Nov 21 10:49:59 usg src="10.0.0.5:51000" dst="203.0.113.1:443" msg="Match default rule, ${word}" note="ACCESS ${note}" user="unknown" devID="cc5d" cat="Security Policy Control"`,
      );
    expect(usg("DROP", "BLOCK")).toMatchObject({ ...ENDS, verdict: "drop" });
    expect(usg("REJECT", "BLOCK").verdict).toBe("reject");
    expect(usg("DROPS", "BLOCK").verdict).toBe("deny");
    expect(usg("ACCEPT", "FORWARD").verdict).toBe("allow");
    const filter = (letters: string) =>
      parseLine(
        `Nov 21 10:49:59 gw ZyXEL: IP[Src=10.0.0.5 Dst=203.0.113.1 TCP spo=51000 dpo=00443]}${letters}`,
      );
    expect(filter("S04>R01mD")).toMatchObject({ ...ENDS, verdict: "drop" });
    expect(filter("S04>R01mF").verdict).toBe("allow");
    expect(filter("S04>R01nN").verdict).toBeNull();
  });

  test("what stands in brackets behind the time of RFC 5424 is no host, but may be the verdict", () => {
    const line = `<14>1 2026-11-21T10:49:59Z [fw4_allow] [10.0.0.254] start_time="2026-11-21 10:49:42" ${PAIRS}`;
    expect(parseLine(line)).toMatchObject({ ...ENDS, verdict: "allow", app: null, procid: null });
    expect(parseLine(line).sourceHost).not.toContain("fw4");
    expect(parseLine("<14>1 2026-11-21T10:49:59Z [fe80::1] app 12 - - hello")).toMatchObject({
      sourceHost: "[fe80::1]",
      app: "app",
    });
  });
});

test("CEF's carriers name interfaces and rules by more than the dictionary's keys", () => {
  const ends = "src=10.0.0.5 spt=51000 dst=203.0.113.1 dpt=443";
  expect(
    parseLine(`CEF:0|Acme|Box|1|7|x|1|${ends} ingressInterface=eth0 egressInterface=eth1 ruleName=web out`),
  ).toMatchObject({ ...ENDS, interface: "eth0", interfaceOut: "eth1", ruleId: "web out" });
});

describe("beside a flow", () => {
  const flow = "tcp 10.0.0.5:51000 -> 203.0.113.1:443";

  test.each<[string, object]>([
    [`Packet dropped - no matching policy, ${flow}`, { reason: "no matching policy" }],
    [`Denied (invalid checksum): ${flow}`, { reason: "invalid checksum" }],
    [`${flow} discarded (No rule matches)`, { reason: "No rule matches" }],
    [`Blocked (Guest network): ${flow}`, { verdict: "deny", reason: null }],
    [`Denied - not logged, ${flow}`, { reason: null }],
    [`${flow} closed, 12 packets sent, 10 packets received`, { packets: 22 }],
    [`${flow} closed, 12 packets in, 10 packets out`, { packets: null }],
    [`${flow} closed, pkts 12/10`, { packets: null }],
    [`deny 10.0.0.5:51000/tcp -> 203.0.113.1:443/tcp`, { protocol: "tcp", verdict: "deny" }],
    [`accept nat ${flow} as 198.51.100.7:2033`, { natSrcIp: "198.51.100.7", natSrcPort: 2033 }],
    ["10.0.0.5|51000|203.0.113.1|443|6|DENY|17|eth0|eth1|x", { interface: "eth0", interfaceOut: "eth1" }],
    ["10.0.0.5|51000|203.0.113.1|443|6|DENY|17|eth0|node1|x", { interface: null }],
    [`LOG_DENY: ${flow}`, { verdict: "deny" }],
    [`${PAIRS} action=2(drop)`, { verdict: "drop" }],
    [`${PAIRS} action=1:allow`, { verdict: "allow" }],
    [`${PAIRS} action=12:30`, { verdict: "other" }],
    [`denied tcp 10.0.0.5(51000) -> 203.0.113.1(443), eth0, 3 packets`, { interface: "eth0", packets: 3 }],
    [`denied tcp 10.0.0.5(51000) -> 203.0.113.1(443), node7, 3 packets`, { interface: null }],
    [`[FW-DROP] ${flow} len=60`, { verdict: "drop" }],
    [`[WAN_IN_DENIED] ${flow}`, { verdict: "deny" }],
    [`[NO-DROP] ${flow}`, { verdict: null }],
    [`[SRC not blocked] ${flow}`, { verdict: null }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("what is answered tells how either end of a tracked connection was translated", () => {
    const asked = "src=10.0.0.5 dst=203.0.113.1 sport=51000 dport=443";
    const answered = "src=203.0.113.1 dst=198.51.100.7 sport=443 dport=2033";
    const seen = { ...ENDS, natSrcIp: "198.51.100.7", natSrcPort: 2033, natDstIp: null };
    expect(read(`[NEW] tcp 6 120 SYN_SENT ${asked} [UNREPLIED] ${answered}`)).toMatchObject(seen);
    expect(read(`[DESTROY] tcp 6 ${asked} packets=1 bytes=60 ${answered} packets=1 bytes=80`)).toMatchObject(
      seen,
    );
    const reply = "reply_src=10.0.0.8 reply_sport=8443 reply_dst=10.0.0.5 reply_dport=51000";
    expect(
      read(`orig_src=10.0.0.5 orig_sport=51000 orig_dst=203.0.113.1 orig_dport=443 ${reply} proto=tcp`),
    ).toMatchObject({ ...ENDS, natSrcIp: null, natDstIp: "10.0.0.8", natDstPort: 8443 });
    expect(read(`${asked} [ASSURED] ${answered.replace("198.51.100.7", "10.0.0.5")}`)).toMatchObject({
      natDstIp: null,
    });
  });

  test("names and verdicts in other languages", () => {
    const german = "Ereignis=Paket verworfen Quelle=10.0.0.5:51000 Ziel=203.0.113.1:443 Regel=17";
    expect(read(`${german} Schnittstelle=eth0`)).toMatchObject({
      ...ENDS,
      ruleId: "17",
      verdict: "drop",
      interface: "eth0",
    });
    expect(read(`${PAIRS} accion=denegado regla=salida`)).toMatchObject({
      verdict: "deny",
      ruleId: "salida",
    });
  });

  test("of a name with one letter for the end, the translation", () => {
    expect(read(`${PAIRS} xlate_sip=198.51.100.7 xlate_sport=2033`)).toMatchObject({
      ...ENDS,
      natSrcIp: "198.51.100.7",
      natSrcPort: 2033,
    });
  });
});
