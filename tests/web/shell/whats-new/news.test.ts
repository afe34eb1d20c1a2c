import { expect, test } from "bun:test";
import { newsSince } from "../../../../src/web/shell/whats-new/news";

const RELEASES = ["0.4.0", "0.3.0", "0.2.0"].map((version) => ({ version, sections: [] }));

test.each([
  ["0.2.0", ["0.4.0", "0.3.0"]],
  ["0.3.0", ["0.4.0"]],
  ["0.4.0", []],
  ["0.1.0", ["0.4.0"]],
  [null, ["0.4.0"]],
])("after %p come %p", (acknowledged, expected) => {
  expect(newsSince(RELEASES, acknowledged).map(({ version }) => version)).toEqual(expected);
});

test("where there are no releases there is no news", () => {
  expect(newsSince([], null)).toEqual([]);
});
