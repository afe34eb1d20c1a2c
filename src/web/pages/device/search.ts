import { readRange, type Range } from "../../components/range-picker/range";
import { read } from "../../url/search-params";

const USUAL_FROM = "-24h";

export type DeviceSearch = {
  /** Absent: the overview. */
  tab?: "addresses" | "history" | "events" | "audit" | undefined;
  /** What the events must have. */
  q?: string | undefined;
  /** `-7d` or an instant; absent: the last day. */
  from?: string | undefined;
  to?: string | undefined;
};

export type Tab = NonNullable<DeviceSearch["tab"]> | "overview";

export function parseDeviceSearch(raw: Record<string, unknown>): DeviceSearch {
  const given = read.text(raw, "from");
  const { from, to } = readRange(given, read.text(raw, "to"));
  const isAsGiven = given === from;
  return {
    tab: read.choice(raw, "tab", ["addresses", "history", "events", "audit"]),
    q: read.text(raw, "q"),
    from: isAsGiven && from !== USUAL_FROM ? from : undefined,
    to: isAsGiven ? to : undefined,
  };
}

export function rangeOf({ from = USUAL_FROM, to }: DeviceSearch): Range {
  return { from, to };
}
