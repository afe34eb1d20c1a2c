import { expect, test } from "bun:test";
import { readTerm } from "../../../src/features/lookup/term";

test.each([
  ["192.0.2.10", "address", "192.0.2.10"],
  [" ::ffff:192.0.2.10 ", "address", "192.0.2.10"],
  ["2001:DB8:0:0::1", "address", "2001:db8::1"],
  ["192.0.2.10/24", "network", "192.0.2.0/24"],
  ["2001:db8::1/64", "network", "2001:db8::/64"],
  ["00-1A-2B-3C-4D-5E", "mac_address", "00:1a:2b:3c:4d:5e"],
  ["001a.2b3c.4d5e", "mac_address", "00:1a:2b:3c:4d:5e"],
  ["001A2B3C4D5E", "mac_address", "00:1a:2b:3c:4d:5e"],
  ["SW1.Example.com", "name", "sw1.example.com"],
  ["192.0.2", "name", "192.0.2"],
  ["192.0.2.10/33", "name", "192.0.2.10/33"],
  ["rack 7/slot 2", "name", "rack 7/slot 2"],
] as const)("%p is a %s: %s", (text, kind, value) => {
  expect(readTerm(text)).toEqual({ kind, value });
});
