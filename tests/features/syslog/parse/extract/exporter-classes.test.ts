import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const A = "192.0.2.1";
const B = "203.0.113.5";
const ENDS = { srcIp: A, srcPort: 50122, dstIp: B, dstPort: 443 };

const read = (object: object) => parseLine(JSON.stringify(object));

describe("a flow whose elements are told by their numbers", () => {
  const elements = [
    [8, A],
    [12, B],
    [4, 6],
    [7, 50122],
    [11, 443],
    [10, 3],
    [14, 5],
    [1, 500],
    [2, 4],
  ] as const;
  const whole = { ...ENDS, protocol: "tcp", interface: "3", interfaceOut: "5", bytes: 500, packets: 4 };

  test.each<[object]>([
    [{ AgentID: "198.51.100.9", DataSets: [elements.map(([I, V]) => ({ I, V }))] }],
    [{ exporter: "198.51.100.9", fields: elements.map(([id, value]) => ({ id, value })) }],
    [{ data: elements.map(([element, value]) => ({ element, value })) }],
    [{ flow: Object.fromEntries(elements) }],
  ])("is read by their names: %j", (object) => {
    expect(read(object)).toMatchObject(whole);
  });

  test.each<[object]>([
    [
      {
        fields: [
          { id: 8, value: A },
          { id: 4, value: 6 },
        ],
      },
    ],
    [
      {
        fields: [
          { I: 8, V: A, E: 9 },
          { I: 12, V: B, E: 9 },
        ],
      },
    ],
    [{ counts: { 8: 5, 12: 7 } }],
  ])("is none without both ends: %j", (object) => {
    expect(read(object)).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("is not whoever exports it", () => {
    const object = {
      "iana:sourceIPv4Address": A,
      "iana:destinationIPv4Address": B,
      "iana:sourceTransportPort": 50122,
      "iana:destinationTransportPort": 443,
      "ipfix:srcAddr": "198.51.100.9",
    };
    expect(read(object)).toMatchObject(ENDS);
    expect(read({ "ipfix:srcAddr": A, "ipfix:dstAddr": B })).toMatchObject({ srcIp: A, dstIp: B });
  });
});

describe("line protocol", () => {
  test.each<[string]>([
    [
      `netflow,source=127.0.0.1 src="${A}",src_port=50122u,dst="${B}",dst_port=443u,protocol="udp",in_total_bytes=500u,in_total_packets=4u`,
    ],
    [
      `conn,host=gw1,proto=udp src="${A}",dst="${B}",sport=50122i,dport=443i,bytes=500i,packets=4i 1795254599000000000`,
    ],
    [`flow,src=${A},dst=${B},proto=udp bytes=500u,packets=4u,src_port=50122u,dst_port=443u 1795254599`],
  ])("tells whole numbers by a letter: %s", (line) => {
    expect(parseLine(line)).toMatchObject({ ...ENDS, protocol: "udp", bytes: 500, packets: 4 });
  });

  test("ends with its time", () => {
    const line = `access,host=web1 client_ip="${A}",bytes_sent=512i 1795254599000000000`;
    expect(isoEventTime(parseLine(line))).toStartWith("2026-11-21T09:49:59");
    expect(parseLine(line)).toMatchObject({ srcIp: A, bytes: 512 });
  });

  test("has the host that it is of among its tags", () => {
    expect(parseLine(`fw,host=gw1 src="${A}",dst="${B}",dport=443i`)).toMatchObject({ sourceHost: "gw1" });
    expect(parseLine(`fw,site=x src="${A}",host="${B}",dport=443i`)).toMatchObject({
      sourceHost: "198.51.100.200",
    });
  });

  test("has such numbers alone", () => {
    expect(parseLine(`request for x dst=${B} dport=443u`)).toMatchObject({ dstPort: null });
    expect(parseLine("cpu,host=gw1 usage=5i,temp=3u")).toMatchObject({ srcIp: null });
  });
});

describe("a row of a sampled packet", () => {
  const row = (protocol: number, ports: string) =>
    `FLOW,198.51.100.9,3,1073741823,00005e005301,00005e005302,0x0800,1,1,${A},${B},${protocol},0x00,64,${ports},0x10,1518,1500,512`;

  test("tells its ends and the interface that it came in by", () => {
    expect(parseLine(row(6, "50122,443"))).toMatchObject({
      ...ENDS,
      protocol: "tcp",
      interface: "3",
      interfaceOut: null,
    });
  });

  test("has no ports of ICMP", () => {
    expect(parseLine(row(1, "8,0"))).toMatchObject({
      srcIp: A,
      srcPort: null,
      dstPort: null,
      protocol: "icmp",
    });
  });

  test("is no counter's", () => {
    expect(parseLine("CNTR,198.51.100.9,3,6,1000000000,0,3,192,0,0")).toMatchObject({ srcIp: null });
  });
});

describe("a map that Go prints", () => {
  test.each<[string, object]>([
    [
      `level=info msg=ok http_request=map[headers:map[referer:http://198.51.100.9/ user-agent:curl] host:${B}:443 method:GET remote:${A}:50122 scheme:http] svc=x`,
      { srcIp: A, srcPort: 50122, dstIp: null },
    ],
    [`level=info conn=map[dst:${B}:443 src:${A}:50122]`, ENDS],
    [`msg=x peer=map[tags:[a b] client_ip:[2001:db8::1]:50122]`, { srcIp: "2001:db8::1", srcPort: 50122 }],
    [`req: map[ip:${A} user:bob]`, { srcIp: A, dstIp: null }],
  ])("is read as pairs: %s", (line, ends) => {
    expect(parseLine(line)).toMatchObject(ends);
  });

  test("is nobody's where it labels a machine", () => {
    expect(parseLine(`msg=x labels=map[app:web node:${A}]`)).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("that was cut off is no map", () => {
    expect(parseLine(`msg=x labels=map[app:web node:${A}`)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("pairs of programs that log for machines", () => {
  test("l and r are the own end and the other", () => {
    expect(
      parseLine(`t=2026-11-21T10:49:59Z lvl=info msg="join connections" l=${B}:443 r=${A}:50122`),
    ).toMatchObject(ENDS);
    expect(parseLine(`lvl=info msg=x l=${A}:50122 r=${B}:443`)).toMatchObject(ENDS);
    expect(parseLine("lvl=info msg=x l=3 r=0.5 at=192.0.2.1")).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("an interface without a name is not the next key", () => {
    expect(parseLine(`flow: iface= direction=255 src.address=${A} dst.address=${B}`)).toMatchObject({
      srcIp: A,
      dstIp: B,
      interface: null,
    });
  });

  test("a text ends behind the quotes that are escaped within it", () => {
    const text = `level=error err="Post \\"https://x.example.org/a\\": dial tcp ${B}:443: i/o timeout"`;
    expect(parseLine(text)).toMatchObject({
      dstIp: B,
      reason: "i/o timeout",
    });
    const path = String.raw`src=192.0.2.1 dst=203.0.113.5 reason="C:\temp\" user=bob`;
    expect(parseLine(path)).toMatchObject({ srcIp: A, dstIp: B });
  });

  test.each<[string]>([
    [`level=info component=web address=${A}:9090 msg="Start listening for connections"`],
    [`level=info addr=${A}:9090 msg="ready, listening for connections"`],
  ])("who listens does not call: %s", (line) => {
    expect(parseLine(line)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("whom a program calls", () => {
  test.each<[string]>([
    [`could not push logs: Connection refused - connect(2) for ${B}:443 (Errno::ECONNREFUSED)`],
    [`Errno::ETIMEDOUT: Connection timed out - connect(2) for "${B}" port 443`],
    [`level=info msg="->[${B}:443] attempting connection" source="mesh.go:39"`],
    [`->[${B}:443|0a:1b:2c]: connecting`],
    [`level=debug msg="Initiating push/pull sync with:  ${B}:443"`],
    [`memberlist: Initiating push/pull sync with: node-1 ${B}:443`],
    [`starting full sync with peer ${B}:443`],
    [`Failed to export logs. Full error message: Failed to connect to localhost/[2001:db8::1]:443`],
  ])("is no source: %s", (line) => {
    expect(parseLine(line)).toMatchObject({ srcIp: null, dstPort: 443 });
  });

  test.each<[string]>([[`level=info msg="->[${A}:50122] connection accepted"`]])(
    "but who came is: %s",
    (line) => {
      expect(parseLine(line)).toMatchObject({ srcIp: A, dstIp: null });
    },
  );
});

describe("a balancer's row", () => {
  test.each<[string]>([
    [
      `1795254599.337 id-1 [2026-11-21T10:49:59+00:00] lb_01 ${A}:50122 200 "GET http://www.example.com/a HTTP/1.1" 233 "198.51.100.20:9999" "curl"`,
    ],
    [`lb ${A}:50122 - "POST https://www.example.com/a HTTP/2" 10 "198.51.100.20:80"`],
  ])("tells the client before the status and the request: %s", (line) => {
    expect(parseLine(line)).toMatchObject({ srcIp: A, srcPort: 50122, dstIp: null });
  });
});
