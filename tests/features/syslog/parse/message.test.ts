import { describe, expect, test } from "bun:test";
import { parseLine, SENDER } from "./parse-line";

describe("facility and severity are user.notice only where something was recognised", () => {
  test.each<[string, number | null]>([
    ["Nov 21 10:49:00 host app: x", 1],
    ["1 2026-11-21T10:50:00Z host app - - - x", 1],
    ["SRC=192.0.2.1", 1],
    ['{"action":"pass"}', 1],
    ["plain text", null],
    ["<192>plain text", null],
    ["<0>plain text", 0],
    ["", null],
  ])("%j has facility %p", (line, facility) => {
    expect(parseLine(line).facility).toBe(facility);
  });
});

test("a line that broke a parse before is looked at by no parser", () => {
  const line = "<134>Nov 21 10:50:00 fw-1 app: SRC=192.0.2.1";
  expect(parseLine(line, { genericOnly: true })).toMatchObject({
    parser: "generic",
    facility: null,
    eventTimeMicros: null,
    sourceHost: SENDER,
    app: null,
    srcIp: null,
    message: line,
    rawLog: line,
  });
});

test("a message is cut at 8,192 characters, its fields are read from all of it", () => {
  const message = parseLine(`<13>Nov 21 10:49:00 host app: ${"x".repeat(20_000)} SRC=192.0.2.1`);
  expect(message.message).toHaveLength(8192);
  expect(message.rawLog).toHaveLength(8192);
  expect(message.rawBytes).toHaveLength(20_044);
  expect(message.srcIp).toBe("192.0.2.1");
});

test("text that could forge or disturb a display is kept as it came", () => {
  const text = "\u001b[31mred <script>alert(1)</script> \u202egnp.exe";
  expect(parseLine(`<13>Nov 21 10:49:00 host app: ${text}`).message).toBe(text);
});

test("a terminator changes nothing", () => {
  const line = "<134>Nov 21 10:50:00 fw-1 app[1]: SRC=192.0.2.1";
  for (const end of ["\n", "\r\n", "\0"]) expect(parseLine(line + end)).toEqual(parseLine(line));
});
