import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const from = "192.0.2.10";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const NOBODY = { srcIp: null, dstIp: null };

describe("what stands in segments parted by dashes", () => {
  const pair = "Source 192.0.2.10:50123 - Destination 203.0.113.5:443";
  test.each<[string, object]>([
    [
      `Source 192.0.2.10:50123 --> Destination 203.0.113.5:443 - Protocol TCP - Hit Rule Deny.12 - Data`,
      {
        ruleId: "Deny.12",
        protocol: "tcp",
      },
    ],
    [`${pair} - Denied_by_policy "deny local" - Group(s) "x"`, { ruleId: "deny local" }],
    [`${pair} - Matched rule 17 - Action deny`, { ruleId: "17", verdict: "deny" }],
    [`${pair} - Policy web-in - Action deny - Reason "no match"`, { ruleId: "web-in", reason: "no match" }],
    [`${pair} - for this reason x - closed`, { ruleId: null, reason: null }],
    [`${pair} - Rule of thumb - closed`, { ruleId: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("and the client beside a flow is whose it is, not where it came from", () => {
    expect(
      parseLine(`${head}User bob - Client_ip 198.51.100.7 - Nat_ip 10.61.8.1 - ${pair} - x`),
    ).toMatchObject({ ...ENDS, natSrcIp: "10.61.8.1" });
  });

  test("and why a login failed", () => {
    expect(
      parseLine(`${head}User bob - Client_ip ${from} - Failure_reason "External server denied access" - x`),
    ).toMatchObject({ srcIp: from, reason: "External server denied access" });
  });
});

describe("a host stands between the time of a message and its colon", () => {
  test.each<[string, string]>([
    ["11/21/2026:10:49:59 GMT ns-1 : ACL ACL_PKT_LOG 67868 :  ", "ns-1"],
    ["11/21/2026:10:49:59 GMT ns-1  0-PPE-0 : SSLVPN TCPCONNSTAT 181277 0 : ", "ns-1"],
    ["11/21/2026: 10:49:59 GMT LB5501 PPE-3 : AAA LOGIN_FAILED 233 0 : ", "LB5501"],
  ])("%s", (start, sourceHost) => {
    expect(parseLine(`<134> ${start}Client_ip ${from} - Source ${from}:5000 - x`)).toMatchObject({
      sourceHost,
      eventTimeMicros: Date.UTC(2026, 10, 21, 10, 49, 59) * 1000,
    });
  });

  test("a word before a sentence is none", () => {
    expect(parseLine(`<134> 11/21/2026:10:49:59 GMT error : login failed from ${from}`).sourceHost).not.toBe(
      "error",
    );
  });
});

describe("a filter that names all by a letter", () => {
  const packet = "S:192.0.2.10 D:203.0.113.5 P:tcp/syn SP:50123 DP:443";
  test.each<[string, object]>([
    [
      `#:3 R:p  I:203.0.113.5 ${packet} R:l I:en0 F:n T:0 L:88`,
      {
        verdict: "allow",
        direction: "in",
        interface: "en0",
        interfaceOut: null,
        ruleId: "3",
      },
    ],
    [
      `#:1 R:d  O:192.0.2.10 ${packet} R:l I:en1 F:n T:0 L:88`,
      {
        verdict: "deny",
        direction: "out",
        interface: "en1",
        interfaceOut: "en1",
        ruleId: "1",
      },
    ],
    [
      `#:0 R:d  i:203.0.113.5 ${packet} r:l a:n f:n T:0 e:n l:84`,
      {
        verdict: "deny",
        direction: "in",
        interface: null,
        ruleId: "0",
      },
    ],
    [`${packet} R:l I:en0`, { verdict: null, direction: null, ruleId: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ...expected });
  });
});

describe("what a machine out of many answers is told by its port, where it takes any of its addresses", () => {
  test.each<[string, object]>([
    [`conn=15 fd=23 ACCEPT from IP=${from}:50123 (IP=0.0.0.0:636)`, { dstIp: null, dstPort: 636 }],
    [`conn=15 fd=23 ACCEPT from IP=${from}:50123 (IP=[::]:389)`, { dstIp: null, dstPort: 389 }],
    [
      `conn=15 fd=23 ACCEPT from IP=${from}:50123 (IP=203.0.113.5:389)`,
      {
        dstIp: "203.0.113.5",
        dstPort: 389,
      },
    ],
    [`accepted client ${from}:50123 (local 0.0.0.0:25)`, { dstIp: null, dstPort: 25 }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({
      srcIp: from,
      srcPort: 50_123,
      verdict: "allow",
      ...expected,
    });
  });
});

describe("a host that could not be reached is the called one, whoever else is told", () => {
  test.each<[string, number | null]>([
    ["198.51.100.3 0 SEND - connect to mx.example.net[203.0.113.5]: Connection refused", null],
    ["198.51.100.3 0 SEND - connect to mx.example.net[203.0.113.5]:25: Connection timed out", 25],
    ["job 7 of 198.51.100.3: connection to mx.example.net [203.0.113.5] failed", null],
    ["198.51.100.3 could not connect to server db1 (203.0.113.5): no route to host", null],
    ["queued by 198.51.100.3: connecting to mx.example.net[203.0.113.5]:587: Operation timed out", 587],
  ])("%s", (text, dstPort) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: "203.0.113.5", dstPort });
  });

  test.each([
    ["198.51.100.3 0 SEND - connect to mx.example.net[203.0.113.5]: queued"],
    ["198.51.100.3: connect to a.example[203.0.113.5]: refused, connect to b.example[203.0.113.6]: refused"],
  ])("nobody else is: %s", (text) => {
    expect(parseLine(head + text).dstIp).toBeNull();
  });
});

describe("whom OpenVPN calls, and who called it", () => {
  test.each([
    ["TCPv4_CLIENT link remote: [AF_INET]203.0.113.5:1194"],
    ["UDPv4 link remote: [AF_INET]203.0.113.5:1194"],
    ["TCP/UDP: Preserving recently used remote address: [AF_INET]203.0.113.5:1194"],
    ["Attempting to establish TCP connection with [AF_INET]203.0.113.5:1194 [nonblock]"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: "203.0.113.5", dstPort: 1194 });
  });

  test("a server's remote end is no called one", () => {
    expect(parseLine(`${head}TCPv4_SERVER link remote: [AF_INET]192.0.2.10:50123`).dstIp).toBeNull();
  });
});

describe("whom a server that takes keys knows nothing of", () => {
  test.each([
    [`ERROR: couldn't find the pskey for ${from}.`],
    [`no pre-shared key found for ${from}`],
    [`no PSK configured for peer ${from}`],
    [`no shared secret for client ${from}`],
  ])("%s", (text) => {
    expect(parseLine(`<27>Nov 21 10:49:59 gw-1 iked: ${text}`).srcIp).toBe(from);
  });

  test("of a pair of ends without a word for either nothing is told", () => {
    const line = `<27>Nov 21 10:49:59 gw-1 charon: 05[IKE] no shared key found for ${from} - 203.0.113.5`;
    expect(parseLine(line)).toMatchObject(NOBODY);
  });
});

describe("who came by a VPN is told by the address that he is seen by", () => {
  test.each([
    [
      `{"eventName":"client-connected","log":{"protocol":"UDP","tunnelIpV4":"10.8.0.6","publicIp":"${from}"}}`,
    ],
    [`{"event":"login","user":"bob","public_ip":"${from}","vpn_ip":"10.8.0.6","protocol":"udp"}`],
    [`<134>Nov 21 10:49:59 vpn-1 svc: user=bob public_ip=${from} tunnel_ip=10.8.0.6 proto=udp`],
  ])("%s", (line) => {
    expect(parseLine(line)).toMatchObject({ srcIp: from, dstIp: null, natSrcIp: null, protocol: "udp" });
  });

  test.each([
    [`{"eventName":"instance-started","publicIp":"${from}","tunnelIpV4":"10.8.0.6"}`],
    [`<134>Nov 21 10:49:59 vpn-1 svc: tunnel up public_ip=${from} tunnel_ip=10.8.0.6`],
    [`<134>Nov 21 10:49:59 vm-1 svc: public_ip=${from} private_ip=10.8.0.6`],
  ])("what a machine has is nobody's: %s", (line) => {
    expect(parseLine(line)).toMatchObject(NOBODY);
  });
});

describe("who fell for a decoy", () => {
  test.each([
    [`{"decoy.ip":"203.0.113.5","attacker.ip":"${from}","mitm.server":"${from}"}`],
    [`{"decoy":{"ip":"203.0.113.5","name":"FS1"},"attacker":{"ip":"${from}"}}`],
    [`${head}attacker_ip=${from} honeypot_ip=203.0.113.5 honeypot_port=445`],
    [`${head}attacker_ip=${from} decoy_host=203.0.113.5`],
  ])("%s", (line) => {
    expect(parseLine(line)).toMatchObject({ srcIp: from, dstIp: "203.0.113.5" });
  });
});

describe("an object that a vendor sent within a collector's", () => {
  const flow = `{"srcaddr":"${from}","dstaddr":"203.0.113.5","srcport":50123,"dstport":443,"protocol":6,"action":"REJECT"}`;
  test("is read as the vendor's, and the rest as anybody's", () => {
    const line = `{"host":"fw-9","timestamp":"2026-11-21T10:49:59Z","event":${flow}}`;
    expect(parseLine(line)).toMatchObject({
      ...ENDS,
      parser: "aws-vpcflow",
      sourceHost: "fw-9",
      eventTimeMicros: Date.UTC(2026, 10, 21, 10, 49, 59) * 1000,
    });
    expect(parseLine(`{"action":"deny","event":{"ClientIP":"${from}","RayID":"x"}}`)).toMatchObject({
      srcIp: from,
      verdict: "deny",
    });
  });

  test("is not, where whoever encloses it tells an end himself", () => {
    const line = `{"src_ip":"198.51.100.7","x":{"srcaddr":"${from}","dstaddr":"203.0.113.5"}}`;
    expect(parseLine(line)).toMatchObject({ srcIp: "198.51.100.7" });
  });

  test("is read as the vendor's", () => {
    expect(parseLine(`{"integration":"aws","aws":${flow}}`)).toMatchObject({
      ...ENDS,
      parser: "aws-vpcflow",
      verdict: "reject",
    });
  });

  test.each([[`{"a":${flow},"b":{"x":1}}`], [`{"a":1,"b":2,"c":3,"d":4,"e":${flow}}`]])(
    "is not, where it is not the one of a few: %s",
    (line) => {
      expect(parseLine(line)).toMatchObject({ ...ENDS, parser: "json" });
    },
  );
});

describe("a row whose two ends stand apart, with nothing between", () => {
  test.each<[string, object]>([
    [`Srv conn 55 ${from} 50123 - - - 0 0 0 0 203.0.113.5 443 "55: Session closed."`, { verdict: null }],
    [
      `Srv conn 55 ${from} 50123 - - - 0 0 203.0.113.5 443 "55: Connection accepted from ${from}:50123"`,
      {
        verdict: "allow",
      },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(`2026-11-21 10:49:59 ${text}`)).toMatchObject({ ...ENDS, ...expected });
  });

  test.each([
    [`Srv 9 ${from} 50123 0 0 0 0 203.0.113.5 443 stats`],
    [`Srv 9 ${from} 512 - 0 0 203.0.113.5 443 stats`],
    [`Srv 9 ${from} 50123 12 7 0 203.0.113.5 443 stats`],
  ])("is none where ports or columns leave a doubt: %s", (text) => {
    expect(parseLine(`2026-11-21 10:49:59 ${text}`)).toMatchObject(NOBODY);
  });
});

describe("names and paths are no verdicts", () => {
  test.each<[string, string | null]>([
    [
      String.raw`Connection from ${from} rejected by Deny Hosts file 'C:\Program Files\Srv\Deny\deny.txt'`,
      "reject",
    ],
    [String.raw`Connection from ${from} matched C:\Allow\Deny\list`, null],
    [`Deny hosts list read, connection from ${from} dropped`, "drop"],
  ])("%s", (text, verdict) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: from, verdict });
  });

  test("and the version of IP is no name of a rule", () => {
    const text = `GigabitEthernet1/0/1 (inbound): Packet-filter IPv4 2000 rule 4 deny source ${from} 0`;
    expect(parseLine(head + text)).toMatchObject({ srcIp: from, verdict: "deny", ruleId: "4" });
  });
});

