import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const read = (text: string) => parseLine(`<134>Nov 21 10:49:59 ws-1 guard[7]: ${text}`);

describe("what a program of this host called, by the words of its firewall", () => {
  test.each<[string, object]>([
    [
      "granting connection bob:/usr/bin/curl:6845 to www.example.com. (203.0.113.9), endpoint is known",
      { verdict: "allow", reason: "endpoint is known" },
    ],
    [
      "denying connection /usr/bin/curl:6845 to www.example.com (203.0.113.9): endpoint is blocked",
      { verdict: "deny", reason: "endpoint is blocked" },
    ],
    ["dropping connection of /opt/App/app to 203.0.113.9:443", { verdict: "drop", dstPort: 443 }],
    ["Blocking connection from chrome.exe to 203.0.113.9:443", { verdict: "deny", dstPort: 443 }],
    ["blocked request of curl to 203.0.113.9", { verdict: "deny" }],
    [
      "denied outgoing connection of /Applications/Mail.app/Contents/MacOS/Mail to mx.example.com (203.0.113.9) port 993",
      { verdict: "deny", dstPort: 993 },
    ],
    ["connection /usr/bin/curl:6845 to 203.0.113.9:443 accepted", { dstPort: 443 }],
    ["DENY /usr/bin/curl -> www.example.com:443 (203.0.113.9)", { verdict: "deny", dstPort: 443 }],
    [
      String.raw`connection C:\Program Files\App\app.exe:3096 -> 203.0.113.9:443 blocked`,
      { verdict: "deny", dstPort: 443 },
    ],
    ["allowed /usr/bin/curl[77] -> 203.0.113.9:443 tcp", { verdict: "allow", protocol: "tcp" }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({
      srcIp: null,
      dstIp: "203.0.113.9",
      direction: "out",
      ...expected,
    });
  });

  test("an address of version 6 is called as well", () => {
    expect(read("allowing connection /usr/bin/ssh to [2001:db8::9]:22")).toMatchObject({
      srcIp: null,
      dstIp: "2001:db8::9",
      dstPort: 22,
      verdict: "allow",
    });
  });

  test.each([
    [String.raw`connection C:\Windows\svchost.exe:3096 <- 203.0.113.9 accepted: allowed by rule`],
    ["/usr/sbin/sshd[77] <- 203.0.113.9:50122 denied"],
  ])("who came to a program is the source: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "203.0.113.9", dstIp: null, direction: "in" });
  });

  test.each([
    ["copied /var/backups/db.gz -> 203.0.113.9"],
    ["sent file /a/b.txt to 203.0.113.9"],
    ["blocked packet eth0 to 203.0.113.9"],
    ["accepted session abc123 to 203.0.113.9"],
  ])("nobody is told by %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: null, direction: null });
  });

  test.each([
    ["Rejecting connection #55 to client 203.0.113.9"],
    ["denying connection from 203.0.113.9 to /usr/bin/sshd"],
  ])("a client is the source: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "203.0.113.9", dstIp: null });
  });
});

