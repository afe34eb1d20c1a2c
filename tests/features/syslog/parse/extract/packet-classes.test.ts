import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const SOURCE = { srcIp: "192.0.2.9", srcPort: 50_122 };
const DESTINATION = { dstIp: "203.0.113.35", dstPort: 443 };
const NO_ENDS = { srcIp: null, srcPort: null, dstIp: null, dstPort: null };

describe("a captured packet is a row of number, time, ends, protocol, length and what it says", () => {
  test.each([
    ['7,"0.004217","192.0.2.9","203.0.113.35","TCP","74","50122  >  443 [SYN] Seq=0 Win=64240 Len=0"'],
    ['"7","2026-11-21 10:49:59.123456","192.0.2.9","203.0.113.35","TCP","54","50122 → 443 [ACK]"'],
    ["7;10:49:59.123456;192.0.2.9;203.0.113.35;TCP;54;50122 > 443 [FIN, ACK]"],
    ["7\t0.004217\t192.0.2.9\t203.0.113.35\tTCP\t54\t[TCP Retransmission] 50122 -> 443 [PSH, ACK]"],
    ["      7 0.004217      192.0.2.9       203.0.113.35      TCP      54     50122 → 443 [ACK] Seq=1"],
    ["192.0.2.9,203.0.113.35,TCP,54,50122 > 443 [RST]"],
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ ...SOURCE, ...DESTINATION, protocol: "tcp" });
  });

  test.each<[string, string | null]>([
    ['7,"0.004217","192.0.2.9","203.0.113.35","MQTT","90","Connect Command"', null],
    ['7,"0.004217","192.0.2.9","203.0.113.35","ICMP","98","Echo (ping) request  id=0x1, seq=1/256"', "icmp"],
    ["0.004217\t192.0.2.9\t203.0.113.35\tDNS\t54\tStandard query 0x1 A www.example.com", null],
    [
      '7,"Nov 21, 2026 10:49:59.123456789 UTC","192.0.2.9","203.0.113.35","TLSv1.2","583","Client Hello"',
      null,
    ],
  ])("a protocol may be one that has no ports, or not say them: %s", (text, protocol) => {
    const ends = { srcIp: "192.0.2.9", srcPort: null, dstIp: "203.0.113.35", dstPort: null };
    expect(parseLine(text)).toMatchObject({ ...ends, protocol });
  });

  test("its time may be spoken in a column", () => {
    const message = parseLine(
      '7,"Nov 21, 2026 10:49:59.123456789 UTC","192.0.2.9","203.0.113.35","QUIC","54","Handshake"',
    );
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123456Z");
  });

  test.each([
    ["3,192.0.2.9,203.0.113.35,moved,54,ok"],
    ["7,2026-11-21 10:49:58,192.0.2.9,203.0.113.35,Replaced,120,by admin"],
    ['"No.","Time","Source","Destination","Protocol","Length","Info"'],
  ])("another row is none: %s", (text) => {
    expect(parseLine(text)).toMatchObject(NO_ENDS);
  });

  test("what stands in the place of a length may be the port where a protocol of ports has none behind it", () => {
    expect(parseLine("7,10:49:59,192.0.2.9,203.0.113.35,TCP,443,allowed")).toMatchObject({ srcPort: null });
  });
});

describe("URLs with an arrow between them are ends", () => {
  test.each([
    ["tcp://192.0.2.9:50122 -> tcp://203.0.113.35:443 closed"],
    ["Disassociated [akka.tcp://worker@192.0.2.9:50122] -> [akka.tcp://master@203.0.113.35:443]"],
    ["stream ws://203.0.113.35:443/live <- ws://192.0.2.9:50122/ reset"],
    ["192.0.2.9:50122 -> http://203.0.113.35:443/api 200"],
    ["relay [192.0.2.9:50122] => wss://203.0.113.35:443/ws closed"],
    ["request from 192.0.2.9:50122 proxied to http://203.0.113.35:443/x"],
    ["192.0.2.9:50122 - GET /x was routed to upstream http://203.0.113.35:443"],
    ["Forwarding request from 192.0.2.9:50122 to http://203.0.113.35:443/x"],
    ["Proxying 192.0.2.9:50122 to udp://203.0.113.35:443"],
    ["from tcp://192.0.2.9:50122 to tcp://203.0.113.35:443, closed"],
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ ...SOURCE, ...DESTINATION });
  });

  test.each([
    ["forward tcp://127.0.0.1:8080 -> tcp://203.0.113.35:443"],
    ["listening: tcp://192.0.2.9:8080 -> tcp://203.0.113.35:443"],
    ["proxy tcp://0.0.0.0:8080 -> tcp://203.0.113.35:443 started"],
    ["https://192.0.2.9/a -> https://203.0.113.35/b"],
    ["192.0.2.9:80 -> https://203.0.113.35/x permanent redirect"],
    ["forwarding 192.0.2.9:8080 to http://203.0.113.35:443"],
    ["redirect from http://192.0.2.9/ to http://203.0.113.35/"],
  ])("what is set up, or where a page is sent to, is none: %s", (text) => {
    expect(parseLine(text)).toMatchObject(NO_ENDS);
  });
});

