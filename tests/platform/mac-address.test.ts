import { expect, test } from "bun:test";
import { canonicalMacAddress } from "../../src/platform/mac-address";

test.each([
  ["02:00:5e:10:00:01"],
  ["02:00:5E:10:00:01"],
  ["02-00-5e-10-00-01"],
  ["0200.5e10.0001"],
  ["02005e100001"],
  [" 02:00:5e:10:00:01 "],
])("%p is 02:00:5e:10:00:01", (text) => {
  expect(canonicalMacAddress(text)).toBe("02:00:5e:10:00:01");
});

test.each([
  [""],
  ["02:00:5e:10:00"],
  ["02:00:5e:10:00:01:02"],
  ["02:00:5e:10:00:1"],
  ["02:00:5e:10:00:0g"],
  ["02:00-5e:10-00:01"],
  ["02 00 5e 10 00 01"],
  ["0200.5e100001"],
  ["0200:5e10:0001"],
  ["02005e10000"],
  ["02005e1000011"],
  ["02:00:5e:10:00:01\n02:00:5e:10:00:01"],
])("%p is no MAC address", (text) => {
  expect(canonicalMacAddress(text)).toBeUndefined();
});
