import { expect, test } from "bun:test";
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
