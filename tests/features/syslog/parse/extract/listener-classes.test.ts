import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const CLIENT = { srcIp: "192.0.2.10", srcPort: 50_123 };
const ENDS = { ...CLIENT, dstIp: "203.0.113.5", dstPort: 443 };
const NOTHING = { srcIp: null, dstIp: null };

describe("who listens on all addresses is nobody, and the other end came", () => {
  test.each([
    "closing TCP socket 0.0.0.0:443 - 192.0.2.10:50123 (11)",
    "0.0.0.0:443: accepted connection from 192.0.2.10:50123",
    "socket 0.0.0.0:443 -> 192.0.2.10:50123 shut down",
    "tcp session 0.0.0.0:443 192.0.2.10:50123 closed",
    "local 0.0.0.0:443 remote 192.0.2.10:50123 gone",
    "192.0.2.10:50123 - 0.0.0.0:443 closed",
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ ...CLIENT, dstIp: null, dstPort: 443 });
  });

  test("who asks for an address has none yet", () => {
    const text = "UDP 0.0.0.0:68 -> 255.255.255.255:67 allowed";
    expect(parseLine(text)).toMatchObject({ srcIp: "0.0.0.0", dstIp: "255.255.255.255" });
  });
});

describe("both ends of a socket, of which a word or a port tells whose it is", () => {
  test.each([
    "conn [L 203.0.113.5:443, R 192.0.2.10:50123] reset",
    "conn local/203.0.113.5:443 remote/192.0.2.10:50123 reset",
    "local endpoint 203.0.113.5:443 remote endpoint 192.0.2.10:50123 closed",
    "remote socket: 192.0.2.10:50123, local socket: 203.0.113.5:443, idle",
    "conn lcl=203.0.113.5:443 rmt=192.0.2.10:50123",
    "new connection 192.0.2.10:50123 [local 203.0.113.5:443]",
    "new connection from 192.0.2.10:50123, our address 203.0.113.5:443",
    "listener 203.0.113.5:443 rejected a new client from 192.0.2.10:50123",
    "[203.0.113.5:443] new connection from 192.0.2.10:50123",
    "203.0.113.5:443 - incoming connection from 192.0.2.10:50123",
    "[id: 0x42, /192.0.2.10:50123 :> /203.0.113.5:443] CLOSED",
    "192.0.2.10:50123 sent 443 bytes to 203.0.113.5:443",
    "proxy: 192.0.2.10:50123 connect 203.0.113.5:443",
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject(ENDS);
  });

  test("not where the ports leave it open", () => {
    const text = "SA: local gateway: 203.0.113.5:500, remote gateway: 192.0.2.10:500";
    expect(parseLine(text)).toMatchObject(NOTHING);
  });

  test("of a request for a service, whose port alone is told", () => {
    const text = 'request from 192.0.2.10 for 203.0.113.5:443 was rejected by acl "lan"';
    expect(parseLine(text)).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      dstPort: 443,
      verdict: "reject",
    });
  });
});

describe("a server's own socket stands before that of who came", () => {
  test.each([
    "Established secure connection at 203.0.113.5:443-192.0.2.10:50123/tcp-server/TLS1.3",
    "closing socket 203.0.113.5:443 - 192.0.2.10:50123",
    "client gone: 203.0.113.5:443 - 192.0.2.10:50123",
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject(ENDS);
  });

  test.each([
    ["connection 192.0.2.10:50123-203.0.113.5:443 lost", "192.0.2.10"],
    ["TCP 203.0.113.5:443-192.0.2.10:50123 drop", "203.0.113.5"],
  ])("not where it called, nor of a packet: %s", (text, srcIp) => {
    expect(parseLine(text)).toMatchObject({ srcIp });
  });
});

describe("ends that are written as paths", () => {
  test.each([
    "incoming /ip4/192.0.2.10/tcp/50123 -> /ip4/203.0.113.5/tcp/443/ws established",
    "connection established remote=/ip4/192.0.2.10/tcp/50123 local=/ip4/203.0.113.5/tcp/443/p2p/QmX",
    "from /ip4/192.0.2.10/tcp/50123/p2p/QmY to /ip4/203.0.113.5/tcp/443",
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ ...ENDS, protocol: "tcp" });
  });

  test.each([
    ["incoming /ip6/2001:db8::7/udp/50123/quic-v1 -> /ip6/2001:db8::1/udp/443/quic-v1", "2001:db8::7", "udp"],
    ['{"remote":"/ip4/192.0.2.10/tcp/50123","msg":"closed"}', "192.0.2.10", null],
  ])("%s", (text, srcIp, protocol) => {
    expect(parseLine(text)).toMatchObject({ srcIp, srcPort: 50_123, protocol });
  });

  test.each([
    "dial relayed /ip4/192.0.2.7/tcp/4001/p2p/QmX/p2p-circuit/p2p/QmY",
    "listening on /ip4/203.0.113.5/tcp/443",
    "reading /var/ip4/192.0.2.10/tcp/50123",
  ])("not a relay's, a listener's or a file's: %s", (text) => {
    expect(parseLine(text)).toMatchObject(NOTHING);
  });
});

