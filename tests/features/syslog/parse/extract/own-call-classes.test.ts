import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const A = "192.0.2.1";
const B = "203.0.113.5";
const S = "2001:db8::1";

const parseLineEnds = (text: string) => {
  const { srcIp, srcPort, dstIp, dstPort, protocol } = parseLine(text);
  return { srcIp, srcPort, dstIp, dstPort, protocol };
};
const NOBODY = { srcIp: null, dstIp: null };

describe("whom this host called", () => {
  test.each<[string, number | null]>([
    [`Connection to ${A} 49259 port [tcp/*] succeeded!`, 49259],
    [`nc: connect to ${A} 22 port [tcp/ssh] failed: Connection refused`, 22],
    [`Connection to ${A} port 443 [tcp/https] succeeded!`, 443],
    [`Connection to (${A}, 1502) failed: [Errno 111] Connection refused`, 1502],
    [`Failed to connect to ('${A}', 1502): timed out`, 1502],
    [`[Errno 111] Connect call failed ('${A}', 6379)`, 6379],
    [`Error: connect ECONNREFUSED ${A}:3306`, 3306],
    [`java.net.ConnectException: Connection refused: no further information: /${A}:8080`, 8080],
    [`Connection refused: localhost/${A}:8080`, 8080],
    [`Connection timed out: /${A}:8080`, 8080],
    [`Raw TCP input: Connection established: feeder (${A}) port 37981`, 37981],
    [`Connection lost: radar (${A}) port 30005`, 30005],
    [`Remote server disconnected: ${A} port 30005 (fd 10, SendQ 0, RecvQ 0)`, 30005],
    [`upstream broker has closed the connection: ${A}:1883`, 1883],
    [`relay[7]: broker went away: ${A}:1883`, 1883],
    [`ReflectorLogic: Disconnected from ${A}:5300: Network is unreachable`, 5300],
    [`node[7]: Disconnected from ${A}:5300: No route to host`, 5300],
    [`node[7]: disconnected from server hub7 at ${A}:4001`, 4001],
    [`Logged out of the hub ${A}:4001`, 4001],
    [`Linking to sslbot at ${A}:2514 ...`, 2514],
    [`Linked to hub (${A}:6667)`, 6667],
    [`failing over to replica at ${A}:5432`, 5432],
    [`peering with core2 at ${A}`, null],
    [`no server found behind given hostname ${A}:10245`, 10245],
    [`No broker running at ${A}:1883`, 1883],
    [`Could not set TURN server, is the address correct? (${A}:5349)`, 5349],
    [`cannot contact the license server (${A})`, null],
    [`handshake with ${A}:443 failed: unknown ca`, 443],
    [`nfs: server ${A} not responding, timed out`, null],
    [`Broker ${A}:9092 disconnected`, 9092],
    [`TLS server ${A}:443 closed the connection`, 443],
    [`Disconnected from node 1 (${A}:9092)`, 9092],
    [`Connection to node 1 (kafka1/${A}:9092) terminated during authentication`, 9092],
    [`Connection with master ${A}:6379 lost`, 6379],
    [`Connection with ${A}:6379 lost: Broken pipe`, 6379],
    [`Timed out waiting for reply from ${A}:8086`, 8086],
    [`waiting 15 seconds for ${A}:5432`, 5432],
    [`printer ${A}:9100 not accepting: Connection refused`, 9100],
    [`tracker ${A}:6969 announce failed (No route to host)`, 6969],
    [`No heartbeat from server ${A}:4001 for 30s`, 4001],
    [`CIFS VFS: Server ${A} has not responded in 120 seconds`, null],
    [`device at ${A} did not respond`, null],
    [`Server connection failed: ${A}:64738`, 64738],
    [`DMR, Logged into the master successfully (${A}:62031)`, 62031],
    [`linking to reflector ${A}:42000`, 42000],
    [`Login to [iface: default, target: iqn.2026-11.com.example:t, portal: ${A},3260] successful.`, 3260],
    [`libceph: connect ${A}:6789 error -101`, 6789],
    [`RPC call to ${A}:7051 timed out after 5.000s`, 7051],
    [`lost the TCP streaming connection with peer 8e9e05c5 (${A}:2380)`, 2380],
    [`Session 0x0 for server ${A}/${A}:2181, unexpected error`, 2181],
    [`Reconnecting to ${A}:1883 after a reset`, 1883],
  ])("is its destination: %s", (text, port) => {
    expect(parseLine(text)).toMatchObject({ srcIp: null, srcPort: null, dstIp: A, dstPort: port });
  });

  test("may be an IPv6 address", () => {
    expect(parseLine(`Remote server disconnected: ${S} port 30005`)).toMatchObject({
      srcIp: null,
      dstIp: S,
      dstPort: 30005,
    });
    expect(parseLine(`Linking to hub at [${S}]:6667`)).toMatchObject({ dstIp: S, dstPort: 6667 });
  });

  test.each<[string, number | null]>([
    [`Connection from ${A} 49259 port [tcp/*] succeeded!`, 49259],
    [`Connection established: client (${A}) port 50122`, null],
    [`FTP server disconnected client ${A} port 50122`, 50122],
    [`Server closed connection: ${A}:50122`, 50122],
    [`broker: client disconnected: ${A}:50122`, 50122],
    [`app[3]: user bob disconnected from ${A}:50122: Connection refused`, 50122],
    [`app[3]: Disconnected from ${A}:50122: Connection reset by peer`, 50122],
    [`app[3]: Disconnected from user bob ${A} port 50122`, 50122],
    [`TLS handshake with ${A}:50122 failed: unknown ca`, 50122],
    [`user alice logged in to web from ${A}`, null],
    [`SMTP Server: ${A} disconnected. 0 messages received`, null],
    [`Connection with client ${A}:50122 lost`, 50122],
    [`Connection with ${A}:50122 lost`, 50122],
    [`waiting for client ${A}:50122`, 50122],
    [`read from client ${A}:5000 failed: Connection refused`, 5000],
    [`alice logged in to server from ${A}`, null],
    [`user bob: session for server web1 from ${A}`, null],
    [`connection to hub from ${A}:5000`, 5000],
    [`Server connection established: ${A}:50122`, 50122],
    [`connect: ${A}:50122 failed`, 50122],
  ])("is nobody who came: %s", (text, port) => {
    expect(parseLine(text)).toMatchObject({ srcIp: A, srcPort: port, dstIp: null });
  });

  test.each<[string]>([
    [`failed to start server (${A}:8080): address already in use`],
    [`link to client bob at ${A} down`],
    [`Peer (${A}) port 3 link down`],
    [`report to admin at ${A}`],
    [`no listener on ${A}:80`],
    [`timeout waiting for reply from ${A}`],
    [`waiting for ${A} to come up`],
  ])("is not told by a listener, a client or a place: %s", (text) => {
    expect(parseLine(text)).toMatchObject(NOBODY);
  });

  test("may be unknown where this host's own address is told by the interface that it goes by", () => {
    expect(parseLine(`Connection to gw.example.com with interface eth0 ${A}`)).toMatchObject({
      srcIp: A,
      dstIp: null,
    });
    expect(parseLine(`Connected to ${A} via interface tun0`)).toMatchObject({ srcIp: null, dstIp: A });
  });
});

