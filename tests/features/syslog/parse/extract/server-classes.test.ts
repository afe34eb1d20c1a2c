import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const from = "192.0.2.9";
const read = (text: string, program = "svc") =>
  parseLine(`<30>Nov 21 11:05:14 host1 ${program}[11]: ${text}`);

describe("a port of this host's outside is answered by another", () => {
  const answering = {
    natDstIp: "192.168.1.20",
    natDstPort: 32_411,
    dstPort: 32_400,
    dstIp: null,
    srcIp: null,
  };

  test.each([
    ["redirecting port 32400 to 192.168.1.20:32411 protocol TCP for: Media Server"],
    ["UPnP: forwarded external port 32400/tcp to 192.168.1.20:32411"],
    ["Port mapping added: TCP 32400 -> 192.168.1.20:32411"],
    ["AddPortMapping: external port 32400 protocol TCP to internal 192.168.1.20:32411"],
    ["upnp: map port 32400 TCP to 192.168.1.20:32411"],
    ["NAT-PMP: mapped public port 32400 to 192.168.1.20 port 32411 (tcp)"],
    ["port forward tcp 32400 => 192.168.1.20:32411 added"],
    ["Added port forward: ext port 32400 int 192.168.1.20:32411 proto TCP"],
    ["PCP: mapping port 32400->192.168.1.20:32411 lifetime=3600 protocol=6"],
    ["DNAT rule: tcp port 32400 forwarded to 192.168.1.20:32411"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ ...answering, protocol: "tcp" });
  });

  test.each([
    ["switch port 24 redirected to 192.168.1.20"],
    ["mirroring port 5 to 192.168.1.20:4739"],
    ["ssh tunnel: forwarding port 8080 to 192.168.1.20:80"],
    ["port mapping 32400 -> 192.168.1.20:32411 failed"],
    ["request id 4711 forwarded to 192.168.1.20:8080 from port pool"],
    ["http redirect 301 to 192.168.1.20:8080, port changed"],
    ["forwarding syslog to 192.168.1.20:514"],
    ["mapped drive 7 to 192.168.1.20:445"],
  ])("nothing is answered by another: %s", (text) => {
    expect(read(text)).toMatchObject({ natDstIp: null, natDstPort: null });
  });
});

