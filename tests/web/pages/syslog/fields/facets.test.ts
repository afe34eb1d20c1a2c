import { expect, test } from "bun:test";
import { EventFacetsQuery } from "../../../../../src/features/syslog/search/models";
import { COUNTED_FIELDS, toggled } from "../../../../../src/web/pages/syslog/fields/facets";

test("no more fields are unfolded than the service counts at once, and the one that was clicked is", () => {
  let unfolded: readonly string[] = [];
  for (const field of COUNTED_FIELDS) {
    unfolded = toggled(unfolded, field);
    expect(unfolded).toContain(field);
    expect(EventFacetsQuery.safeParse({ fields: unfolded.join(",") }).success).toBe(true);
  }
});

test("a field that is unfolded is folded again, and the others stay", () => {
  expect(toggled(toggled(["verdict"], "app"), "verdict")).toEqual(["app"]);
});
