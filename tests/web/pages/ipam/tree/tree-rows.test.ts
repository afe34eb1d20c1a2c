import { describe, expect, test } from "bun:test";
import {
  conflictedSubnets,
  conflictsIn,
} from "../../../../../src/web/pages/ipam/conflicts/conflicted-subnets";
import { moveInTree } from "../../../../../src/web/pages/ipam/tree/tree-keys";
import { countMatching, treeRows, type TreeRow } from "../../../../../src/web/pages/ipam/tree/tree-rows";
import { givenSubnet } from "../given-subnet";

const company = givenSubnet({ id: 1, cidr: "10.0.0.0/8", name: "Company" });
const berlin = givenSubnet({ id: 2, cidr: "10.20.0.0/16", name: "Berlin", parent_id: 1 });
const office = givenSubnet({ id: 3, cidr: "10.20.30.0/24", name: "Office", parent_id: 2, vlan_id: "30" });
const second = givenSubnet({ id: 4, cidr: "10.9.0.0/16", name: "Hamburg", parent_id: 1 });
const six = givenSubnet({ id: 5, cidr: "2001:db8::/32", name: "Six" });
const subnets = [six, office, berlin, company, second];

const view = { closed: new Set<number>(), text: "", hasFree: false };
const said = (rows: readonly TreeRow[]) =>
  rows.map(
    (row) => `${"  ".repeat(row.level - 1)}${row.kind === "free" ? `free ${row.cidr}` : row.subnet.cidr}`,
  );

describe("the tree", () => {
  test("is in the order of the addresses, each subnet below the one it lies in", () => {
    expect(said(treeRows(subnets, view))).toEqual([
      "10.0.0.0/8",
      "  10.9.0.0/16",
      "  10.20.0.0/16",
      "    10.20.30.0/24",
      "2001:db8::/32",
    ]);
  });

  test("shows each free stretch between subnets as its widest block", () => {
    const rows = treeRows([company, second, berlin], { ...view, hasFree: true });
    expect(said(rows)).toEqual([
      "10.0.0.0/8",
      "  free 10.0.0.0/13",
      "  10.9.0.0/16",
      "  free 10.12.0.0/14",
      "  10.20.0.0/16",
      "  free 10.128.0.0/9",
    ]);
    expect(rows[1]).toMatchObject({ others: 1 });
  });

  test("folds what is closed", () => {
    expect(said(treeRows(subnets, { ...view, closed: new Set([2]) }))).not.toContain("    10.20.30.0/24");
  });

  test.each([
    ["office", ["10.0.0.0/8", "  10.20.0.0/16", "    10.20.30.0/24"]],
    ["vlan 30", ["10.0.0.0/8", "  10.20.0.0/16", "    10.20.30.0/24"]],
    ["10.9.1.1", ["10.0.0.0/8", "  10.9.0.0/16"]],
    ["nowhere", []],
  ])("a filter for %p keeps what matches with what it lies in, and unfolds it", (text, expected) => {
    expect(said(treeRows(subnets, { closed: new Set([1, 2]), text, hasFree: true }))).toEqual(expected);
  });

  test("counts matches without those that they lie in", () => {
    expect(countMatching(subnets, "office")).toBe(1);
    expect(countMatching(subnets, "")).toBe(5);
  });
});

describe("keys of the tree", () => {
  const rows = treeRows(subnets, view);
  test.each([
    ["ArrowDown", 0, 1],
    ["ArrowUp", 0, 0],
    ["End", 0, 4],
    ["Home", 3, 0],
    ["ArrowRight", 0, 1],
    ["ArrowLeft", 3, 2],
    ["ArrowLeft", 0, "toggle"],
    [" ", 0, "toggle"],
    ["Enter", 1, "open"],
    ["x", 1, undefined],
  ] as const)("%s in row %i gives %p", (key, row, expected) => {
    expect(moveInTree(rows, row, key)).toBe(expected);
  });

  test("Right unfolds what is folded", () => {
    expect(moveInTree(treeRows(subnets, { ...view, closed: new Set([1]) }), 0, "ArrowRight")).toBe("toggle");
  });
});

describe("conflicts", () => {
  const at = (ip: string | null) => ({
    type: "ip_in_dhcp_range" as const,
    severity: "warning" as const,
    description: "",
    ip,
    device_id: null,
  });

  test("count for the smallest subnet in which the address lies", () => {
    const conflicts = [at("10.20.30.7"), at("10.20.1.1"), at("192.0.2.1"), at(null)];
    expect([...conflictedSubnets(subnets, conflicts)]).toEqual([
      [3, 1],
      [2, 1],
    ]);
  });

  test("of a subnet are those of all its addresses", () => {
    const conflicts = [at("10.20.30.7"), at("10.21.0.1"), at(null)];
    expect(conflictsIn("10.20.0.0/16", conflicts).map(({ ip }) => ip)).toEqual(["10.20.30.7"]);
  });
});
