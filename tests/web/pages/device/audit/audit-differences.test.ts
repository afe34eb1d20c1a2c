import { expect, test } from "bun:test";
import { differencesOf } from "../../../../../src/web/pages/device/audit/audit-differences";

test("only fields that differ are told, absent ones by a dash", () => {
  const before = { vendor: null, os: "a", tags: ["x"], updated_at: "1" };
  const after = { vendor: "Cisco", os: "a", tags: [], updated_at: "2" };
  expect(differencesOf(before, after)).toEqual([
    { field: "vendor", from: "–", to: "Cisco" },
    { field: "tags", from: "x", to: "–" },
  ]);
});

test("interfaces are told by name with what they have", () => {
  const after = { interfaces: [{ id: 4, name: "ge-0/0/0", mac_address: null, ip_addresses: ["192.0.2.1"] }] };
  expect(differencesOf({ interfaces: [] }, after)).toEqual([
    { field: "interfaces", from: "–", to: "ge-0/0/0 (192.0.2.1)" },
  ]);
});

test("own fields are told as name = value", () => {
  expect(differencesOf({ custom_attributes: {} }, { custom_attributes: { rack: "A4", units: 2 } })).toEqual([
    { field: "custom attributes", from: "–", to: "rack = A4, units = 2" },
  ]);
});

test.each([
  [null, {}],
  [{}, null],
  ["text", []],
])("a row with one side only (%p, %p) tells nothing", (before, after) => {
  expect(differencesOf(before, after)).toEqual([]);
});