describe("a service tells the protocol of its port", () => {
  test.each([
    [`src_ip=${from} dst_ip=203.0.113.5 dst_service="tcp/443" action=deny`],
    [`Flow_Dst_Service="tcp/443" Flow_SrcIp="${from}" Flow_DstIp="203.0.113.5" Flow_DstPort="443"`],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: from, dstPort: 443, protocol: "tcp" });
  });

  test("which its name does not", () => {
    expect(parseLine(`${head}src_ip=${from} dst_ip=203.0.113.5 dst_service=http`).protocol).toBeNull();
  });
});

describe("servers that refuse at once", () => {
  test.each<[program: string, text: string, object]>([
    ["mountd", `Refused mount RPC from host ${from} port 45659`, { verdict: "deny", srcPort: 45_659 }],
    ["nfsd", `refused NFS call from host ${from} port 900`, { verdict: "deny" }],
    ["svc", `refused replication session from ${from}:5000`, { verdict: "deny" }],
    [
      "exim",
      `SMTP call from x [${from}]:39480 dropped: too many syntax errors (last was "1")`,
      {
        verdict: "drop",
        reason: "too many syntax errors",
      },
    ],
    [
      "exim",
      `Connection from [${from}] refused: too many connections`,
      {
        verdict: "deny",
        reason: "too many connections",
      },
    ],
    ["exim", `SMTP connection from [${from}]:4000 lost`, { verdict: null }],
    [
      "proftpd",
      `ftp1 (h.example[${from}]) - Connection from h.example [${from}] denied.`,
      { verdict: "deny" },
    ],
    [
      "proftpd",
      `ftp1 (h.example[${from}]) - notice: user bob: aborting transfer: Permission denied`,
      {
        verdict: null,
      },
    ],
  ])("%s: %s", (program, text, expected) => {
    expect(parseLine(`<30>Nov 21 11:05:14 host1 ${program}[11]: ${text}`)).toMatchObject({
      srcIp: from,
      ...expected,
    });
  });
});

