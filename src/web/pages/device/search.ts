import { readRange, type Range } from "../../format/range";
import { read } from "../../url/search-params";

const USUAL_FROM = "-24h";

export const PORT_STATES = ["up", "down"] as const;
export type PortState = (typeof PORT_STATES)[number];

export const PORT_RANGES = ["24h", "7d", "30d"] as const;
export type PortRange = (typeof PORT_RANGES)[number];

export type DeviceSearch = {
  /** Absent: the overview. */
  tab?: "ports" | "addresses" | "attached" | "history" | "events" | "audit" | undefined;
  /** The port whose traffic is shown. */
  port?: number | undefined;
  /** Of its traffic; absent: the last day. */
  range?: Exclude<PortRange, "24h"> | undefined;
  /** Which ports are listed; absent: all. */
  state?: PortState | undefined;
  /** Of the machines that hang on the device, those behind this port, by its ifIndex; absent: all. */
  behind?: number | undefined;
  /** What the events, or the machines, must have. */
  q?: string | undefined;
  /** `-7d` or an instant; absent: the last day. */
  from?: string | undefined;
  to?: string | undefined;
  /** The device that is to be merged into this one. */
  merge?: number | undefined;
};

export type Tab = NonNullable<DeviceSearch["tab"]> | "overview";

export function parseDeviceSearch(raw: Record<string, unknown>): DeviceSearch {
  const given = read.text(raw, "from");
  const { from, to } = readRange(given, read.text(raw, "to"));
  const isAsGiven = given === from;
  return {
    tab: read.choice(raw, "tab", ["ports", "addresses", "attached", "history", "events", "audit"]),
    port: read.integer(raw, "port", { min: 1 }),
    range: read.choice(raw, "range", ["7d", "30d"]),
    state: read.choice(raw, "state", PORT_STATES),
    behind: read.integer(raw, "behind"),
    q: read.text(raw, "q"),
    from: isAsGiven && from !== USUAL_FROM ? from : undefined,
    to: isAsGiven ? to : undefined,
    merge: read.integer(raw, "merge", { min: 1 }),
  };
}

export function rangeOf({ from = USUAL_FROM, to }: DeviceSearch): Range {
  return { from, to };
}
