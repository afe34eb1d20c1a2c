import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const near = "192.0.2.9";
const far = "203.0.113.5";
const read = (text: string, head = "<30>Nov 21 11:05:14 host1 svc[11]: ") => parseLine(`${head}${text}`);
const nameless = "2026-11-21T11:05:14.123Z INFO [core] ";

describe("whom a program could not reach, ask, send to or fetch from is its destination", () => {
  test.each<[text: string, dstPort: number | null]>([
    [`cannot reach ${far}`, null],
    [`Failed to reach ${far}:8443: timeout`, 8443],
    [`failed to contact db1.example.net (${far}:5432)`, 5432],
    [`Unable to contact server ${far}`, null],
    [`could not query nameserver ${far}#53`, 53],
    [`failed to dial ${far}:443: i/o timeout`, 443],
    [`error contacting the license server at ${far}:1947`, 1947],
    [`Failed to register with ${far}:8000`, 8000],
    [`unable to authenticate to ${far}`, null],
    [`could not establish TLS connection with ${far} port 6514`, 6514],
    [`failed to open a session to backend [2001:db8::5]:9000`, 9000],
    [`failed to push 12 metrics to ${far}:9091`, 9091],
    [`Error while sending heartbeat to ${far}:7000`, 7000],
    [`cannot upload report.tgz to /${far}:8443`, 8443],
    [`timed out connecting to "${far}:5672"`, 5672],
    [`failed to join ${far}:7946: connection refused`, 7946],
    [`failed to fetch catalog from ${far}:8140: EOF`, 8140],
    [`failed to download index from ${far}`, null],
    [`fetch from ${far} failed: 404`, null],
    [`giving up on ${far} after 3 attempts`, null],
    [`no route to host ${far}`, null],
    [`upload to ${far} failed`, null],
    [`login to storage ${far} timed out`, null],
    [`authentication to ${far}:22 failed`, 22],
    [`replication to <${far}:5432> failed`, 5432],
    [`registration with ${far} failed (403)`, null],
    [`poll of ${far} failed`, null],
    [`connect ${far}:80: Connection refused`, 80],
    [`connect() to ${far}:9000 failed (111: Connection refused)`, 9000],
  ])("%s", (text, dstPort) => {
    expect(read(text)).toMatchObject({
      dstIp: text.includes("2001") ? "2001:db8::5" : far,
      dstPort,
      srcIp: null,
    });
  });

  test.each([
    `failed to ban ${near}`,
    `Unable to negotiate with ${near} port 50123: no matching cipher found`,
    `failed to read from client ${near}:50123`,
    `error contacting client ${near}:50123`,
    `could not bind to ${near}:53: Address in use`,
    `failed to resolve ${near}`,
    `no configuration found for ${near}`,
    `no route to ${near} via eth0`,
    `user bob failed to authenticate from ${near}`,
  ])("not of %s", (text) => {
    expect(read(text).dstIp).toBeNull();
  });
});

describe("whom a sentence without a subject goes to is the destination", () => {
  test.each<[text: string, dstPort: number | null]>([
    [`reconnecting to ${far}`, null],
    [`Reconnected to ${far}`, null],
    [`asking ${far} for chunk 7`, null],
    [`notified ${far}`, null],
    [`polled agent1[${far}]`, null],
    [`Querying ns1.example.net (${far}:53)`, 53],
    [`logging in to ${far}:3260`, 3260],
    [`authenticating to ${far}`, null],
    [`registered with ${far}:5060`, 5060],
    [`proxying request to ${far}:8080`, 8080],
    [`opened TCP connection to (${far}:443)`, 443],
    [`Opening socket to ${far}:514`, 514],
    [`publishing to broker ${far}:1883`, 1883],
    [`connecting via proxy ${far}:3128`, 3128],
    [`Connected to server db1[${far}]`, null],
  ])("%s", (text, dstPort) => {
    expect(read(text)).toMatchObject({ dstIp: far, dstPort, srcIp: null });
  });

  test.each([
    `client registered with ${near}:50123`,
    `asked by ${near}`,
    `user alice: notified ${near}:50123`,
  ])("not of %s", (text) => {
    expect(read(text).dstIp).toBeNull();
  });
});

