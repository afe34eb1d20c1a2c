import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const PAIRS = [
  "devTime=Nov 21 2026 10:49:59",
  "src=192.0.2.1",
  "dst=198.51.100.2",
  "srcPort=40000",
  "dstPort=443",
  "proto=TCP",
  "srcPostNAT=203.0.113.9",
  "srcPostNATPort=1024",
  "action=allow",
  "RuleName=out to web",
  "srcBytes=10",
  "dstBytes=20",
  "totalPackets=3",
];
const FIELDS = {
  parser: "leef",
  vendor: "paloalto",
  msgid: "allow",
  srcIp: "192.0.2.1",
  dstIp: "198.51.100.2",
  srcPort: 40_000,
  dstPort: 443,
  protocol: "tcp",
  natSrcIp: "203.0.113.9",
  natSrcPort: 1024,
  action: "allow",
  verdict: "allow",
  ruleId: "out to web",
  bytes: 30,
  packets: 3,
};

describe("the pairs are separated", () => {
  test.each([
    ["by tabs in version 1.0", `LEEF:1.0|Palo Alto Networks|PAN-OS|11.0|allow|${PAIRS.join("\t")}`],
    [
      "by the header's character in 2.0",
      `LEEF:2.0|Palo Alto Networks|PAN-OS|11.0|allow|^|${PAIRS.join("^")}`,
    ],
    ["by the header's code", `LEEF:2.0|Palo Alto Networks|PAN-OS|11.0|allow|0x7C|${PAIRS.join("|")}`],
    ["by tabs in 2.0 without one", `LEEF:2.0|Palo Alto Networks|PAN-OS|11.0|allow|${PAIRS.join("\t")}`],
    [
      "by blanks where the tabs were lost",
      `LEEF:1.0|Palo Alto Networks|PAN-OS|11.0|allow|${PAIRS.join(" ")}`,
    ],
  ])("%s", (_, line) => {
    const message = parseLine(`<14>Nov 21 10:50:00 relay ${line}`);
    expect(message).toMatchObject(FIELDS);
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  });
});

test.each([["LEEF:1.0|V|P|1"], ["LEEF:"], ["LEEF:2.0"]])("%s is cut too short", (line) => {
  expect(parseLine(line)).toMatchObject({ parser: "generic", vendor: null });
});

test("bars may separate the pairs, as in PAN-OS's documented format", () => {
  expect(
    parseLine(
      "LEEF:1.0|Palo Alto Networks|PAN-OS Syslog Integration|10.1|allow|cat=TRAFFIC|devTime=Nov 21 2026 10:49:58 GMT|src=10.0.0.5|dst=192.0.2.1|srcPort=40000|dstPort=443|proto=tcp|action=allow|SessionEndReason=tcp-fin",
    ),
  ).toMatchObject({
    vendor: "paloalto",
    srcIp: "10.0.0.5",
    dstPort: 443,
    verdict: "allow",
    reason: "tcp-fin",
  });
});

describe("where no key says the action", () => {
  test.each([
    ["its event id", "LEEF:1.0|V|P|1|Deny|src=192.0.2.1", { action: "deny", verdict: "deny" }],
    ["its class", "LEEF:1.0|V|P|1|29|cat=Dropped\tsrc=192.0.2.1", { action: "dropped", verdict: "drop" }],
    ["neither", "LEEF:1.0|V|P|1|denial|cat=Policy Deny\tsrc=192.0.2.1", { action: null, verdict: null }],
    [
      "a key before it",
      "LEEF:1.0|V|P|1|deny|action=allow\tsrc=192.0.2.1",
      { action: "allow", verdict: "allow" },
    ],
  ])("%s does, where it is a verdict's word", (_, line, wanted) => {
    expect(parseLine(line)).toMatchObject({ parser: "leef", srcIp: "192.0.2.1", ...wanted });
  });
});
