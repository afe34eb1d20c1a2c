import { expect, test } from "bun:test";
import { parseVersion } from "#platform/postgres/binaries";

test.each([
  ["postgres (PostgreSQL) 18.4\n", { text: "18.4", major: 18 }],
  ["postgres (PostgreSQL) 18.4 (Debian 18.4-1.pgdg13+1)", { text: "18.4", major: 18 }],
  ["postgres (PostgreSQL) 19beta2", { text: "19beta2", major: 19 }],
  ["postgres: command not found", undefined],
])("the version printed as %p is read", (printed, version) => {
  expect(parseVersion(printed)).toEqual(version);
});
