import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const from = "192.0.2.9";

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
    ["svc", `connect to ${from} port 443: Connection refused`],
    ["svc", `${from}:8080 connection refused by upstream`],
    ["svc", `3 requests refused from ${from}`],
    ["svc", `User bob from ${from} logged out due to inactivity`],
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

test("a policy's networks match, and nobody came", () => {
  const line = "<30>Nov 21 11:05:14 host1 svc[11]: policy match 192.0.2.0/24 via 203.0.113.5";
  expect(parseLine(line)).toMatchObject({ srcIp: null, dstIp: null });
});

test("what a switch says is a word alone", () => {
  const line = "<30>1 2026-11-21T10:49:59Z gw1 app1 - - - src=192.0.2.9 dst=203.0.113.5 ";
  expect(parseLine(`${line}blocked: no`).verdict).toBe("allow");
  expect(parseLine(`${line}blocked=no user=bob`).verdict).toBe("allow");
});
