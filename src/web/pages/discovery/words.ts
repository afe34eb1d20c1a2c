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

/** How a scan was done beyond what is usual; empty: as usual. */
export function waysText({ engine, exclude }: Pick<Scan, "engine" | "exclude">): string {
  return [
    ...(engine === "nmap" ? ["with nmap"] : []),
    ...(exclude.length > 0 ? [`without ${exclude.join(", ")}`] : []),
  ]
    .map((text) => `, ${text}`)
    .join("");
}

export const TYPE_NAMES: Readonly<Record<Observation["observation_type"], string>> = {
  new_device: "New device",
  ip_change: "Address changed",
  field_change: "Details changed",
  disappeared: "Disappeared",
  conflict: "Address conflict",
};

/** What an observation is about, in short. */
export function typeName({ observation_type: type, details }: Observation): string {
  return details["conflict_with"] === "same_machine" ? "Perhaps one machine" : TYPE_NAMES[type];
}

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
  serial_number: "serial number",
  engine_id: "SNMP engine id",
  hostname_and_address: "host name and address",
  hostname: "host name",
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

/** The two devices that an observation holds to be one or to share an address; undefined: it names no two. */
export function pairOf({ device_id: one, details, status }: Observation): [number, number] | undefined {
  const other: unknown = details["other_device_id"];
  return status !== "resolved" && one !== null && typeof other === "number" && other !== one
    ? [one, other]
    : undefined;
}

/** Why it was not gone by what the host shows of itself. */
export function ignoredLines({ details }: Observation): string[] {
  const ignored: unknown = details["ignored_keys"];
  return Array.isArray(ignored) ? ignored.map(String) : [];
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
