import { expect, test } from "bun:test";
import { oneLine } from "../../../../src/platform/one-line";
import { down, unknown, up } from "../../../../src/features/monitoring/probes/verdict";

test.each([
  ["  220 ready\r\n", "220 ready"],
  ["a\u0000b\u001b[31mc\u202ed", String.raw`a\u0000b\u001b[31mc\u202ed`],
  ["é✓", "é✓"],
  ["x".repeat(255), "x".repeat(255)],
  ["x".repeat(256), `${"x".repeat(254)}…`],
  [`${"x".repeat(253)}😀y`, `${"x".repeat(253)}…`],
])("what a peer writes is shown on one line: %p", (written, line) => {
  expect(oneLine(written)).toBe(line);
});

test("an error is shown the same way, and a latency to a microsecond", () => {
  expect(up(1.234_567_8, { banner: "x" })).toEqual({
    status: "up",
    latencyMs: 1.235,
    error: null,
    statusCode: null,
    details: { banner: "x" },
  });
  expect(down("a\nb", { latencyMs: 2 })).toEqual({
    status: "down",
    latencyMs: 2,
    error: String.raw`a\u000ab`,
    statusCode: null,
    details: {},
  });
  expect(unknown("why")).toMatchObject({ status: "unknown", latencyMs: null, error: "why" });
});
