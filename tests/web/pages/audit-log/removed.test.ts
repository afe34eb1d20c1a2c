import { expect, test } from "bun:test";
import { splitRemoved } from "../../../../src/web/pages/audit-log/removed";

test("what went with a thing is told apart from its own fields", () => {
  const link = { id: 7, source_interface: null, notes: "", type: "link", place: { x: 1 } };
  const before = {
    name: "core",
    removed: {
      relationships: { count: 1, rows: [link] },
      dhcp_leases: { count: 100_000, entries: "ipam.dhcp_leases_deleted.rows" },
    },
    unassigned: { subnets: { count: 2, rows: [{ id: 1 }, { id: 2 }] } },
  };
  expect(splitRemoved(before)).toEqual({
    own: { name: "core" },
    removed: [
      {
        kind: "relationships",
        count: 1,
        rows: ['id: 7 · type: link · place: {"x":1}'],
        entries: undefined,
        isThere: false,
      },
      {
        kind: "dhcp leases",
        count: 100_000,
        rows: [],
        entries: "ipam.dhcp_leases_deleted.rows",
        isThere: false,
      },
      { kind: "subnets", count: 2, rows: ["id: 1", "id: 2"], entries: undefined, isThere: true },
    ],
  });
});

test("an entry that only holds rows shows them", () => {
  expect(splitRemoved({ kind: "dhcp_leases", rows: [{ address: "192.0.2.1" }] })).toEqual({
    own: null,
    removed: [
      {
        kind: "dhcp leases",
        count: 1,
        rows: ["address: 192.0.2.1"],
        entries: undefined,
        isThere: false,
      },
    ],
  });
});

test.each([null, "text", 5, { name: "x" }, { removed: "x", name: "x" }])(
  "%p has nothing beside itself",
  (before) => {
    expect(splitRemoved(before).removed).toEqual([]);
  },
);
