import { expect, test } from "bun:test";
import { protocolName } from "../../../../../src/features/syslog/parse/values/protocol";

test.each<[string, string | null]>([
  ["TCP", "tcp"],
  ["udp", "udp"],
  ["Udp", "udp"],
  ["6", "tcp"],
  ["17", "udp"],
  ["58", "ipv6-icmp"],
  ["ICMPv6", "ipv6-icmp"],
  ["icmp6", "ipv6-icmp"],
  ["47", "gre"],
  ["253", "253"],
  ["-", null],
  ["", null],
  ["a-very-long-protocol-name", "a-very-long-protocol"],
])("the protocol %j is %j", (text, name) => {
  expect(protocolName(text)).toBe(name);
});
