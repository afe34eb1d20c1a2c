import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

describe("PIX names the foreign end, what the local one is seen as, and the local one", () => {
  const ends = "faddr 203.0.113.9/40022 gaddr 198.51.100.7/80 laddr 192.0.2.30/80";
  const head = "<166>Nov 21 2026 10:49:59 pix1 : %PIX-6-";
  const inbound = {
    srcIp: "203.0.113.9",
    srcPort: 40_022,
    dstIp: "192.0.2.30",
    dstPort: 80,
    natDstIp: "198.51.100.7",
    natDstPort: 80,
    natSrcIp: null,
  };

  test.each<[string, object]>([
    [
      "302001: Built inbound TCP connection 1 for",
      { ...inbound, protocol: "tcp", verdict: "allow", direction: "in" },
    ],
    ["302002: Teardown TCP connection 1", { ...inbound, protocol: "tcp", direction: null }],
    ["302005: Built UDP connection for", { ...inbound, protocol: "udp" }],
    [
      "302001: Built outbound TCP connection 1 for",
      {
        srcIp: "192.0.2.30",
        srcPort: 80,
        dstIp: "203.0.113.9",
        dstPort: 40_022,
        natSrcIp: "198.51.100.7",
        natSrcPort: 80,
        natDstIp: null,
      },
    ],
  ])("%s", (text, expected) => {
    const behind = text.includes("Teardown") ? " duration 0:00:01 bytes 1024 (TCP FINs)" : "";
    const message = parseLine(`${head}${text} ${ends}${behind}`);
    expect(message).toMatchObject({ parser: "cisco-pix", ...expected });
    expect(message.bytes).toBe(behind === "" ? null : 1024);
  });
});

test("of a sensor that names its program and the message, the first key is read, too", () => {
  const keys =
    "AccessControlRuleAction: Block, SrcIP: 192.0.2.1, DstIP: 198.51.100.2, SrcPort: 40000, DstPort: 22";
  expect(parseLine(`<134>Nov 21 10:49:59 fmc SFIMS: %FTD-1-430002: ${keys}`)).toMatchObject({
    parser: "cisco-ftd",
    msgid: "430002",
    verdict: "deny",
    srcIp: "192.0.2.1",
    dstPort: 22,
  });
});

test("a message of IOS that no form is known of is read by its names and its form", () => {
  const head = "<190>Nov 21 2026 10:49:59.123 leaf1 %LOG_LOCAL7-6-SYSTEM_MSG [E1][acllog][info] ";
  expect(
    parseLine(
      `${head}ACLLOG-5-ACLLOG_PKTLOG_DENY: CName: v1, SIP: 192.0.2.1, DIP: 198.51.100.2, SPort: 40000, DPort: 22, Proto: 6`,
    ),
  ).toMatchObject({
    srcIp: "192.0.2.1",
    srcPort: 40_000,
    dstIp: "198.51.100.2",
    dstPort: 22,
    protocol: "tcp",
    verdict: "deny",
  });
  expect(parseLine(`${head}user:admin from ip:192.0.2.1 logged in`)).toMatchObject({ srcIp: "192.0.2.1" });
});

test.each<[string, object]>([
  [
    "302022: Built inbound ICMP connection for",
    {
      srcIp: "203.0.113.9",
      dstIp: "192.0.2.30",
      natDstIp: "198.51.100.7",
      direction: "in",
      verdict: "allow",
    },
  ],
  [
    "302022: Built outbound ICMP connection for",
    { srcIp: "192.0.2.30", dstIp: "203.0.113.9", natSrcIp: "198.51.100.7", direction: "out" },
  ],
  ["302023: Teardown ICMP connection for", { srcIp: "192.0.2.30", dstIp: "203.0.113.9" }],
])("PIX's ICMP by the numbers of stubs: %s", (text, expected) => {
  const ends = "faddr 203.0.113.9/1 gaddr 198.51.100.7/1 laddr 192.0.2.30/0";
  expect(parseLine(`<166>Nov 21 2026 10:49:59 pix1 : %PIX-6-${text} ${ends}`)).toMatchObject({
    protocol: "icmp",
    srcPort: null,
    dstPort: null,
    ...expected,
  });
});
