import { shareBar } from "../charts/bar";
import type { Content } from "../content";
import type { Inventory, WatchState } from "../data";
import { counted, enumerate, formatCount, shorten } from "../format";
import { DASH, listTable, paragraph, section, stateCell, stateWord, type Page } from "../parts";

const STATES: readonly WatchState[] = [
  "up",
  "down",
  "unreachable",
  "unknown",
  "maintenance",
  "paused",
  "unwatched",
];
const GAP = 20;

/** How many devices are where and of what type, and the first of them. */
export function inventory({ data: { inventory: part }, width }: Page): Content[] {
  if (part.devices === 0) return section("Inventory", [paragraph("It has no devices.")]);
  const states = STATES.flatMap((state) => {
    const count = part.states[state] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${stateWord(state)}`];
  });
  const half = (width - GAP) / 2;
  return section("Inventory", [
    paragraph(
      `${counted(part.devices, "device")}: ${enumerate(states)}. ${counted(part.sites, "site")}, ${counted(part.groups, "group")} and ${counted(part.links, "link")}.`,
    ),
    {
      columnGap: GAP,
      columns: [
        { width: half, stack: bySite(part, half) },
        { width: half, stack: byType(part, half) },
      ],
    },
    ...deviceList(part, width),
  ]);
}

function bySite({ bySite: list }: Inventory, width: number): Content[] {
  const most = mostDevices(list.rows);
  return listTable(list, {
    title: "By site",
    width,
    noun: "site",
    columns: [
      { name: "Site", share: 45, cell: ({ name }) => shorten(name ?? "none") },
      { name: "Devices", share: 20, isFigure: true, cell: ({ devices }) => formatCount(devices) },
      { name: "Down", share: 15, isFigure: true, cell: ({ down }) => formatCount(down) },
      { name: "", share: 20, cell: ({ devices }, own) => shareBar(devices / most, { width: own }) },
    ],
  });
}

function byType({ byType: list }: Inventory, width: number): Content[] {
  const most = mostDevices(list.rows);
  return listTable(list, {
    title: "By type",
    width,
    noun: "type",
    columns: [
      { name: "Type", share: 55, cell: ({ name }) => shorten(name ?? "none") },
      { name: "Devices", share: 22, isFigure: true, cell: ({ devices }) => formatCount(devices) },
      { name: "", share: 23, cell: ({ devices }, own) => shareBar(devices / most, { width: own }) },
    ],
  });
}

function mostDevices(rows: readonly { devices: number }[]): number {
  return Math.max(1, ...rows.map(({ devices }) => devices));
}

function deviceList({ list }: Inventory, width: number): Content[] {
  return listTable(list, {
    title: "Devices, those in trouble first",
    width,
    noun: "device",
    columns: [
      { name: "Name", share: 32, cell: ({ name }) => shorten(name) },
      { name: "Address", share: 22, cell: ({ address }) => address ?? DASH },
      { name: "Type", share: 13, cell: ({ type }) => shorten(type ?? DASH, 120) },
      { name: "State", share: 17, cell: ({ state }) => stateCell(state) },
      { name: "Group", share: 16, cell: ({ group }) => shorten(group ?? DASH, 120) },
      { name: "Site", share: 16, cell: ({ site }) => shorten(site ?? DASH, 120) },
    ],
  });
}
