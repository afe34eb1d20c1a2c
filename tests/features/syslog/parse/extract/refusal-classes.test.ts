import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const from = "192.0.2.9";
const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const FLOW = "192.0.2.10:50123 -> 203.0.113.5:443";

describe("servers say whom they refused, and why", () => {
  test.each<[program: string, text: string, object]>([
    ["ftpd", `refused connect from ${from}`, { verdict: "deny" }],
    [
      "rpc.mountd",
      `refused mount request from ${from} for /srv (/srv): unmatched host`,
      { verdict: "deny", reason: "unmatched host" },
    ],
    [
      "svc",
      `Refused session from ${from}: too many clients`,
      { verdict: "deny", reason: "too many clients" },
    ],
    ["svc", `server refused login for bob from ${from}`, { verdict: "deny" }],
    [
      "vsftpd",
      `CONNECT: Client "${from}", "Connection refused: too many sessions for this address."`,
      { verdict: "deny", reason: "too many sessions for this address" },
    ],
    [
      "svc",
      `client ${from}:40332 rejected: no shared secret`,
      { verdict: "reject", reason: "no shared secret" },
    ],
    [
      "svc",
      `AXFR-out zone 'x', client '${from}:41022', denied: client IP has no permission`,
      { verdict: "deny" },
    ],
    ["svc", `Access from ${from} denied (not in whitelist)`, { reason: "not in whitelist" }],
    [
      "svc",
      `axfr for x.example from ${from} refused, no acl matches`,
      { verdict: "deny", reason: "no acl matches" },
    ],
    ["svc", `Client s1 [${from}:50122] disconnected: not authorised.`, { reason: "not authorised" }],
    ["svc", `login failure: bob ${from} (${from}) vty0`, { verdict: null }],
    ["svc", `Info: ICID 884120 REJECT SG BLACKLIST match ${from} SBRS -9.1`, { verdict: "reject" }],
    ["svc", `connection from ${from} closed (idle timeout exceeded)`, { reason: "idle timeout exceeded" }],
    [
      "svc",
      `User [bob] from [${from}] failed to log in due to authorization failure.`,
      { reason: "authorization failure" },
    ],
    ["svc", `Login of bob from ${from} failed because of a wrong password`, { reason: "a wrong password" }],
    [
      "exim",
      `H=x.example [${from}]:61422 I=[198.51.100.25]:25 rejected RCPT <a@example.org>: relay not permitted`,
      { dstIp: "198.51.100.25", dstPort: 25, verdict: "reject", reason: "relay not permitted" },
    ],
    [
      "dovecot",
      `imap-login: Aborted login (no auth attempts in 0 secs): user=<>, rip=${from}, lip=198.51.100.26`,
      { reason: "no auth attempts in 0 secs" },
    ],
    ["named", `client @0x7f ${from}#40332: update 'example.com/IN' denied`, { verdict: "deny" }],
    [
      "named",
      `client @0x7f ${from}#40332 (a.example): query (cache) 'a/A/IN' denied (allow-recursion did not match)`,
      { verdict: "deny", reason: "allow-recursion did not match" },
    ],
  ])("%s: %s", (program, text, expected) => {
    expect(parseLine(`<30>Nov 21 11:05:14 host1 ${program}[11]: ${text}`)).toMatchObject({
      srcIp: from,
      ...expected,
    });
  });
});

describe("nobody was refused, or nobody says why", () => {
  test.each<[program: string, text: string]>([
    ["svc", `${from}:8080 connection refused by upstream`],
    ["svc", `3 requests refused from ${from}`],
    ["svc", `connection from ${from} closed (0 bytes)`],
    ["named", `client @0x7f ${from}#40332 (denied.example): query: denied IN A + (10.0.0.1)`],
    ["dovecot", `imap-login: Login: user=<denied>, rip=${from}, lip=198.51.100.26`],
    ["exim", `1abc <= a@example.com H=x.example [${from}]:61422 P=esmtp S=1234 id=rejected: not mine`],
  ])("%s: %s", (program, text) => {
    expect(parseLine(`<30>Nov 21 11:05:14 host1 ${program}[11]: ${text}`)).toMatchObject({
      verdict: null,
      reason: null,
    });
  });
});

test.each([
  [`connect to ${from} port 443: Connection refused`, "Connection refused"],
  [`User bob from ${from} logged out due to inactivity`, "inactivity"],
])("nobody was refused, and why it ended is told: %s", (text, reason) => {
  const message = parseLine(`<30>Nov 21 11:05:14 host1 svc[11]: ${text}`);
  expect(message).toMatchObject({ verdict: null, reason });
});

test("a policy's networks match, and nobody came", () => {
  const line = "<30>Nov 21 11:05:14 host1 svc[11]: policy match 192.0.2.0/24 via 203.0.113.5";
  expect(parseLine(line)).toMatchObject({ srcIp: null, dstIp: null });
});

test("what a switch says is a word alone", () => {
  const line = "<30>1 2026-11-21T10:49:59Z gw1 app1 - - - src=192.0.2.9 dst=203.0.113.5 ";
  expect(parseLine(`${line}blocked: no`).verdict).toBe("allow");
  expect(parseLine(`${line}blocked=no user=bob`).verdict).toBe("allow");
});

