import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const ENDS = { srcIp: "192.0.2.10", srcPort: 2000, dstIp: "203.0.113.5", dstPort: 443 };
const PORTLESS = { srcIp: "192.0.2.10", srcPort: null, dstIp: "203.0.113.5", dstPort: null };

const read = (text: string) => parseLine(`<134>Nov 21 10:49:59 gw-1 app: ${text}`);

describe("an end and its port in brackets of their own", () => {
  test.each([
    ["deny tcp (192.0.2.10 2000)->(203.0.113.5 443) 30 bytes"],
    ["deny tcp (192.0.2.10 2000) -> (203.0.113.5 443), 3 packets"],
    ["deny tcp [192.0.2.10 2000]->[203.0.113.5 443]"],
    ["deny tcp <192.0.2.10 2000>-><203.0.113.5 443>"],
    ["deny tcp {192.0.2.10 2000} => {203.0.113.5 443}"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ ...ENDS, protocol: "tcp", verdict: "deny" });
  });

  test("not where one takes the other's place", () => {
    expect(read("mapped (192.0.2.10 2000)->(203.0.113.5 443)").parser).toBe("generic");
  });

  test("by which interface a packet came is told whatever its way", () => {
    const text =
      "eth1 OutBound List 3000 permit tcp (192.0.2.10 2000)->(203.0.113.5 443) from interface eth2";
    expect(read(text)).toMatchObject({ ...ENDS, interface: "eth2", interfaceOut: null, direction: "out" });
  });
});

describe("the two ends of one packet with a dash between them", () => {
  test.each([
    ["Initial fragment 192.0.2.10 - 203.0.113.5 id 7 protocol udp 44 bytes"],
    ["dropped UDP packet 192.0.2.10 - 203.0.113.5"],
    ["UDP packets 192.0.2.10 - 203.0.113.5 len 44"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ ...PORTLESS, protocol: "udp", packets: null });
  });

  test.each([
    ["range 192.0.2.10 - 192.0.2.99 protocol udp"],
    ["packet 192.0.2.10 - 192.0.2.99"],
    ["packet range 192.0.2.10 - 192.0.2.99 udp"],
  ])("none in %s", (text) => {
    expect(read(text).parser).toBe("generic");
  });
});

