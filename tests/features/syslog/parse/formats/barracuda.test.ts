import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

test("an activity gives all its fields", () => {
  expect(
    parseLine(
      "<134>Nov 21 10:49:59 cgf-1 box_Firewall_Activity: Info     cgf-1 Block: type=FWD|proto=TCP|srcIF=eth1|srcIP=192.0.2.1|srcPort=40000|srcMAC=00:00:5e:00:53:01|dstIP=198.51.100.2|dstPort=443|dstIF=eth0|rule=BLOCKALL|info=Block by Rule|srcNAT=203.0.113.9|dstNAT=198.51.100.2|count=1|receivedBytes=20|sentBytes=10|user=",
    ),
  ).toMatchObject({
    parser: "barracuda",
    vendor: "barracuda",
    sourceHost: "cgf-1",
    srcIp: "192.0.2.1",
    srcPort: 40_000,
    dstIp: "198.51.100.2",
    dstPort: 443,
    protocol: "tcp",
    interface: "eth1",
    interfaceOut: "eth0",
    action: "block",
    verdict: "deny",
    ruleId: "BLOCKALL",
    reason: "Block by Rule",
    natSrcIp: "203.0.113.9",
    natDstIp: null,
    bytes: 30,
  });
});

test("a type without an address is no activity", () => {
  expect(parseLine("Info type=FWD|proto=TCP").parser).toBe("generic");
});

describe("the application firewall's columns", () => {
  const head = "<134>2026-11-21 10:49:59.819 +0000  waf-1 ";
  const ends = { srcIp: "192.0.2.1", srcPort: 40_000, dstIp: "198.51.100.2", dstPort: 443 };

  test.each<[string, object]>([
    ['TR 198.51.100.2 443 192.0.2.1 40000 "-" "-" GET TLSv1.2 www.example.com HTTP/1.1 200 1 2', ends],
    [
      "WF ALER PRE_1_0_REQUEST 192.0.2.1 40000 198.51.100.2 443 global GLOBAL LOG NONE [POST /x] POST x",
      { ...ends, ruleId: "global", reason: "PRE_1_0_REQUEST", verdict: "other" },
    ],
    [
      "WF ALER SQL_INJECTION 192.0.2.1 40000 198.51.100.2 443 shop:acl GLOBAL_URL_ACL DENY NONE [x] GET x",
      { ...ends, ruleId: "shop:acl", verdict: "deny" },
    ],
    [
      "NF INFO TCP 192.0.2.1 40000 198.51.100.2 443 ALLOW testacl WAN interface traffic:allow",
      { ...ends, protocol: "tcp", ruleId: "testacl", verdict: "allow", interface: null },
    ],
    ["AUDIT admin GUI 192.0.2.1 40000 CONFIG 7 config SET x", { srcIp: "192.0.2.1", dstIp: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ parser: "barracuda", sourceHost: "waf-1", ...expected });
  });

  test.each([
    ["TR is down"],
    ["NF INFO TCP 192.0.2.1 x 198.51.100.2 443 ALLOW a"],
    ["AUDIT of 192.0.2.1 done"],
  ])("%s is none", (text) => {
    expect(parseLine(head + text).parser).not.toBe("barracuda");
  });
});
