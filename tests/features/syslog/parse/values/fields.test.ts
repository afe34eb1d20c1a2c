import { describe, expect, test } from "bun:test";
import { type Field, fillMessage } from "../../../../../src/features/syslog/parse/values/fields";
import { emptyMessage, type ParsedMessage } from "../../../../../src/features/syslog/parse/line";

function filled(texts: { [field in Field]?: string }): ParsedMessage {
  const message = emptyMessage();
  fillMessage(message, (field) => texts[field] ?? "");
  return message;
}

describe("a translation", () => {
  const own = { srcIp: "192.0.2.1", srcPort: "40000", dstIp: "198.51.100.2", dstPort: "443" };
  test.each<[string, { [field in Field]?: string }, (string | number | null)[]]>([
    [
      "to another address",
      { natSrcIp: "203.0.113.9", natSrcPort: "1024" },
      ["203.0.113.9", 1024, null, null],
    ],
    ["of the port alone", { natSrcIp: "192.0.2.1", natSrcPort: "1024" }, ["192.0.2.1", 1024, null, null]],
    ["to the same end is none", { natSrcIp: "192.0.2.1", natSrcPort: "40000" }, [null, null, null, null]],
    [
      "to the same address without a port is none",
      { natSrcIp: "192.0.2.1", natSrcPort: "0" },
      [null, null, null, null],
    ],
    [
      "to nowhere is none",
      { natSrcIp: "0.0.0.0", natDstIp: "::", natDstPort: "443" },
      [null, null, null, null],
    ],
    ["of the destination", { natDstIp: "203.0.113.9" }, [null, null, "203.0.113.9", null]],
  ])("%s", (_, texts, wanted) => {
    const { natSrcIp, natSrcPort, natDstIp, natDstPort } = filled({ ...own, ...texts });
    expect([natSrcIp, natSrcPort, natDstIp, natDstPort]).toEqual(wanted);
  });
});

describe("counts", () => {
  test.each<[{ [field in Field]?: string }, number | null]>([
    [{ bytes: "7", bytesSent: "1", bytesReceived: "2" }, 7],
    [{ bytesSent: "1", bytesReceived: "2" }, 3],
    [{ bytesReceived: "2" }, 2],
    [{ bytes: "many", bytesSent: "-1" }, null],
    [{ bytes: "99999999999999999999" }, null],
    [{ bytes: "999999999999999" }, 999_999_999_999_999],
  ])("%j", (texts, bytes) => {
    expect(filled(texts).bytes).toBe(bytes);
  });
});

describe("words", () => {
  test.each<[{ [field in Field]?: string }, Partial<ParsedMessage>]>([
    [{ direction: "INGRESS" }, { direction: "in" }],
    [{ direction: "outbound" }, { direction: "out" }],
    [{ direction: "client-to-server" }, { direction: "client-to-server" }],
    [{ protocol: "tcp/https" }, { protocol: "tcp" }],
    [
      { ruleId: "N/A", reason: "None", action: "NA" },
      { ruleId: null, reason: null, action: null },
    ],
    [{ interfaceOut: "eth1" }, { interface: "eth1", interfaceOut: "eth1" }],
    [
      { interface: "eth0", interfaceOut: "eth1" },
      { interface: "eth0", interfaceOut: "eth1" },
    ],
  ])("%j", (texts, wanted) => {
    expect(filled(texts)).toMatchObject(wanted);
  });
});