describe("a server that is called one did not call", () => {
  test.each([
    `disconnected from server ${far}:3306`,
    `Lost contact with server ${far}:3306`,
    `handshake with server ${far}:3306 failed`,
    `timed out waiting for reply from server ${far}:3306`,
    `connection closed by server ${far}:3306`,
    `connection refused by ${far}:3306`,
    `server ${far}:3306 closed the connection`,
    `connection with database server db1[${far}]:3306 lost`,
    `no reply from backend db1 (${far}:3306)`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ dstIp: far, dstPort: 3306, srcIp: null });
  });

  test.each([
    `disconnected from client ${near}:50123`,
    `connection closed by ${near}:50123`,
    `connection closed by client ${near}:50123`,
    `handshake with client ${near}:50123 failed`,
  ])("%s is of a client", (text) => {
    expect(read(text)).toMatchObject({ srcIp: near, srcPort: 50_123, dstIp: null });
  });

  test("a service of the system was called, which no client has the port of", () => {
    expect(read(`session with ${far}:443 closed`)).toMatchObject({ dstIp: far, dstPort: 443, srcIp: null });
    expect(read(`session with ${far}:500 closed`).dstIp).toBeNull();
    expect(read(`session with ${near}:50123 closed`)).toMatchObject({ srcIp: near, dstIp: null });
  });
});

describe("without a program's name a port in words or behind # makes nobody a client", () => {
  test.each([
    `Listening on ${far} port 8443`,
    `nameserver ${far}#53 added`,
    `removing peer ${far} port 8443`,
    `no entry for ${far}#8443`,
    `leased ${far} port 3`,
  ])("%s", (text) => {
    expect(read(text, nameless)).toMatchObject({ srcIp: null, dstIp: null });
  });

  test.each([
    `retransmitting to ${far} port 8443`,
    `failed to sync with ${far} port 8443`,
    `dialing ${far}#8443`,
  ])("%s has the destination", (text) => {
    expect(read(text, nameless)).toMatchObject({ srcIp: null, dstIp: far, dstPort: 8443 });
  });

  test.each([
    `Connection closed by ${near} port 50123 [preauth]`,
    `Disconnecting invalid user bob ${near} port 50123: Too many authentication failures`,
    `Timeout before authentication for ${near} port 50123`,
    `client @0x7f2a ${near}#50123 (www.example.com): query: www.example.com IN A +`,
  ])("OpenSSH and BIND name theirs: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: near, srcPort: 50_123 });
  });
});

describe("who came or is sent away is the source by the first words alone", () => {
  test.each<[text: string, srcPort: number | null]>([
    [`accepted ${near}`, null],
    [`incoming connection ${near}`, null],
    [`Incoming TLS connection db1[${near}]`, null],
    [`new connection ${near}`, null],
    [`New client: ${near}`, null],
    [`throttling ${near}`, null],
    [`evicted ${near}:50123`, 50_123],
    [`disconnecting ${near}`, null],
    [`ignoring packet from db1[${near}]`, null],
    [`Client connected: tcp://${near}:50123`, 50_123],
    [`connection reset by tcp://${near}:50123`, 50_123],
  ])("%s", (text, srcPort) => {
    expect(read(text)).toMatchObject({ srcIp: near, srcPort, dstIp: null });
  });

  test.each([
    `new connection to ${far}`,
    `accepted route ${far}`,
    `new peer ${far}`,
    `evicted ${far} from cache`,
    `failed to download x from tcp://${far}:443`,
  ])("not of %s", (text) => {
    expect(read(text).srcIp).toBeNull();
  });
});

describe("an address is nobody's", () => {
  test.each([
    `now accepting connections on ${far}:8443`,
    `ready to accept connections at ${far}`,
    `waiting for client connections on db1.example.net[${far}]:51234`,
    `API server is running at ${far}:51234`,
    `local endpoint ${far}:51234`,
    `our public address is ${far}:51234`,
    `cache entry for ${far} expired`,
    `changed address from [2001:db8::5]:8443`,
    `moved from db1 (${far}:8443)`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: null });
  });

  test.each([
    `no hba entry for host "${near}", user "app", access denied`,
    `accepting connection from ${near}`,
  ])("but of %s", (text) => {
    expect(read(text).srcIp).toBe(near);
  });
});

describe("what this host called and lost was dropped by no rule", () => {
  test.each([
    `Connection to ${far}:443 dropped`,
    `dropping connection to ${far}:443`,
    `Connection to server ${far}:443 was dropped, reconnecting`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ dstIp: far, action: null });
  });

  test.each([
    `Connection to ${far}:443 dropped by policy guest`,
    `connection to ${far}:443 blocked`,
    `connection from ${near}:50123 to ${far}:443 dropped`,
  ])("but by one: %s", (text) => {
    expect(read(text).action).not.toBeNull();
  });
});

