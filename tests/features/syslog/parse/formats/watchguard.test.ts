import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

describe("Fireware's traffic log", () => {
  test.each<[string, object]>([
    [
      'msg_id="3000-0148" Deny 0-External Firebox 52 tcp 20 128 192.0.2.1 198.51.100.2 40000 22 offset 8 S 123 win 8192  (Unhandled External Packet-00)',
      {
        verdict: "deny",
        interface: "0-External",
        interfaceOut: "Firebox",
        protocol: "tcp",
        srcPort: 40_000,
        dstPort: 22,
        ruleId: "Unhandled External Packet-00",
      },
    ],
    [
      'msg_id="1AFF-0024" Allow 1-Trusted 0-External tcp 192.0.2.1 198.51.100.2 40000 80 msg="ProxyAllow: HTTP Request categories" proxy_act="HTTP-Client.1" (HTTP-proxy-00)',
      {
        verdict: "allow",
        protocol: "tcp",
        dstPort: 80,
        reason: "ProxyAllow: HTTP Request categories",
        ruleId: "HTTP-proxy-00",
      },
    ],
    [
      'msg_id="3000-0148" Deny 0-External Firebox 84 icmp 20 55 192.0.2.1 198.51.100.2 8 0  (Ping-00)',
      { protocol: "icmp", ruleId: "Ping-00" },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(`<140>Nov 21 10:49:59 M370 fbx 80A1 firewall: ${text}`)).toMatchObject({
      parser: "watchguard",
      vendor: "watchguard",
      srcIp: "192.0.2.1",
      dstIp: "198.51.100.2",
      ...expected,
    });
  });
});

test("an event without packet is not recognised", () => {
  expect(
    parseLine('<140>Nov 21 10:49:59 M370 admd[1]: msg_id="1100-0004" Authentication of user a').parser,
  ).toBe("generic");
});

test("keys behind the ends give translation and counts", () => {
  expect(
    parseLine(
      '<140>Nov 21 10:49:59 WG-1 firewall: msg_id="3000-0148" Allow 1-Trusted 0-External tcp 10.0.0.5 192.0.2.1 40000 443 src_ip_nat="203.0.113.9" src_port_nat="1024" sent_pkts="1" rcvd_pkts="2" sent_bytes="52" rcvd_bytes="60" (HTTPS-00)',
    ),
  ).toMatchObject({ natSrcIp: "203.0.113.9", natSrcPort: 1024, bytes: 112, packets: 3 });
});

test("ICMP has a type and a code where others have ports", () => {
  expect(
    parseLine('msg_id="3000-0148" Deny 0-External Firebox 36 icmp 20 51 192.0.2.1 203.0.113.1 8 0 (In-00)'),
  ).toMatchObject({ protocol: "icmp", dstIp: "203.0.113.1", srcPort: null, dstPort: null });
});

test("other messages with a number name the other side", () => {
  expect(
    parseLine(
      '<140>Nov 21 10:49:59 WG-1 admd[1]: msg_id="1100-0005" Authentication of Firewall user [a@Firebox-DB] from 192.0.2.1 was rejected',
    ),
  ).toMatchObject({ parser: "watchguard", msgid: "1100-0005", srcIp: "192.0.2.1", action: null });
});

test("the program stands behind the serial number and the device's time, and why a user was rejected behind the comma", () => {
  const line = (text: string) =>
    parseLine(`<140>Nov 21 10:49:59 fb-1 80BE0A1F33C02 (2026-11-21T09:49:58) ${text}`);
  const flow = "tcp 192.0.2.1 198.51.100.2 40000 80 (HTTP-00)";
  expect(line(`http-proxy[2312]: msg_id="1AFF-0021" Deny 1-Trusted 0-External ${flow}`)).toMatchObject({
    sourceHost: "fb-1",
    app: "http-proxy",
    procid: "2312",
    verdict: "deny",
  });
  expect(line(`firewall: msg_id="3000-0148" Deny 1-Trusted 0-External ${flow}`).app).toBe("firewall");
  expect(
    line(
      'admd[7]: msg_id="1100-0005" Authentication of user [a] from 192.0.2.1 was rejected, password is incorrect',
    ),
  ).toMatchObject({ app: "admd", procid: "7", action: null, reason: "password is incorrect" });
});