describe("servers say why they let go of somebody", () => {
  test.each<[program: string, text: string, object]>([
    [
      "sshd",
      `Unable to negotiate with ${from} port 52114: no matching cipher found. Their offer: a-cbc,b-cbc [preauth]`,
      { srcPort: 52_114, reason: "no matching cipher found" },
    ],
    [
      "sshd",
      `Disconnecting invalid user bob ${from} port 52114: Too many authentication failures [preauth]`,
      { reason: "Too many authentication failures" },
    ],
    [
      "sshd-session",
      `User bob from ${from} not allowed because not listed in AllowUsers`,
      { reason: "not listed in AllowUsers" },
    ],
    ["sshd", `refused connect from scan.example.net (${from})`, { verdict: "deny" }],
    [
      "sshd",
      `drop connection #10 from [${from}]:52114 on [198.51.100.22]:22 past MaxStartups`,
      { srcPort: 52_114, dstIp: "198.51.100.22", dstPort: 22, verdict: "drop" },
    ],
    [
      "dropbear",
      `Exit before auth from <${from}:52114>: No matching algo kex`,
      { reason: "No matching algo kex" },
    ],
    [
      "svc",
      `Login failed for bob from ${from}: account is locked. Contact your administrator`,
      { reason: "account is locked" },
    ],
    [
      "svc",
      `Registration of '200' failed for '${from}:5060' - Wrong password`,
      { srcPort: 5060, reason: "Wrong password" },
    ],
    [
      "smbd_audit",
      `EX\\bob|${from}|PC7|data|unlinkat|fail (Permission denied)|a/b.txt`,
      { reason: "Permission denied" },
    ],
    ["ftpd", `${from}: user bob: mkdir failed (File exists): /srv/a`, { reason: "File exists" }],
    [
      "snmpd",
      `Connection from UDP: [${from}]:48212->[198.51.100.20]:161 REFUSED`,
      { srcPort: 48_212, dstIp: "198.51.100.20", dstPort: 161, verdict: "deny" },
    ],
    ["svc", `query from ${from}:40332 was refused.`, { verdict: "deny" }],
    [
      "telnetd",
      `connection from ${from} refused: too many sessions`,
      { verdict: "deny", reason: "too many sessions" },
    ],
    ["svc", `session from ${from}:50122 terminated: idle timeout`, { verdict: null, reason: "idle timeout" }],
    ["ftpd", `FTP LOGIN REFUSED FROM pc7.example.org [${from}], bob`, { verdict: "deny" }],
    [
      "asterisk",
      `SecurityEvent="InvalidPassword",AccountID="200",LocalAddress="IPV4/TLS/198.51.100.70/5061",RemoteAddress="IPV4/TLS/${from}/5076"`,
      { srcPort: 5076, dstIp: "198.51.100.70", dstPort: 5061 },
    ],
    [
      "squid",
      `SECURITY ALERT: Host header forgery detected on conn12 local=198.51.100.5:443 remote=${from}:50122`,
      { srcPort: 50_122, dstIp: "198.51.100.5", interface: null },
    ],
    ["svc", `throttling ${from} (too many requests)`, { reason: "too many requests" }],
    ["svc", `rejecting ${from}:40332, not in allow list`, { verdict: "reject", reason: "not in allow list" }],
    [
      "svc",
      `http: TLS handshake error from ${from}:40332: remote error: bad certificate`,
      { reason: "bad certificate" },
    ],
    ["svc", `Received invalid packet from ${from}, possibly due to bad password`, { reason: "bad password" }],
    [
      "svc",
      `Message rejected due to: SPF fail - not authorized. See https://x.example/Why?s=helo;ip=${from};r=x`,
      { verdict: "reject", reason: "SPF fail - not authorized" },
    ],
    [
      "svc",
      `Login failed for user 'sa'. Reason: Password did not match that for the login provided. [CLIENT: ${from}]`,
      { reason: "Password did not match that for the login provided" },
    ],
    [
      "svc",
      `Error: 18456, State: 38. Login failed. Reason: Failed to open the database 'shop'. [CLIENT: ${from}]`,
      { reason: "Failed to open the database 'shop'" },
    ],
    [
      "svc",
      `failed to accept an incoming connection: connection from "${from}" rejected, allowed hosts: "198.51.100.1"`,
      { verdict: "reject" },
    ],
    ["svc", `Login OK: [bob] (from client nas1 port 13 cli ${from})`, { verdict: null }],
    ["svc", `Browser login: Administrator - ${from}(DNS name not found).`, { verdict: null }],
    ["svc", `audit: user=bob from=${from} interface=GUI`, { interface: null }],
    [
      "apache2",
      `[Sat Nov 21 10:53:11.123456 2026] [authz_core:error] [pid 900] [client ${from}:50122] AH01630: client denied by server configuration: /srv/x`,
      { srcPort: 50_122, verdict: "deny" },
    ],
    [
      "apache2",
      `[Sat Nov 21 10:53:11 2026] [:error] [pid 900] [client ${from}] ModSecurity: Access denied with code 403. [id "942100"]`,
      { verdict: "deny", ruleId: "942100" },
    ],
    [
      "svc",
      `deny 1234 mx.example.org:198.51.100.25:25 :${from}::50122`,
      { srcPort: 50_122, dstIp: "198.51.100.25", dstPort: 25, verdict: "deny" },
    ],
    [
      "envoy",
      `[2026-11-21T11:00:00.123Z] "GET /x HTTP/1.1" 200 - via_upstream - "-" 0 19 0 - "-" "c" "x" "a.example" "10.244.1.7:8080" inbound|8080|| 127.0.0.6:41231 10.244.1.7:8080 ${from}:50122 - default`,
      { srcPort: 50_122, dstIp: "10.244.1.7", dstPort: 8080 },
    ],
    [
      "svc",
      `ACCEPT client=${from}:50122 listener=198.51.100.1:443`,
      { srcPort: 50_122, dstIp: "198.51.100.1", dstPort: 443 },
    ],
    [
      "dovecot",
      `pop3-login: Login: user=<bob>, rip=${from}, rport=51002, lip=198.51.100.30, lport=995, TLS`,
      { srcPort: 51_002, dstIp: "198.51.100.30", dstPort: 995, reason: null },
    ],
    [
      "portsentry",
      `attackalert: Connect from host: scan9.example.net/${from} to TCP port: 143`,
      { dstPort: 143, protocol: "tcp" },
    ],
  ])("%s: %s", (program, text, expected) => {
    expect(read(text, program)).toMatchObject({ srcIp: from, ...expected });
  });

  test.each<[text: string, reason: string | null]>([
    [
      "DHCPREQUEST for 10.4.8.77 from 52:54:00:12:9a:4c via eth0: ignored (not authoritative).",
      "not authoritative",
    ],
    [
      "DHCPDISCOVER from 52:54:00:12:9a:4c (pc7) via eth0: network 10.4.8.0/24: no free leases",
      "no free leases",
    ],
    ["DHCPREQUEST for 10.4.8.77 from 52:54:00:12:9a:4c via eth0: wrong network.", "wrong network"],
    ["DHCPDISCOVER from 52:54:00:12:9a:4c via eth0: not responding (recovering)", "recovering"],
    ["DHCPDISCOVER from 52:54:00:12:9a:4c via eth0: load balance to peer failover", null],
    ["DHCPACK on 10.4.8.77 to 52:54:00:12:9a:4c (no lease) via eth0", null],
  ])("a server of leases: %s", (text, reason) => {
    expect(read(text, "dhcpd")).toMatchObject({ parser: "dhcpd", interface: "eth0", reason });
  });

  test("a router says at which of its ports somebody came, and why in vain", () => {
    const line =
      "<188>41: r7: Nov 21 11:00:01.884 CET: %SEC_LOGIN-4-LOGIN_FAILED: Login failed [user: bob] " +
      `[Source: ${from}] [localport: 22] [Reason: Login Authentication Failed] at 11:00:01 CET Sat Nov 21 2026`;
    expect(parseLine(line)).toMatchObject({
      srcIp: from,
      srcPort: null,
      dstPort: 22,
      reason: "Login Authentication Failed",
    });
  });
});

