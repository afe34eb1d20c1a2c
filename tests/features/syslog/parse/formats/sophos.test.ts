import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const XG =
  'device="SFW" date=2026-11-21 time=10:49:59 timezone="CET" device_name="XG210" device_id=C0 log_id=010101600001 log_type="Firewall" log_component="Firewall Rule" log_subtype="Denied" status="Deny" priority=Warning duration=0 fw_rule_id=29 in_interface="Port1" out_interface="Port2" src_mac=00:00:5e:00:53:01 src_ip=192.0.2.1 dst_ip=198.51.100.2 protocol="TCP" src_port=60102 dst_port=53 sent_pkts=1  recv_pkts=2 sent_bytes=100 recv_bytes=200 tran_src_ip=203.0.113.9 tran_src_port=1024 tran_dst_ip= tran_dst_port=0 message="not, allowed"';

test("a firewall log of XG gives all its fields", () => {
  const message = parseLine(`<30>${XG}`);
  // A zone's name is another zone in each country: the sender's setting counts.
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  expect(message).toMatchObject({
    parser: "sophos-xg",
    vendor: "sophos",
    facility: 3,
    severity: 6,
    sourceHost: "XG210",
    srcIp: "192.0.2.1",
    srcPort: 60_102,
    dstIp: "198.51.100.2",
    dstPort: 53,
    protocol: "tcp",
    action: "denied",
    verdict: "deny",
    interface: "Port1",
    interfaceOut: "Port2",
    ruleId: "29",
    reason: "not, allowed",
    natSrcIp: "203.0.113.9",
    natSrcPort: 1024,
    natDstIp: null,
    bytes: 300,
    packets: 3,
  });
});

describe("other logs", () => {
  test.each<[string, object]>([
    [
      'device="SFW" date=2026-11-21 time=10:49:59 timezone="CET" log_type="IDP" log_component="Signatures" log_subtype="Drop" priority=Critical fw_rule_id=25 signature_id=1881 src_ip=192.0.2.1',
      { parser: "sophos-xg", ruleId: "1881", verdict: "drop", severity: 2 },
    ],
    [
      'timestamp="2026-11-21T11:49:59+0100" device_name="XG" log_type="ATP" log_component="Web" log_subtype="Alert" sourceip=192.0.2.1 destinationip=198.51.100.2',
      {
        parser: "sophos-xg",
        dstIp: "198.51.100.2",
        eventTimeMicros: Date.UTC(2026, 10, 21, 10, 49, 59) * 1000,
      },
    ],
    [
      'id="2001" severity="info" sys="SecureNet" sub="packetfilter" name="Packet dropped" action="drop" fwrule="60001" initf="eth0" outitf="eth1" srcip="192.0.2.1" dstip="198.51.100.2" proto="17" srcport="1234" dstport="53"',
      {
        parser: "sophos-utm",
        action: "drop",
        ruleId: "60001",
        interface: "eth0",
        interfaceOut: "eth1",
        protocol: "udp",
        dstPort: 53,
      },
    ],
  ])("%.40s", (body, expected) => {
    expect(parseLine(body)).toMatchObject({ vendor: "sophos", srcIp: "192.0.2.1", ...expected });
  });
});

test("the order of the keys does not matter", () => {
  expect(
    parseLine(
      '<30>log_component="Firewall Rule" device_name="X" dst_port=443 src_ip="10.0.0.5" log_subtype="Denied" dst_ip="192.0.2.1" src_port=40000',
    ),
  ).toMatchObject({ parser: "sophos-xg", verdict: "deny", srcPort: 40_000, dstPort: 443 });
});

test("what UTM did is told by the action, whatever its status", () => {
  const body =
    'id="2022" sys="SecureNet" sub="packetfilter" name="Packet dropped (ATP)" action="drop" fwrule="63001" initf="eth0" srcip="10.0.0.5" dstip="198.51.100.31" proto="6" status="1"';
  expect(parseLine(`<30>2026:11:21-10:49:28 utm afcd[503]: ${body}`)).toMatchObject({
    parser: "sophos-utm",
    action: "drop",
    verdict: "drop",
  });
});