describe("who came", () => {
  test.each<[string, number | null]>([
    [`Account 'BOB7' using IP '${A}' is using 'enUS' locale`, null],
    [`Incoming connection from AET PACS on IP ${A}, calling AET STORE`, null],
    [`request from bob on address ${A}`, null],
    [`User bob connected using IP address ${A}`, null],
    [`Deleting orphaned Last Frame Packet with StreamId 2025 from ${A}`, null],
    [`Discarding out-of-order segment from ${A}:5000`, null],
    [`Ignoring request with id 5 from ${A}`, null],
    [`ipbanlist_check: checking ${A}`, null],
    [`allowlist lookup: testing host ${A}`, null],
    [`relay: new client on port 9001: 2/tls.app/${A}`, 9001],
    [`Incoming TCP connection on port 9001 from ${A}:50122`, 9001],
    [`lost connection to client ${A}:32774 -> server/io.cc:608`, null],
    [`accept ${A}:32774 -> main.go:80`, null],
    [`accept ${A}:32774 -> web.example.com:80`, 80],
  ])("is the source: %s", (text, port) => {
    expect(parseLine(text)).toMatchObject({ srcIp: A, dstIp: null, dstPort: port });
  });

  test.each<[string]>([
    [`health_check: checking ${A}`],
    [`discarding response message with id 5 from ${A}`],
    [`dropped 5 packets to ${A}`],
    [`client leased ip ${A}`],
  ])("is nobody where a machine is looked at, answers or is given an address: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: null });
  });

  test.each<[string]>([
    [`Login(discovery) from iqn.2026-11.com.example:a (${A}) on (${B}:3260,1), ISID=23d000000, TSIH=1`],
    [`Login from iqn.2026-11.com.example:a (${A}) on iqn.2026-11.com.example:t (${B}:3260,1)`],
  ])("is told before the portal that he came to: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: A, srcPort: null, dstIp: B, dstPort: 3260 });
  });

  test.each<[string, string | null]>([
    [`2026.11.21 13:08:27.623 1: Connection refused from ${A}:46166`, "deny"],
    [`app[3]: connection refused from ${A} port 50122`, "deny"],
    [`app[3]: connection refused from ${A}`, null],
    [`got connection refused from ${A}:80`, null],
    [`Connection to ${A}:80: connection refused`, null],
  ])("was refused where this host did: %s", (text, verdict) => {
    expect(parseLine(text)).toMatchObject({ verdict });
  });
});

