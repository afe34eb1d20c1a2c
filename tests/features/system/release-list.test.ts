import { describe, expect, test } from "bun:test";
import { compareVersions, parseReleaseList } from "../../../src/features/system/release-list";

const parse = (value: unknown) => parseReleaseList(JSON.stringify(value));

describe("a list of releases", () => {
  test("is sorted by number, not by text, without drafts, pre-releases and what is no x.y.z", () => {
    const releases = parse([
      { tag_name: "v0.9.0", html_url: "https://releases.example/0.9.0", assets: [{}] },
      { tag_name: "v0.10.0", html_url: "https://releases.example/0.10.0", draft: false, prerelease: false },
      { version: " 0.2.0 " },
      { tag_name: "v1.0.0", draft: true },
      { tag_name: "v1.1.0", prerelease: true },
      { tag_name: "v2.0.0-rc1" },
      { tag_name: "nightly" },
      { name: "no tag" },
    ]);
    expect(releases).toEqual([
      { version: "0.10.0", url: "https://releases.example/0.10.0" },
      { version: "0.9.0", url: "https://releases.example/0.9.0" },
      { version: "0.2.0", url: "" },
    ]);
  });

  test("may be one release, or none", () => {
    expect(parse({ tag_name: "1.2.3" })).toEqual([{ version: "1.2.3", url: "" }]);
    expect(parse([])).toEqual([]);
    expect(parse({ message: "Not Found" })).toEqual([]);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "/relative", "ftp://x/", "http://"])(
    "has no link %p",
    (html_url) => {
      expect(parse([{ tag_name: "1.0.0", html_url }])).toEqual([{ version: "1.0.0", url: "" }]);
    },
  );
});

test.each([
  ["", "the answer is not JSON"],
  ["<html>", "the answer is not JSON"],
  ["3", "the answer is no release and no list of releases"],
  ["null", "the answer is no release and no list of releases"],
  ['[{"tag_name": 3}]', "the answer is no release and no list of releases"],
])("%p is refused", (text, refusal) => {
  expect(() => parseReleaseList(text)).toThrow(refusal);
});

test.each([
  ["0.2.0", "0.10.0", -1],
  ["1.0.0", "0.99.99", 1],
  ["1.2.3", "v1.2.3", 0],
  ["1.2.3", "1.2.4", -1],
  ["dev", "9.9.9", 1],
  ["9.9.9", "dev", -1],
  ["dev", "other", 0],
])("%p beside %p", (left, right, sign) => {
  expect(Math.sign(compareVersions(left, right))).toBe(sign);
});