describe("of two ends the verb and what stands between them tell who called", () => {
  test.each([
    `request from ${near} forwarded to ${far}`,
    `query from client ${near}:50123 relayed via upstream ${far}:53`,
    `forwarding connection from ${near} to ${far}`,
    `Forwarding TCP session ${near}:50123 to backend ${far}:8080`,
    `${near}:50123 disconnected from ${far}:8443`,
    `client ${near} disconnected from server ${far}`,
    `${near} timed out connecting to ${far}`,
    `accepted connection from ${near} at ${far}`,
    `received packet from ${near} on local address ${far}`,
    `failed to connect to ${far} from ${near}`,
    `dialing ${far}:443 from ${near}`,
    `access to ${far} by user alice from ${near}`,
    `request to server db1[${far}] timed out for client ${near}`,
    `${far} refused connection from ${near}`,
    `${far}:443: connection from ${near}:50123`,
    `${far}:443: accepted ${near}:50123`,
    `selected backend ${far}:8080 for client ${near}:50123`,
    `using upstream ${far} for request from ${near}`,
    `read tcp ${far}:8080->${near}:50123: read: connection reset by peer`,
    `write tcp ${near}:50123->${far}:8080: write: broken pipe`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: near, dstIp: far });
  });

  test.each([
    `forwarding 192.0.2.1 to 192.0.2.2`,
    `assigned 192.0.2.1 to 192.0.2.2`,
    `request for 192.0.2.1 relayed`,
    `upgraded from 192.0.2.1 to 192.0.2.2`,
  ])("%s tells no pair", (text) => {
    const { srcIp, dstIp } = read(text);
    expect(srcIp !== null && dstIp !== null).toBe(false);
  });
});

test("a remote server has not called", () => {
  expect(read(`feed: Remote server disconnected: ${far} port 30005 (fd 10)`)).toMatchObject({
    srcIp: null,
    dstIp: far,
  });
});

describe("what a call for a connection ended with stands before whom it was for", () => {
  test.each<[text: string, dstPort: number | null]>([
    [`Error: connect ECONNREFUSED ${far}:6379`, 6379],
    [`connect ETIMEDOUT ${far}:443`, 443],
    [`java.net.ConnectException: Connection refused: db1/${far}:3306`, 3306],
    [`AnnotatedConnectException: Connection refused: /${far}:8080`, 8080],
    [`HttpHostConnectException: Connect to ${far}:80 [/${far}] failed: Connection refused`, 80],
    [`Errno::ECONNREFUSED: Connection refused - connect(2) for ${far}:24224`, 24_224],
    [`TCP connection failed: ${far}:24224 (Connection refused)`, 24_224],
    [`error: tcp connect: Connection refused for ${far} port 53`, 53],
    [`channel 3: open failed: connect failed: ${far} Connection refused`, null],
    [`Can't connect to port 443 of host ${far} (IP: ${far})`, null],
    [`Connecting bridge b1 (${far}:1883)`, 1883],
    [`Connection to node 1 (kafka1/${far}:9092) could not be established.`, 9092],
    [`Session establishment complete on server db1/${far}:2181, sessionid = 0x1`, 2181],
    [`Timeout from remote server ${far}:53`, 53],
    [`failed to bind to LDAP server ldap://${far}/: Can't contact LDAP server`, null],
    [`TCP connection established with [AF_INET]${far}:443`, 443],
    [`connect to ${far}:18020 error dial tcp ${far}:18020: connect: connection refused`, 18_020],
    [`failed to establish circuit 3 to peer ${far}:50306`, 50_306],
    [`Failed to talk with leader ${far}:9333: EOF`, 9333],
    [`msg="Initiating push/pull sync with:  ${far}:7946"`, 7946],
    [`->[${far}:6783] attempting connection`, 6783],
    [`upstream proxy not available at ${far}:9050`, 9050],
    [`Creating new session to [n1] ${far}:24154`, 24_154],
  ])("%s", (text, dstPort) => {
    expect(read(text)).toMatchObject({ dstIp: far, dstPort, srcIp: null });
  });

  test.each([
    `Connection refused: ${near}:50123`,
    `connecting user bob (${near}:50123)`,
    `read ECONNRESET ${near}:50123`,
    `TCP connection established with [AF_INET]${near}:50123`,
  ])("not of %s", (text) => {
    expect(read(text).dstIp).toBeNull();
  });

  test("an address for all of a host is nobody's", () => {
    expect(read("zone example.com: refresh: failure (source 0.0.0.0#0): timed out").srcIp).toBeNull();
  });
});
