import { expect, test } from "bun:test";
import {
  expectationsFault,
  headersFault,
  NEW_MONITOR,
  SECRETS,
  toMonitor,
  type MonitorValues,
} from "../../../../src/web/pages/monitor-form/values";

const values = (changes: Partial<MonitorValues>): MonitorValues => ({ ...NEW_MONITOR, ...changes });
const modes = (changes: Partial<MonitorValues["modes"]>) => ({ ...NEW_MONITOR.modes, ...changes });

test("secrets that are not set, or kept, are not named: nothing is overwritten by nothing", () => {
  expect(toMonitor(NEW_MONITOR)).not.toContainAnyKeys([...SECRETS]);
  const kept = values({ bearer_token: "typed before", modes: modes({ bearer_token: "keep" }) });
  expect(toMonitor(kept)).not.toContainKey("bearer_token");
});

test("a secret that is replaced goes out, one that is removed goes out empty", () => {
  expect(toMonitor(values({ bearer_token: "new" })).bearer_token).toBe("new");
  expect(toMonitor(values({ modes: modes({ auth_password: "remove" }) })).auth_password).toBe("");
  expect(toMonitor(values({ modes: modes({ request_headers: "remove" }) })).request_headers).toEqual({});
});

test("headers are one a line, and a value may hold colons", () => {
  const typed = "Accept: text/html\n\nX-Origin:https://a.example:8443";
  expect(headersFault(typed)).toBeNull();
  expect(toMonitor(values({ request_headers: typed })).request_headers).toEqual({
    Accept: "text/html",
    "X-Origin": "https://a.example:8443",
  });
  expect(headersFault("nonsense")).toContain("nonsense");
});

test("tags are divided by commas, and blank texts are none", () => {
  const sent = toMonitor(values({ tags: " a, ,b ", description: "  ", json_path: "" }));
  expect(sent).toMatchObject({ tags: ["a", "b"], description: null, json_path: null });
});

test("a header of the answer must be so, or hold a part", () => {
  const typed = "Content-Type: text/html; charset=utf-8\nCache-Control ~ no-store";
  expect(expectationsFault(typed)).toBeNull();
  expect(toMonitor(values({ expected_headers: typed })).expected_headers).toEqual([
    { name: "Content-Type", operator: "equals", expected: "text/html; charset=utf-8" },
    { name: "Cache-Control", operator: "contains", expected: "no-store" },
  ]);
  expect(expectationsFault("no sign at all")).toContain("no sign at all");
});
