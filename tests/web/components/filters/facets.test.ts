import { expect, test } from "bun:test";
import { countFacet, filterRows, type FacetField } from "../../../../src/web/components/filters/facets";

type Device = { site: string; tags: readonly string[] };

const DEVICES: readonly Device[] = [
  { site: "Berlin", tags: ["core"] },
  { site: "Berlin", tags: ["edge", "old"] },
  { site: "Munich", tags: ["edge"] },
];
const site: FacetField<Device> = { id: "site", label: "Site", valuesOf: (device) => [device.site] };
const tags: FacetField<Device> = { id: "tags", label: "Tags", valuesOf: (device) => device.tags };
const fields = [site, tags];

test("values of one field widen, fields narrow each other", () => {
  expect(filterRows(DEVICES, fields, { tags: ["core", "edge"] })).toHaveLength(3);
  expect(filterRows(DEVICES, fields, { tags: ["edge"], site: ["Berlin"] })).toEqual(DEVICES.slice(1, 2));
});

test("without filters the very same rows come back", () => {
  expect(filterRows(DEVICES, fields, { site: [] })).toBe(DEVICES);
});

test("counts leave the field's own filter out, so that another value can be added", () => {
  const counts = countFacet(DEVICES, { field: site, fields, chosen: { site: ["Berlin"], tags: ["edge"] } });
  expect(counts).toEqual([
    { value: "Berlin", label: "Berlin", count: 1 },
    { value: "Munich", label: "Munich", count: 1 },
  ]);
});

test("a chosen value that no row has any more is still there to be taken back", () => {
  const counts = countFacet(DEVICES, { field: site, fields, chosen: { site: ["Oslo"] } });
  expect(counts).toContainEqual({ value: "Oslo", label: "Oslo", count: 0 });
});
