import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const to = "203.0.113.5";
const to6 = "2001:db8::5";
const from = "192.0.2.9";
const head = "<30>Nov 21 11:05:14 host1 svc[11]: ";
const NOBODY = { srcIp: null, srcPort: null, dstIp: null, dstPort: null };

describe("whom a call failed to reach, as languages and libraries say it, is its destination", () => {
  test.each<[text: string, ip: string, port: number | null]>([
    [`Error: connect ECONNREFUSED ${to}:6379`, to, 6379],
    [`MongoNetworkError: connect EHOSTUNREACH ${to}:27017`, to, 27_017],
    [`[Errno 111] Connect call failed ('${to}', 6379)`, to, 6379],
    [`Connection refused - connect(2) for ${to}:6379`, to, 6379],
    [`connect() to ${to}:80 failed (111: Connection refused)`, to, 80],
    [`java.net.ConnectException: Connection refused: /${to}:8080`, to, 8080],
    [`AnnotatedConnectException: Connection refused: no further information: /${to}:25565`, to, 25_565],
    [`ConnectTimeoutException: connection timed out: /[${to6}]:9092`, to6, 9092],
    [`finishConnect(..) failed: Connection refused: /${to}:6379`, to, 6379],
    [`No connection could be made because the target machine actively refused it. (${to}:8080)`, to, 8080],
    [`HTTPSConnectionPool(host='${to6}', port=443): Read timed out.`, to6, 443],
    [`HTTPConnectionPool(host='${to}', port=8080): Max retries exceeded with url: /x`, to, 8080],
    [`connection to server at "${to}", port 5432 failed: Connection refused`, to, 5432],
    [`Is the server running on host "${to}" and accepting TCP/IP connections on port 5432?`, to, 5432],
    [`Connection to node -1 (/${to}:9092) could not be established`, to, 9092],
    [`Redis connection to ${to}:6379 failed - connect ECONNREFUSED ${to}:6379`, to, 6379],
    [`connection refused: db1/${to}:9300`, to, 9300],
    [`connect_transport_exception: [][${to}:9300] connect_timeout[30s]`, to, 9300],
    [`Heartbeat to ${to}:27017 failed after 2 retries`, to, 27_017],
    [`connection to peer 12345678 with addr tcp://${to}:4567 timed out`, to, 4567],
    [`connect to ${to}:18020 error dial tcp ${to}:18020: connect: connection refused`, to, 18_020],
  ])("%s", (text, ip, port) => {
    const ends = { srcIp: null, srcPort: null, dstIp: ip, dstPort: port };
    expect(parseLine(text)).toMatchObject(ends);
    expect(parseLine(head + text)).toMatchObject(ends);
  });

  test.each([
    `Connection refused: ${from}`,
    `connection timed out: ${from}:50122`,
    `Connection reset by peer ('${from}', 51000)`,
  ])("a server says it of who came: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: from, dstIp: null });
  });

  test.each([`listen EADDRINUSE: address already in use ${to}:8080`, "connect EADDRINUSE 0.0.0.0:80"])(
    "nobody is called by %s",
    (text) => {
      expect(parseLine(head + text)).toMatchObject(NOBODY);
    },
  );
});

