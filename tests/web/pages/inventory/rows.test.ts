import { expect, test } from "bun:test";
import { countFacet, filterRows } from "../../../../src/web/components/filters/facets";
import { FACETS, toRows } from "../../../../src/web/pages/inventory/rows";
import { givenRow } from "./given-row";

const place = {
  description: null,
  address: null,
  color: null,
  parent_id: null,
  created_at: "",
  updated_at: "",
};
const rows = toRows(
  [
    givenRow({ id: 1, site_id: 7, device_type: "switch", tags: ["core", "lab"] }),
    givenRow({ id: 2, display_name: null, hostname: "srv-2.example.net", status: "offline" }),
    givenRow({
      id: 3,
      display_name: null,
      ip_address: "",
      mac_address: "00:00:5e:00:53:01",
      device_type: "own-kind",
    }),
  ],
  {
    sites: [{ ...place, id: 7, name: "berlin", display_name: "Berlin" }],
    standings: new Map([[3, "down"]]),
    types: [{ id: null, value: "switch", label: "Switch", icon: "switch", is_builtin: true, color: null }],
  },
);

test("rows have the names that people use", () => {
  expect(rows.map(({ name, site, type }) => [name, site, type])).toEqual([
    ["sw-1", "Berlin", "Switch"],
    ["srv-2.example.net", null, null],
    ["00:00:5e:00:53:01", null, "own-kind"],
  ]);
});

test("devices without a site are found by None, not lost", () => {
  const field = FACETS.find(({ id }) => id === "site");
  if (field === undefined) throw new Error("there is no filter for sites");
  const values = countFacet(rows, { field, fields: FACETS, chosen: {} });
  expect(values.map(({ label, count }) => [label, count])).toEqual([
    ["None", 2],
    ["Berlin", 1],
  ]);
  const none = values[0]?.value ?? "";
  expect(filterRows(rows, FACETS, { site: [none] }).map(({ id }) => id)).toEqual([2, 3]);
});

test("the state of a device is what its checks say, else what was recorded, and devices are found by it", () => {
  expect(rows.map(({ state }) => state.label)).toEqual(["Up", "Down", "Down"]);
  expect(filterRows(rows, FACETS, { status: ["down"] }).map(({ id }) => id)).toEqual([2, 3]);
});

test("a device with several tags counts for each", () => {
  expect(filterRows(rows, FACETS, { tag: ["lab"], status: ["up"] }).map(({ id }) => id)).toEqual([1]);
});
