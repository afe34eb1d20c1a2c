import { expect, test } from "bun:test";
import { keyState, maskedKey } from "../../../../src/web/components/api-key/key-state";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test.each([
  [{ revoked_at: null, expires_at: null }, "Active"],
  [{ revoked_at: null, expires_at: "2026-11-21T12:00:00Z" }, "Expired"],
  [{ revoked_at: null, expires_at: "2026-11-21T12:00:01Z" }, "Active"],
  [{ revoked_at: "2026-11-20T00:00:00Z", expires_at: "2026-11-19T00:00:00Z" }, "Revoked"],
])("%p is %s", (key, label) => {
  expect(keyState(key, NOW).label).toBe(label);
});

test("a list shows of a key what tells it from others", () => {
  expect(maskedKey({ prefix: "Ab3dEf6hIj9k" })).toBe("svc_Ab3dEf6hIj9k_••••••••");
});