describe("both sides may stand in a bracket before what is said", () => {
  test.each([
    ["[local: 203.0.113.35:443, remote: 192.0.2.9:50122] Handling exception: reset (caused by: reset)"],
    ["channel [local: /203.0.113.35:443, remote: /192.0.2.9:50122] is idle"],
    ["<local: 203.0.113.35:443, remote: 192.0.2.9:50122> closed"],
    ["local: 203.0.113.35:443, remote: 192.0.2.9:50122 closed"],
    ["[local: [2001:db8::1]:443, remote: 192.0.2.9:50122] closed"],
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ ...SOURCE, dstPort: 443 });
  });

  test.each([["remote: 192.0.2.9 answered late, ttl: 3"], ["local: 192.0.2.9 is up, peers: 3"]])(
    "one alone tells nothing: %s",
    (text) => {
      expect(parseLine(text)).toMatchObject({ srcIp: null, dstIp: null });
    },
  );
});

describe("the URL of a pair may tell whom this host calls", () => {
  test.each([
    ['{"client":"192.0.2.9:50122","target":"http://203.0.113.35:443/person"}'],
    ['{"remote_addr":"192.0.2.9:50122","upstream_url":"https://203.0.113.35:443"}'],
    ['proxy[7]: {"remote_addr":"192.0.2.9:50122","backend":"http://203.0.113.35:443/a?b=c"}'],
    ["client=192.0.2.9:50122 upstream=http://203.0.113.35:443/x status=200"],
    ['client 192.0.2.9:50122 asked for /x, upstream: "http://203.0.113.35:443/x"'],
    ["client=192.0.2.9:50122 proxy_pass=http://203.0.113.35:443"],
    ['{"client":"192.0.2.9:50122","upstream":{"url":"http://203.0.113.35:443/x"}}'],
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ ...SOURCE, ...DESTINATION });
  });

  test.each([
    ['level=error msg="scrape failed" target=http://203.0.113.35:443/metrics'],
    ["webhook_url=https://203.0.113.35:443/hook status=500"],
    ['{"msg":"request failed","destination_url":"https://203.0.113.35:443/v1"}'],
  ])("nobody need have come: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: null, ...DESTINATION });
  });

  test.each([
    ["redirect target=https://203.0.113.35/login"],
    ['{"referer":"http://203.0.113.35/","url_list":"http://203.0.113.35/"}'],
    ["my.target.name=http://203.0.113.35/"],
    ['192.0.2.9 - - "GET /fetch?upstream=http://203.0.113.35/a HTTP/1.1" 200'],
    ['request client=192.0.2.9 uri="/fetch?x=1&dest=http://203.0.113.35/a"'],
    ['{"client_ip":"192.0.2.9","request":{"target":"http://203.0.113.35/a"}}'],
  ])("where a client is sent, or what another key has, is none: %s", (text) => {
    expect(parseLine(text).dstIp).toBeNull();
  });
});

describe("what a scanner found is of whom it scanned", () => {
  test.each([
    ['{"ip":"203.0.113.35","ports":[{"port":443,"proto":"tcp","status":"open","ttl":63}]}'],
    ['{"host":"203.0.113.35","port":443,"protocol":"tcp","state":"closed"}'],
    ["Discovered open port 443/tcp on 203.0.113.35"],
    ["tcp port 443 is closed on host 203.0.113.35"],
    ["open tcp 443 203.0.113.35 1795258199"],
    ["Host: 203.0.113.35 (www)\tPorts: 443/open/tcp//https///\tIgnored State: closed (998)"],
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: null, ...DESTINATION, protocol: "tcp" });
  });

  test.each([
    ['{"ip":"203.0.113.35","ports":[{"port":80,"state":"open"},{"port":443,"state":"open"}]}'],
    ["Host: 203.0.113.35 ()\tPorts: 22/open/tcp//ssh///, 443/open/tcp//https///"],
    ["Nmap scan report for www.example.com (203.0.113.35)"],
    ["Scanning 203.0.113.35 [1000 ports]"],
  ])("of several ports none is told, nor before any is found: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ dstIp: "203.0.113.35", dstPort: null });
  });

  test.each([
    ['{"ip":"203.0.113.35","port":443,"status":"up"}'],
    ['{"ip":"203.0.113.35","port":50122,"state":"closed","msg":"client disconnected"}'],
    ["opened port 443 on 203.0.113.35"],
    ["failed to open port 443 on 203.0.113.35"],
  ])("a port of this host's own is none: %s", (text) => {
    expect(parseLine(text).dstIp).toBeNull();
  });
});

