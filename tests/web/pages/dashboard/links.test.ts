import { expect, test } from "bun:test";
import { eventsHref, spanHref, subnetHref, verdictHref } from "../../../../src/web/pages/dashboard/links";
import { parseEventSearch } from "../../../../src/web/url/event-search";
import { parseSearch } from "../../../../src/web/url/search-params";

const searchOf = (href: string) => parseEventSearch(parseSearch(href.slice(href.indexOf("?"))));

test("the search of events reads what a figure links to", () => {
  expect(searchOf(eventsHref({ from: "-24h", q: "dst_port:445 -verdict:allow" }))).toMatchObject({
    from: "-24h",
    q: "dst_port:445 -verdict:allow",
  });
  expect(searchOf(spanHref(1_763_719_200, 1_763_720_100))).toMatchObject({
    from: "2025-11-21T10:00:00.000Z",
    to: "2025-11-21T10:15:00.000Z",
  });
});

test("events without a verdict are found by what they are not", () => {
  expect(searchOf(verdictHref("deny")).q).toBe("verdict:deny");
  expect(searchOf(verdictHref("other")).q).toBe("-verdict:allow -verdict:deny -verdict:drop -verdict:reject");
});

test("a subnet has a path", () => {
  expect(subnetHref({ id: 7 })).toBe("/ipam/7");
});
