import { describe, expect, test } from "bun:test";
import {
  conflictsByAddress,
  countStates,
  describeCell,
  entriesOf,
  reservable,
  toCell,
  usedByBlock,
  type AddressEntry,
  type AddressRange,
} from "../../../../../src/web/pages/ipam/addresses/address-cells";
import {
  GRID_COLUMNS,
  PHONE_COLUMNS,
  moveInCells,
  stretchBetween,
} from "../../../../../src/web/pages/ipam/addresses/grid-keys";
import { parseNetwork, partsOf, type Network } from "../../../../../src/web/pages/ipam/network";

const entry = (ip: string, own: Partial<AddressEntry> = {}): AddressEntry => ({
  ip,
  kind: "free",
  label: null,
  display_name: null,
  mac_address: null,
  vendor: null,
  dhcp_range: false,
  ...own,
});

const range = (first: string, last: string, kind: AddressRange["kind"] = "free"): AddressRange => {
  const { ip: _, ...rest } = entry(first, { kind });
  return { first, last, count_text: "", ...rest };
};

function network(text: string): Network {
  const parsed = parseNetwork(text);
  if (parsed === undefined) throw new Error(`no network: ${text}`);
  return parsed;
}

const conflict = {
  type: "duplicate_ip" as const,
  severity: "error" as const,
  description: "192.0.2.9 is used twice",
  ip: "192.0.2.9",
  device_id: null,
};
const conflicts = conflictsByAddress([conflict, { ...conflict, ip: null }]);

describe("cells", () => {
  test.each([
    [
      entry("192.0.2.9", { kind: "device", display_name: "sw-1" }),
      "conflict",
      "192.0.2.9, conflict, device, sw-1",
    ],
    [entry("192.0.2.8", { dhcp_range: true }), "pool", "192.0.2.8, dhcp range, free"],
    [entry("192.0.2.7", { kind: "reserved", label: "printer" }), "reserved", "192.0.2.7, reserved, printer"],
    [entry("192.0.2.6"), "free", "192.0.2.6, free"],
  ] as const)("say what the address is", (address, state, words) => {
    const cell = toCell(address, conflicts);
    expect(cell.state).toBe(state);
    expect(describeCell(cell)).toBe(words);
  });

  test("that may be reserved are free and in no DHCP range", () => {
    const cells = [entry("192.0.2.6"), entry("192.0.2.8", { dhcp_range: true }), entry("192.0.2.9")];
    expect(reservable(cells.map((one) => toCell(one, conflicts))).map(({ ip }) => ip)).toEqual(["192.0.2.6"]);
  });

  test("are counted for the legend, conflicts first", () => {
    const cells = [entry("192.0.2.6"), entry("192.0.2.7"), entry("192.0.2.9")].map((one) =>
      toCell(one, conflicts),
    );
    expect(countStates(cells)).toEqual([
      { state: "conflict", count: 1 },
      { state: "free", count: 2 },
    ]);
  });

  test("of a block come one by one out of free stretches that go beyond it", () => {
    const ranges = [
      range("10.0.0.9", "10.0.0.249"),
      range("10.0.0.250", "10.0.0.250", "device"),
      range("10.0.0.251", "10.0.9.0"),
    ];
    const entries = entriesOf(network("10.0.0.248/29"), ranges);
    expect(entries.map(({ ip, kind }) => `${ip.slice(7)} ${kind}`)).toEqual([
      "248 free",
      "249 free",
      "250 device",
      "251 free",
      "252 free",
      "253 free",
      "254 free",
      "255 free",
    ]);
  });
});

describe("blocks", () => {
  const blocks = partsOf(network("10.0.0.0/22"), 24, 256);
  const ranges = [
    range("10.0.0.0", "10.0.0.0", "network"),
    range("10.0.0.1", "10.0.0.1", "device"),
    range("10.0.0.2", "10.0.1.4"),
    range("10.0.1.5", "10.0.1.5", "reserved"),
    range("10.0.1.6", "10.0.1.6", "dhcp"),
  ];

  test("count what is used in them", () => {
    expect(usedByBlock(blocks, { ranges, isComplete: true })).toEqual([1, 2, 0, 0]);
  });

  test("are not counted beyond what was looked at", () => {
    expect(usedByBlock(blocks, { ranges, isComplete: false })).toEqual([1, null, null, null]);
  });
});

describe("keys of the grid", () => {
  const move = (from: number, key: string, isToEnd = false) => moveInCells(from, key, { count: 40, isToEnd });

  test.each([
    ["ArrowRight", 0, 1],
    ["ArrowLeft", 0, 0],
    ["ArrowDown", 5, 5 + GRID_COLUMNS],
    ["ArrowDown", 30, 30],
    ["ArrowUp", 20, 4],
    ["Home", 20, 16],
    ["End", 20, 31],
    ["End", 39, 39],
    ["PageDown", 5, 39],
    ["a", 5, undefined],
  ] as const)("%s at %i leads to %p", (key, from, to) => {
    expect(move(from, key)).toBe(to);
  });

  test("rows of a phone are as long as they are drawn there", () => {
    const onPhone = (from: number, key: string) =>
      moveInCells(from, key, { count: 40, isToEnd: false, columns: PHONE_COLUMNS });
    expect([onPhone(5, "ArrowDown"), onPhone(20, "Home"), onPhone(20, "End")]).toEqual([13, 16, 23]);
  });

  test("Ctrl-Home and Ctrl-End lead to the ends", () => {
    expect([move(20, "Home", true), move(20, "End", true)]).toEqual([0, 39]);
  });

  test("a selection has its ends in order whichever way it was made", () => {
    expect(stretchBetween(9, 4)).toEqual({ from: 4, to: 9 });
  });
});
