import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const ALERT = "[1:2210017:5] ET POLICY agent";
const TAIL =
  "[Classification: Not Suspicious Traffic] [Priority: 3] {TCP} 192.0.2.1:40000 -> 198.51.100.2:80";

describe("an alert", () => {
  test.each<[string, string, object]>([
    [
      "of fast.log",
      `11/21/2026-10:49:59.123456  [**] ${ALERT} [**] ${TAIL}`,
      { vendor: "suricata", action: null },
    ],
    ["that dropped", `11/21/2026-10:49:59.123456  [Drop] [**] ${ALERT} [**] ${TAIL}`, { verdict: "drop" }],
    [
      "that would have dropped, and let through",
      `11/21/2026-10:49:59.123456  [wDrop] [**] ${ALERT} [**] ${TAIL}`,
      { actionRaw: "wDrop", verdict: "other" },
    ],
    [
      "by syslog",
      `<33>Nov 21 10:49:59 ids-1 snort[7]: ${ALERT} ${TAIL}`,
      { vendor: "snort", sourceHost: "ids-1" },
    ],
    [
      "by syslog, Suricata's",
      `<33>Nov 21 10:49:59 ids-1 suricata[7]: ${ALERT} ${TAIL}`,
      { vendor: "suricata" },
    ],
  ])("%s", (_, line, expected) => {
    const message = parseLine(line);
    expect(message).toMatchObject({
      parser: "suricata-fast",
      srcIp: "192.0.2.1",
      srcPort: 40_000,
      dstIp: "198.51.100.2",
      dstPort: 80,
      protocol: "tcp",
      ruleId: "2210017",
      reason: "ET POLICY agent",
      ...expected,
    });
    expect(isoEventTime(message)).toStartWith("2026-11-21T10:49:59");
  });

  test("without ports, of IPv6", () => {
    expect(parseLine(`[1:1:1] x [Priority: 2] {IPV6-ICMP} 2001:db8::1 -> 2001:db8::2`)).toMatchObject({
      protocol: "ipv6-icmp",
      srcIp: "2001:db8::1",
      srcPort: null,
      dstIp: "2001:db8::2",
    });
  });
});

test.each([["[**] [1:1:1] x [Priority: 3] {TCP}"], ["[Priority: 3"]])("%s is none", (line) => {
  expect(parseLine(line).parser).toBe("generic");
});

test("an identifier of two parts is none, and the ends are extracted", () => {
  expect(parseLine(`[1:1] x ${TAIL}`)).toMatchObject({
    parser: "extracted",
    srcIp: "192.0.2.1",
    ruleId: null,
  });
});

test("Snort may leave out the priority", () => {
  expect(
    parseLine(
      "<33>Nov 21 10:49:59 ids snort[1]: [1:2000001:3] TEST attempt {TCP} 2001:db8::1:40000 -> 192.0.2.2:80",
    ),
  ).toMatchObject({
    parser: "suricata-fast",
    vendor: "snort",
    ruleId: "2000001",
    reason: "TEST attempt",
    dstPort: 80,
  });
});

test("of a protocol without a name Snort has the number", () => {
  const line = "[122:1:0] (portscan) TCP Portscan [Priority: 3] {PROTO:253} 192.0.2.1 -> 198.51.100.2";
  expect(parseLine(`<33>Nov 21 10:49:59 ids-1 snort[7]: ${line}`)).toMatchObject({
    protocol: "253",
    srcIp: "192.0.2.1",
    dstIp: "198.51.100.2",
  });
});