describe("by which interface", () => {
  test.each<[string, object]>([
    [
      "From 192.0.2.10:50123 to 203.0.113.5:443, proto TCP (zone Untrust int  ethernet0/0). Occurred 1 times",
      {
        interface: "ethernet0/0",
      },
    ],
    [
      "From 192.0.2.10:50123 to 203.0.113.5:443, proto TCP (zone Untrust, int  untrust). Occurred 1 times",
      {
        interface: null,
      },
    ],
    [
      "10:49:58.398290 ce0 @0:14 p 192.0.2.10,50123 -> 203.0.113.5,443 PR tcp len 20 76 -S OUT",
      {
        interface: "ce0",
        interfaceOut: "ce0",
        direction: "out",
      },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ...expected });
  });
});

test("what was sent and received is counted together", () => {
  const text = `${from} Group [g] User [bob] disconnected: Bytes xmt: 1000 Bytes rcv: 2000 Reason: User Requested`;
  expect(parseLine(head + text).bytes).toBe(3000);
});

test("what a signature was met by went from one end to the other", () => {
  const line = `<60>41: Nov 21 10:49:58.1: %IDS-4-X_SIG: Sig:3050:Half-Open SYN - from ${from} to 203.0.113.5`;
  expect(parseLine(line)).toMatchObject({ srcIp: from, dstIp: "203.0.113.5" });
});

test("how peers of IPsec know each other is no rule", () => {
  const text = "message received on 203.0.113.5:500 but no connection has been authorized with policy=PSK";
  expect(parseLine(`<27>Nov 21 10:49:59 gw-1 pluto[7]: packet from ${from}:500: ${text}`)).toMatchObject({
    srcIp: from,
    ruleId: null,
  });
});

describe("of two peers that negotiate keys the one began that is not said to respond", () => {
  test.each<[string, string, string]>([
    ["respond new phase 1 negotiation: 203.0.113.5[500]<=>192.0.2.10[500]", from, "203.0.113.5"],
    ["initiate new phase 2 negotiation: 192.0.2.10[4500]<=>203.0.113.5[4500]", from, "203.0.113.5"],
  ])("%s", (text, srcIp, dstIp) => {
    expect(parseLine(`<27>Nov 21 10:49:59 gw-1 racoon: INFO: ${text}`)).toMatchObject({ srcIp, dstIp });
  });
});
