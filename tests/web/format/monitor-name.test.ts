import { expect, test } from "bun:test";
import { monitorNameOf } from "../../../src/web/format/monitor-name";

test.each([
  ["https://nas.lan", "nas.lan"],
  [" https://nas.lan/ ", "nas.lan"],
  ["http://nas.lan", "nas.lan:80"],
  ["http://nas.lan:5000/", "nas.lan:5000"],
  ["https://nas.lan/health/", "nas.lan/health"],
  ["https://nas.lan/status?token=secret", "nas.lan/status"],
  ["https://user:secret@nas.lan/", "nas.lan"],
  ["http://[2001:db8::1]:8080", "[2001:db8::1]:8080"],
  ["nas.lan", ""],
])("a monitor of %p is called %p", (url, name) => {
  expect(monitorNameOf(url)).toBe(name);
});

test("a name is no longer than the service takes", () => {
  expect(monitorNameOf(`https://nas.lan/${"x".repeat(500)}`)).toHaveLength(120);
});