describe("nobody says why, and nobody was refused", () => {
  test.each<[program: string, text: string]>([
    ["sshd", `Unable to negotiate with ${from} port 52114: bad. x`],
    ["sshd", `User bob from ${from} port 22 logged in`],
    ["svc", `connection from ${from} to 198.51.100.20:80 refused`],
    ["svc", `Login failed for bob from ${from} - session 12`],
    ["svc", `open failed (pid 12) for ${from}`],
    ["svc", `closing connection from ${from}:50122 (fd 12)`],
    ["svc", `connection from ${from}:50122, allowed hosts: any`],
    ["svc", `Login of bob from ${from}: no more sessions today. Bye`],
  ])("%s: %s", (program, text) => {
    expect(read(text, program)).toMatchObject({ verdict: null, reason: null });
  });
});

describe("what a mail server delivers goes to whom its peer's name stands before", () => {
  const peer = { srcIp: null, dstIp: "203.0.113.25", dstPort: 25 };

  test.each<[string, object]>([
    ["1tAbCd-0001XY-AB => a@example.org R=dns T=smtp H=mx.example.org [203.0.113.25]:25", peer],
    [
      "1tAbCd-00000000Abc-1AB2 ** a@example.org R=dns T=smtp H=mx.example.org [203.0.113.25]:25 I=[192.0.2.1]:41822: no such user",
      { ...peer, srcIp: "192.0.2.1", srcPort: 41_822 },
    ],
    [
      "1tAbCd-0001XY-AB <= a@example.net H=mx.example.net [192.0.2.9]:41822 I=[203.0.113.25]:25 P=esmtps",
      { ...peer, srcIp: "192.0.2.9", srcPort: 41_822 },
    ],
  ])("%s", (text, ends) => {
    expect(read(text, "exim")).toMatchObject(ends);
    expect(parseLine(`2026-11-21 10:50:03 ${text}`)).toMatchObject(ends);
  });
});

