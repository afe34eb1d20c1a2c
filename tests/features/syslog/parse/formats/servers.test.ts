import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

describe("the other side in a server's sentence", () => {
  test.each<[string, string, number | null]>([
    ["sshd[1]: Failed password for invalid user a from 192.0.2.1 port 40000 ssh2", "192.0.2.1", 40_000],
    [
      "sshd[1]: Connection closed by authenticating user root 2001:db8::1 port 22 [preauth]",
      "2001:db8::1",
      22,
    ],
    ["sshd[1]: User root from 192.0.2.1 not allowed because not listed in AllowUsers", "192.0.2.1", null],
    ["sshd[1]: refused connect from example.org (::ffff:192.0.2.1)", "192.0.2.1", null],
    [
      "sshd[1]: pam_unix(sshd:auth): authentication failure; uid=0 rhost=192.0.2.1  user=a",
      "192.0.2.1",
      null,
    ],
    ["postfix/smtpd[1]: NOQUEUE: reject: RCPT from unknown[192.0.2.1]: 554 5.7.1 no", "192.0.2.1", null],
    ["postfix/smtpd[1]: 4F: client=mail.example.org[192.0.2.1]", "192.0.2.1", null],
    [
      "dovecot: imap-login: Login: user=<a>, method=PLAIN, rip=192.0.2.1, lip=198.51.100.2, TLS",
      "192.0.2.1",
      null,
    ],
    [
      "named[1]: client @0x7f 192.0.2.1#40000 (example.org): query: example.org IN A + (198.51.100.2)",
      "192.0.2.1",
      40_000,
    ],
    ["exim[1]: authenticator failed for (x) [192.0.2.1]:40000: 535 Incorrect", "192.0.2.1", 40_000],
  ])("%s", (text, srcIp, srcPort) => {
    const message = parseLine(`<38>Nov 21 10:49:59 host ${text}`);
    expect(message).toMatchObject({ srcIp, srcPort });
    expect(message.parser).not.toBe("generic");
  });
});

test("a mail that is turned away says so, and its other words are no firewall's", () => {
  const line =
    "<22>Nov 21 10:49:59 mx postfix/smtpd[1]: NOQUEUE: reject: RCPT from unknown[192.0.2.1]: 454 4.7.1 <a@b>: Relay access denied; from=<a@b> to=<c@d> proto=ESMTP helo=<x>";
  expect(parseLine(line)).toMatchObject({
    parser: "postfix",
    srcIp: "192.0.2.1",
    action: "reject",
    verdict: "reject",
    protocol: null,
  });
});

describe("a delivery names where it went to", () => {
  test.each([
    ["postfix/smtp[1]: 4F: to=<a@b>, relay=mx.example.org[192.0.2.1]:25, delay=1.6"],
    ["postfix/smtp[1]: connect to mx.example.org[192.0.2.1]:25: No route to host"],
    ["postfix/smtp[1]: Trusted TLS connection established to mx.example.org[192.0.2.1]:25: TLSv1.3"],
  ])("%s", (text) => {
    expect(parseLine(`<22>Nov 21 10:49:59 mx ${text}`)).toMatchObject({
      parser: "postfix",
      srcIp: null,
      dstIp: "192.0.2.1",
      dstPort: 25,
    });
  });
});

describe("of other programs, only an address directly behind a phrase is taken", () => {
  test.each<[string, object]>([
    ["php-fpm[1]: /index.php: webConfigurator authentication error for user 'x' from: 192.0.2.1", {}],
    ["audit[1]: /index.php: Web GUI authentication error for 'x' from 192.0.2.1", {}],
    ["pvedaemon[1]: authentication failure; rhost=192.0.2.1 user=root@pam msg=no such user", {}],
    ["wwsympa[1]: info main:: [robot a] [client 192.0.2.1] Unknown list", {}],
    [
      'asterisk[1]: SECURITY[2]: SecurityEvent="InvalidAccountID",LocalAddress="IPV4/UDP/198.51.100.2/5060",RemoteAddress="IPV4/UDP/192.0.2.1/40000"',
      { srcPort: 40_000 },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(`<38>Nov 21 10:49:59 host ${text}`)).toMatchObject({
      parser: "server",
      srcIp: "192.0.2.1",
      ...expected,
    });
  });
});

