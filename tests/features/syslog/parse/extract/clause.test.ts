import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const HEAD = "<30>Nov 21 10:49:59 host-1 appd: ";
const A = "203.0.113.5";

const endsOf = (text: string) => {
  const { srcIp, srcPort, dstIp, dstPort } = parseLine(`${HEAD}${text}`);
  return { srcIp, srcPort, dstIp, dstPort };
};
const CALLED = { srcIp: null, srcPort: null, dstIp: A, dstPort: 8443 };
const CAME = { srcIp: A, srcPort: null, dstIp: null, dstPort: null };
const NOBODY = { srcIp: null, srcPort: null, dstIp: null, dstPort: null };

const GOES_TO = [
  "connecting to",
  "reconnecting in 5 s to",
  "could not dial out to",
  "EstablishTcpConnection to",
  "handshaking version with",
  "failed to negotiate parameters with",
  "still trying to register x7 with",
  "sent INVITE (21) to",
  "publishing 7 samples to",
  "session 7 was closed to",
  "resent the request to",
  "querying",
  "unable to contact",
  "downloading index 7 from",
  "fetching the list from",
  "no answer from server",
  "timed out waiting for reply from server",
  "using resolver",
  "queued packet to",
  "dialing tcp",
];
const NOUNS = [
  "",
  "the server ",
  "peer ",
  "the authentication server ",
  "message broker x7 at ",
  "primary x-7 at ",
];

describe("whom a clause says that this host goes to is called", () => {
  test.each(GOES_TO.flatMap((verb) => NOUNS.map((noun) => `${verb} ${noun}`)))("%s", (words) => {
    for (const said of [`${A}:8443`, `${A} port 8443`, `"${A}:8443"`, `[${A}:8443]`])
      expect(endsOf(`${words}${said}, attempt 2`)).toEqual(CALLED);
  });

  test.each(["tcp://", "TCP://::ffff:", "http://bob:x@", "/", "tcp/"])("behind %s", (scheme) => {
    expect(endsOf(`closing the channel to ${scheme}${A}:8443`)).toEqual(CALLED);
  });

  test("of which the scheme of a socket tells the protocol", () => {
    expect(parseLine(`${HEAD}trying to connect to [udp://${A}:8443]`).protocol).toBe("udp");
    expect(parseLine(`${HEAD}trying to connect to [https://${A}:8443]`).protocol).toBeNull();
  });

  test("whatever comes from a URL, whoever is named in it", () => {
    expect(endsOf(`Unable to read frames from rtsp://bob:x@${A}:8443/stream1`)).toEqual(CALLED);
  });

  test("whose port is told once in a URL that stands there twice", () => {
    expect(endsOf(`could not reach http://${A}:8443/a: Get "http://${A}:8443/b": EOF`)).toEqual(CALLED);
  });

  test("without a port where nothing is said of settings", () => {
    expect(endsOf(`Using DNS server ${A} for transaction 7`)).toEqual({ ...CALLED, dstPort: null });
    expect(endsOf(`no answer from server at http://${A}/x`)).toEqual({ ...CALLED, dstPort: null });
    expect(endsOf(`publishing the route to ${A}`)).toEqual(NOBODY);
  });
});

describe("what became of a call is said before whom it was to", () => {
  test.each([
    "Connection refused:",
    "Server connection lost:",
    "upstream broker went away -",
    "ConnectException: connection timed out: no further information:",
    "(Connection timed out; host x7 at",
    "starting new HTTPS connection (1):",
  ])("%s", (statement) => {
    expect(endsOf(`${statement} ${A}:8443`)).toEqual(CALLED);
  });

  test.each([
    "New player: bob",
    "account bob disconnected -",
    "user alice logged in -",
    "Client exiting: bob",
    "onNewClient():",
  ])("or who came: %s", (statement) => {
    expect(endsOf(`${statement} (${A})`)).toEqual(CAME);
  });

  test("of whom a server says the same it is not said without a service's port", () => {
    expect(endsOf(`Connection refused: ${A}`).dstIp).toBeNull();
    expect(endsOf(`Connection timed out: ${A}:50122`).dstIp).toBeNull();
  });
});

describe("a server is called that is the subject of what went wrong", () => {
  test.each([
    `mirror ${A}:8443 not responding`,
    `the reflector at ${A}:8443 has gone away`,
    `backend x7 ${A}:8443 timed out`,
    `printer ${A}:8443 not ready: Connection refused`,
  ])("%s", (text) => {
    expect(endsOf(text)).toEqual(CALLED);
  });

  test.each([`client ${A}:8443 timed out`, `RADIUS server ${A}:8443 not responding`])(
    "but not of %s",
    (text) => {
      expect(endsOf(text).dstIp).toBeNull();
    },
  );
});

describe("a server is called", () => {
  test.each([
    `handshake error with peer ${A}:8443`,
    `new session for server ${A}:8443`,
    `server ${A}:8443 rejected our login`,
    `gave up on ${A}:8443`,
  ])("%s", (text) => {
    expect(endsOf(text)).toEqual(CALLED);
  });

  test("also where its name stands for its port", () => {
    expect(endsOf(`connection failed for database:"shop" on Host:"${A}"`)).toEqual({
      ...CALLED,
      dstPort: null,
    });
  });
});

describe("who came is told by what he sent or was given", () => {
  test.each([
    `Serving /api/x to ${A}`,
    `7 bytes received from node ${A}`,
    `msg 0x7 from (${A})`,
    `accepted ${A}`,
    `incoming stream ${A}`,
    `new connection ${A}`,
  ])("%s", (text) => {
    expect(endsOf(text)).toEqual(CAME);
  });
});

describe("nobody is told", () => {
  test.each([
    `sent file a.txt to ${A}`,
    `added route to ${A}`,
    `lease 7 assigned to ${A}`,
    `bound socket to ${A}:8443`,
    `trap received from device ${A}`,
    `evicted ${A} from the cache`,
    `session to vty 0 on ${A}`,
    `Opening UDP socket: ${A}:5353`,
    `health check ${A}:8443 failed`,
    `redirecting www.example.com to ${A}`,
    `Received request from http://${A}:3000`,
    `Blocked CORS request from origin http://${A}:3000`,
    `Accepted connection from http://${A}:50122/`,
    `invalid packet from server ${A}:53`,
    `${A} bad gateway for request 7`,
    `query for 7.2.0.192.in-addr.arpa refused by resolver`,
    `client 192.0.2.7.dyn.example.com was blocked`,
  ])("by %s", (text) => {
    expect(endsOf(text)).toEqual(NOBODY);
  });

  test.each([`Access refused by ${A}`, `query refused by ${A}`])(
    "to be called by what is no call: %s",
    (text) => {
      expect(endsOf(text).dstIp).toBeNull();
    },
  );

  test("where a program speaks with machines only", () => {
    expect(parseLine(`<30>Nov 21 10:49:59 host-1 ospfd: sent hello to ${A}`).dstIp).toBeNull();
  });
});
