import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const far = "203.0.113.5";
const read = (text: string, program = "svc[11]") =>
  parseLine(`<30>Nov 21 11:05:14 host1 ${program}: ${text}`);

describe("by which link an address of a link is, tells the interface", () => {
  test.each([
    "Received 48 Bytes from fe80::9%lan@br-lan",
    "received RS from fe80::9%br-lan",
    "Connection from fe80::9%br-lan port 50122",
    "DHCPv6 request from [fe80::9%br-lan]:546",
    "from fe80::9%br-lan port 546 to fe80::1%br-lan port 547 udp",
  ])("that it came in by: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "fe80::9", interface: "br-lan" });
  });

  test.each(["Sent 176 bytes to ff02::1%lan@br-lan", "querying server fe80::9%br-lan"])(
    "that it went out by: %s",
    (text) => {
      expect(read(text)).toMatchObject({ srcIp: null, interface: null, interfaceOut: "br-lan" });
    },
  );

  test.each(["Received 48 bytes from fe80::9%3", "Received 100% of the file from fe80::9"])(
    "but not %s",
    (text) => {
      expect(read(text)).toMatchObject({ interface: null, interfaceOut: null });
    },
  );
});

describe("which way a connection was made tells whose end stands first", () => {
  test.each([
    "outgoing-10 192.0.2.1-203.0.113.5, closing connection",
    "outbound session 192.0.2.1-203.0.113.5 203.0.113.5 lost TCP session with peer",
    "incoming connection 203.0.113.5-192.0.2.1 closed",
    "inbound peer 203.0.113.5-192.0.2.1 reset",
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.1", dstIp: far });
  });

  test.each([
    "outbound 192.0.2.1-192.0.2.254",
    "outgoing connection range 192.0.2.1-192.0.2.254 added",
    "pool 192.0.2.1-192.0.2.254 for incoming session 7",
    "outgoing-10 192.0.2.1-192.0.2.1 closed",
  ])("but a range is none: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("why a router no longer speaks with another", () => {
  test.each([
    [
      "%ADJCHANGE: neighbor 192.0.2.9(r9) in vrf default Down Peer closed the session",
      "Peer closed the session",
    ],
    ["neighbor 192.0.2.9 Down BGP Notification sent", "BGP Notification sent"],
    ["BGP session with 192.0.2.9 down: hold timer expired", "hold timer expired"],
    ["peer 192.0.2.9 went down - hold timer expired", "hold timer expired"],
    ["Adjacency to 192.0.2.9 (eth0) down, hold time expired", "hold time expired"],
    ["BFD session to 192.0.2.9 is down (control detection time expired)", "control detection time expired"],
  ])("%s", (text, reason) => {
    expect(read(text, "routed[7]")).toMatchObject({ reason });
  });

  test.each([
    [
      "%OSPF-5-ADJCHG: Process 1, Nbr 192.0.2.9 on Vlan5 from FULL to DOWN, Neighbor Down: Dead timer expired",
    ],
    ["%DUAL-5-NBRCHANGE: EIGRP-IPv4 1: Neighbor 192.0.2.9 (Vlan5) is down: Dead timer expired"],
  ])("Cisco: %s", (text) => {
    expect(parseLine(`<189>55: Nov 21 11:05:14: ${text}`).reason).toBe("Dead timer expired");
  });

  test.each([
    "neighbor 192.0.2.9 went down at 10:11",
    "peer 192.0.2.9 is down for now",
    "neighbor 192.0.2.9 Down",
    "link to 192.0.2.9 down, will retry later",
    "peer 192.0.2.9 down, will retry later",
    "session with 192.0.2.9 up, countdown: some time left",
  ])("but not %s", (text) => {
    expect(read(text, "routed[7]").reason).toBeNull();
  });
});

describe("why somebody was kept out ends before who it was", () => {
  test.each([
    ["IP blocked due to exceeded number of login attempts: 203.0.113.5", "exceeded number of login attempts"],
    ["client banned because of too many requests: 203.0.113.5", "too many requests"],
  ])("%s", (text, reason) => {
    expect(read(text)).toMatchObject({ srcIp: far, reason });
  });

  test("a system's number in front of it is left out", () => {
    expect(read("send failed to 203.0.113.5:1701 with err=-1:Operation not permitted").reason).toBe(
      "Operation not permitted",
    );
  });
});

describe("by whose name packets were judged, between the verdict and their pairs", () => {
  const pairs = "IN=cni0 OUT=eth0 SRC=192.0.2.1 DST=203.0.113.5 LEN=60 PROTO=TCP SPT=50122 DPT=80";
  test.each([
    ["DROP by policy default/web-only", "default/web-only"],
    ["REJECT by rule web-out:", "web-out"],
    ['DENIED by network policy "no web"', "no web"],
    ["[k8s] ACCEPT by policy ns:lan_in", "ns:lan_in"],
  ])("%s", (said, ruleId) => {
    expect(parseLine(`Nov 21 11:05:14 n1 kernel: ${said} ${pairs}`).ruleId).toBe(ruleId);
  });

  test.each(["DROP by default", "DROP by policy server a1", "dropped by policy"])("but not %s", (said) => {
    expect(parseLine(`Nov 21 11:05:14 n1 kernel: ${said} ${pairs}`).ruleId).toBeNull();
  });
});

test("a policy's name is no verdict beside what was done by it", () => {
  const line = "dropped by policy deny: id=1 proto=6 src=192.0.2.1:4000 dst=203.0.113.5:80";
  expect(read(line)).toMatchObject({ srcIp: "192.0.2.1", dstIp: far, verdict: "drop" });
});

test.each(["blocked due to policy: 203.0.113.5", "denied by rule: 203.0.113.5:50122"])(
  "an address is no rule: %s",
  (text) => {
    expect(read(text)).toMatchObject({ srcIp: far, verdict: "deny", ruleId: null });
  },
);

test.each(["changed to down", "flapped", "went away", "turned off"])(
  "what an interface did is not its name: %s",
  (text) => {
    expect(read(`packet from 192.0.2.1:5000 to 203.0.113.5:443 dropped, interface ${text}`)).toMatchObject({
      srcIp: "192.0.2.1",
      interface: null,
    });
  },
);

describe("a protocol by its number or behind a preposition", () => {
  test("makes traffic of two ends without ports", () => {
    expect(read("DOD:prot 1 trigger from 192.0.2.1 to 203.0.113.5")).toMatchObject({
      srcIp: "192.0.2.1",
      dstIp: far,
      protocol: "icmp",
    });
  });

  test.each([
    ["request received from 203.0.113.5:5060 via tcp - from sip:1@example.org", "tcp"],
    ["REGISTER received from 203.0.113.5:5060 over UDP", "udp"],
    ["new connection from 203.0.113.5:5060 (proto udp)", "udp"],
    ["connection from 203.0.113.5:5060 via proxy", null],
  ])("%s", (text, protocol) => {
    expect(read(text)).toMatchObject({ srcIp: far, srcPort: 5060, protocol });
  });
});

describe("which port of this host somebody came to or left", () => {
  test.each([
    ["SMPP 203.0.113.5 disconnected from port 2775: closed cleanly", 2775],
    ["client 203.0.113.5 logged out from port 2775", 2775],
    ["Unrecognized access from 203.0.113.5 to TCP port 23", 23],
    ["client 203.0.113.5 disconnected from port 7", null],
    ["link from 203.0.113.5 on port 23", null],
  ])("%s", (text, dstPort) => {
    expect(read(text)).toMatchObject({ srcIp: far, dstPort });
  });
});

describe("a clause with one end", () => {
  test.each([
    "Connection 42 closed to 203.0.113.5, port 1701 (Goodbye!)",
    "session 5 terminated to 203.0.113.5:1701",
    "sending handshake to <mesh_vpn_peer_a>[203.0.113.5:1701]...",
    "pre-filling callee's address with 203.0.113.5:1701",
    "callee is 203.0.113.5:1701",
  ])("whom this host called: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: far, dstPort: 1701 });
  });

  test.each([
    "get_call: allocating new tunnel for host 203.0.113.5, port 1701.",
    "created new session for client 203.0.113.5 port 1701",
    "pre-filling caller's address with 203.0.113.5:1701",
  ])("who came: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: far, srcPort: 1701, dstIp: null });
  });

  test.each([
    "203.0.113.5 unrecognized capability code: 70 - ignored",
    "203.0.113.5 sent a malformed packet",
    "client 203.0.113.5 sent unknown option 7",
    "on_update: rcvd End-of-RIB for IPv4 Unicast from 203.0.113.5 in vrf default",
  ])("who sent what: %s", (text) => {
    expect(parseLine(`2026/11/21 11:05:14 BGP: ${text}`)).toMatchObject({ srcIp: far, dstIp: null });
  });

  test.each([
    "203.0.113.5 unknown host",
    "opening new tunnel for 203.0.113.5",
    "interface state reset to 203.0.113.5",
  ])("nobody's is %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("whom a library of HTTP asked", () => {
  test.each([
    'http://203.0.113.5:7125 "GET /access/token HTTP/1.1" 401 580',
    'DEBUG:urllib3.connectionpool:http://203.0.113.5:7125 "POST /api HTTP/1.1" 200 None',
    '[connectionpool.py:_make_request()] - http://203.0.113.5:7125 "GET / HTTP/1.1" 200 -',
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: far, dstPort: 7125 });
  });

  test.each(['proxy http://203.0.113.5:7125 "no request" 200 580', 'see http://203.0.113.5:7125 "GET"'])(
    "but not %s",
    (text) => {
      expect(read(text).dstIp).toBeNull();
    },
  );
});