describe("captured packets of all interfaces", () => {
  const ENDS = { srcIp: "192.0.2.7", srcPort: 57_132, dstIp: "203.0.113.9", dstPort: 443 };

  test.each<[string, object]>([
    [
      "10:49:59.096204 eth0  Out IP 192.0.2.7.57132 > 203.0.113.9.443: Flags [S], seq 1, length 0",
      { interfaceOut: "eth0", interface: null, direction: "out" },
    ],
    [
      "10:49:59.096204 ens33 curl.253100 Out IP 192.0.2.7.57132 > 203.0.113.9.443: Flags [S], length 0",
      { interfaceOut: "ens33", interface: null, direction: "out" },
    ],
    [
      "10:49:59.096204 veth1ab In  IP 192.0.2.7.57132 > 203.0.113.9.443: Flags [S], length 0",
      { interface: "veth1ab", interfaceOut: null, direction: "in" },
    ],
    [
      "1795258199.096204 br0 In  IP 192.0.2.7.57132 > 203.0.113.9.443: Flags [S], length 0",
      { interface: "br0", direction: "in" },
    ],
    [
      "2026-11-21 10:49:59.096204 wg0 Out IP 192.0.2.7.57132 > 203.0.113.9.443: UDP, length 12",
      { interfaceOut: "wg0", protocol: "udp" },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("a packet of one interface tells no way", () => {
    expect(
      parseLine("10:49:59.096204 IP 192.0.2.7.57132 > 203.0.113.9.443: Flags [S], length 0"),
    ).toMatchObject({
      ...ENDS,
      interface: null,
      interfaceOut: null,
      direction: null,
    });
  });
});

describe("tracers of calls", () => {
  test.each([
    ["1479   telnet       4  192.0.2.7        203.0.113.9      23", "192.0.2.7"],
    ["10:49:59  0.5 1479   telnet       6  2001:db8::7        2001:db8::9      23", "2001:db8::7"],
  ])("%s", (text, source) => {
    expect(parseLine(text)).toMatchObject({ srcIp: source, srcPort: null, dstPort: 23 });
  });

  test("two addresses in columns alone are of nobody", () => {
    expect(parseLine("1479 telnet 192.0.2.7 203.0.113.9 23")).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("what was done, by words of a filter's own", () => {
  test.each<[string, string | null]>([
    ["ipfw: 65000 Unreach TCP 192.0.2.7:2190 203.0.113.9:80 in via en0", "reject"],
    ["ipfw: 65000 Unreach 13 UDP 192.0.2.7:2190 203.0.113.9:80 in via en0", "reject"],
    ["ipfw: 65000 Reset TCP 192.0.2.7:2190 203.0.113.9:80 in via en0", "reject"],
    ["ipfw: 65000 Count TCP 192.0.2.7:2190 203.0.113.9:80 in via en0", null],
    ["curl:84 192.0.2.7:54448->203.0.113.9:80(tcp) kfree_skb_reason(SKB_DROP_REASON_NETFILTER_DROP)", "drop"],
    ["curl:84 192.0.2.7:54448->203.0.113.9:80(tcp) kfree_skb_reason(SKB_DROP_REASON_NO_SOCKET)", null],
    ["curl:84 192.0.2.7:54448->203.0.113.9:80(tcp) nf_hook_slow", null],
  ])("%s", (text, verdict) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.7", dstIp: "203.0.113.9", verdict });
  });

  test("why a kernel freed a packet is the reason", () => {
    expect(read("192.0.2.7:54448->203.0.113.9:80(tcp) (SKB_DROP_REASON_NO_SOCKET)").reason).toBe(
      "SKB_DROP_REASON_NO_SOCKET",
    );
  });

  test.each<[string, string, string | null]>([
    [
      "Client at 192.0.2.7: URL contains sequence 'jj', which is disallowed. Request will be rejected.  Site=1",
      "reject",
      "URL contains sequence 'jj', which is disallowed",
    ],
    [
      "192.0.2.7: Sent verb TRACE, which is not allowed. Request will be rejected.",
      "reject",
      "Sent verb TRACE, which is not allowed",
    ],
    ["Client 192.0.2.7 sent an invalid header, connection will be dropped", "drop", null],
    ["Message from 192.0.2.7 contains a virus. Message will be blocked.", "deny", null],
  ])("%s", (text, verdict, reason) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.7", verdict, reason });
  });

  test("a packet's rule and verdict are read where its addresses stand in another line", () => {
    expect(
      parseLine("2026-11-21 10:49:59 +0000 UTC kind-worker ruleId 10 action Drop len 98 if eth0"),
    ).toMatchObject({ sourceHost: "kind-worker", ruleId: "10", verdict: "drop", bytes: 98 });
  });
});

describe("prefixes of netfilter's rules", () => {
  const PACKET = "IN=br0 OUT=eth0 SRC=192.0.2.7 DST=203.0.113.9 PROTO=UDP SPT=5353 DPT=53";

  test.each<[string, object]>([
    ["[BLOCKED - OUTBOUND] ", { direction: "out", verdict: "deny" }],
    ["OUTGOING DROP: ", { direction: "out", verdict: "drop" }],
    ["[BLOCKED - INBOUND] ", { direction: "in", verdict: "deny" }],
    ["DROP ", { direction: "in", verdict: "drop", ruleId: null }],
    ["RULE 9 -- DENY ", { verdict: "deny", ruleId: "9" }],
    ["RULE 12 -- ACCEPT ", { verdict: "allow", ruleId: "12" }],
    ["RULE ssh-in -- ACCEPT ", { verdict: "allow", ruleId: "ssh-in" }],
    ["policy 12 DROP: ", { verdict: "drop", ruleId: "12" }],
    ["[Policy OUTPUT drop] ", { verdict: "drop", ruleId: null }],
  ])("%s", (prefix, expected) => {
    expect(parseLine(`<4>Nov 21 10:49:59 gw-1 kernel: ${prefix}${PACKET}`)).toMatchObject(expected);
  });
});

describe("proxies' pairs", () => {
  const ENDS = { srcIp: "192.0.2.7", dstIp: "203.0.113.9", dstPort: 443 };

  test.each<[string, object]>([
    [
      'level=info msg="192.0.2.7:10932 <-> 203.0.113.9:443" ip="203.0.113.9:443" network=tcp4 policy=min_moving_avg',
      { srcPort: 10_932, protocol: "tcp" },
    ],
    [
      'level=info msg="192.0.2.7:50932 <-> 203.0.113.9:443" outbound="moved nodes" network=udp4',
      { srcPort: 50_932, protocol: "udp" },
    ],
    ['level=info msg="[TCP] 192.0.2.7:5353 <-> 203.0.113.9:443"', { srcPort: 5353, protocol: "tcp" }],
    [
      'INFO UDP stream action {"src":"192.0.2.7:36877","dst":"203.0.113.9:443","action":"allow"}',
      { protocol: "udp", verdict: "allow" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("the port of a name behind both ways is what was asked for", () => {
    expect(read("[http] [2001:db8::7]:41514 <-> shop.example.com:80 [c], error")).toMatchObject({
      srcIp: "2001:db8::7",
      dstIp: null,
      dstPort: 80,
    });
  });

  test.each([
    ["192.0.2.7:50122 - CONNECT shop.example.com:443 - 453 bytes"],
    ["tcp:192.0.2.7:50122 accepted tcp:shop.example.com:443 [socks -> proxy]"],
    ["[TCP] 192.0.2.7:50122 --> shop.example.com:443 match Domain using Proxy"],
  ])("the port of a site that was asked for is told by %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.7", srcPort: 50_122, dstIp: null, dstPort: 443 });
  });

  test("of two ports of users neither is a service's", () => {
    expect(read("replica 192.0.2.7:7000 <-> 203.0.113.9:17000 linked")).toMatchObject({ srcIp: null });
  });

  test.each<[string, string | null]>([
    [
      "[UDP] dial 203.0.113.9:443: client handshake: command not supported",
      "client handshake: command not supported",
    ],
    ["failed to dial remote address 203.0.113.9:443: context deadline exceeded", "context deadline exceeded"],
    ["dialing server 203.0.113.9:443 timed out", null],
    ["dial to 203.0.113.9:443 failed", null],
  ])("%s", (text, reason) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: "203.0.113.9", dstPort: 443, reason });
  });

  test("what is dialled without a port may be a telephone's", () => {
    expect(read("dial 203.0.113.9")).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("rows of guards and of mail", () => {
  test.each([
    ["[guard][203.0.113.9][Eval_list][drop] The function is not in the list"],
    ["Warning: [guard][203.0.113.9][cookie][simulation] bad cookie"],
    ["CLEAN (0.1/5.0):3.3s:Subject here:203.0.113.9:a@example.org:b@example.net"],
    ["spam|7.5|203.0.113.9|a@example.org|b@example.net"],
    ["x;203.0.113.9;;b@example.net"],
    ["rule=17, id=D, client=mx.example.org[203.0.113.9], hits=RBL_LOOKUP, action=DUNNO"],
  ])("who came is told by %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "203.0.113.9", dstIp: null });
  });

  test.each([["[link][203.0.113.9][status][up] x"], ["a:203.0.113.9:b:c"]])(
    "nobody is told by %s",
    (text) => {
      expect(read(text)).toMatchObject({ srcIp: null, dstIp: null });
    },
  );

  test("a sensor's whole event has its ports behind the header of IP", () => {
    expect(
      parseLine(
        "| [SNORTIDS[LOG]: [s-eth1] ] || 2026-11-21 10:49:59.479 1 [1:1310:5] Alert [1:1310:5] || policy-violation || 6 192.0.2.7 203.0.113.9 4 20 0 1113 40840 2 0 65456 0 || 55536 80 38854 19965 8 0 24 229 41947 0 || 1127 00 |",
      ),
    ).toMatchObject({
      srcIp: "192.0.2.7",
      srcPort: 55_536,
      dstIp: "203.0.113.9",
      dstPort: 80,
      protocol: "tcp",
    });
  });
});

describe("what a line without a header begins with", () => {
  test.each<[string, object]>([
    ["fakedns[INFO]: Response: www.example.com -> 192.0.2.7", { app: "fakedns", procid: null }],
    ["scanner:[25608]:CLEAN", { app: "scanner", procid: "25608" }],
    [
      "2026-11-21 10:49:59,192 - pid:14126 [I] access - 192.0.2.7:61724 - 0 bytes",
      { app: null, procid: "14126" },
    ],
    ["x = [INFO]: 192.0.2.7", { app: null, procid: null }],
    ["usbshare: info: connection from 192.0.2.7:50672", { app: "usbshare", srcPort: 50_672 }],
    ["2026-11-21 10:49:59 regiond: [info] 192.0.2.7 GET /login HTTP/1.1 --> 200 OK", { app: "regiond" }],
    ["watcher: [1:1420:11] trap {TCP} 192.0.2.7:37020 -> 203.0.113.9:162", { app: "watcher", dstPort: 162 }],
    ["Error: fatal: no connection to 192.0.2.7:443", { app: null, dstPort: 443 }],
    ["info: connection from 192.0.2.7:50672", { app: null, srcPort: 50_672 }],
    ["reason: fatal: no route to 192.0.2.7:443", { app: null }],
    ["Signature: [1:1420:11] trap {TCP} 192.0.2.7:37020 -> 203.0.113.9:162", { app: null }],
    ["peers: [192.0.2.7] -> [203.0.113.9]", { app: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(text)).toMatchObject(expected);
  });

  test.each([
    ["@400000006b0177610000c350 scanner: 192.0.2.7 connected", "2026-11-21T10:49:59.000050Z"],
    ['[3] ebpf.0: [[1795258199.480880374, {}], {"event_type"=>"connect"}]', "2026-11-21T10:49:59.480880Z"],
    ['[0] cpu.0: [1795258199.480880374, {"cpu"=>1}]', "2026-11-21T10:49:59.480880Z"],
  ])("the time of %s", (text, time) => {
    expect(isoEventTime(parseLine(text))).toBe(time);
  });
});
