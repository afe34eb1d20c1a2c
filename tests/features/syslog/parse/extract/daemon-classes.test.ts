import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const from = "192.0.2.9";
const own = "203.0.113.5";
const read = (text: string, program = "svc[11]") =>
  parseLine(`<30>Nov 21 11:05:14 host1 ${program}: ${text}`);

describe("whose service somebody logged in to is no source", () => {
  test.each([
    [`Login at ${own}:443 succeeded, user=admin, client ${from}`, 443],
    [`User admin logged in to https ${own}:443 from ${from}`, 443],
    [`admin logged on to ${own}:22 (ssh), source: ssh (${from})`, 22],
    [`Failed login attempt at ${own}:8443 by ${from}`, 8443],
    [`CLI: Successful logout at ${own}:22. User: op. Session: SSH (${from})`, 22],
    [`WEB: Successful login at ${own}:80. User: Admin. Session: HTTP (${from})`, 80],
  ])("%s", (text, port) => {
    expect(read(text)).toMatchObject({ srcIp: from, srcPort: null, dstIp: own, dstPort: port });
  });

  test("where it is not told where he came from, the service alone is known", () => {
    expect(read(`Successful login at ${own}:443. User: admin`)).toMatchObject({
      srcIp: null,
      dstIp: own,
      dstPort: 443,
    });
  });

  test.each([[`login from ${from}:443 failed`], [`login on ${from}:50122 failed`]])(
    "it is none of a service, or no place: %s",
    (text) => {
      expect(read(text)).toMatchObject({ srcIp: from, dstIp: null });
    },
  );
});

describe("a filter of mail tells first from whom a mail came", () => {
  test.each<[text: string, port: number | null, verdict: string | null]>([
    [
      `(07-1) Passed CLEAN {RelayedInbound}, [${from}]:52110 [${own}] <a@example.com> -> <b@example.net>`,
      52_110,
      null,
    ],
    [
      `(07-1) Blocked INFECTED (Eicar) {DiscardedInbound,Quarantined}, MYNETS LOCAL [${from}]:52110 <a@example.com> -> <b@example.net>`,
      52_110,
      "deny",
    ],
    [`Blocked BANNED (.exe), [${from}] [192.168.0.1] <> -> <b@example.net>`, null, "deny"],
    [`Blocked SPAM, [${from}] [${own}] <a@example.com> -> <b@example.net>, Hits: 6.3`, null, "deny"],
  ])("%s", (text, port, verdict) => {
    expect(read(text)).toMatchObject({ srcIp: from, srcPort: port, dstIp: null, verdict });
  });

  test("two hosts beside each other are no mail's", () => {
    expect(read(`Passed CHECK, [${from}] [${own}] in sync`).srcIp).toBeNull();
  });
});

describe("whom a name server asks for a name is its destination", () => {
  test.each([
    `forwarded www.example.com to ${own}`,
    `forwarding query for www.example.com to ${own}`,
    `forwarded www.example.com AAAA to upstream ${own}#53`,
    `relayed question www.example.com to server ${own}`,
    `passing lookup of "www.example.com." to resolver ${own}`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: own });
  });

  test.each([
    `reply www.example.com is ${own}`,
    `cached www.example.com is ${own}`,
    `moved www.example.com to ${own}`,
    `www.example.com resolved to ${own}`,
    `forwarded version.example to ${own}/24`,
  ])("%s has none", (text) => {
    expect(read(text).dstIp).toBeNull();
  });
});

describe("a name that is answered with nobody's address was denied", () => {
  test.each([
    "gravity blocked ads.example.com is 0.0.0.0",
    "exactly denied ads.example.com is ::",
    "regex blacklisted ads.example.com is 0.0.0.0",
    "blocked ads.example.com -> 127.0.0.1",
    "filtered ads.example.com as 0.0.0.0",
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ verdict: "deny", srcIp: null, dstIp: null });
  });

  test.each([
    "not blocked ads.example.com is 0.0.0.0",
    "config blocked.example.com is 0.0.0.0",
    `blocked ads.example.com is ${own}`,
    "blocked 3 names is 0.0.0.0",
  ])("%s is not", (text) => {
    expect(read(text).verdict).toBeNull();
  });
});

describe("a host that is not let talk to this one is denied", () => {
  test.each([
    `Host ${from} is not allowed to talk to us!`,
    `Client ${from} is not permitted to connect`,
    `IP address ${from} not authorized to access this server`,
    `peer '${from}' was not allowed to query zone example.com`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: from, verdict: "deny" });
  });

  test("a user is not", () => {
    expect(read(`user bob from ${from} is not allowed to use cron`).verdict).toBeNull();
  });
});

