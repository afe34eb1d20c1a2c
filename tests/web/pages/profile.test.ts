import { expect, test } from "bun:test";
import { browserName } from "../../../src/web/pages/profile/browser-name";
import { keyState, maskedKey } from "../../../src/web/components/api-key/key-state";

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

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0", "Firefox 148 on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0",
    "Edge 150 on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/20.0 Mobile/1 Safari/604",
    "Safari 20 on iOS",
  ],
  ["curl/8.5.0", "curl"],
  [null, "unknown"],
])("%p is %s", (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
