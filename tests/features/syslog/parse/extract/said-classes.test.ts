import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const from = "192.0.2.9";
const to = "203.0.113.5";
const read = (text: string, program = "svc[11]") =>
  parseLine(`<30>Nov 21 11:05:14 host1 ${program}: ${text}`);

describe("whom a program dialled, or sent something by its name, is its destination", () => {
  test.each<[text: string, port: number | null]>([
    [`dial tcp ${to}:50051: connect: connection refused`, 50_051],
    [`proxy failed: dial tcp [${to}]:8000: i/o timeout`, 8000],
    [`dialing tcp ${to}:8443 failed`, 8443],
    [`dialed tcp4 ${to}:443`, 443],
    [`connection failed for database:"shop@store" on Host:"${to}:5432"`, 5432],
    [`could not connect to database shop on host ${to}:5432`, 5432],
    [`failed to connect to db "shop" at ${to}`, null],
    [`connection refused for schema 'x' on server ${to}:3306`, 3306],
    [`reconnecting to queue orders on node ${to}:5672`, 5672],
    [`send REGISTER_SUPER to ${to}:9994`, 9994],
    [`sending AXFR query 0 to ${to}`, null],
    [`send query #12 to ${to}`, null],
    [`[${to}:18080 42f4e9e3-0b04-4cdb-bcf4-facc09d45d72 OUT] handshake timed out`, 18_080],
    [`[${to}:18080 OUTBOUND] ping`, 18_080],
  ])("%s", (text, port) => {
    expect(read(text)).toMatchObject({ srcIp: null, srcPort: null, dstIp: to, dstPort: port });
  });

  test.each([
    `user speed dial ${to}`,
    `connection to database shop from ${to}:50122 refused`,
    `database shop on host ${to} is ready`,
  ])("not of %s", (text) => {
    expect(read(text).dstIp).toBeNull();
  });

  test("a router's greetings of its neighbour are nobody's", () => {
    expect(read(`sent HELLO_PACKET to ${to}`, "ospfd[11]").dstIp).toBeNull();
  });
});

describe("who came is told by the words of a program", () => {
  test.each<[text: string, port: number | null]>([
    [`ChatServer::onNewClient: ${from}`, null],
    [`StreamServer::NewConnection: ${from}`, null],
    [`handleAcceptedConnection(): ${from}`, null],
    [`incoming session: [${from}]:50122`, 50_122],
    [`user alice authenticated - ${from}`, null],
    [`account bob disconnected - [${from}]`, null],
    [`user alice logged in successfully - ${from}`, null],
    [`IMAP Server: ${from} connected`, null],
    [`HTTP Server: ws1.example.com (${from}) disconnected`, null],
    [`POP3 service: ${from} logged out`, null],
    [`[SUB ${from}:50122 uid=4] MQTT client disconnected`, 50_122],
    [`[${from}:50122] player connected`, 50_122],
    [`[${from}:50122 INC] handshake done`, 50_122],
    [`[${from}:50122 42f4e9e3-0b04-4cdb-bcf4-facc09d45d72 INCOMING] 12 bytes sent`, 50_122],
    [`${from}\tmx.example.net\tmx.example.net\t<a@example.net>\t<b@example.org>\tdnsbl`, null],
    [`recvd pkt from IP addr ${from}`, null],
    [`got datagram from source address ${from}`, null],
    [`ftp[8378] from ${from} 25143`, 25_143],
    [`connection from ${from} 50122`, 50_122],
    [`pid 22735 from ${from}`, null],
  ])("%s", (text, port) => {
    expect(read(text)).toMatchObject({ srcIp: from, srcPort: port, dstIp: null });
  });

  test.each([
    `Renew connection: ${from}`,
    `LDAP Server: ${from} connected to replica`,
    `backup Server: ${from} disconnected`,
    `[DST ${from}:8000 sid=1] HTTP client connection closed`,
  ])("not of %s", (text) => {
    expect(read(text).srcIp).toBeNull();
  });

  test.each([`packet from ${from} 1500`, `connection from ${from} 512`])(
    "a number that is no client's port is none: %s",
    (text) => {
      expect(read(text)).toMatchObject({ srcIp: from, srcPort: null });
    },
  );

  test.each([
    [`[${from}:50122 INC] handshake done`, "in"],
    [`[${from}:18080 OUT] handshake done`, "out"],
    [`[${from}:50122] player connected`, null],
  ])("by which way he came stands behind him: %s", (text, direction) => {
    expect(read(text).direction).toBe(direction);
  });
});

describe("the port that was asked for stands before who asked, or in brackets behind", () => {
  test.each<[text: string, sport: number | null, dport: number | null]>([
    [`dgram to port 33161 from ${from}:60362 (0 data bytes)`, 60_362, 33_161],
    [`connection attempt to tcp port 23 from ${from}:50122`, 50_122, 23],
    [`probe of port 3389 from ${from}`, null, 3389],
    [`bad flags set by ${from}:50122 (dest port 25)`, 50_122, 25],
    [`connection on port 3 from ${from}`, null, null],
  ])("%s", (text, sport, dport) => {
    expect(read(text)).toMatchObject({ srcIp: from, srcPort: sport, dstPort: dport });
  });

  test.each([
    [`Nov 21 11:05:14 UDP: scan detected from ${from}`, "udp"],
    [`Nov 21 11:05:14 SCAN: scan detected from ${from}`, null],
  ])("a label in the program's place tells the protocol: %s", (line, protocol) => {
    expect(parseLine(line)).toMatchObject({ srcIp: from, protocol });
  });
});