describe("a balancer's service that nobody answers for was asked for", () => {
  test.each([
    ["rr: TCP 203.0.113.35:443 - no destination available"],
    ["lookup service: fwm 0 TCP 203.0.113.35:443 hit"],
    ["no real server available for tcp 203.0.113.35:443"],
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: null, ...DESTINATION, protocol: "tcp" });
  });

  test.each([["listening on 203.0.113.35:443, no upstream"], ["no server at all, see 203.0.113.35:443"]])(
    "%s tells of no service",
    (text) => {
      expect(parseLine(text).dstIp).toBeNull();
    },
  );
});

describe("who makes himself known came", () => {
  test.each([
    ["agent registered ip=192.0.2.9"],
    ["chunkserver register begin (version: 6) - ip: 192.0.2.9 / port: 9422, total: 0 (0.00 GiB)"],
    ["device enrolled ip=192.0.2.9 id=7"],
    ["storage node disconnected - addr: 192.0.2.9, used: 0"],
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: "192.0.2.9", dstIp: null });
  });

  test.each([["agent registered with manager ip=203.0.113.35"], ["disk replaced ip=203.0.113.35"]])(
    "with whom, or of what, is not told by it: %s",
    (text) => {
      expect(parseLine(text).srcIp).toBeNull();
    },
  );

  test.each<[string, number | null]>([
    ["Incoming L2TP packet from 192.0.2.9 31124", 31_124],
    ["dropped request from 192.0.2.9 20001", 20_001],
    ["packet from 192.0.2.9 1500", null],
  ])("his port may end the sentence, if no packet is so long: %s", (text, srcPort) => {
    expect(parseLine(`Nov 21 10:49:59 gw-1 ppp[7]: ${text}`)).toMatchObject({ srcIp: "192.0.2.9", srcPort });
  });

  test.each([
    ["192.0.2.9 sent an invalid ICMP type 3, code 1 error to a broadcast: 203.0.113.255 on eth0"],
    ["192.0.2.9 sent an icmp echo with a bad checksum to the multicast group 203.0.113.255"],
  ])("what he sent may be said in many words: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: "192.0.2.9", dstIp: "203.0.113.255", protocol: "icmp" });
  });
});

describe("times that a head has in its own way", () => {
  test.each([
    ["14/11/23 02:23:14 INFO Worker: started", "2014-11-23T02:23:14.000000Z"],
    ["26/11/21 10:49:59 WARN mapred.JobClient: no job jar", "2026-11-21T10:49:59.000000Z"],
    [
      'Nov 21 10:49:59 web-1 dockerd[7]: time="2015-11-21T10:49:59Z" level=info msg="x"',
      "2015-11-21T10:49:59.000000Z",
    ],
    ["Nov 21 10:49:59 web-1 app[7]: ts=2016-11-21T10:49:59.123Z level=info", "2016-11-21T10:49:59.000000Z"],
    ['level=info ts=2026-11-21T10:49:59.123Z caller=main.go:7 msg="x"', "2026-11-21T10:49:59.123000Z"],
    ['app=web lvl=warn time="2026-11-21T10:49:59Z" msg=x', "2026-11-21T10:49:59.000000Z"],
    [
      '{"src_ip":"192.0.2.9","dst_ip":"203.0.113.35","event_start":1795258199.123}',
      "2026-11-21T10:49:59.123000Z",
    ],
  ])("%s", (text, time) => {
    expect(isoEventTime(parseLine(text))).toBe(time);
  });

  test.each([
    ["08/10/15 12:01:02 INFO Main: started"],
    ["14/11/23 02:23:14 nothing of a class"],
    ["14/31/12 02:23:14 INFO Worker: started"],
    ["level=info until=2026-11-21T10:49:59Z"],
  ])("another order, or the time of something else, is none: %s", (text) => {
    expect(isoEventTime(parseLine(text))).toBeNull();
  });

  test("another day behind a name is another time", () => {
    const message = parseLine('Nov 21 10:49:59 web-1 app[7]: time="2015-03-04T10:49:59Z" level=info');
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  });
});