describe("without a program's name", () => {
  test.each<[string, object]>([
    ["Accepted publickey for a from 192.0.2.1 port 40000 ssh2", { parser: "sshd", srcPort: 40_000 }],
    [
      "client 192.0.2.1#53: UDP: query: example.org IN A response: NOERROR +",
      { parser: "server", srcPort: 53, protocol: "udp" },
    ],
    ["transfer of 'example.org/IN' from 192.0.2.1#53: Transfer status: success", { parser: "server" }],
  ])("%s", (line, expected) => {
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.1", ...expected });
  });
});

test.each([
  ["sshd[1]: Server listening."],
  ["app[1]: from 192.0.2.1, 22"],
  ["app[1]: denied from 192.0.2.0/24"],
  ["su: 192.0.2.1"],
  ["issue #12 on port 80"],
  ["sshd[1]: Server listening on 192.0.2.1 port 22."],
  ["named[1]: listening on IPv4 interface eth0, 192.0.2.1#53"],
  ["Server listening on 192.0.2.1 port 22."],
])("%s is not read", (text) => {
  expect(parseLine(`<38>Nov 21 10:49:59 host ${text}`)).toMatchObject({ parser: "generic", srcIp: null });
});

test("SpamAssassin names the client's port and its own", () => {
  const expected = { parser: "spamd", srcIp: "192.0.2.1", srcPort: 50_123, dstPort: 783 };
  for (const text of [
    "spamd: connection from 192.0.2.1 [192.0.2.1]:50123 to port 783, fd 6",
    "spamd: unauthorized connection from mx.example.com [192.0.2.1]:50123 to port 783, fd 6",
  ])
    expect(parseLine(`<22>Nov 21 10:49:59 mx spamd[7]: ${text}`)).toMatchObject(expected);
});

test("what a server refused is its verdict, what it let in or could not reach is none", () => {
  const verdictIn = (text: string) => parseLine(`<38>Nov 21 10:49:59 host app[1]: ${text}`).verdict;
  expect(verdictIn("Registration of bob from 192.0.2.1 rejected: wrong password")).toBe("reject");
  expect(verdictIn("Access denied for bob from 192.0.2.1")).toBe("deny");
  expect(verdictIn("connection from 192.0.2.1 accepted")).toBeNull();
  expect(verdictIn("Connection refused from 192.0.2.1")).toBeNull();
  expect(verdictIn("3 dropped, the last from 192.0.2.1")).toBeNull();
});

describe("whom a name server asked itself is none of its clients", () => {
  const read = (text: string) => parseLine(`<27>Nov 21 10:49:59 ns-1 named[7]: ${text}`);
  const asked = { parser: "named", dstIp: "192.0.2.53", dstPort: 53 };

  test.each([
    ["FORMERR resolving 'www.example.net/AAAA/IN': 192.0.2.53#53"],
    ["lame-servers: info: unexpected RCODE (REFUSED) resolving 'example.net/A/IN': 192.0.2.53#53"],
    ["lame server resolving 'www.example.net' (in 'example.net'?): 192.0.2.53#53"],
    ["DNS format error from 192.0.2.53#53 resolving example.net/A: invalid response"],
    ["zone example.net/IN: refresh: failure trying master 192.0.2.53#53 (source 10.0.0.1#0): timed out"],
    ["transfer of 'example.net/IN' from 192.0.2.53#53: connected using 10.0.0.1#40123"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ ...asked, srcIp: null, srcPort: null });
  });

  test("for whom it asked is", () => {
    const text = "DNS format error from 192.0.2.53#53 resolving example.net/A for client 192.0.2.1#40211: x";
    expect(read(text)).toMatchObject({ ...asked, srcIp: "192.0.2.1", srcPort: 40_211 });
  });

  test.each([
    ["client 192.0.2.1#40211 (example.net): transfer of 'example.net/IN': AXFR started"],
    ["client @0x7f 192.0.2.1#40211 (a): query failed (SERVFAIL) resolving 'a'"],
    ["zone example.net/IN: notify from 192.0.2.1#40211: zone is up to date"],
  ])("and who came to it is: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.1", srcPort: 40_211, dstIp: null });
  });

  test("how he came is told behind his port", () => {
    expect(read("client 192.0.2.1#53: UDP: query: a IN A response: NOERROR +").protocol).toBe("udp");
    expect(read("21-Nov-2026 10:49:58.329 client 192.0.2.1#53 TCP: query: a IN A").protocol).toBe("tcp");
    expect(read("client 192.0.2.1#53 (a): query: a IN A +T (192.0.2.53)").protocol).toBeNull();
  });
});
