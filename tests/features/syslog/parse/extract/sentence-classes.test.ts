import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { srcIp: "10.0.0.5", srcPort: 40_000, dstIp: "203.0.113.1", dstPort: 443 };
const FLOW = "10.0.0.5:40000 -> 203.0.113.1:443";
const read = (text: string) => parseLine(head + text);

describe("what an end became stands behind both", () => {
  const source = { natSrcIp: "198.51.100.2", natSrcPort: 1045, natDstIp: null };
  const destination = { natSrcIp: null, natDstIp: "10.9.9.9", natDstPort: 8443 };
  test.each<[string, object]>([
    [`SNAT create tcp ${FLOW}, source translated to 198.51.100.2:1045 (pool P4, lease 300s)`, source],
    [`session ${FLOW} natted to 198.51.100.2:1045`, source],
    [`tcp 10.0.0.5/40000 -> 203.0.113.1/443 (snat 198.51.100.2/1045)`, source],
    [`allow tcp ${FLOW} masqueraded as 198.51.100.2:1045`, source],
    [`${FLOW}, translated to 198.51.100.2:1045 -> 203.0.113.1:443`, source],
    ["pre-NAT 10.0.0.5:40000 post-NAT 198.51.100.2:1045 dst 203.0.113.1:443 proto 6", source],
    ["PAT outbound: src 10.0.0.5/40000 mapped 198.51.100.2/1045 dst 203.0.113.1/443 proto 17", source],
    ["xlate src 10.0.0.5/40000 -> 198.51.100.2/1045 dst 203.0.113.1/443 proto tcp", source],
    [`${FLOW} tcp, destination translated to 10.9.9.9:8443`, destination],
    [`tcp ${FLOW}, dnat to 10.9.9.9:8443, accepted`, destination],
    ["dnat: 10.0.0.5:40000 to 203.0.113.1:443 rewritten to 10.9.9.9:8443 (rule web)", destination],
    [`tcp ${FLOW} redirected to 10.9.9.9:8443`, destination],
    [`Static NAT: ${FLOW} forwarded to 10.9.9.9:8443`, destination],
    [
      `${FLOW} [src nat 198.51.100.2:1045, dst nat 10.9.9.9:8443]`,
      { ...source, natDstIp: "10.9.9.9", natDstPort: 8443 },
    ],
    [
      "built tcp inside 10.0.0.5:40000(198.51.100.2:1045) -> outside 203.0.113.1:443(10.9.9.9:8443) id 7",
      { ...source, natDstIp: "10.9.9.9", interface: "inside", interfaceOut: "outside", verdict: "allow" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test.each([
    ["log sent from 10.0.0.5:514 -> 10.0.0.6:514, forwarded to 10.0.0.7:6514"],
    ["NAT pool 198.51.100.7:1024 -> 198.51.100.20:2048 extended, mapped to 10.0.0.1:80"],
    ["redirect 198.51.100.2:80 -> 198.51.100.2:443 redirected to 10.0.0.5:8443"],
    ["inside 10.0.0.5:4000 -> outside 203.0.113.1:6000"],
  ])("nobody became another: %s", (text) => {
    expect(read(text)).toMatchObject({ natSrcIp: null, natDstIp: null });
  });
});

describe("who answers for a virtual server", () => {
  test.each([
    ["accepted tcp client 10.0.0.5:40000 virtual 203.0.113.1:443 real 10.9.9.9:8443 pool=shop"],
    ["client 10.0.0.5:40000 vip 203.0.113.1:443 backend 10.9.9.9:8443 tcp"],
    ["virtual server shop 203.0.113.1:443: client 10.0.0.5:40000 to real server 10.9.9.9:8443"],
    ["src 10.0.0.5:40000 vs 203.0.113.1:443 rs 10.9.9.9:8443"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ ...ENDS, natDstIp: "10.9.9.9", natDstPort: 8443 });
  });

  test.each([
    ["backend 10.0.0.5:8080 and backend 10.0.0.6:8080 behind vip 203.0.113.1:443 healthy"],
    ["vip 203.0.113.1:443 moved from node 10.0.0.5:1 to node 10.0.0.6:1"],
  ])("without a client nobody called: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: null, natDstIp: null });
  });
});

describe("brackets hold more than a port", () => {
  test.each([
    ["Session from 10.0.0.5 (port 40000, zone trust) to 203.0.113.1 (port 443, zone untrust) over TCP"],
    ["[MODBUS] Write to 203.0.113.1:443 (unit 3, FC 16) from 10.0.0.5:40000 was blocked"],
    ["Access to 203.0.113.1:443 (web) by 10.0.0.5:40000 blocked"],
    ["[client 10.0.0.5:40000] [server 203.0.113.1:443] blocked: SQL injection"],
    ["Inbound packet on wan2 from 10.0.0.5:40000 for 203.0.113.1:443 silently dropped"],
    ["Firewall prevented 10.0.0.5:40000 from reaching 203.0.113.1:443 over TCP"],
    ["deny tcp inside 10.0.0.5:40000 -> outside 203.0.113.1:443"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject(ENDS);
  });
});

describe("why something was not let through", () => {
  test.each([
    [
      "connection refused: tcp from 10.0.0.5 port 40000 to 203.0.113.1 port 443 (reason: no such policy)",
      "no such policy",
    ],
    [`Deny tcp ${FLOW} reason 'geo block'`, "geo block"],
    [`denied ${FLOW} tcp due to geo limits`, "geo limits"],
    [`tcp ${FLOW}; it was rejected because direct mail is forbidden, sorry`, "direct mail is forbidden"],
    [`Rejected tcp ${FLOW}: source address spoofed`, "source address spoofed"],
    [`Dropped packet ${FLOW}, protocol 6, on interface tun4: SA expired`, "SA expired"],
    [
      `access denied: https from [2001:db8::9]:55120 to [2001:db8::1]:8443, source not in trusted-hosts`,
      "source not in trusted-hosts",
    ],
    [
      "Login failed for user 'admin' from 10.0.0.5 port 40000 to 203.0.113.1 port 22: invalid credentials (attempt 3 of 5)",
      "invalid credentials",
    ],
    ['src=10.0.0.5 dst=203.0.113.1 sc-action=DENIED sc-reason="category gambling"', "category gambling"],
  ])("%s", (text, reason) => {
    expect(read(text).reason).toBe(reason);
  });

  test.each([
    [`Denied ${FLOW}, 4 packets`],
    [`Denied ${FLOW}, no log`],
    [`Rejected ${FLOW}: web browsing`],
    [`Allowed ${FLOW}: no inspection`],
    [`${FLOW} allowed because trusted`],
    [`denied ${FLOW} due to rule WAN-7`],
    ['{"client_ip":"10.0.0.5","response_reason":"Not Found"}'],
  ])("nothing says it: %s", (text) => {
    expect(read(text).reason).toBeNull();
  });
});

describe("what was done", () => {
  test.each([
    ["ICMP 10.0.0.5 -> 203.0.113.1 type 8 code 0 REJECTED by rule 204", "reject"],
    [`tcp ${FLOW} ttl=63 DROPPED`, "drop"],
    [`tcp ${FLOW} vlan 30 denied`, "deny"],
    [`tcp ${FLOW}; rejected because mail is forbidden`, "reject"],
    ["tcp connection from 10.0.0.5:40000 to 203.0.113.1:443 refused by policy mgmt-only", "deny"],
    [`tcp ${FLOW} is not allowed`, "deny"],
    [`tcp ${FLOW} not permitted by acl edge-1`, "deny"],
    ["client sensor1 (10.0.0.5:40000) denied publish to broker 203.0.113.1:443", "deny"],
    ["FW-DENY: TCP packet from 10.0.0.5:40000 to 203.0.113.1:443", "deny"],
    [
      "acl-deny client 02:00:5e:10:00:7f src-ip 10.0.0.5 src-port 40000 dst-ip 203.0.113.1 dst-port 443",
      "deny",
    ],
    ["built outbound udp 10.0.0.5:40000 -> 203.0.113.1:443", "allow"],
  ])("%s", (text, verdict) => {
    expect(read(text)).toMatchObject({ srcIp: "10.0.0.5", verdict });
  });

  test.each([
    ["connect to 203.0.113.1:443 from 10.0.0.5:40000 failed: connection refused"],
    [`tcp ${FLOW} 3 dropped`],
    ["client 10.0.0.5 finished: port 22 blocked 0 times"],
    ["link-drop detected from 10.0.0.5"],
    ["user bob from 10.0.0.5 not allowed to use sudo"],
    ["pool built for 10.0.0.5:5432"],
    ["10.0.0.5:40000 accepted tcp:203.0.113.1:443 [direct]"],
  ])("is not told: %s", (text) => {
    expect(read(text).verdict).toBeNull();
  });
});

describe("by which interface and rule", () => {
  test.each<[string, object]>([
    [
      `Permitted tcp ${FLOW} through ingress inside and via egress outside`,
      { interface: "inside", interfaceOut: "outside" },
    ],
    [`TCP ${FLOW} dropped, arrived on eth1, leaving on eth3`, { interface: "eth1", interfaceOut: "eth3" }],
    [
      `Allowed outbound TCP traffic from 10.0.0.5:40000 to 203.0.113.1:443 through interface wan`,
      { interfaceOut: "wan" },
    ],
    [`outgoing tcp ${FLOW} blocked on ppp0`, { interfaceOut: "ppp0" }],
    [`Blocked ${FLOW} by policy 'no web'`, { ruleId: "no web" }],
    [
      `Firewall rule [Block web] matched: TCP ${FLOW}, packet dropped`,
      { ruleId: "Block web", verdict: "drop" },
    ],
    ["deny,tcp,10.0.0.5,40000,203.0.113.1,443,in,eth0,rule-9", { ruleId: "rule-9" }],
    [
      "pass out quick on wan2 from 10.0.0.5 port 40000 to 203.0.113.1 port 443",
      { interfaceOut: "wan2", direction: "out" },
    ],
    [`egress wan2 ${FLOW} pass`, { interfaceOut: "wan2", direction: "out" }],
    [`Packet dropped on eth1 by filter "edge": ${FLOW}`, { interface: "eth1", ruleId: "edge" }],
    [`access-filter EDGE-IN denied tcp ${FLOW}`, { ruleId: "EDGE-IN" }],
    [
      `Rejecting inbound datagram from 10.0.0.5@40000 to 203.0.113.1@443 received on ge-1/0/3; filter=edge_in; reason=rate exceeded`,
      { interface: "ge-1/0/3", ruleId: "edge_in", reason: "rate exceeded" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test.each([
    [`inbound tcp ${FLOW} blocked on eth0`, { interface: "eth0", interfaceOut: null }],
    ["Traffic from lan (10.0.0.5:40000) to wan (203.0.113.1:443) was blocked", { interface: null }],
    [`packet rejected by filter: TCP ${FLOW}`, { ruleId: null }],
  ])("not more than it says: %s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });
});