test("of a network nobody speaks alone", () => {
  expect(read("rate limit drop error response to 192.0.2.0/24", "named")).toMatchObject({
    srcIp: null,
    srcPort: null,
  });
});

describe("a row whose first address stands in no column of its own", () => {
  test("tells no client", () => {
    expect(read('msg="x" packet="192.0.2.9 203.0.113.5 50122 22 6"')).toMatchObject({ srcIp: null });
  });

  test("but in braces it does", () => {
    expect(read("dropping inbound packet {192.0.2.9 203.0.113.5 50122 22 6 false}")).toMatchObject({
      srcIp: "192.0.2.9",
      srcPort: 50_122,
      dstIp: "203.0.113.5",
      dstPort: 22,
      protocol: "tcp",
      verdict: "drop",
    });
  });
});

describe("a host with a colon before what speaks on it", () => {
  test("is told by the service, its level and its process in brackets", () => {
    const line = `<14>Nov 21 11:07:40 store-1: [kern_audit:info:2290] 8a:8b :: s:ssh :: ${from}:58122 :: s:admin :: x :: Pending`;
    expect(parseLine(line)).toMatchObject({ sourceHost: "store-1", app: null, srcIp: from, srcPort: 58_122 });
  });

  test("else it is a program", () => {
    expect(parseLine("<14>Nov 21 11:07:40 httpd: [core:error] [pid 1] a")).toMatchObject({ app: "httpd" });
    expect(parseLine("<14>Nov 21 11:07:40 kernel: [12.5] a")).toMatchObject({ app: "kernel" });
  });
});

describe("a cause is a reason", () => {
  test.each<[text: string, reason: string]>([
    [
      `authentication FAILED for peer ${from}; cause: certificate expired; attempts 2/5`,
      "certificate expired",
    ],
    [`tunnel from ${from} closed (cause: no proposal chosen)`, "no proposal chosen"],
    [
      `request 192.0.2.5:1044 -> 192.0.2.80:502 blocked (function code 5 not permitted) p=x`,
      "function code 5 not permitted",
    ],
  ])("%s", (text, reason) => {
    expect(read(text)).toMatchObject({ reason });
  });

  test("of a refusal alone, and none of `because` within a word", () => {
    expect(read(`blocked (5 of 7 sensors) 192.0.2.5:1044 -> 192.0.2.80:502`).reason).toBeNull();
    expect(read(`request of ${from}, probable-cause: none`).reason).toBeNull();
  });
});

test("ProFTPD names its own end where somebody logs in", () => {
  const line =
    "<83>Nov 21 11:00:44 ftp1 proftpd[5582]: 192.0.2.21 (198.51.100.64[198.51.100.64]) - USER root: no such user found from 198.51.100.64 [198.51.100.64] to 192.0.2.21:21";
  expect(parseLine(line)).toMatchObject({ srcIp: "198.51.100.64", dstIp: "192.0.2.21", dstPort: 21 });
});

test("a colon behind a host is none of its name", () => {
  const line = "<134>[2026-11-21 10:50:24] fw-branch: CONN: prio=1 connsrcip=192.0.2.33";
  expect(parseLine(line)).toMatchObject({ sourceHost: "fw-branch", app: "CONN" });
});