describe("a service's name may stand in an arrow", () => {
  test.each([
    `${from} =HTTPS=> ${to}`,
    `${from} --[ssh]--> ${to}`,
    `00:00:5e:00:53:01 ${from} -dns(53)-> 00:00:5e:00:53:02 ${to}`,
    `0006255E85A5\t${from}\t =SSL(SHTML)=> \t000D28DF711E\t${to}`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: from, dstIp: to });
  });

  test.each([`${from} -moved-> ${to}`, `${from} =nat=> ${to}`, `${from} -heartbeat-> ${to}`])(
    "another word is none: %s",
    (text) => {
      expect(read(text)).toMatchObject({ srcIp: null, dstIp: null });
    },
  );

  test("a super-server names its own end before whom it serves", () => {
    expect(read(`start 22692 local:${to}:443 peer:${from}:52853 ./peers/0`)).toMatchObject({
      srcIp: from,
      srcPort: 52_853,
      dstIp: to,
      dstPort: 443,
    });
  });
});

describe("what was wrong with whom somebody said to be is why", () => {
  test.each([
    [`${from} - invalid credentials`, "invalid credentials"],
    [`login failed for bob from ${from}; bad username or password.`, "bad username or password"],
    [`(${from}) bob - login error - no such user - loginname=bob`, "no such user"],
    [`login failed | ${from} | account is locked | web`, "account is locked"],
    [`client ${from} auth error, password has expired`, "password has expired"],
    [`source connection rejected. Stream not available. from ${from}:50122`, "Stream not available"],
  ])("%s", (text, reason) => {
    expect(read(text).reason).toBe(reason);
  });

  test.each([
    `Failed password for invalid user bob from ${from}`,
    `login from ${from} ok - reset password`,
    `connection from ${from} closed. Session lasted long`,
  ])("none is told by %s", (text) => {
    expect(read(text).reason).toBeNull();
  });
});

test.each<[text: string, verdict: "allow" | null]>([
  [`access granted to bob@${from}`, "allow"],
  [`permission was granted for client ${from}`, "allow"],
  [`lease granted to ${from}`, null],
])("whom a server grants access was let in: %s", (text, verdict) => {
  expect(read(text).verdict).toBe(verdict);
});

test.each([
  [`DHCPV4 REQUEST from 00:00:5e:00:53:01 on eth0.2: ok ${from}`, "eth0.2"],
  [`DHCPV6 RENEW IA_NA from 0001 on br-guest: ok 2001:db8::1/128`, "br-guest"],
  [`DHCPV6 RENEW IA_NA from 0001 on guest: ok 2001:db8::1/128`, null],
])("by which interface a lease was asked for: %s", (text, place) => {
  expect(read(text, "odhcpd[11]").interface).toBe(place);
});

describe("a time in an odd place or form", () => {
  const what = `login from ${from} failed`;
  test.each([
    [`78017 00cff -- none -- - 2026-11-21T10:49:59+00:00 WARN (4): ${what}`, "2026-11-21T10:49:59"],
    [`worker-3 | 2026-11-21 10:49:59.123 | info | ${what}`, "2026-11-21T10:49:59.123"],
    [`job 2026-11-21 10:49:59 [info] ${what}`, "2026-11-21T10:49:59"],
    [`api , 2026-11-21 10:49:59 , ${what}`, "2026-11-21T10:49:59"],
    [`${from} - - [21/Dez/2026:00:11:31 +0100] "GET / HTTP/1.1" 401 13`, "2026-12-20T23:11:31"],
    [`${from} -  -  [02/févr./2026:00:11:31 +0000] "GET / HTTP/1.1" 401 13`, "2026-02-02T00:11:31"],
    [`21 août 2026 10:49:59 ${what}`, "2026-08-21T10:49:59"],
    [`21. März 2026 10:49:59 ${what}`, "2026-03-21T10:49:59"],
    [`21/juil./2026 10:49:59 ${what}`, "2026-07-21T10:49:59"],
    [`[2026-11-21  10:49:59] ${what}`, "2026-11-21T10:49:59"],
    [`1/27/2026 4:48:48 PM ${what}`, "2026-01-27T16:48:48"],
    [`2026-11-21 12:01:48 AM ${what}`, "2026-11-21T00:01:48"],
    [`[1/27/2026, 12:48:48 PM] ${what}`, "2026-01-27T12:48:48"],
    [`21-11-2026 04:48:48 PM ${what}`, "2026-11-21T16:48:48"],
    [`21.11.2026 04:48:48 PM ${what}`, "2026-11-21T16:48:48"],
    [`0000000060 2026.11.21 10:49:59.002  ${what}`, "2026-11-21T10:49:59.002"],
    [`17: 2026-11-21 10:49:59 ${what}`, "2026-11-21T10:49:59"],
    [`E 20261121 104959 64427ce8 ${what}`, "2026-11-21T10:49:59"],
    [`W: 2026-11-21 10:49:59 ${what}`, "2026-11-21T10:49:59"],
    [`I 2026-11-21T10:49:59.123Z ${what}`, "2026-11-21T10:49:59.123"],
  ])("%s", (line, time) => {
    const message = parseLine(line);
    expect(message.srcIp).toBe(from);
    expect(isoEventTime(message)?.startsWith(time)).toBe(true);
  });

  test.each([
    `A 20261121 ${what}`,
    `${what}, locked until 2026-11-21 10:49:59`,
    `02/abc/2026 10:49:59 ${what}`,
  ])("none is in %s", (line) => {
    expect(parseLine(line).eventTimeMicros).toBeNull();
  });
});

test("a machine without a name has a program all the same", () => {
  expect(parseLine(`Nov 21 11:05:14 (none) daemon.warn radvd[1608]: received RA from fe80::1`)).toMatchObject(
    {
      app: "radvd",
      procid: "1608",
    },
  );
});
