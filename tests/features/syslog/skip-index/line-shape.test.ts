import { expect, test } from "bun:test";
import { assert, property, string } from "fast-check";
import { shapeOf } from "./line-shape";

test("lines that differ in digits only have one shape", () => {
  const line = (source: string, port: string, id: string) =>
    `Nov 22 10:00:00 fw-1 kernel: DROP IN=eth0 SRC=${source} SPT=${port} MAC=${id}`;
  const shape = shapeOf(line("192.0.2.1", "443", "00:1b:21"));
  expect(shapeOf(line("198.51.100.77", "50123", "77:5b:0"))).toBe(shape);
  expect(shapeOf(line("2001:0db8::1", "1", "00:00:00"))).not.toBe(shape);
});

test("other words, other signs, and letters in another case make another shape", () => {
  const shape = shapeOf("deny from 192.0.2.1, rule x");
  for (const other of [
    "allow from 192.0.2.1, rule x",
    "deny from 192.0.2.1; rule x",
    "Deny from 192.0.2.1, rule x",
    "deny from 192.0.2.1, rule xé",
  ]) {
    expect(shapeOf(other)).not.toBe(shape);
  }
});

test("every text has a shape that a column of 32 bits takes", () => {
  assert(
    property(string({ unit: "binary" }), (line) => {
      const shape = shapeOf(line);
      expect(Number.isInteger(shape) && shape >= 0 && shape < 2 ** 32).toBe(true);
    }),
  );
});

test("the last word counts, its digits do not", () => {
  expect(shapeOf("user root")).not.toBe(shapeOf("user admin"));
  expect(shapeOf("user u1")).toBe(shapeOf("user u2"));
});