describe("where somebody is told behind what became of his login", () => {
  test.each([
    ["Administrator login successful-IP:192.0.2.10"],
    ["Administrator login failed-Host:192.0.2.10"],
    ["User admin login denied-client:192.0.2.10"],
    ["Login error-from:192.0.2.10"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });

  test.each([
    ["DNS lookup failed-IP:192.0.2.10"],
    ["login of nas-ip:192.0.2.10"],
    ["v2-ip:192.0.2.10 login"],
  ])("not in %s", (text) => {
    expect(read(text).parser).toBe("generic");
  });
});

describe("who changed something, and by which way he came", () => {
  test.each([
    ["Set log host 1, host IP:10.0.0.9, level:6, status:enabled by admin on web (192.0.2.10)."],
    ["Set syslog server 10.0.0.9 by root via https (192.0.2.10)"],
    ["Deleted route 10.0.0.0/8 via 10.1.1.1 by bob on cli(192.0.2.10)"],
    ['Config of host 10.0.0.9 changed by "alice" through the web ui [192.0.2.10]'],
    ["NTP server 10.0.0.9 added by admin from web 192.0.2.10"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });

  test.each([
    ["Set log host 1, host IP:10.0.0.9, level:6 by admin on console"],
    ["page of 10.0.0.9 served by nginx on http (192.0.2.10)"],
    ["backup of 10.0.0.9 started by cron via ssh (192.0.2.10)"],
    ["image of 10.0.0.9 fetched by admin via http (192.0.2.10)"],
  ])("nobody's address in %s", (text) => {
    expect(read(text).srcIp).toBeNull();
  });
});

describe("what an address and a port are told of", () => {
  test.each([
    [
      "IP Address of PPP Client: 192.0.2.10 (Hostname: x), Port Number of PPP Client: 2000, IP Address of PPP Server: 203.0.113.5, Port Number of PPP Server: 443",
    ],
    [
      "IP of source is 192.0.2.10, port of source is 2000, IP of destination is 203.0.113.5, port of destination is 443",
    ],
    [
      "address of the server: 203.0.113.5; port of the server: 443; address of the client: 192.0.2.10; port of the client: 2000",
    ],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject(ENDS);
  });

  test("of a client alone with the port that it asked for", () => {
    expect(read("address of client: 192.0.2.10; port of client: 2000; port of server: 443")).toMatchObject({
      ...ENDS,
      dstIp: null,
    });
    expect(read("Address of DNS server: 192.0.2.53").parser).toBe("generic");
  });

  test("of a client in brackets whatever its port", () => {
    const client = 'a Client (IP address 192.0.2.10, Host name "pc-9.example.net", Port number 2000)';
    const wanted = { ...ENDS, dstIp: null, protocol: "tcp" };
    expect(read(`On the TCP Listener (Port 443), ${client} has connected.`)).toMatchObject(wanted);
    const labelled = 'the client (IP address: 192.0.2.10, Host name: "pc", Port number: 2000) connected';
    expect(read(labelled)).toMatchObject({ srcPort: 2000, dstPort: null });
    expect(read("the client with IP address 192.0.2.10 and port number 2000 connected").srcPort).toBe(2000);
  });
});

describe("the port of an end that has a name", () => {
  test.each([
    ["192.0.2.10:2000->http://www.example.com/:443 denied"],
    ["192.0.2.10:2000 -> https://www.example.com:443/path denied"],
    ["TCP 192.0.2.10:2000 => tcp://db.example.com:443 denied"],
    ["192.0.2.10:2000 -> shop/web-7f:443 denied"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ ...ENDS, dstIp: null });
  });

  test("not a number within a path", () => {
    expect(read("192.0.2.10:2000 -> /var/log/web.log:443 denied").dstPort).toBeNull();
    expect(read("192.0.2.10:2000 -> https://www.example.com/a/b denied").dstPort).toBeNull();
  });
});

describe("a verdict in a message's name", () => {
  test.each([
    ["ASP_SFW_NO_RULE_DROP", "drop"],
    ["FW_NO_SESSION_DROP", "drop"],
    ["NO_POLICY_DENY", "deny"],
    ["ASP_SFW_RULE_ACCEPT", "allow"],
    ["IPS_PACKET_BLOCK", "deny"],
    ["CONN_REJECT", "reject"],
    ["FW-ACL-DENY", "deny"],
    ["SEC/4/PACKETDROP", "drop"],
    ["packet_dropped", "drop"],
    ["NoRuleDrop", "drop"],
    ["SYN_FLOOD_DROP", "drop"],
    ["ACCEPT_RULE_5", "allow"],
    ["fw/deny", "deny"],
    ["WAN-IN-BLOCK", "deny"],
  ])("%s", (name, verdict) => {
    const flow = "tcp, ge-2/0/3.0:192.0.2.10:2000 -> 203.0.113.5:443";
    const line = `<134>Nov 21 10:49:59 gw-1 ${name}: ${flow}`;
    expect(parseLine(line)).toMatchObject({ ...ENDS, verdict });
    expect(read(`{set}[FW]: ${name}: ${flow}`)).toMatchObject({ ...ENDS, verdict });
  });

  test.each([
    ["PKT_NO_DROP"],
    ["CONN_ACCEPT"],
    ["SESSION_CLOSE"],
    ["disk-block"],
    ["smtp-accept"],
    ["drop-count"],
    ["dropbear"],
    ["fw-not-dropped"],
  ])("none in %s", (name) => {
    const line = `<134>Nov 21 10:49:59 gw-1 ${name}: tcp 192.0.2.10:2000 -> 203.0.113.5:443`;
    expect(parseLine(line).verdict).toBeNull();
  });

  test("nor in a count", () => {
    expect(read("tcp 192.0.2.10:2000 -> 203.0.113.5:443 PKT_DROP=0").verdict).toBeNull();
  });
});

describe("what a sentence tells that is a value", () => {
  const pairs = 'src="192.0.2.10:2000" dst="203.0.113.5:443"';
  const ports = "src=192.0.2.10 dst=203.0.113.5";

  test("the protocol, where it speaks of one that has ports", () => {
    expect(read(`${pairs} msg="Firewall default policy: UDP (W to W)"`).protocol).toBe("udp");
    expect(read(`${pairs} msg="either TCP or UDP"`).protocol).toBeNull();
    expect(read(`${pairs} msg="DNS over TCP is off"`).protocol).toBeNull();
    expect(read(`${ports} msg="Firewall default policy: ICMP (W to W)" act=deny`).protocol).toBe("icmp");
  });

  test("of a vendor's own pairs the rule, too", () => {
    const rest = 'note="ACCESS BLOCK" devID="00a0c5000001" cat="Access Control"';
    expect(read(`${pairs} msg="Firewall rule match: UDP (W to L, rule:3)" ${rest}`)).toMatchObject({
      ...ENDS,
      protocol: "udp",
      ruleId: "3",
    });
    expect(read(`${pairs} msg="ip spoofing - WAN UDP" ${rest}`).protocol).toBeNull();
  });

  test("the ports of ends that pairs tell without them", () => {
    expect(read(`${ports} proto=80 msg="TCP, sport=2000, dport=443, SYN, ACCEPT"`)).toMatchObject(ENDS);
    expect(read(`${ports} proto=80 msg="TCP, sport=2000, SYN, ACCEPT"`)).toMatchObject({
      ...ENDS,
      dstPort: null,
    });
  });
});

describe("places of a switch", () => {
  test("are called ports, which a protocol without ports has none of", () => {
    expect(read("denied ip src 192.0.2.10 (PORT 10), 1 packets")).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: null,
      verdict: "deny",
    });
    expect(read("denied tcp src 192.0.2.10 (port 10, vlan 5)").srcPort).toBeNull();
  });

  test("a client's port stays", () => {
    expect(read("denied ip src 192.0.2.10 (port 50122), 1 packets").srcPort).toBe(50_122);
    expect(read("denied tcp src 192.0.2.10 (port 20), 1 packets").srcPort).toBe(20);
  });
});

