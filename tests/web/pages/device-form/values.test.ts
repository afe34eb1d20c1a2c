import { expect, test } from "bun:test";
import { RequestFailure } from "../../../../src/web/api/request-failure";
import {
  attributesFault,
  EMPTY,
  requireName,
  toChanges,
  toCreation,
  valuesOf,
} from "../../../../src/web/pages/device-form/values";
import { givenRow } from "../inventory/given-row";

test("blank fields of a new device are not sent", () => {
  const body = toCreation({ ...EMPTY, display_name: " sw-1 ", tags: "core, lab,,", site_id: "7" });
  expect(body).toEqual({
    display_name: "sw-1",
    tags: ["core", "lab"],
    site_id: 7,
    additional_addresses: [],
    custom_attributes: {},
    interfaces: [],
    status: "unknown",
    lifecycle: "active",
    expected_status: "online",
    monitoring_paused: false,
  });
});

test("only what was changed is sent, and clearing sends null", () => {
  const device = givenRow({ vendor: "Cisco", site_id: 7, tags: ["core"] });
  expect(toChanges(valuesOf(device), device)).toEqual({});
  const values = { ...valuesOf(device), vendor: "", site_id: "", tags: "core, lab" };
  expect(toChanges(values, device)).toEqual({ vendor: null, site_id: null, tags: ["core", "lab"] });
});

test("own fields keep their type where they say the same, and go where their line goes", () => {
  const device = givenRow({ custom_attributes: { units: 2, rack: "A4", old: true } });
  const values = { ...valuesOf(device), custom_attributes: "units = 2\nrack = B1 = left\n\n" };
  expect(toChanges(values, device)).toEqual({
    custom_attributes: { units: 2, rack: "B1 = left", old: null },
  });
});

test.each([
  ["", null],
  ["rack = A4\n\nunits=2", null],
  ["rack", "“rack” is not of the form name = value"],
  [" = A4", "“= A4” is not of the form name = value"],
])("own fields %p", (text, fault) => expect(attributesFault(text)).toBe(fault));

test("a device that nothing names is refused at the field for its name", () => {
  expect(() => requireName({ ...EMPTY, mac_address: "00:00:5e:00:53:01" })).not.toThrow();
  const refusal = (() => {
    try {
      requireName(EMPTY);
    } catch (error) {
      return error;
    }
    return undefined;
  })();
  expect(refusal).toBeInstanceOf(RequestFailure);
  expect(refusal instanceof RequestFailure && refusal.fields.map(({ path }) => path)).toEqual([
    ["display_name"],
  ]);
});
