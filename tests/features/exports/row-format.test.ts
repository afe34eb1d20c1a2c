import { describe, expect, test } from "bun:test";
import type { FirewallEventRead } from "#features/syslog";
import { neutralizeFormula } from "#platform/csv";
import { EVENTS_AS_JSON } from "../../../src/features/exports/firewall/service";

const EVENT: FirewallEventRead = {
  id: 1_780_000_000_000_000,
  received_at: "2026-06-01T12:00:00.000Z",
  event_time: null,
  source_host: "fw1",
  src_ip: "10.0.0.1",
  dst_ip: null,
  src_port: 1024,
  dst_port: null,
  protocol: "tcp",
  action: "block",
  interface: "igb0",
  direction: "in",
  rule_id: "5",
  tracker_id: null,
  reason: null,
  raw_log: "plain",
  collector: "0123456789ab",
  sender: "192.0.2.1",
  transport: "udp",
  facility: null,
  severity: null,
  app: null,
  verdict: "deny",
  vendor: null,
  truncated: false,
  nat_src_ip: null,
  nat_dst_ip: null,
  nat_src_port: null,
  nat_dst_port: null,
  interface_out: null,
  bytes: null,
  packets: null,
  procid: null,
  msgid: null,
  structured_data: null,
  parser: "filterlog",
};

test("JSON is one array, whatever the pages", () => {
  const json = EVENTS_AS_JSON;
  const pages = [[EVENT], [EVENT, EVENT]];
  const text = json.head + pages.map((page, index) => json.rows(page, index === 0)).join("") + json.tail;
  const parsed: unknown = JSON.parse(text);
  expect(parsed).toHaveLength(3);
  expect(parsed).toMatchObject([{ event_time: null, src_port: 1024 }, {}, {}]);
  expect(JSON.parse(json.head + json.tail)).toEqual([]);
});

describe("fault 49: text that a spreadsheet would run", () => {
  const DANGEROUS = [
    "=cmd|'/C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    " =1+1",
    "\u00a0=1",
    "\uff1d1",
    "first\n=second",
    "'=already quoted",
  ];
  for (const text of DANGEROUS) {
    test(`${JSON.stringify(text)} gets a single quote, which taken off gives it back`, () => {
      expect(neutralizeFormula(text)).toBe(`'${text}`);
    });
  }

  const HARMLESS = ["", "plain", "a=b", "10.0.0.1", "<134>x", "'quoted'", "it's", "x -1"];
  for (const text of HARMLESS) {
    test(`${JSON.stringify(text)} stays as it is`, () => expect(neutralizeFormula(text)).toBe(text));
  }
});
