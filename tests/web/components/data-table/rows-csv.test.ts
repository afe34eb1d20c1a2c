import { expect, test } from "bun:test";
import type { Column } from "../../../../src/web/components/data-table/columns";
import { rowsCsv } from "../../../../src/web/components/data-table/rows-csv";

type Host = { name: string; address: string; rank: number; seen: string | null; site: string };

const column = (id: string, rest: Partial<Column<Host>>): Column<Host> => ({
  id,
  label: id,
  width: 80,
  cell: () => null,
  ...rest,
});

const COLUMNS = [
  column("Name", { sortKey: ({ name }) => name }),
  column("State", { sortKey: ({ rank }) => rank, copyValue: ({ rank }) => ["Down", "Up"][rank] ?? "" }),
  column("Beats", {}),
  column("Seen", { sortKey: ({ seen }) => seen }),
  column("Site", { sortKey: ({ site }) => site, isHiddenAtFirst: true }),
];

const ROWS: readonly Host[] = [
  { name: "sw10", address: "10.0.0.2", rank: 1, seen: "2026-11-29T10:00:00.000Z", site: "Berlin, north" },
  { name: "sw2", address: "10.0.0.1", rank: 0, seen: null, site: "" },
  { name: "=cmd()", address: "10.0.0.3", rank: 1, seen: null, site: "Hamburg" },
];

test("the rows are in the order that is seen, with the columns that are seen and can be written", () => {
  const sort = { column: "Name", isDescending: true };
  expect(rowsCsv(ROWS, COLUMNS, { shownColumns: undefined, sort }).split("\r\n")).toEqual([
    "Name,State,Seen",
    "sw10,Up,2026-11-29T10:00:00.000Z",
    'sw2,Down,""',
    `'=cmd(),Up,""`,
    "",
  ]);
});

test("columns that were chosen are in the file, and rows without an order stay as they came", () => {
  expect(rowsCsv(ROWS, COLUMNS, { shownColumns: ["Site"], sort: undefined }).split("\r\n")).toEqual([
    "Name,Site",
    'sw10,"Berlin, north"',
    'sw2,""',
    "'=cmd(),Hamburg",
    "",
  ]);
});
