import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 gw7 app7: ";

describe("what a server accepts or registers is no verdict of traffic", () => {
  test.each([
    ["gNB-N2 accepted[10.60.1.5]:38412 in ng-path module"],
    ["gNB 192.0.2.50 connected, NG Setup accepted, association id 7"],
    ["peer 203.0.113.9:8333 accepted"],
    ["client 203.0.113.9:50122 accepted"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ parser: "extracted", action: null, verdict: null });
  });

  test.each([
    ["accepted tcp 203.0.113.9:40022 -> 192.0.2.40:22"],
    ["packet accepted: source 203.0.113.9, destination port 22"],
  ])("traffic is accepted: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "203.0.113.9", verdict: "allow" });
  });
});

test("a word that a mark denies is no verdict", () => {
  const { srcIp, verdict } = parseLine(`${head}!pass 203.0.113.9:40022 -> 192.0.2.40:22`);
  expect([srcIp, verdict]).toEqual(["203.0.113.9", null]);
});

describe("what is counted is no verdict", () => {
  test.each([
    ["job of client 192.0.2.40 completed: 120 files copied, 3 files denied"],
    ["client 192.0.2.40 finished, 12 objects were blocked"],
    ["client 192.0.2.40 finished, dropped 3 messages"],
    ["client 192.0.2.40 finished: 0 packets dropped"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.40", verdict: null });
  });

  test("packets between two ends are the traffic itself", () => {
    expect(parseLine(`${head}3 packets dropped from 203.0.113.9:40022 to 192.0.2.40:22 tcp`)).toMatchObject({
      verdict: "drop",
    });
  });
});
