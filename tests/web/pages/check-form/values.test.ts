import { expect, test } from "bun:test";
import { readNetwork, type ScopeThing } from "../../../../src/web/components/scope-field/scope";
import { NEW_CHECK, toCheck, toOptions, RULES } from "../../../../src/web/pages/check-form/values";

const values = (changes: Partial<typeof NEW_CHECK>) => ({ ...NEW_CHECK, port: "22", label: "A", ...changes });

test("a check of every device names none", () => {
  expect(toCheck(values({ where: "every", device_id: "7" })).device_id).toBeNull();
  expect(toCheck(values({ device_id: "7" })).device_id).toBe(7);
});

test("what only HTTP has goes with HTTP alone", () => {
  expect(toCheck(values({ check_type: "https", http_path: " /health ", verify_tls: true }))).toMatchObject({
    http_path: "/health",
    expected_status_min: 200,
    verify_tls: true,
  });
  expect(toCheck(values({ check_type: "ssh" }))).not.toContainAnyKeys(["http_path", "verify_tls"]);
});

test.each([
  [{ check_type: "tcp", port: "8080" }, "TCP port 8080"],
  [{ check_type: "ssh", port: "22" }, "SSH"],
  [{ check_type: "ssh", port: "2222" }, "SSH, port 2222"],
])("a check that nobody names is called by its kind and port: %p", (changes, label) => {
  expect(toCheck(values({ label: " ", ...changes })).label).toBe(label);
});

test("of the options only those of the kind are sent, blank ones not at all, numbers as numbers", () => {
  const typed = { name: "www.example.com", record_type: "", expected: " ", max_offset_ms: "50", tls: "" };
  expect(toOptions("dns", typed)).toEqual({ name: "www.example.com", record_type: "A" });
  expect(toOptions("ntp", typed)).toEqual({ max_offset_ms: 50 });
  expect(toOptions("smtp", typed)).toEqual({ tls: "none" });
  expect(toOptions("tcp", typed)).toEqual({});
});

test("a device is asked for where one is meant, and a name where DNS is asked", () => {
  expect(RULES.device_id("", values({}))).not.toBeNull();
  expect(RULES.device_id("", values({ where: "every" }))).toBeNull();
  expect(RULES.options.name("", values({ check_type: "dns" }))).not.toBeNull();
  expect(RULES.options.name("", values({ check_type: "tcp" }))).toBeNull();
});

test("a check of chosen devices names them by kind, and nothing beside", () => {
  const things: ScopeThing[] = [
    { kind: "site", id: 9, name: "Berlin" },
    { kind: "type", id: null, name: "switch" },
    { kind: "site", id: 2, name: "" },
    { kind: "network", id: null, name: "10.0.0.0/8" },
  ];
  expect(toCheck(values({ where: "scope", device_id: "7", things }))).toMatchObject({
    device_id: null,
    scope: { types: ["switch"], tags: [], group_ids: [], site_ids: [2, 9], networks: ["10.0.0.0/8"] },
  });
  expect(toCheck(values({ where: "every", things })).scope).toBeNull();
  expect(RULES.things([], values({ where: "scope" }))).not.toBeNull();
  expect(RULES.things([], values({ where: "every" }))).toBeNull();
  expect([" 10.0.0.0/8 ", "2001:db8::/32", "10.0.0.1", "core/1"].map(readNetwork)).toEqual([
    "10.0.0.0/8",
    "2001:db8::/32",
    undefined,
    undefined,
  ]);
});

test("a check by SNMP needs an identifier, and sends the comparison", () => {
  expect(RULES.options.oid("", values({ check_type: "snmp" }))).not.toBeNull();
  expect(RULES.options.oid("", values({ check_type: "dns" }))).toBeNull();
  expect(toOptions("snmp", { oid: "1.3.6", operator: "", expected: "" })).toEqual({
    oid: "1.3.6",
    operator: "exists",
  });
  expect(toOptions("snmp", { oid: "1.3.6", operator: "equals", expected: "true" })).toEqual({
    oid: "1.3.6",
    operator: "equals",
    expected: "true",
  });
});