describe("what was done, why and how much, at an end of the line", () => {
  test.each<[string, string | null]>([
    [`dropped tcp ${FLOW} on eth0 (invalid state)`, "invalid state"],
    [`denied tcp ${FLOW} ttl 64 (rate limit exceeded)`, "rate limit exceeded"],
    [`dropped udp ${FLOW} (first packet)`, null],
    [`passed udp ${FLOW} (no limit)`, null],
  ])("%s: because of %s", (text, reason) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, reason });
  });

  test("the number of a session does not count it", () => {
    expect(parseLine(`${head}session 5512093 permitted: ${FLOW}`)).toMatchObject({
      ...ENDS,
      verdict: "allow",
    });
  });

  test.each<[string, string | null, string | null]>([
    ["403 DENIED rule=block-tls", "deny", "block-tls"],
    ['403 1280 BLOCKED policy="no games"', "deny", "no games"],
    ["200 512 ALLOWED", "allow", null],
    ['403 1280 "-" "DENIED rule=x"', null, null],
  ])("a proxy's request with %s", (behind, verdict, ruleId) => {
    const line = `192.0.2.10 - - [21/Nov/2026:09:43:54 +0100] "GET http://a.example/ HTTP/1.1" ${behind}`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.10", verdict, ruleId });
  });

  test.each<[string, number | null]>([
    ["CON", 22],
    ["xyz", null],
  ])("counts before the state of a flow, %s", (state, packets) => {
    const line = `08:39:14.338171  e  udp  192.0.2.10.50123  ->  203.0.113.5.443   22   9140   ${state}`;
    expect(parseLine(line)).toMatchObject({ ...ENDS, packets, bytes: packets === null ? null : 9140 });
  });

  test.each<[string, string | null]>([
    ["Close outbound, NAT tunnel", "out"],
    ["inbound session denied", "in"],
    ["peer is outbound only today", null],
  ])("a sentence that begins with a way: %s", (said, direction) => {
    const text = `pol_action=pass msg="${said}" src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443`;
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, direction });
  });
});

describe("whom a program keeps out from now on", () => {
  test.each<[text: string, expected: object]>([
    [
      `attackalert: Host ${from} has been blocked via dropped route using command: "/sbin/ipchains -I input -s ${from} -j DENY"`,
      { verdict: "deny" },
    ],
    [`Remote host ${from} has been temporarily blocked using firewall drop rule`, { verdict: "deny" }],
    [`IP ${from} has been blocked via iptables -j DROP`, { verdict: "deny" }],
    [`Attacker ${from} was banned by means of null route`, {}],
    [`IP address ${from} was banned for 600 seconds`, {}],
    [`Client ${from} was locked out: too many attempts`, {}],
    [`Shunning ${from} for 300 seconds`, {}],
    [`Unblocked host ${from}`, {}],
    [`Added ${from} to the block list for 600 seconds`, {}],
    [`/opt/agent/bin/firewall-drop.sh add - ${from} 1304756247.60385 31151`, { verdict: null }],
    [`/usr/local/bin/route-null.sh delete bob ${from}`, {}],
    [`The address 192.0.2.9 has been blocked`, { verdict: "deny" }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: from, dstIp: null, ...expected });
  });

  test.each([
    [`Destination host ${from} is blocked`],
    [`URL host ${from} has been blocked`],
    [`Website address ${from} was blocked`],
    [`Server ${from} has been blocked`],
    [`ip route add - ${from}`],
    [`Added ${from} to the pool of servers`],
  ])("what is called, or has a way, is no attacker: %s", (text) => {
    expect(parseLine(head + text).srcIp).toBeNull();
  });
});

describe("a mail server says why it did not take a mail", () => {
  const answer = (said: string) =>
    parseLine(
      `<22>Nov 21 10:49:59 mx postfix/smtpd[1]: NOQUEUE: reject: RCPT from x.example[${from}]: ${said}; from=<a@example.com> to=<b@example.net> proto=SMTP helo=<x>`,
    );

  test.each([
    ["554 <b@example.net>: Relay access denied", "Relay access denied"],
    ["554 5.7.1 <b@example.net>: Relay access denied", "Relay access denied"],
    [
      `450 4.7.25 Client host rejected: cannot find your hostname, [${from}]`,
      `Client host rejected: cannot find your hostname, [${from}]`,
    ],
    [
      "550 5.1.1 <b@example.net>: Recipient address rejected: User unknown in virtual mailbox table",
      "Recipient address rejected: User unknown in virtual mailbox table",
    ],
  ])("%s", (said, reason) => {
    expect(answer(said)).toMatchObject({ srcIp: from, verdict: "reject", reason });
  });

  test("and nothing of one that it took", () => {
    const line = `<22>Nov 21 10:49:59 mx postfix/smtpd[1]: 4F: client=x.example[${from}]`;
    expect(parseLine(line)).toMatchObject({ srcIp: from, reason: null });
  });
});

describe("who brought a mail that a filter looked at", () => {
  test.each([
    [`sender check failed: <xkyjywqvophshu@example.com>, ${from}, [${from}], [00:00:01]`],
    [`recipient check succeeded: <a@example.com>, ${from}, mail.example.com, [00:00:01]`],
    [`SPF fail: ${from}, [${from}], helo.example.com, <a@example.com>`],
    [`UNKNOWN[${from}] 1329946623-017b7001-uwIQq5 1329946623 SCAN - a@example.com b@example.org 0.3 0 0`],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: from, dstIp: null });
  });

  test("where a mail is kept brought none", () => {
    const text = `message stored for <a@example.com>, ${from}, mx.example.com`;
    expect(parseLine(head + text).srcIp).toBeNull();
  });
});

test.each<[string, number | null]>([
  [`FAILED LOGIN ${from} to mail.example.com:143[imap] as bob`, 143],
  [`FAILED LOGIN ${from} to ldap.example.com:636`, 636],
  [`FAILED LOGIN ${from} to mail.example.com as bob`, null],
  [`FAILED LOGIN ${from} to mail.example.com:143.5 as bob`, null],
])("a service is asked for by its host's name: %s", (text, dstPort) => {
  expect(parseLine(head + text)).toMatchObject({ srcIp: from, dstIp: null, dstPort });
});
