import { read } from "../../url/search-params";

const POSITIVE = { min: 1 };

/** What the map shows of itself: `at=-120,40,0.8`. */
export type Viewport = { x: number; y: number; zoom: number };

export type TopologySearch = {
  /** A saved layout as it was saved; absent: the person's working layout. */
  layout?: number | undefined;
  view?: "devices" | "links" | undefined;
  /** What is open in the panel: `device-12`, `link-3`, `suggestion-7`. */
  id?: string | undefined;
  q?: string | undefined;
  /** The device whose neighbours are shown up. */
  near?: number | undefined;
  at?: string | undefined;
  edit?: true | undefined;
  /** What the colours tell; absent: the status. */
  by?: "vlan" | "type" | "speed" | undefined;
  /** Of the table. */
  sort?: string | undefined;
};

export function parseTopologySearch(raw: Readonly<Record<string, unknown>>): TopologySearch {
  const id = read.text(raw, "id");
  const at = read.text(raw, "at");
  return {
    layout: read.integer(raw, "layout", POSITIVE),
    view: read.choice(raw, "view", ["devices", "links"]),
    id: id !== undefined && /^(?:device|link|suggestion)-\d+$/.test(id) ? id : undefined,
    q: read.text(raw, "q"),
    near: read.integer(raw, "near", POSITIVE),
    at: parseViewport(at) === undefined ? undefined : at,
    edit: read.flag(raw, "edit"),
    by: read.choice(raw, "by", ["vlan", "type", "speed"]),
    sort: read.text(raw, "sort"),
  };
}

/** The point at the top left corner (px of the window) and the zoom. Nothing for what is no viewport. */
export function parseViewport(text: string | undefined): Viewport | undefined {
  const [x, y, zoom, ...rest] = (text ?? "")
    .split(",")
    .map((part) => (part === "" ? Number.NaN : Number(part)));
  if (x === undefined || y === undefined || zoom === undefined || rest.length > 0) return undefined;
  const isUsable = [x, y, zoom].every((number) => Number.isFinite(number)) && zoom > 0;
  return isUsable ? { x, y, zoom } : undefined;
}

export function printViewport({ x, y, zoom }: Viewport): string {
  return `${Math.round(x)},${Math.round(y)},${Number(zoom.toPrecision(4))}`;
}
