/**
 * What a page may be made of: the part of pdfmake's language that the report uses. Pictures, SVG, links and attachments
 * are not in it, so that no text of a user can make the printer read a file or ask a server.
 */
export type Content = TextNode | StackNode | ColumnsNode | TableNode | CanvasNode | ContentsNode;

type Common = {
  /** Points: left, top, right, bottom. */
  margin?: [number, number, number, number];
  pageBreak?: "before" | "after";
  /** Moves to the next page rather than being cut in two. */
  unbreakable?: boolean;
  /** Points from where it would stand; takes no room itself. */
  relativePosition?: { x: number; y: number };
  width?: number | "*" | "auto";
};

export type TextStyle = {
  fontSize?: number;
  bold?: boolean;
  color?: string;
  alignment?: "left" | "center" | "right";
  lineHeight?: number;
  characterSpacing?: number;
};

/** A piece of a text that has a font of its own. */
export type Run = { text: string; font: string };

export type TextNode = Common &
  TextStyle & {
    text: string | Run[];
    /** A line of the contents. */
    tocItem?: boolean;
    tocMargin?: [number, number, number, number];
    /** For the outline that viewers show beside the pages. */
    outline?: boolean;
    outlineText?: string;
    noWrap?: boolean;
  };

export type StackNode = Common & TextStyle & { stack: Content[] };
export type ColumnsNode = Common & TextStyle & { columns: Content[]; columnGap?: number };
export type CanvasNode = Common & { canvas: Shape[] };
export type ContentsNode = Common & {
  toc: { title?: TextNode; textStyle?: TextStyle; numberStyle?: TextStyle };
};

export type Cell = Content & { fillColor?: string; colSpan?: number };

export type TableNode = Common &
  TextStyle & {
    layout: TableLayout;
    table: {
      widths: number[];
      headerRows: number;
      keepWithHeaderRows: number;
      dontBreakRows: boolean;
      body: Cell[][];
    };
  };

export type TableLayout = {
  hLineWidth(line: number, node: TableNode): number;
  vLineWidth(): number;
  hLineColor(line: number): string;
  paddingLeft(column: number): number;
  paddingRight(): number;
  paddingTop(): number;
  paddingBottom(): number;
};

type Ink = { color?: string; lineColor?: string; lineWidth?: number };

export type Shape =
  | ({ type: "rect"; x: number; y: number; w: number; h: number; r?: number } & Ink)
  | ({ type: "line"; x1: number; y1: number; x2: number; y2: number; dash?: { length: number } } & Ink)
  | ({ type: "polyline"; points: { x: number; y: number }[]; closePath?: boolean } & Ink)
  | ({ type: "ellipse"; x: number; y: number; r1: number; r2: number } & Ink);

export type PageSize = { width: number; height: number };

/** A whole document. */
export type Document = {
  /** Of PDF. */
  version: string;
  displayTitle: boolean;
  pageSize: PageSize;
  pageMargins: [number, number, number, number];
  info: { title: string; author: string; subject: string; creator: string; creationDate: Date };
  language: string;
  defaultStyle: TextStyle & { font: string };
  content: Content[];
  footer(page: number, pages: number): Content | undefined;
};
