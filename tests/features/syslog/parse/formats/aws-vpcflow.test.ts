import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

test("a record gives all its fields", () => {
  const message = parseLine(
    "2 123456789012 eni-0a1b2c3d 192.0.2.1 198.51.100.2 40000 443 6 20 4249 1795258199 1795258259 REJECT OK",
  );
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  expect(message).toMatchObject({
    parser: "aws-vpcflow",
    vendor: "aws",
    interface: "eni-0a1b2c3d",
    srcIp: "192.0.2.1",
    dstIp: "198.51.100.2",
    srcPort: 40_000,
    dstPort: 443,
    protocol: "tcp",
    packets: 20,
    bytes: 4249,
    verdict: "reject",
  });
});

test("a window without data gives its interface", () => {
  expect(parseLine("2 123456789012 eni-0a1b - - - - - - - 1795258199 1795258259 - NODATA")).toMatchObject({
    parser: "aws-vpcflow",
    interface: "eni-0a1b",
    srcIp: null,
    action: null,
  });
});

describe("what is none", () => {
  test.each([["2 1 eni-1 192.0.2.1"], ["2 x y"], ["version account-id interface-id"]])("%s", (line) => {
    expect(parseLine(line).parser).toBe("generic");
  });
});
