import type { Content, Document } from "../report/content";
import { BASE_FONT } from "../report/fonts/families";
import { counted, createClock, shorten } from "../report/format";
import { DASH, paragraph, stateCell, table, type Column } from "../report/parts";
import { COLORS, MARGIN, PAPER_SIZES, SIZES } from "../report/theme";
import type { SheetData, SheetDevice, SheetPart } from "./data";

/** More lines would make rows that no page can hold. */
const MAX_ADDRESSES = 12;
const NOTES_LENGTH = 240;

const COLUMNS: readonly Column<SheetDevice>[] = [
  { name: "Name", share: 21, cell: ({ name }) => shorten(name) },
  { name: "Addresses", share: 19, cell: ({ addresses }) => addressLines(addresses) },
  { name: "MAC", share: 14, cell: ({ mac }) => mac ?? DASH },
  { name: "Type", share: 11, cell: ({ type }) => shorten(type ?? DASH, 120) },
  { name: "Location", share: 13, cell: ({ location }) => shorten(location ?? DASH) },
  { name: "Serial", share: 13, cell: ({ serial }) => shorten(serial ?? DASH, 120) },
  { name: "Status", share: 12, cell: ({ state }) => stateCell(state) },
  { name: "Notes", share: 18, cell: ({ notes }) => shorten(notes ?? "", NOTES_LENGTH) },
];

function addressLines(addresses: readonly string[]): string {
  if (addresses.length === 0) return DASH;
  const left = addresses.length - MAX_ADDRESSES;
  return [...addresses.slice(0, MAX_ADDRESSES), ...(left > 0 ? [`and ${left} more`] : [])].join("\n");
}

/** The whole sheet, in landscape: texts are not set yet. */
export function buildSheet(data: SheetData): Document {
  const { width: height, height: width } = PAPER_SIZES[data.paper];
  const inner = width - 2 * MARGIN;
  const time = createClock(data.timeZone).time(data.printedMs);
  const title = `${shorten(data.product, 120)}: inventory`;
  return {
    version: "1.7",
    displayTitle: true,
    pageSize: { width, height },
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 14],
    info: {
      title,
      author: shorten(data.author, 120),
      subject: time,
      creator: `Netatlas ${data.version}`,
      creationDate: new Date(data.printedMs),
    },
    language: "en",
    defaultStyle: { font: BASE_FONT, fontSize: SIZES.body, color: COLORS.text },
    content: [...head(data, time), ...data.parts.map((part) => partTable(part, inner))],
    footer: (number, count) => footer(inner, [`${title}, ${time}`, `${number} of ${count}`]),
  };
}

function head({ product, author, site, parts, timeZone }: SheetData, time: string): Content[] {
  const devices = parts.reduce((sum, part) => sum + part.devices.length, 0);
  const of = site === null ? "" : ` of ${shorten(site)}`;
  return [
    {
      text: `${shorten(product, 120)}: inventory${of}`,
      fontSize: SIZES.heading,
      bold: true,
      margin: [0, 0, 0, 4],
    },
    paragraph(`${counted(devices, "device")}, printed for ${shorten(author, 120)} on ${time} (${timeZone}).`),
  ];
}

function partTable({ site, group, devices }: SheetPart, width: number): Content {
  const where = `${shorten(site ?? "No site", 120)} · ${shorten(group ?? "no group", 120)}`;
  return table(devices, {
    title: `${where}: ${counted(devices.length, "device")}`,
    columns: COLUMNS,
    width,
  });
}

function footer(width: number, [text, number]: readonly [string, string]): Content {
  const style = { fontSize: SIZES.caption, color: COLORS.dimmed };
  return {
    margin: [MARGIN, 14, MARGIN, 0],
    columns: [
      { ...style, width: width - 80, text },
      { ...style, width: 80, text: number, alignment: "right" },
    ],
  };
}
