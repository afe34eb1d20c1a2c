import { expect, test } from "bun:test";
import { gatewayFault } from "#platform/network-gateway";

const INSIDE = "The gateway must be inside the subnet";
const VERSION = "The gateway must have the IP version of the subnet";

test.each([
  ["10.0.0.0/24", "10.0.0.1"],
  ["10.0.0.9/24", "10.0.0.254"],
  ["10.0.0.0/24", "::ffff:10.0.0.1"],
  ["10.0.0.0/31", "10.0.0.0"],
  ["203.0.113.9/32", "198.51.100.1"],
  ["2001:db8::/64", "2001:db8::1"],
  ["2001:db8::/64", "fe80::1"],
  ["2001:db8::9/128", "2001:db8:1::1"],
  ["10.0.0.0/24", null],
  [null, "10.0.0.1"],
  ["10.0.0.0/24", "the router"],
])("of %p the gateway may be %p", (cidr, gateway) => {
  expect(gatewayFault({ cidr, gateway })).toBeNull();
});

test.each([
  ["10.0.0.0/24", "10.0.1.1", INSIDE],
  ["10.0.0.0/24", "2001:db8::1", VERSION],
  ["10.0.0.0/24", "fe80::1", VERSION],
  ["2001:db8::/64", "10.0.0.1", VERSION],
  ["2001:db8::/64", "2001:db8:0:1::1", INSIDE],
  ["203.0.113.9/32", "2001:db8::1", VERSION],
])("of %p the gateway cannot be %p: %s", (cidr, gateway, text) => {
  expect(gatewayFault({ cidr, gateway })).toBe(text);
});