describe("rules and verdicts by their places", () => {
  test("a rule in quotes before who asked for a URL", () => {
    const rest = "192.0.2.10 jsmith HTTP GET http://www.example.com/a";
    expect(read(`DENY URL 'Web of ads' ${rest}`)).toMatchObject({ ruleId: "Web of ads", verdict: "deny" });
    expect(read("DENY URL 'Web of ads' 192.0.2.10").ruleId).toBeNull();
  });

  test("two words of an event, of which commas part the pairs", () => {
    const ends = "srcip=192.0.2.10,srcport=2000,dstip=203.0.113.5,dstport=443";
    expect(read(`event=ACL deny,${ends}`)).toMatchObject({ ...ENDS, verdict: "deny" });
    expect(read(`event=session end,${ends}`).verdict).not.toBe("deny");
    expect(read(`event=mail block,${ends}`).verdict).not.toBe("deny");
  });

  test("the way between two zones", () => {
    const pairs = "protocol=6, source-ip=192.0.2.10, source-port=2000, destination-ip=203.0.113.5";
    const line = (way: string) =>
      `<188>2026-11-21 10:49:59 fw-1 %%01SEC/4/POLICYDENY(l): ${pairs}, interzone-wan(public)-dmz(public) ${way}, policy=8.`;
    expect(parseLine(line("inbound")).direction).toBe("in");
    expect(parseLine(line("outbound")).direction).toBe("out");
    expect(parseLine(line("both")).direction).toBeNull();
  });

  test("who attacked, in front of whom a bracket tells how", () => {
    expect(read("[DoS Attack: ARP Attack] from source: 192.0.2.10").srcIp).toBe("192.0.2.10");
    expect(read("ARP table copied from source: 192.0.2.10").srcIp).toBeNull();
  });

  test("dashed pairs before a sentence", () => {
    expect(read("-Line=vty0-IPAddr=192.0.2.10-User=admin; Command is display").srcIp).toBe("192.0.2.10");
    expect(read("-Line=aux0-IPAddr=**-User=**; Command is display").srcIp).toBeNull();
  });

  test("the size of a segment is no count", () => {
    const text = "tcp 192.0.2.10:2000 -> 203.0.113.5:443";
    expect(read(`${text} MSS (Max Segment Size): 1314 bytes`).bytes).toBeNull();
    expect(read(`${text} sent: 1314 bytes`).bytes).toBe(1314);
  });
});

describe("times", () => {
  test.each([
    ["<12>[LAN access] from 192.0.2.10:2000 to 203.0.113.5:443, Saturday, November 21,2026 10:49:59"],
    ["<12>[LAN access] from 192.0.2.10:2000 to 203.0.113.5:443, Sat, Nov 21,2026 10:49:59"],
    ["<12>[Sat, 2026-11-21 10:49:59] - TCP Packet - from 192.0.2.10:2000 to 203.0.113.5:443"],
    ["<12>[Saturday 2026-11-21 10:49:59] TCP from 192.0.2.10:2000 to 203.0.113.5:443"],
  ])("with a weekday: %s", (line) => {
    const message = parseLine(line);
    expect(message).toMatchObject(ENDS);
    expect(isoEventTime(message)).toStartWith("2026-11-21T10:49:59");
  });

  test("with milliseconds behind a colon", () => {
    const line = parseLine("<191>Nov 21 10:49:59:739 2026 sw-1 FILTER/7/FLT: packet from 192.0.2.10:2000");
    expect(line).toMatchObject({ sourceHost: "sw-1", app: "FILTER/7/FLT" });
    expect(isoEventTime(line)).toStartWith("2026-11-21T10:49:59.739");
  });
});
