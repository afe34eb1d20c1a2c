import { expect, test } from "bun:test";
import { destinationOf } from "../../../src/web/shell/navigation";

test.each([
  ["/", "/"],
  ["/inventory/7", "/inventory"],
  ["/monitoring", "/monitoring"],
  ["/monitoring/monitors/6/edit", "/monitoring"],
  ["/monitoring/maintenance", "/monitoring/maintenance"],
  ["/monitoring/maintenance/3", "/monitoring/maintenance"],
  ["/monitoring/maintenance-of-something", "/monitoring"],
  ["/alerts/rules/3", "/alerts"],
  ["/nowhere", undefined],
])("%s belongs to one place of the sidebar, %s", (pathname, expected) => {
  const to: string | undefined = destinationOf(pathname);
  expect(to).toBe(expected);
});