describe("ICMP has no ports, a rule may be a number at the end", () => {
  test.each<[text: string, fields: object]>([
    [
      `Packet log: forward REJECT ppp0 PROTO=6 ${from}:50122 ${own}:80 L=60 S=0x00 I=1 F=0x4000 T=64 SYN (#12)`,
      { srcPort: 50_122, dstPort: 80, protocol: "tcp", verdict: "reject", interface: "ppp0", ruleId: "12" },
    ],
    [
      `Packet log: output DENY eth1 PROTO=1 ${from}:3 ${own}:1 L=60 S=0x00 I=1 F=0x4000 T=64 (#2)`,
      { srcPort: null, dstPort: null, protocol: "icmp", verdict: "deny", ruleId: "2" },
    ],
    [`deny icmp ${from}:8 -> ${own}:0`, { srcPort: null, dstPort: null, protocol: "icmp" }],
    [`deny icmp ${from}:512 -> ${own}:0`, { srcPort: null, dstPort: null, protocol: "icmp" }],
    [`deny udp ${from}:8 -> ${own}:7 (#)`, { srcPort: 8, dstPort: 7, ruleId: null }],
  ])("%s", (text, fields) => {
    expect(read(text)).toMatchObject({ srcIp: from, dstIp: own, ...fields });
  });
});

describe("a rule for all that no other names is called so at the end", () => {
  test.each([
    [`DENY TCP ${from}:50122 ${own}:80 Rule: Default deny`, "Default deny", "deny"],
    [
      `Drop UDP packet from LAN ${from}:50122 to ${own}:80 Rule: Implicit drop rule.`,
      "Implicit drop rule",
      "drop",
    ],
    [`Blocked TCP ${from}:50122 -> ${own}:80 Policy: default block`, "default block", "deny"],
    [`Drop TCP packet from WAN ${from}:50122  ${own}:80 Rule: Default deny`, "Default deny", "drop"],
  ])("%s", (text, ruleId, verdict) => {
    expect(read(text)).toMatchObject({ srcIp: from, dstIp: own, dstPort: 80, ruleId, verdict });
  });
});

describe("an agent parts host, kind and level by tabs", () => {
  const event = [
    "Failure Audit\tws1\tLogon\t\tAn account failed to log on.   Account Name:  bob   Failure Reason:  Unknown user name",
    `or bad password.   Source Network Address:   ${from}   Source Port:   50122   Logon Process:  NtLmSsp\t12`,
  ].join(" ");

  test("pairs of one column that several blanks part are read", () => {
    expect(
      parseLine(`<13>Nov 21 11:05:14 ws1\tMSWinEventLog\t4\tSecurity\t88\t4625\t${event}`),
    ).toMatchObject({
      sourceHost: "ws1",
      srcIp: from,
      srcPort: 50_122,
      reason: "Unknown user name or bad password",
    });
  });

  test.each([
    `<13>Nov 21 11:05:14 DENY\ttcp\t${from}\t50122\t${own}\t80`,
    `<13>Nov 21 11:05:14 eth0\tTcpSyn\tin\t${from}:50122\t${own}:80`,
    `<13>Nov 21 11:05:14 7\tTCP\t1\t${from}:50122\t${own}:80`,
  ])("other columns have no host: %s", (line) => {
    expect(parseLine(line)).toMatchObject({ sourceHost: "198.51.100.200", srcIp: from, dstIp: own });
  });
});

describe("what a client of mail calls itself is not where it came from", () => {
  test.each([
    `H=([198.51.100.7]) [${from}]:52391 I=[${own}]:25 F=<a@example.com> rejected RCPT <b@example.net>: listed`,
    `H=mx.example.com ([198.51.100.7]) [${from}]:52391 I=[${own}]:25 F=<a@example.com> rejected RCPT <b@example.net>: x`,
    `SMTP call from ([198.51.100.7]) [${from}]:52391 dropped: too many nonmail commands`,
    `H=(mail) [${from}]:52391 I=[${own}]:25 F=<a@example.com> rejected RCPT <b@example.net>: x`,
  ])("%s", (text) => {
    expect(read(text, "exim[9]")).toMatchObject({ srcIp: from, srcPort: 52_391 });
  });
});

describe("why somebody was not let in may stand in brackets behind a module's name, or with a count", () => {
  test.each([
    [
      `(3) Login incorrect (mschap: MS-CHAP2-Response is incorrect): [bob] (from client sw1 port 7 cli ${from})`,
      "mschap: MS-CHAP2-Response is incorrect",
    ],
    [`Authentication failed (ldap: Invalid credentials) for bob from ${from}`, "ldap: Invalid credentials"],
    [`Blocking ${from} - too many AUTH errors (8);`, "too many AUTH errors (8)"],
    [`Password incorrect (attempt 3 of 5) for bob from ${from}`, null],
  ])("%s", (text, reason) => {
    expect(read(text)).toMatchObject({ srcIp: from, reason });
  });
});

