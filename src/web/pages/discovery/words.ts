import type { Status } from "../../components/badge/status-mark";
import { formatNumber } from "../../format/number";
import type { Host, Observation, Scan } from "./api";

/** How a scan stands, as a mark. */
export function stateOf({ state }: Pick<Scan, "state">): { status: Status; label: string } {
  switch (state) {
    case "running":
      return { status: "degraded", label: "Running" };
    case "completed":
      return { status: "ok", label: "Completed" };
    case "cancelled":
      return { status: "paused", label: "Cancelled" };
    case "timed_out":
      return { status: "down", label: "Timed out" };
    case "interrupted":
      return { status: "down", label: "Interrupted" };
    case "failed":
      return { status: "down", label: "Failed" };
  }
}

const PHASES: Readonly<Record<string, string>> = {
  waiting: "Waits for its turn",
  looking: "Looking for hosts",
  ports: "Asking for open ports",
  names: "Asking for names",
  snmp: "Asking agents",
};

export function progressText({ progress, result_count: found }: Scan): string {
  const phase = PHASES[progress?.phase ?? ""] ?? "Ending";
  const count = progress?.count ?? null;
  const asked = count === null ? "" : `, ${formatNumber(progress?.asked ?? 0)} of ${formatNumber(count)}`;
  return `${phase}${asked}; ${formatNumber(found)} found`;
}

export function scanTypeName(type: string): string {
  return type === "basic_ports" ? "Hosts and usual ports" : "Hosts";
}

export const TYPE_NAMES: Readonly<Record<Observation["observation_type"], string>> = {
  new_device: "New device",
  ip_change: "Address changed",
  field_change: "Details changed",
  disappeared: "Disappeared",
  conflict: "Address conflict",
};

export const FIELD_NAMES: Readonly<Record<string, string>> = {
  ip_address: "Address",
  hostname: "Host name",
  mac_address: "MAC",
  vendor: "Vendor",
  os: "Operating system",
  device_type: "Type",
};

const REASONS: Readonly<Record<NonNullable<Host["match_reason"]>, string>> = {
  mac_address_and_address: "MAC and address",
  mac_address: "MAC",
  hostname_and_address: "host name and address",
  address: "address",
};

/** How a host stands to the inventory. */
export function importText({ import_status: status, match_reason: reason, proposed_updates: fields }: Host) {
  if (status === "new" || reason === null) return "new";
  const known = `known by ${REASONS[reason]}`;
  if (status === "existing") return known;
  return `${known}; ${fields.map((field) => FIELD_NAMES[field] ?? field).join(", ")} differs`;
}

/** An observation that can be applied. */
export function isApplicable({ observation_type: type, status }: Observation): boolean {
  return status !== "resolved" && type !== "disappeared" && type !== "conflict";
}

/** What was proposed, as `field: value` lines. */
export function proposedLines({ details }: Observation): { label: string; value: string }[] {
  const proposed: unknown = details["proposed_updates"];
  if (typeof proposed !== "object" || proposed === null) return [];
  return Object.entries(proposed).map(([field, value]) => ({
    label: FIELD_NAMES[field] ?? field,
    value: String(value),
  }));
}