describe("the last cause of a chain", () => {
  test.each<[string, string]>([
    [`connect to ${A} port 443 (tcp) failed: Connection refused`, "Connection refused"],
    [`Connection to (${A}, 1502) failed: [Errno 111] Connection refused`, "Connection refused"],
    [
      `Post "http://${A}:80/": dial tcp ${A}:80: connect: connection refused; try again`,
      "connection refused",
    ],
    [`level=error err="Get \\"http://x\\": dial tcp ${A}:80: connect: no route to host"`, "no route to host"],
    [`[ERROR] [a.go:70] ["not sent"] [error="Put http://x: dial tcp ${A}:91: i/o timeout"]`, "i/o timeout"],
    [`read tcp ${A}:5021->${B}:80: read: connection reset by peer`, "connection reset by peer"],
    [`client ${A}:50122: recv() failed, errno 104: Connection reset by peer`, "Connection reset by peer"],
    [`client 2/tls.app/${A}: error 0 (connection closed by peer)`, "connection closed by peer"],
    [
      `lost connection to client recv(peer has closed connection)  ${A}:32774 -> io.cc:608`,
      "peer has closed connection",
    ],
    [`upstream (110: Connection timed out) while reading, client: ${A}, server: x`, "Connection timed out"],
    [`Disconnecting client bob, endpoint ${A}:54383, Connection timed out`, "Connection timed out"],
    [
      `negotiation failed: client connection to ${A}:7051: unable to find SASL plugin: PLAIN`,
      "unable to find SASL plugin: PLAIN",
    ],
    [`cannot connect to ${A}:80: not authorized, retrying in 5s`, "not authorized"],
    [`handshake with ${A}:443 failed: unknown ca`, "unknown ca"],
    [`bob[/${A}:61743] logged out due to client disconnect`, "client disconnect"],
    [`Client ${A}:50122 disconnected due to protocol error`, "protocol error"],
  ])("is the reason: %s", (text, reason) => {
    expect(parseLine(text)).toMatchObject({ reason });
  });

  test.each<[string]>([
    [`Connection refused: ${A}:50122`],
    [`Connection timed out after 5 tries from ${A}`],
    [`session from ${A}: no connection timeout set`],
    [`connected to ${A}:80: not a problem`],
    [`config from ${A}: timeout=30`],
  ])("is none where nothing failed of it, or what failed is told: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ reason: null });
  });
});

test("an object's error tells whom its program called and why that failed", () => {
  const read = (object: object) => parseLine(JSON.stringify(object));
  const called = { dstIp: A, dstPort: 80, srcIp: null, reason: "connection refused" };
  const said = `Post "http://x": dial tcp ${A}:80: connect: connection refused`;
  expect(read({ level: "error", msg: "not sent", err: said })).toMatchObject(called);
  expect(read({ level: "error", msg: said })).toMatchObject(called);
  expect(read({ message: "x", error: `connect ECONNREFUSED ${A}:80` })).toMatchObject({
    dstIp: A,
    dstPort: 80,
  });
  expect(read({ msg: "x", note: `see ${A}:80` })).toMatchObject(NOBODY);
});

test("a tab that a relay has written as its number parts as a tab does", () => {
  expect(parseLine(`<30>Nov 21 10:49:59 h app: x#011${A}#01150122#011${B}#011443#011tcp`)).toMatchObject(
    parseLineEnds(`<30>Nov 21 10:49:59 h app: x\t${A}\t50122\t${B}\t443\ttcp`),
  );
});

test("a time's fraction may stand behind a comma in a column", () => {
  const text = `app_1  | 2026-03-09 21:25:18,602 [sync] DEBUG Connection from ${A}`;
  expect(isoEventTime(parseLine(text))).toBe("2026-03-09T21:25:18.602000Z");
});

test("a time's offset may stand in brackets behind the name of universal time", () => {
  const read = (text: string) => isoEventTime(parseLine(text));
  const utc = "2026-05-27T09:54:46.248000Z";
  expect(read(`[2026-05-27 11:54:46.248 (UTC+0200)] info New connection over TCP from ${A}`)).toBe(utc);
  expect(read(`2026-05-27 11:54:46.248 UTC+02:00 New connection over TCP from ${A}`)).toBe(utc);
  expect(read(`2026-05-27 09:54:46.248 UTC New connection over TCP from ${A}`)).toBe(utc);
});
