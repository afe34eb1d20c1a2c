import { stateMark } from "./charts/state-mark";
import type { Cell, Content, TableLayout, TextNode, TextStyle } from "./content";
import type { Listed, ReportData, WatchState } from "./data";
import { counted, createClock, type Clock } from "./format";
import { COLORS, MARGIN, PAPER_SIZES, SIZES } from "./theme";

/** What every section is given. */
export type Page = {
  data: ReportData;
  clock: Clock;
  /** Points between the margins. */
  width: number;
};

export function pageOf(data: ReportData): Page {
  const width = PAPER_SIZES[data.paper].width - 2 * MARGIN;
  return { data, clock: createClock(data.timeZone), width };
}

/**
 * A section: its name, which is a line of the contents, stays with what comes first, which must be small: no page takes
 * more than one in one piece. Only words of ours, as the contents are set in the base font.
 */
export function section(
  name: string,
  [first, ...rest]: readonly Content[],
  options: { isOnNewPage?: boolean } = {},
): Content[] {
  const heading: TextNode = {
    text: name,
    fontSize: SIZES.heading,
    bold: true,
    margin: options.isOnNewPage ? [0, 0, 0, 8] : [0, 26, 0, 8],
    tocItem: true,
    tocMargin: [0, 4, 0, 0],
    outline: true,
    outlineText: name,
  };
  const pageBreak = options.isOnNewPage ? { pageBreak: "before" as const } : {};
  const head = first === undefined ? [heading] : [heading, first];
  return [{ unbreakable: true, stack: head, ...pageBreak }, ...rest];
}

/** What belongs together stands on one page. */
export function together(...parts: Content[]): Content {
  return { unbreakable: true, stack: parts };
}

export function subheading(text: string): TextNode {
  return { text, fontSize: SIZES.section, bold: true, margin: [0, 14, 0, 5] };
}

export function paragraph(text: string): TextNode {
  return { text, fontSize: SIZES.body, lineHeight: 1.3, margin: [0, 0, 0, 6] };
}

/** What there is to say about the figures rather than by them. */
export function note(text: string): TextNode {
  return { text, fontSize: SIZES.caption, color: COLORS.dimmed, lineHeight: 1.2, margin: [0, 5, 0, 0] };
}

/** Figures side by side, each with its name below. */
export function tiles(
  figures: readonly { value: string; name: string; color?: string }[],
  width: number,
): Content {
  const gap = 10;
  const own = (width - gap * (figures.length - 1)) / figures.length;
  return {
    unbreakable: true,
    margin: [0, 6, 0, 10],
    columnGap: gap,
    columns: figures.map(({ value, name, color }) => ({
      width: own,
      stack: [
        { canvas: [{ type: "rect", x: 0, y: 0, w: own, h: 2, color: color ?? COLORS.accent }] },
        {
          text: value,
          fontSize: value.length > 9 ? SIZES.figure * 0.75 : SIZES.figure,
          bold: true,
          margin: [0, 5, 0, 1],
        },
        { text: name, fontSize: SIZES.caption, color: COLORS.dimmed },
      ],
    })),
  };
}

export type Column<Row> = {
  name: string;
  /** Of all shares of the table. */
  share: number;
  isFigure?: boolean;
  cell(row: Row, width: number): string | Content;
};

type TableOptions<Row> = { title: string; columns: readonly Column<Row>[]; width: number };

const PADDING = 5;
/** Its title and the names of its columns: they come again on each page. */
const HEAD_ROWS = 2;

const LAYOUT: TableLayout = {
  hLineWidth: (line, node) =>
    line < HEAD_ROWS || line === node.table.body.length ? 0 : line === HEAD_ROWS ? 0.75 : 0.4,
  vLineWidth: () => 0,
  hLineColor: (line) => (line === HEAD_ROWS ? COLORS.dimmed : COLORS.hairline),
  paddingLeft: (column) => (column === 0 ? 0 : PADDING),
  paddingRight: () => PADDING,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

/**
 * A table over the whole width, with its title. Columns have fixed widths, so that a word that is too long for one is
 * broken instead of pushing the others off the page.
 */
export function table<Row>(rows: readonly Row[], { title, columns, width }: TableOptions<Row>): Content {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const inner = width - PADDING * (2 * columns.length - 1);
  const widths = columns.map(({ share }) => (share / shares) * inner);
  const alignment = ({ isFigure }: Column<Row>): TextStyle => (isFigure ? { alignment: "right" } : {});
  const names = columns.map((column): Cell => ({
    text: column.name,
    fontSize: SIZES.caption,
    color: COLORS.dimmed,
    ...alignment(column),
  }));
  const cells = rows.map((row) =>
    columns.map((column, place): Cell => {
      const cell = column.cell(row, widths[place] ?? 0);
      return typeof cell === "string" ? { text: cell, ...alignment(column) } : cell;
    }),
  );
  const heads: Cell[] = columns.map(() => ({ text: "" }));
  heads[0] = { text: title, fontSize: SIZES.section, bold: true, colSpan: columns.length };
  return {
    fontSize: SIZES.body - 0.5,
    margin: [0, 8, 0, 0],
    layout: LAYOUT,
    table: {
      widths,
      headerRows: HEAD_ROWS,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [heads, names, ...cells],
    },
  };
}

/** The table, and how much of the list is not in it. */
export function listTable<Row>(
  { rows, total }: Listed<Row>,
  { noun, ...options }: TableOptions<Row> & { noun: string },
): Content[] {
  const left = total - rows.length;
  return [table(rows, options), ...(left > 0 ? [note(`and ${counted(left, `more ${noun}`)}`)] : [])];
}

const STATE_WORDS: Readonly<Record<WatchState, string>> = {
  up: "up",
  down: "down",
  unreachable: "unreachable",
  unknown: "unknown",
  maintenance: "in maintenance",
  paused: "paused",
  unwatched: "not watched",
};

export function stateWord(state: WatchState): string {
  return STATE_WORDS[state];
}

/** A state in a cell: its sign and its word. */
export function stateCell(state: WatchState): Content {
  return {
    columnGap: 0,
    columns: [
      { width: 9, canvas: stateMark(state, { x: 3, y: 6, radius: 2.6 }) },
      { width: "*", text: stateWord(state) },
    ],
  };
}

/** Names of what is drawn in which colour. */
export function legend(entries: readonly { name: string; color: string }[]): Content {
  return {
    margin: [0, 4, 0, 0],
    columnGap: 12,
    columns: entries.map(({ name, color }) => ({
      width: "auto",
      columnGap: 0,
      columns: [
        { width: 9, canvas: [{ type: "rect", x: 0, y: 3, w: 6, h: 6, color }] },
        { width: "auto", text: name, fontSize: SIZES.caption, color: COLORS.dimmed },
      ],
    })),
  };
}

export const DASH = "\u2013";
