import type { Right } from "../../api/me";
import type { Model } from "../../api/client";

type Format = "csv" | "json" | "jsonl" | "parquet" | "pdf";

export type Export = {
  path: `/api/v1/exports/${string}`;
  /** As the summary calls it. */
  type: NonNullable<Model<"ExportSummaryRead">["last_export_type"]>;
  hint: string;
  right: Right;
  formats: readonly Format[];
  query?: Readonly<Record<string, string>>;
};

const TABLE = { right: "inventory_export", formats: ["csv", "json"] } as const;

/** All that can be exported as a whole, in the order of the sidebar. */
export const EXPORTS: readonly Export[] = [
  {
    path: "/api/v1/exports/inventory",
    type: "Inventory",
    hint: "every device, as an import takes it",
    query: { columns: "all" },
    ...TABLE,
  },
  {
    path: "/api/v1/exports/inventory.pdf",
    type: "Inventory sheet",
    hint: "to be printed: by site and group, 2,000 devices at most",
    right: "inventory_export",
    formats: ["pdf"],
  },
  {
    path: "/api/v1/exports/report.pdf",
    type: "Network report",
    hint: "of the last 30 days",
    right: "report_export",
    formats: ["pdf"],
  },
  { path: "/api/v1/exports/links", type: "Links", hint: "which devices are connected, and how", ...TABLE },
  {
    path: "/api/v1/exports/service-checks",
    type: "Service checks",
    hint: "each check on each device: state and uptime",
    ...TABLE,
  },
  {
    path: "/api/v1/exports/monitors",
    type: "Monitors",
    hint: "state, uptime and certificates",
    ...TABLE,
  },
  {
    path: "/api/v1/exports/incidents",
    type: "Incidents",
    hint: "when they began and ended, and why they ended",
    ...TABLE,
  },
  { path: "/api/v1/exports/alert-events", type: "Alerts", hint: "what rules have found", ...TABLE },
  { path: "/api/v1/exports/subnets", type: "Subnets", hint: "and how full they are", ...TABLE },
  { path: "/api/v1/exports/reservations", type: "Reservations", hint: "of addresses", ...TABLE },
  { path: "/api/v1/exports/leases", type: "DHCP leases", hint: "current ones of all sources", ...TABLE },
  {
    path: "/api/v1/exports/firewall",
    type: "Firewall events",
    hint: "all that are stored; a part of them from the search on Syslog",
    right: "firewall_export",
    formats: ["csv", "json", "jsonl", "parquet"],
    query: { all: "true" },
  },
];

/** What a button says, with what a reader hears of it. */
export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
  csv: "CSV",
  json: "JSON",
  jsonl: "JSON lines",
  parquet: "Parquet",
  pdf: "PDF",
};

/** Where the file is. */
export function hrefOf({ path, query }: Export, format: Format): string {
  const isPrinted = format === "pdf";
  const zone = { time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
  return `${path}?${new URLSearchParams({ ...query, ...(isPrinted ? zone : { format }) }).toString()}`;
}
