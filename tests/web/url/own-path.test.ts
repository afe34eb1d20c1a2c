import { expect, test } from "bun:test";
import { ownPath } from "../../../src/web/url/own-path";

test.each(["/", "/inventory?q=a b", "/alerts#token"])("%p leads to a page of this service", (path) => {
  expect(ownPath(path)).toBe(path);
});

// Browsers leave tabs and line breaks out of an address before they read it.
test.each([
  "//example.com",
  "/\\example.com",
  "/\t/example.com",
  "/\n/example.com",
  "https://example.com",
  "",
  null,
  undefined,
])("%p leads elsewhere, or nowhere", (path) => {
  expect(ownPath(path)).toBeUndefined();
});
