import { expect, test } from "bun:test";
import { findDhcpRangeFault } from "#platform/dhcp-range";

const faultOf = (cidr: string | null, start: string | null, end: string | null) =>
  findDhcpRangeFault({ cidr, dhcp_start: start, dhcp_end: end });

test.each([
  ["10.0.0.0/24", null, null],
  ["10.0.0.0/24", "10.0.0.10", "10.0.0.99"],
  ["10.0.0.0/24", "10.0.0.10", "10.0.0.10"],
  ["10.0.0.7/24", "10.0.0.0", "10.0.0.255"],
  ["10.0.0.0/24", "::ffff:10.0.0.1", "10.0.0.2"],
  ["2001:db8::/64", "2001:db8::9", "2001:db8::10"],
  [null, null, null],
])("in %p a range from %p to %p is right", (cidr, start, end) => {
  expect(faultOf(cidr, start, end)).toBeUndefined();
});

test.each([
  ["10.0.0.0/24", "10.0.0.1", null, "dhcp_end", "DHCP range requires both start and end IPs"],
  ["10.0.0.0/24", null, "10.0.0.1", "dhcp_start", "DHCP range requires both start and end IPs"],
  [null, "10.0.0.1", "10.0.0.2", "dhcp_start", "DHCP range requires a subnet CIDR"],
  ["10.0.0.0/33", "10.0.0.1", "10.0.0.2", "dhcp_start", "Invalid DHCP range"],
  ["10.0.0.0/24", "10.0.0.256", "10.0.0.2", "dhcp_start", "Invalid DHCP range"],
  ["10.0.0.0/24", "10.0.0.1", "ten", "dhcp_end", "Invalid DHCP range"],
  ["10.0.0.0/24", "2001:db8::1", "10.0.0.2", "dhcp_start", "DHCP range IP version must match subnet"],
  ["2001:db8::/64", "2001:db8::1", "10.0.0.2", "dhcp_end", "DHCP range IP version must match subnet"],
  ["10.0.0.0/24", "10.0.1.1", "10.0.0.2", "dhcp_start", "DHCP range must be inside the subnet"],
  ["10.0.0.0/24", "10.0.0.1", "10.0.1.0", "dhcp_end", "DHCP range must be inside the subnet"],
  ["10.0.0.0/24", "10.0.0.100", "10.0.0.99", "dhcp_start", "DHCP range start must be before the end"],
  ["2001:db8::/64", "2001:db8::a", "2001:db8::9", "dhcp_start", "DHCP range start must be before the end"],
] as const)("in %p a range from %p to %p is refused at %s: %s", (cidr, start, end, field, text) => {
  expect(faultOf(cidr, start, end)).toEqual({ field, text });
});