test.each<[text: string, fields: object]>([
  [
    "ratelimit block . type nxdomain target 2001:db8::/56 query 2001:db8::9 TYPE1",
    { srcIp: "2001:db8::9", verdict: "deny" },
  ],
  [`ratelimit unblock example.com. type any target 192.0.2.0/24 query ${from} TYPE255`, { verdict: null }],
  [`badlogin: localhost [${from}] plaintext bob SASL(-13): authentication failure`, { srcIp: from }],
  [`${from} to ${own} ports 80, 81, 83`, { srcIp: from, dstIp: own, dstPort: null }],
  [`${from} to ${own}, tcp ports 80, 81, 83`, { srcIp: from, dstIp: own, protocol: "tcp" }],
  [`Login attempt failed, 2FA invalid. ${from}`, { srcIp: from }],
  [`login error - no such user - loginname=bob, ${from}`, { srcIp: from }],
  [`connection lost. ${from}`, { srcIp: null, dstIp: null }],
  [`config of account=bob, ${from}`, { srcIp: null, dstIp: null }],
  [
    `---- Outgoing SIP message to ${own}:5060 from interface #1 ----`,
    { srcIp: null, dstIp: own, dstPort: 5060 },
  ],
  [
    `---- Incoming SIP message from ${from}:5060 to interface #1 ----`,
    { srcIp: from, srcPort: 5060, dstIp: null },
  ],
  [`moved ${from} to ${own} ports 1, 2`, { srcIp: null, dstIp: null }],
  [`${from} to ${own} ports up`, { srcIp: null, dstIp: null }],
  [`${from} bob FTPSVC2 SRV1 ${own} 21 [7]PASS - 530 0 0 0 0 FTP`, { srcIp: from, dstIp: own, dstPort: 21 }],
  [
    `<co tr="TCP|${own}|587|${from}|4299" mi="authentication failed"/>`,
    { srcIp: from, srcPort: 4299, dstIp: own, dstPort: 587 },
  ],
  [`"TCP|${own}|443|${from}|4299" dropped`, { srcIp: own, dstIp: from }],
  [
    `local_addr=${own} local_port=8443 remote_addr=${from} remote_port=20001`,
    { srcIp: from, srcPort: 20_001, dstIp: own, dstPort: 8443 },
  ],
  [
    `local_addr=${own} local_port=40001 remote_addr=${from} remote_port=443`,
    { srcIp: own, srcPort: 40_001, dstIp: from, dstPort: 443 },
  ],
])("what daemons say of one another: %s", (text, fields) => {
  expect(read(text)).toMatchObject(fields);
});

test("a server of files tells how much it sent, whatever the file is called", () => {
  const text = `[bob] OK DOWNLOAD: Client "${from}", "/pub/12 bytes.txt", 8338 bytes, 18.77Kbyte/sec`;
  expect(read(text, "vsftpd[9]")).toMatchObject({ srcIp: from, bytes: 8338 });
});

test.each([
  `<37>[4711:00010-3735542592] 21-11-2026 11:05:14   smtp: bob [${from}] authentication failure`,
  `<37>[4711:12/ab] 2026-11-21 11:05:14 smtp: bob [${from}] authentication failure`,
  `<27>t=2026-11-21T11:05:14Z level=warn msg="Invalid password" remote_addr=${from}`,
])("a time behind a process, or called by its letter, is the event's: %s", (line) => {
  const message = parseLine(line);
  expect(message.srcIp).toBe(from);
  expect(isoEventTime(message)).toStartWith("2026-11-21T11:05:14");
});

test("a letter with a number is no time", () => {
  expect(
    isoEventTime(parseLine(`<27>t=17 level=warn msg="Invalid password" remote_addr=${from}`)),
  ).toBeNull();
});

test.each([
  ["transaction:permitted", "allow"],
  ["transaction:blocked", "deny"],
  ["connection/dropped", "drop"],
  ["transaction:monitored", "other"],
])("where the action of LEEF is a code, its event's name tells what was done: %s", (event, verdict) => {
  const line = `<13>Nov 21 11:05:14 fw1 LEEF:1.0|Example|Proxy|1|${event}|src=${from}\tdst=${own}\tdisposition=1026`;
  expect(parseLine(line)).toMatchObject({ parser: "leef", verdict });
});

test("of a row with a URL in columns, who came stands behind what the browser calls itself", () => {
  const row = `<14>2026-11-21T11:05:14.255Z,a7,15,${own},/mail/x.js,,FBA,,Mozilla/5.0 (X11),${from},srv1,200,200,,POST,Proxy`;
  expect(parseLine(row)).toMatchObject({ srcIp: from, dstIp: null });
});
