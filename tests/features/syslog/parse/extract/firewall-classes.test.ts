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