describe("whom a sentence tells that this host called, or tried to, is its destination", () => {
  test.each<[text: string, port: number | null]>([
    [`Failed to talk with master ${to}:9333: EOF`, 9333],
    [`Could not reach ${to}:8080`, 8080],
    [`unable to contact the server ${to}:8080`, 8080],
    [`Failed to ping ${to}`, null],
    [`Failed to establish hop 3 to peer ${to}:50306`, 50_306],
    [`failed to register with manager ${to}:8080`, 8080],
    [`Pinging ${to}`, null],
    [`Polling ${to}:161`, 161],
    [`Trying ${to}...`, null],
    [`Logic testing     ${to}:44260 with error, Connection timed out`, 44_260],
    [`Connect ${to}:31235`, 31_235],
    [`Creating new session to [LI8F] ${to}:24154`, 24_154],
    [`Connected to bearerbox at ${to}:14000`, 14_000],
    [`Connected to bearerbox at ${to} port 14000.`, 14_000],
    [`Connecting to db1 on ${to} port 8080`, 8080],
    [`Connected Storage daemon at ${to}:9103, encryption: None`, 9103],
    [`Cannot connect to host ${to} on port 5665`, 5665],
    [`connection to mail.example.com:imap [${to}/143] failed`, 143],
    [`failed to connect to bootstrap peer: /ip4/${to}/tcp/4001/p2p/x`, 4001],
    [`Trying to connect to node1 (${to} port 655)`, 655],
    [`Connect: ${to} failed`, null],
    [`New outbound peer connected: blocks=1, peer=7, peeraddr=${to}:8333`, 8333],
    [`Reconnecting to ${to}:8080 in 5s`, 8080],
    [`send 120 bytes to udp/[${to}]:5060 at 07:36`, 5060],
    [`SOCKS proxy not available at ${to}:9050`, 9050],
    [`nfs: server ${to} not responding, still trying`, null],
    [`Redis at ${to}:6379 is not available`, 6379],
    [`Problem bootstrapping. (Connection timed out; host 009F8EB6 at ${to}:9200)`, 9200],
    [`Peer ${to} is still banned, not connecting to it`, null],
    [`Stopping peer for error peer="Peer{MConn{${to}:26656} 1a2b out}"`, 26_656],
    [`failed to fetch x.json from ${to}:80`, 80],
    [`Downloading update from ${to}:80`, 80],
  ])("%s", (text, port) => {
    expect(parseLine(head + text)).toMatchObject({
      srcIp: null,
      srcPort: null,
      dstIp: to,
      dstPort: port,
    });
  });

  test.each([
    `failed to bind to ${to}:8080`,
    `could not bind to ${to} port 80`,
    `Failed to open socket on ${to}:8080`,
    `failed to start server at ${to}:8080`,
    `Failed to write lease to ${to}`,
    `link to ${to} is up`,
    `Switched to ${to}`,
    `Testing ${to} for open relay`,
    `Checking ${to} against the block list`,
    `agent at ${to} is offline`,
    `Auth server ${to}:1812 not responding`,
  ])("%s tells of none", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });

  test.each([
    `bob connected to the server from ${from}`,
    `Failed to register client ${from}:50122`,
    `handshake with ${from}:50122 failed`,
    `user bob downloaded /x from ${from}`,
  ])("who comes is none: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: from, dstIp: null });
  });
});

describe("whom a URL or an account names is called where the words before it say so", () => {
  test.each<[text: string, ip: string, port: number | null]>([
    [`Unable to connect to tcp://${to}:11211 (Connection refused)`, to, 11_211],
    [`Connecting to amqp://guest@${to}:5672//`, to, 5672],
    [`Get "https://${to}:443/v2/": context deadline exceeded`, to, 443],
    [`Post "http://[${to6}]:9009/api": EOF`, to6, 9009],
    [`Error fetching http://${to}:8080/feed: timeout`, to, 8080],
    [`Request to server https://[${to6}]:443 failed`, to6, 443],
    [`Connecting to 03abcdef0123456789abcdef@${to}:9735`, to, 9735],
    [`Sending request to peer abc@${to}:8080`, to, 8080],
  ])("%s", (text, ip, port) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: ip, dstPort: port });
  });

  test.each([`see http://${to}:8080/help`, `mail to bob@${to}`])("%s calls nobody", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });
});

describe("a pair that names no side is whom the sentence beside it calls", () => {
  test.each<[text: string, port: number]>([
    [`level=error msg="failed to connect" address=${to}:6379`, 6379],
    [`level=info msg="dialing peer" addr=${to}:30303`, 30_303],
    [`recovered forwarding server 'b-1' host="${to}" port=24228`, 24_228],
    [`could not connect: host=${to} port=5432`, 5432],
    [`{"level":"trace","address":"${to}:443","message":"Sending ping to signaler"}`, 443],
    [`{"level":"info","addr":"${to}:1883","msg":"connecting to broker"}`, 1883],
  ])("%s", (text, port) => {
    expect(parseLine(text)).toMatchObject({ srcIp: null, dstIp: to, dstPort: port });
  });

  test.each([
    `connection received: host=${from} port=51000`,
    `level=info msg="new connection" addr=${from}:51000`,
    `{"level":"info","address":"${from}:51000","msg":"new client connected"}`,
  ])("or who came: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: from, srcPort: 51_000, dstIp: null });
  });

  test.each([
    `{"level":"info","addr":"${to}:9000","msg":"listening"}`,
    `{"level":"error","endpoint":"${to}:4317","msg":"unknown state"}`,
    `level=info msg="listening" address=${to}:9000`,
  ])("%s tells nothing", (text) => {
    expect(parseLine(text)).toMatchObject(NOBODY);
  });
});