describe("whether somebody may do what he asked for tells whose the address is", () => {
  test.each([
    ['{"ip":"203.0.113.5","path":"/x","allow":true,"deny":false}', "allow"],
    ['{"ip":"203.0.113.5","path":"/x","allowed":false}', "deny"],
    ['{"ip":"203.0.113.5","resource":"doc:7","access_granted":true}', "allow"],
    ['{"ip":"203.0.113.5","path":"/x","decision":"deny"}', "deny"],
  ])("%s", (text, verdict) => {
    expect(parseLine(text)).toMatchObject({ srcIp: far, verdict });
  });

  test.each([
    '{"ip":"203.0.113.5","host":"pc1","allowed":false}',
    '{"ip":"203.0.113.5","path":"/etc","enabled":true}',
    '{"ip":"203.0.113.5","path":"/x","decision":"retry"}',
  ])("but not of %s", (text) => {
    expect(parseLine(text).srcIp).toBeNull();
  });

  test("a peer's object tells why, also where nobody's end is known", () => {
    const text = '{"neighbor":{"ip":"192.0.2.9","local":"192.0.2.1","state":"down","reason":"peer is gone"}}';
    expect(parseLine(text).reason).toBe("peer is gone");
  });
});

describe("a carrier's row in brackets", () => {
  test.each([
    ["NAT444:SessionbasedA [17 10.1.1.2 - 198.51.100.7 0 1025 -]", "10.1.1.2", "198.51.100.7"],
    ["NAT64:SessionbasedD - [17 - 2001:db8:1::2 198.51.100.7 0 1025 -]", "2001:db8:1::2", "198.51.100.7"],
    ["[17 10.1.1.2 - 172.16.1.1 0 1025 -]", "10.1.1.2", "172.16.1.1"],
  ])("%s", (text, srcIp, natSrcIp) => {
    expect(read(text, "cgn")).toMatchObject({ srcIp, natSrcIp, natSrcPort: 1025, protocol: "udp" });
  });

  test.each(["[17 10.1.1.2 - 10.2.2.2 0 1025 -]", "Slot:Usage [17 10.1.1.2 - 10.2.2.2 0 1025 -]"])(
    "tells no translation within a network: %s",
    (text) => {
      expect(read(text, "cgn")).toMatchObject({ natSrcIp: null, natSrcPort: null });
    },
  );
});

