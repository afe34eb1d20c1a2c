import { describe, expect, test } from "bun:test";
import { parseChangelog } from "../../../src/features/system/changelog";
import { describeNews, describeVersion } from "../../../src/features/system/service";

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
  const newsOf = (version: string) => describeNews({ version, channel: "", changelog: CHANGELOG });

  test("comes with its own news and older ones, not with newer ones", () => {
    expect(newsOf("0.1.0")).toEqual(RELEASES.slice(1));
    expect(newsOf("0.2.0")).toEqual(RELEASES);
  });

  test("is up to date when no newer one is known, and the link of a newer one comes along", () => {
    const dev = { version: "dev", channel: "" };
    const nothing = { releases: [], checkedAt: null, error: null };
    expect(describeVersion(dev, nothing)).toMatchObject({
      current: "dev",
      latest: null,
      up_to_date: true,
      channel: null,
      checked_at: null,
    });
    const known = { ...nothing, releases: [{ version: "0.3.0", url: "https://releases.example/0.3.0" }] };
    expect(describeVersion({ version: "0.2.0", channel: "edge" }, known)).toMatchObject({
      latest: "0.3.0",
      up_to_date: false,
      release_url: "https://releases.example/0.3.0",
      channel: "edge",
    });
  });
});
