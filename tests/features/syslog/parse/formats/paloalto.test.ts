import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

/** Columns by their place; the others are empty. */
function record(columns: { [place: number]: string }, count: number): string {
  return Array.from({ length: count }, (_, index) => columns[index] ?? "").join(",");
}

const HEAD = { 0: "1", 1: "2026/11/21 10:49:59", 2: "0123", 5: "2817", 6: "2026/11/21 10:49:58" };
const SESSION = {
  ...HEAD,
  7: "192.0.2.1",
  8: "198.51.100.2",
  9: "203.0.113.9",
  10: "0.0.0.0",
  11: '"rule, one"',
  18: "ethernet1/1",
  19: "ethernet1/2",
  24: "40000",
  25: "443",
  26: "1024",
  27: "443",
  29: "tcp",
};
const FIELDS = {
  parser: "paloalto",
  vendor: "paloalto",
  srcIp: "192.0.2.1",
  dstIp: "198.51.100.2",
  srcPort: 40_000,
  dstPort: 443,
  natSrcIp: "203.0.113.9",
  natSrcPort: 1024,
  natDstIp: null,
  ruleId: "rule, one",
  interface: "ethernet1/1",
  interfaceOut: "ethernet1/2",
  protocol: "tcp",
};

test("a traffic log gives all its fields", () => {
  const traffic = record(
    { ...SESSION, 3: "TRAFFIC", 4: "end", 30: "allow", 31: "300", 34: "9", 46: "tcp-fin", 52: "PA-1" },
    60,
  );
  const message = parseLine(traffic);
  expect(message).toMatchObject({
    ...FIELDS,
    sourceHost: "PA-1",
    verdict: "allow",
    bytes: 300,
    packets: 9,
    reason: "tcp-fin",
  });
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:58.000000Z");
});

test("a threat log too", () => {
  const threat = record(
    {
      ...SESSION,
      3: "THREAT",
      4: "url",
      30: "block-url",
      31: '"example.org/a,b"',
      32: "(9999)",
      34: "high",
      35: "client-to-server",
      59: "PA-1",
    },
    70,
  );
  expect(parseLine(`<14>Nov 21 10:50:00 PA-1 ${threat}`)).toMatchObject({
    ...FIELDS,
    sourceHost: "PA-1",
    action: "block-url",
    verdict: "deny",
    direction: "client-to-server",
    reason: "(9999)",
    severity: 6,
  });
});

describe("other logs", () => {
  test.each<[string, { [place: number]: string }, object]>([
    [
      "SYSTEM",
      { 13: "critical", 14: "\"authenticated for user 'a', From: 192.0.2.1.\"", 22: "PA-1" },
      { severity: 2 },
    ],
    ["CONFIG", { 7: "192.0.2.1", 9: "commit", 21: "PA-1" }, { action: "commit" }],
    [
      "GLOBALPROTECT",
      { 8: "gateway-login", 15: "192.0.2.1", 17: "10.0.0.5", 47: "PA-1" },
      { action: "gateway-login" },
    ],
    ["HIPMATCH", { 11: "192.0.2.1", 12: "compliant", 24: "PA-1" }, { ruleId: "compliant" }],
    ["USERID", { 4: "login", 8: "192.0.2.1", 25: "PA-1" }, { action: "login" }],
    ["AUTHENTICATION", { 8: "192.0.2.1", 12: "policy", 29: "PA-1" }, { ruleId: "policy" }],
    ["CORRELATION", { 7: "192.0.2.1", 11: "medium", 17: "PA-1" }, { ruleId: null }],
  ])("%s", (type, columns, expected) => {
    expect(parseLine(record({ ...HEAD, 3: type, ...columns }, 50))).toMatchObject({
      parser: "paloalto",
      msgid: type,
      sourceHost: "PA-1",
      srcIp: "192.0.2.1",
      ...expected,
    });
  });
});

describe("the time", () => {
  test("of high resolution wins, unless it is none", () => {
    const log = { ...HEAD, 3: "HIPMATCH", 11: "192.0.2.1" };
    const high = record({ ...log, 30: "2026-11-21T11:49:58.310+01:00" }, 40);
    expect(isoEventTime(parseLine(high))).toBe("2026-11-21T10:49:58.310000Z");
    const none = record({ ...log, 30: "1970-01-01T01:00:00.000+01:00" }, 40);
    expect(isoEventTime(parseLine(none))).toBe("2026-11-21T10:49:58.000000Z");
  });

  test("is in the zone that the header names", () => {
    const log = record({ ...HEAD, 6: "2026/11/21 11:49:58", 3: "TRAFFIC" }, 60);
    expect(isoEventTime(parseLine(`<14>1 2026-11-21T11:49:59+01:00 PA-1 - - - - ${log}`))).toBe(
      "2026-11-21T10:49:58.000000Z",
    );
  });
});

describe("what is cut or another CSV", () => {
  test("gives what is there", () => {
    expect(parseLine(record({ ...HEAD, 3: "TRAFFIC", 7: "192.0.2.1" }, 8))).toMatchObject({
      parser: "paloalto",
      srcIp: "192.0.2.1",
      dstIp: null,
      action: null,
      sourceHost: SENDER,
    });
  });

  test.each([
    ["1,2,3,TRAFFICS,5"],
    ["a,2026/11/21 10:49:59,3,TRAFFIC"],
    ["<14>Nov 21 10:49:59 PA-1 1,2026/11/21 10:49:59,3,TRAFFIC"],
    ['<14>Nov 21 10:49:59 PA-1 1,2026/11/21 10:49:59,3,"TRAFFIC",5'],
    ["1,2,3"],
    ["1,"],
  ])("%s is none", (line) => {
    expect(parseLine(line).parser).toBe("generic");
  });
});

test("the first column, which the documents call future use, may be empty", () => {
  expect(
    parseLine(
      "<14>Nov 21 10:49:59 PA-1 ,2026/11/21 10:49:59,0123456789,TRAFFIC,start,2562,2026/11/21 10:49:58,10.0.0.5,192.0.2.1",
    ),
  ).toMatchObject({ parser: "paloalto", srcIp: "10.0.0.5", dstIp: "192.0.2.1" });
});

test("GlobalProtect without any client's address is read, and ends", () => {
  const line = record({ ...HEAD, 3: "GLOBALPROTECT", 8: "connected", 47: "portal-1" }, 50);
  expect(parseLine(line)).toMatchObject({ parser: "paloalto", srcIp: null, action: "connected" });
});