describe("a header", () => {
  test.each([
    ["mag 15 16:58:49 dc1 krb5kdc[821](info): connection from 203.0.113.5", "2027-05-15T16:58:49"],
    ["15 mag 16:58:49 dc1 krb5kdc[821](info): connection from 203.0.113.5", "2027-05-15T16:58:49"],
    ["6. Okt 16:58:49 dc1 krb5kdc[821]: connection from 203.0.113.5", "2026-10-06T16:58:49"],
    ["2026-10-06 16:58:49 dc1 krb5kdc[821](Notice): connection from 203.0.113.5", "2026-10-06T16:58:49"],
  ])("with a level behind the process, or a month's word behind the day: %s", (line, time) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ sourceHost: "dc1", app: "krb5kdc", procid: "821", srcIp: far });
    const micros = message.eventTimeMicros;
    expect(micros === null ? null : new Date(micros / 1000).toISOString().slice(0, 19)).toBe(time);
  });

  test("of a host alone that the marks of a message's name prove behind a priority", () => {
    const line =
      "<190>FW-1 %%: %%01SECLOG/6/SESSION_BUILT(l):Protocol=udp,SourceIP=192.0.2.1,DestinationIP=203.0.113.5";
    expect(parseLine(line)).toMatchObject({ sourceHost: "FW-1", app: null, srcIp: "192.0.2.1", dstIp: far });
  });

  test("is not what only looks like one", () => {
    expect(parseLine("6 files 16:58:49 dc1 svc[12]: connection from 203.0.113.5").sourceHost).not.toBe("dc1");
  });
});
