import { expect, test } from "bun:test";
import { addressRule, eachOf, macRule, networkRule } from "../../../../src/web/components/form/address-rules";
import { clearHostBits } from "../../../../src/web/format/address";

test.each([
  [addressRule, ["", "192.0.2.1", " 2001:DB8::1 "], "192.0.2.300"],
  [macRule, ["", "00-1B-44-11-3A-B7", "001b.4411.3ab7"], "00:1b:44"],
  [networkRule, ["", "192.0.2.0/24", "2001:db8::/32", "192.0.2.7"], "192.0.2.0/33"],
  [eachOf(addressRule), ["", "192.0.2.1, 2001:db8::1", "192.0.2.1,"], "192.0.2.1, host"],
])("a rule takes every form of what it is about, and names what is none: %p", async (rule, good, bad) => {
  expect(await Promise.all(good.map((text) => rule(text)))).toEqual(good.map(() => null));
  expect(await rule(bad)).toStartWith(`“${bad.split(", ").at(-1)}” is no`);
});

test.each([
  ["10.1.2.3/24", "10.1.2.0/24"],
  ["10.1.2.0/24", "10.1.2.0/24"],
  ["10.1.2.3/32", "10.1.2.3/32"],
  ["2001:db8::7/64", "2001:db8::/64"],
])("%s is stored as %s", (typed, stored) => expect(clearHostBits(typed)).toBe(stored));
