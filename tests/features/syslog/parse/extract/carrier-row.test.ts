import { expect, test } from "bun:test";
import { colonRow } from "../../../../../src/features/syslog/parse/extract/rows/carrier-row";
import { isoEventTime, parseLine } from "../parse-line";

const SEEN = {
  parser: "extracted",
  srcIp: "100.64.9.7",
  srcPort: 50_122,
  natSrcIp: "198.51.100.9",
  natSrcPort: 41_022,
  protocol: "tcp",
};

test("a carrier's row in brackets tells a subscriber and as whom he is seen", () => {
  const line = "<134>1 2026 Nov 21 10:49:58 192.0.2.1 bng7 - NAT444:SessionbasedA ";
  const message = parseLine(`${line}[6 100.64.9.7 - 198.51.100.9 50122 41022 -]`);
  expect(message).toMatchObject({ ...SEEN, dstIp: null, sourceHost: "192.0.2.1", app: "bng7" });
  expect(isoEventTime(message)).toStartWith("2026-11-21T10:49:58");
  expect(parseLine(`${line}[6 100.64.9.7 203.0.113.5 198.51.100.9 50122 41022 443]`)).toMatchObject({
    ...SEEN,
    dstIp: "203.0.113.5",
    dstPort: 443,
  });
  expect(parseLine(`${line}[- 100.64.9.7 - 198.51.100.9 - 4096 5119]`)).toMatchObject({
    srcIp: "100.64.9.7",
    srcPort: null,
    natSrcIp: "198.51.100.9",
    natSrcPort: null,
  });
});

test("three ends in a row of colons are a subscriber, as whom he is seen, and whom he calls", () => {
  const row = "1795258198:77:1:sub7:6:100.64.9.7:50122:198.51.100.9:41022:203.0.113.5:443";
  expect(parseLine(`<134>Nov 21 10:49:59 dpi7 fastdpi: ${row}`)).toMatchObject({
    ...SEEN,
    dstIp: "203.0.113.5",
    dstPort: 443,
  });
});

test("a row whose first address is nobody's inside says nothing", () => {
  expect(
    parseLine("<134>Nov 21 10:49:59 gw7 app7: [6 203.0.113.9 - 198.51.100.9 50122 41022 -]"),
  ).toMatchObject({ parser: "generic", srcIp: null, natSrcIp: null });
});

test("a row's place in its text is told, so that what stands around it can be read", () => {
  const text = "conntrack 77:6:100.64.9.7:50122:198.51.100.9:41022:203.0.113.5:443 on vlan7";
  const flow = colonRow(text);
  expect(text.slice(flow?.start, flow?.end)).toBe(":6:100.64.9.7:50122:198.51.100.9:41022:203.0.113.5:443");
});
