import { expect, test } from "bun:test";
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
