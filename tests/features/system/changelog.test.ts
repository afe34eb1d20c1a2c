import { describe, expect, test } from "bun:test";
import { parseChangelog } from "../../../src/features/system/changelog";
import { describeVersion } from "../../../src/features/system/service";

const CHANGELOG = `# Changelog

Text before the first release.

## [Unreleased]

### Added

- Not out yet.

## [0.2.0] - 2026-12-01

### Added

- One thing.
- Another thing that goes
  on over lines.

### Fixed

* A fault: it was - here.

## v0.1.0

### Added
- The first thing.

[0.2.0]: https://example.com/compare
`;

const RELEASES = [
  {
    version: "0.2.0",
    sections: [
      { category: "Added", items: ["One thing.", "Another thing that goes on over lines."] },
      { category: "Fixed", items: ["A fault: it was - here."] },
    ],
  },
  { version: "0.1.0", sections: [{ category: "Added", items: ["The first thing."] }] },
];

test("a changelog's releases, with sections and items, without what is not released", () => {
  expect(parseChangelog(CHANGELOG)).toEqual(RELEASES);
  expect(parseChangelog(CHANGELOG.replaceAll("\n", "\r\n"))).toEqual(RELEASES);
});

test.each(["", "no changelog", "## [Unreleased]\n- x", "## [1.0.0]\n- outside of a section"])(
  "%p has no items",
  (text) => {
    expect(parseChangelog(text).flatMap(({ sections }) => sections)).toEqual([]);
  },
);

describe("the version", () => {
  const describeIt = (version: string) => describeVersion({ version, channel: "", changelog: CHANGELOG });

  test("comes with its own news and older ones, not with newer ones", () => {
    expect(describeIt("v0.1.0")).toMatchObject({ current: "0.1.0", whats_new: [RELEASES[1]] });
    expect(describeIt("0.2.0").whats_new).toEqual(RELEASES);
  });

  test("is `dev` when unknown, and up to date when no newer one is known", () => {
    expect(describeIt("")).toMatchObject({ current: "dev", latest: null, up_to_date: true, channel: null });
  });
});