describe("what stands behind a port is no part of what parts two ends", () => {
  test.each([
    ["Pair succeeded: 192.0.2.10:50123/udp/host -> 203.0.113.5:443/udp/prflx (stream.RTP)", "udp"],
    ["candidate pair 192.0.2.10:50123/tcp/active -> 203.0.113.5:443/tcp/passive", "tcp"],
    ["flow 192.0.2.10:50123/udp/quic -> 203.0.113.5:443/udp/quic expired", "udp"],
    ["pair selected: host 192.0.2.10:50123/udp --> srflx 203.0.113.5:443/udp", "udp"],
  ])("%s", (text, protocol) => {
    expect(parseLine(text)).toMatchObject({ ...ENDS, protocol });
  });
});

describe("a program's version and its pool of threads change no end", () => {
  test.each([
    "The connection of /192.0.2.10:50123 -> /203.0.113.5:443 is disconnected., rpc version: 3.1.0, current host: 203.0.113.5",
    "session 192.0.2.10:50123 -> 203.0.113.5:443 opened, client version 1.2.3",
    "[pool-7-thread-2] session 192.0.2.10:50123 -> 203.0.113.5:443 closed",
    "[io-executor-pool-14-thread-7]: session 192.0.2.10:50123 -> 203.0.113.5:443 closed",
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject(ENDS);
  });

  test.each([
    "version 10.1.2.3:1 -> 10.1.2.4:2",
    "upgraded version 10.1.2.3 -> 10.1.2.4",
    "pool 192.0.2.10:1 -> 203.0.113.5:2",
  ])("not of %s", (text) => {
    expect(parseLine(text)).toMatchObject(NOTHING);
  });
});

describe("an address as Python prints it of IPv6, without its bracket", () => {
  test.each([
    ["Disconnecting client ::ffff:192.0.2.10, 50123, 0, 0:", "192.0.2.10"],
    ["client 192.0.2.10, 50123, 0, 0 blocked", "192.0.2.10"],
    ["client ('2001:db8::7', 50123, 0, 0) disconnected", "2001:db8::7"],
    ["peer 2001:db8::7, 50123, 0, 0 timed out", "2001:db8::7"],
  ])("%s", (text, srcIp) => {
    expect(parseLine(text)).toMatchObject({ srcIp, srcPort: 50_123 });
  });

  test("not any number behind a comma", () => {
    expect(parseLine("client 192.0.2.10, 50123 disconnected")).toMatchObject({ srcPort: null });
  });
});

describe("whom a program hands on what comes to its own socket", () => {
  test.each([
    "Proxying 127.0.0.1:8080 -> 203.0.113.5:443",
    "Forwarding from 127.0.0.1:8080 -> 203.0.113.5:443",
    "Listening on 0.0.0.0:8080, forwarding to 203.0.113.5:443",
    "port forwarding 127.0.0.1:8080 => 203.0.113.5:443 started",
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: null, dstIp: "203.0.113.5", dstPort: 443 });
  });

  test("a client's socket is no listener's", () => {
    expect(parseLine("proxying 192.0.2.10:50123 -> 203.0.113.5:443")).toMatchObject(ENDS);
  });
});

describe("a key that names any end is whom this host calls, where the sentence says so", () => {
  test.each([
    "HostAndPort{host=203.0.113.5, port=443} unreachable",
    "connect failed host=203.0.113.5 port=443 err=timeout",
    "Api.ConnectSocket called (Host=203.0.113.5:443)",
    "connect(addr=203.0.113.5, port=443)",
    "Opening connection (host: 203.0.113.5, port: 443)",
    "backend=203.0.113.5:443 is down",
    "Timeout waiting for reply, address: 203.0.113.5:443",
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: null, dstIp: "203.0.113.5", dstPort: 443 });
  });

  test("somebody's address behind a label is his own", () => {
    const text = 'Client "bob" connecting with address: 192.0.2.10:50123';
    expect(parseLine(text)).toMatchObject({ ...CLIENT, dstIp: null });
  });

  test.each([
    "on_connect(addr=192.0.2.10, port=50123)",
    "client connected host=192.0.2.10 port=50123",
    "connected(host=192.0.2.10, port=50123)",
  ])("not where somebody came: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ ...CLIENT, dstIp: null });
  });
});

describe("what was done with traffic stands behind all pairs", () => {
  const pairs = "src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443";
  test.each<[string, string | null]>([
    [`${pairs} dropped by rule 12`, "drop"],
    [`${pairs} proto=tcp was denied by policy lan`, "deny"],
    ["src 192.0.2.10 sport 50123 dst 203.0.113.5 dport 443 blocked", "deny"],
    [`${pairs} allowed.`, "allow"],
    [`${pairs} not blocked`, null],
    [`${pairs} blocked count=3`, null],
  ])("%s", (text, verdict) => {
    expect(parseLine(text)).toMatchObject({ ...ENDS, verdict });
  });
});
