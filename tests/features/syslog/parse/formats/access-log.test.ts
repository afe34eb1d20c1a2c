import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const REQUEST = '[21/Nov/2026:11:49:59 +0100] "GET / HTTP/1.1" 200 512';

describe("access logs", () => {
  test.each<[string, object]>([
    [`192.0.2.1 - alice ${REQUEST} "-" "agent"`, { dstPort: null, bytes: 512 }],
    [`example.org:443 192.0.2.1 - - ${REQUEST}`, { dstPort: 443 }],
    [`example.org 192.0.2.1 - - ${REQUEST}`, { dstPort: null }],
    ['[21/Nov/2026:11:49:59 +0100] 192.0.2.1 TLSv1.3 CIPHER "GET / HTTP/1.1" 1375', {}],
    [
      '192.0.2.1 - a [11/21/2026 10:49:59] "CONNECT https://example.org:443 HTTP/1.1" 200 -',
      { dstPort: 443, bytes: null },
    ],
  ])("%s", (line, expected) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ parser: "access-log", srcIp: "192.0.2.1", ...expected });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  });
});

describe("HAProxy", () => {
  test.each<[string, object]>([
    [
      '192.0.2.1:40000 [21/Nov/2026:10:49:59.123] http-in web/s1 0/0/0/0/0 200 134 - - ---- 1/1/0/0/0 0/0 "GET / HTTP/1.1"',
      { srcIp: "192.0.2.1", srcPort: 40_000 },
    ],
    [
      "-:43662 [21/Nov/2026:10:49:59.123] www~ app/node 0/0/1/30/31 200 1235",
      { srcIp: null, srcPort: 43_662 },
    ],
    [
      "Connect from 192.0.2.1:40000 to 198.51.100.2:443 (in/HTTP)",
      { srcPort: 40_000, dstIp: "198.51.100.2", dstPort: 443 },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(`<134>Nov 21 10:49:59 lb haproxy[1]: ${text}`)).toMatchObject({
      parser: "haproxy",
      sourceHost: "lb",
      ...expected,
    });
  });
});

test("Apache's error log names the client", () => {
  const message = parseLine(
    "[Sat Nov 21 10:49:59.123456 2026] [core:error] [pid 1:tid 2] [client 192.0.2.1:40000] AH00037: text",
  );
  expect(message).toMatchObject({ parser: "apache-error", srcIp: "192.0.2.1", srcPort: 40_000 });
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123456Z");
});

test.each<[string, object]>([
  [
    `192.0.2.1 - - [21/Nov/2026:11:49:59 +7850] "GET / HTTP/1.1" 200 512`,
    { parser: "access-log", bytes: 512 },
  ],
  [
    `192.0.2.1 - - [31/Feb/2026:11:49:59 +0000] "GET / HTTP/1.1" 200 512`,
    { parser: "access-log", bytes: 512 },
  ],
  [
    "[Sat Nov 21 10:49:59.123456 0619] [core:error] [client 192.0.2.1:40000] text",
    { parser: "apache-error" },
  ],
])("a time that no clock can have told counts for nothing: %s", (line, expected) => {
  expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.1", eventTimeMicros: null, ...expected });
});

test.each([
  ["[21/Nov/2026:10:49:59"],
  ["[99/Xxx/2026:10:49:59 +0100] x"],
  ["a [b/c] d"],
  ["name [21/Nov/2026:10:49:59 +0100] x"],
])("%s is none", (line) => {
  expect(parseLine(line).parser).toBe("generic");
});

test("a header that a client sent names nobody, and a program's own log is no access log", () => {
  expect(
    parseLine(
      "[21/Nov/2026 10:49:59] ERROR [x:124] Invalid HTTP_HOST header: '192.0.2.30:8000'. See 'hosts'.",
    ),
  ).toMatchObject({ srcIp: null, srcPort: null, dstIp: null });
  expect(
    parseLine('[21/Nov/2026 10:49:59] ERROR Invalid HTTP_HOST header: "192.0.2.30:8000".'),
  ).toMatchObject({ srcIp: null, srcPort: null, dstIp: null });
  expect(
    parseLine("[21/Nov/2026 10:49:59] IP address 192.0.2.1 found in a blacklist, mail from <a@b.c> rejected"),
  ).toMatchObject({ parser: "extracted", srcIp: "192.0.2.1", verdict: "reject" });
});

test("whom a balancer asked is not the client that stands behind it", () => {
  const request = '[21/Nov/2026:10:49:59 +0000] "GET / HTTP/1.1" 200 512';
  expect(parseLine(`backend 192.0.2.40:80, www.example.com 203.0.113.9 - - ${request}`)).toMatchObject({
    parser: "access-log",
    srcIp: "203.0.113.9",
    srcPort: null,
  });
});

test("what a firewall did behind a time in brackets is no request", () => {
  const flow = "proto:TCP, 192.0.2.1:50122 -> 203.0.113.1:6881";
  expect(parseLine(`[21/Nov/2026 10:49:59] DENY "Block P2P" packet from LAN, ${flow}`)).toMatchObject({
    parser: "extracted",
    verdict: "deny",
    ruleId: "Block P2P",
    dstPort: 6881,
  });
});

test("a user in quotes before the client is no request", () => {
  const request = '"GET http://www.example.com/ HTTP/1.1" "Malicious" "High Risk" "" 2048 "x"';
  expect(parseLine(`[21/Nov/2026:10:49:59 +0000] "bob" 192.0.2.1 403 ${request}`)).toMatchObject({
    parser: "access-log",
    srcIp: "192.0.2.1",
    bytes: null,
  });
  expect(parseLine('192.0.2.1 - - [21/Nov/2026:10:49:59 +0000] "hello" 400 173 "-" "-"').bytes).toBe(173);
});
