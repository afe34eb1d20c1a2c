import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 gw7 app7: ";
const ENDS = { srcIp: "203.0.113.9", srcPort: 40_022, dstIp: "192.0.2.40", dstPort: 22 };

describe("interfaces that stand among words", () => {
  test.each<[string, string, string | null]>([
    ["TCP from eth0 203.0.113.9:40022 to eth1 192.0.2.40:22 S discarded", "eth0", "eth1"],
    ["drop: in Cell out - proto tcp src 203.0.113.9 sport 40022 dst 192.0.2.40 dport 22", "Cell", null],
    ["BLOCKED IN WAN OUT LAN proto tcp src 203.0.113.9 sport 40022 dst 192.0.2.40 dport 22", "WAN", "LAN"],
    ["DENY tcp 203.0.113.9:40022 -> 192.0.2.40:22 recv if0", "if0", null],
    [
      "deny rule 2 rx TenGigabitEthernet5/0/0 tcp 203.0.113.9/40022 -> 192.0.2.40/22",
      "TenGigabitEthernet5/0/0",
      null,
    ],
    ["denied from usb0 to eth0: tcp 203.0.113.9:40022 -> 192.0.2.40:22", "usb0", "eth0"],
  ])("%s", (text, incoming, outgoing) => {
    expect(parseLine(head + text)).toMatchObject({
      ...ENDS,
      interface: incoming,
      interfaceOut: outgoing,
    });
  });

  test("a word behind `interface` is none", () => {
    const text = "TCP 203.0.113.9,40022 --> 192.0.2.40,22 DENY: Firewall interface access request";
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, interface: null });
  });
});

describe("ends that stand among words", () => {
  test.each([
    ["access granted: user bob device 203.0.113.9 -> asset plc7 (192.0.2.40:22)"],
    ["Login failed for eve from remote address /203.0.113.9:40022, local address /192.0.2.40:22"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "203.0.113.9", dstIp: "192.0.2.40", dstPort: 22 });
  });

  test.each([
    ["Access denied by IP filtering, remote 203.0.113.9, local port 9100/tcp", 9100],
    ["Blocked: In TCP, host9 [203.0.113.9:40022]->localhost:445, Owner: SYSTEM", 445],
  ])("the port that was asked for: %s", (text, dstPort) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "203.0.113.9", dstIp: null, dstPort });
  });

  test("an address beside that of its card is a host's", () => {
    const text = "Authentication:[192.0.2.66 ## 00:00:5E:00:53:01] eve - Invalid username or password";
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.66", verdict: null });
  });

  test("the protocol stands behind a server's peer", () => {
    const text = "Registration attempt of 1001 from 203.0.113.9:5060/UDP denied: wrong credentials";
    expect(parseLine(head + text)).toMatchObject({ srcIp: "203.0.113.9", srcPort: 5060, protocol: "udp" });
  });

  test("a carrier of pairs may tell it in its sentence", () => {
    const text =
      "CEF:0|Acme|Audit|1|7|Node Login|3|dvc=192.0.2.20 suser=admin msg=User admin logged in from 192.0.2.77";
    expect(parseLine(`<134>Nov 21 10:49:59 gw7 ${text}`)).toMatchObject({ srcIp: "192.0.2.77", dstIp: null });
  });
});

describe("what an end became", () => {
  test("a word where an address is wanted does not hide the address", () => {
    const text =
      "src=192.0.2.66 dst=203.0.113.5 port_src=50122 port_dest=443 nat=HIDE snat_addr=198.51.100.9 snat_port=41022 dnat_addr=0";
    expect(parseLine(head + text)).toMatchObject({ natSrcIp: "198.51.100.9", natSrcPort: 41_022 });
  });

  test("by words of telephone networks", () => {
    const text = "ue=100.64.9.7:50122 origin=203.0.113.5:443 nat=198.51.100.9:41022 tcp";
    expect(parseLine(head + text)).toMatchObject({
      srcIp: "100.64.9.7",
      dstIp: "203.0.113.5",
      dstPort: 443,
      natSrcIp: "198.51.100.9",
      natSrcPort: 41_022,
    });
  });
});
