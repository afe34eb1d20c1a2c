import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const from = "192.0.2.9";
const own = "203.0.113.5";
const read = (text: string, program = "svc[11]") =>
  parseLine(`<30>Nov 21 11:05:14 host1 ${program}: ${text}`);

describe("who came to a server of games or talk, went, or was sent away", () => {
  test.each([
    `Client "rose" spawned in server (${from}:27005)<STEAM_0:0:11111111>.`,
    `player rose spawned (${from}:27005)`,
    `"rose" has joined the game (${from}:27005)`,
    `guest7 has left the chat (${from}:27005)`,
    `Player disconnected: rose (yxcv) [${from}:27005], reason: timeout`,
    `Client exiting: rose (user@irc.example.net) [Quit: bye] [${from}:27005]`,
    `Client disconnected: [U:1:123] rose (${from}:27005)`,
    `New player: rose (${from}:27005)`,
    `kicked rose [${from}:27005]: idle too long`,
    `disconnecting client rose (${from}:27005): timed out`,
    `Player "rose" (${from}:27005) was kicked: ping too high`,
    `visitor rose (${from}:27005) timed out`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: from, srcPort: 27_005, dstIp: null });
  });

  test.each([
    `Joined server (${own}:27015)`,
    `rose joined the cluster (${own})`,
    `node web1 left the cluster (${own})`,
    `Server disconnected: db1 [${own}]`,
    `kicked off job (${own})`,
    `banned list loaded (${own})`,
    `dropped table rose (${own})`,
    `Player count changed (${own})`,
    `db1 (${own}) timed out`,
  ])("%s tells of nobody", (text) => {
    expect(read(text).srcIp).toBeNull();
  });

  test("why he was sent away is told without the sentence's end", () => {
    expect(read(`Player disconnected: rose [${from}], reason: You have been kicked.`).reason).toBe(
      "You have been kicked",
    );
  });
});

describe("whom a program calls", () => {
  test.each([
    `Connect() starting connection (eQuality, ${own}:27019, UDP)`,
    `Connect(): opening socket (${own}:27019, UDP)`,
    `connect() opening connection (${own}:27019)`,
    `Starting new HTTPS connection (1): ${own}:27019`,
    `initiating connection (${own}:27019)`,
    `establishing outgoing TCP connection: ${own}:27019`,
    `ssh.exe - ${own}:27019 open through proxy socks.example.net:1080 SOCKS5`,
    `Mail Client.exe (4711) *64 - ${own}:27019 close, 12 bytes sent`,
    `curl.exe - ${own}:27019 open through proxy ${from}:1080 HTTPS`,
    `Browser.app - ${own}:27019 error : could not connect through proxy ${from}:1080`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: own, dstPort: 27_019 });
  });

  test.each([
    `starting connection (${from}:50122)`,
    `Established client connection: ${from}:8000`,
    `Opening UDP socket: ${own}:5353`,
    `creating listening socket: ${own}:8080`,
    `setup.exe - ${own}:80`,
    `update.exe - version 1.2.3.4:5 open`,
  ])("%s calls nobody", (text) => {
    expect(read(text).dstIp).toBeNull();
  });
});

describe("of two sides the one with a client's port called the other's service", () => {
  test.each<[text: string, port: number | null]>([
    [`connect: user rose, local ${from}:50122, remote ${own}:www`, null],
    [`disconnect: user rose, local ${from}:50122, remote ${own}:443`, 443],
    [`peer ${own}:443 local ${from}:50122 connected`, 443],
    [`connected to server, local ${from}:50122, remote ${own}:443`, 443],
  ])("%s", (text, port) => {
    expect(read(text)).toMatchObject({ srcIp: from, srcPort: 50_122, dstIp: own, dstPort: port });
  });

  test.each([
    `local ${own}:22, remote ${from}:50122`,
    `local ${own}:5060 remote ${from}:5060`,
    `incoming connection local ${own}:50500 remote ${from}:1024`,
    `accepted session local ${own}:50500 remote ${from}`,
  ])("%s is of who came", (text) => {
    expect(read(text)).toMatchObject({ srcIp: from, dstIp: own });
  });
});

describe("what starts a server for each connection tells both ends", () => {
  test.each<[text: string, verdict: string | null]>([
    [`ok 9848 0:${own}:25 :${from}::43424`, null],
    [`ok 9848 mx5.example.net:${own}:25 client.example.com:${from}:rose:43424`, null],
    [`deny 9848 mx5.example.net:${own}:25 :${from}::43424`, "deny"],
    [`sslserver: ok 9848 mx:${own}:25 :${from}::43424`, null],
  ])("%s", (text, verdict) => {
    expect(read(text)).toMatchObject({
      srcIp: from,
      srcPort: 43_424,
      dstIp: own,
      dstPort: 25,
      verdict,
      interface: null,
    });
  });

  test("a row without the client is none", () => {
    expect(read(`ok 12 packets:${own}:22`)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("who was turned away", () => {
  test.each([
    [`denied to rose@${from} as home: access not allowed`, "deny"],
    [`denied rose@${from} as root`, "deny"],
    [`- NOTALLOWED - [${from}] Access not allowed: /status/`, "deny"],
    [`[${from}] access not permitted`, "deny"],
    [`access was not granted for ${from}`, "deny"],
    [`Client ${from} turned away: server full`, "deny"],
    [`turning away ${from}, list is closed`, "deny"],
    [`Access rejected to <${from}:50122>`, "reject"],
    [`Access denied to client ${from}:50122`, "deny"],
    [`client 10 rejected from IP ${from} port 50122`, "reject"],
    [`connection from ${from} refused by tcp_wrappers`, "deny"],
    [`Refused connection from: ${from}`, "deny"],
    [`allowed to rose@${from} as home`, "allow"],
    [`connection from ${from}:50122 forwarded to SSL`, "allow"],
    [`connection from ${from}:50122 redirected to ssh`, "allow"],
  ])("%s", (text, verdict) => {
    expect(read(text)).toMatchObject({ srcIp: from, dstIp: null, verdict });
  });

  test("without a program, too", () => {
    const line = `AUDIT: Sat Nov 21 12:49:23 2026: 8542 Xvnc: client 10 rejected from IP ${from} port 50122`;
    expect(parseLine(line)).toMatchObject({ srcIp: from, srcPort: 50_122, verdict: "reject" });
  });

  test.each([
    `connection from ${from}:50122 forwarded to ${own}:22`,
    `connection from ${from}:50122 forwarded to backend`,
    `connection from ${from}:50122 redirected to /login`,
    `user rose from ${from} is not allowed to use cron`,
    `10 clients rejected, last from ${from}`,
    `dropped privileges for ${from}`,
  ])("%s has no verdict", (text) => {
    expect(read(text).verdict).toBeNull();
  });

  test.each([
    `allowed rose@${from} as sender`,
    `rejected rose@${from}: user unknown`,
    `access denied to ${own}:443`,
    `access granted to ${own}:443`,
  ])("%s is not of who came", (text) => {
    expect(read(text).srcIp).toBeNull();
  });
});

describe("who was let in stands with his address behind it", () => {
  test.each([
    `LDAP authenticated rose@example.net ${from}`,
    `authenticated rose@mail.example.org ${from}`,
    `PAM authenticated rose ${from}`,
    `auth failed rose@example.net ${from}`,
    `Not allowing connection from non-authorized IP ${from}`,
    `Unbanned ${from}`,
    `${from} asked for "file"`,
    `${from}: bad password for rose`,
    `[${from}]: no such user rose`,
    `login failed: [rose] ${from}`,
    `address ${from} listed in zen.dnsbl.example.org`,
    `greylisting ${from}`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: from, dstIp: null });
  });

  test.each([
    `authenticated server ${own}`,
    `authenticated to ${own}`,
    `authenticated rose against ${own}`,
    `login failed: server1 ${own}`,
    `server ${own}: bad request`,
    `name ${own} listed in index`,
    `message stored for <rose@example.net>, ${own}, mx.example.com`,
  ])("%s does not", (text) => {
    expect(read(text).srcIp).toBeNull();
  });
});

describe("a guard of ARP tells whose card it saw", () => {
  test.each([
    `seq=2, mac=00:00:5e:00:53:66, ip=${from}, reference=192.0.2.2, type=ip_change, dev=eth0`,
    `mac=00:00:5e:00:53:66, ip=${from}, type=new, dev=eth0`,
    `ip=${from} mac=00:00:5e:00:53:66 event=arp_spoofing dev=eth0`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: from, dstIp: null });
  });

  test("a table of cards tells of nobody", () => {
    expect(read(`mac=00:00:5e:00:53:66, ip=${from}, type=static, dev=eth0`).srcIp).toBeNull();
  });
});

test.each([
  [`FAILED LOGIN (1) on '/dev/pts/2' from '${from}' FOR 'UNKNOWN', User not known`, "User not known"],
  [`FAILED LOGIN SESSION FROM ${from} FOR rose, Error in service module`, "Error in service module"],
  [`TOO MANY LOGIN TRIES (3) FROM ${from} FOR rose, Authentication failure`, "Authentication failure"],
  [`FAILED LOGIN 1 FROM ${from} FOR rose`, null],
  [`LOGIN ON pts/2 BY rose FROM ${from}`, null],
])("why a login failed stands behind whose it was: %s", (text, reason) => {
  expect(read(text, "login[11]")).toMatchObject({ srcIp: from, reason });
});

test.each([
  [`L 11/21/2026 - 01:25:17: Bad Rcon: "x" from "${from}:50122"`, "2026-11-21T01:25:17.000000Z"],
  [
    `[DoS attack]from source:${from}, destination source:${own} DPT=80 - Sat, 2026-11-21 19:17:33`,
    "2026-11-21T19:17:33.000000Z",
  ],
  [`L 11/21/2026 - nothing from "${from}:50122"`, null],
  [`lease of ${from} ends - 2026-11-21 19:17:33`, null],
])("%s says when", (line, time) => {
  expect(isoEventTime(parseLine(line))).toBe(time);
});
