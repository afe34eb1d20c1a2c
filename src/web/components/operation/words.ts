import { formatNumber } from "../../format/number";
import type { Status } from "../badge/status-mark";
import type { Model } from "../../api/client";

export type Operation = Model<"Operation">;

const KINDS: Record<Operation["kind"], string> = {
  device_import: "Device import",
  lease_import: "Lease import",
  discovery_scan: "Scan",
  report: "Report",
  export: "Export",
  backup: "Backup",
  restore: "Restore",
  import: "Import",
  import_undo: "Undo of an import",
  configuration_apply: "Apply of a configuration",
  configuration_undo: "Undo of an apply",
};

/** `Device import (dry run)`, `Lease import of dhcp1`. */
export function nameOf({ kind, subject, result }: Operation): string {
  const name = subject === null ? KINDS[kind] : `${KINDS[kind]} of ${subject}`;
  return result?.dry_run === true ? `${name} (dry run)` : name;
}

const STATES: Record<Operation["state"], { status: Status; label: string }> = {
  running: { status: "maintenance", label: "Running" },
  done: { status: "ok", label: "Done" },
  failed: { status: "down", label: "Failed" },
  cancelled: { status: "unknown", label: "Cancelled" },
};

export function stateOf({ state, is_cancel_requested: isAsked }: Operation): {
  status: Status;
  label: string;
} {
  return state === "running" && isAsked ? { status: "unknown", label: "Being cancelled" } : STATES[state];
}

/** What came of it: `40 created, 2 updated`, or why nothing did. */
export function outcomeOf({ error, result }: Operation): string {
  if (error !== null) return error;
  const counts = Object.entries(result ?? {}).filter(([, value]) => typeof value === "number" && value > 0);
  if (counts.length > 0)
    return counts.map(([name, value]) => `${formatNumber(Number(value))} ${name}`).join(", ");
  return result === null ? "–" : "nothing to do";
}

export function isRunning({ state }: Operation): boolean {
  return state === "running";
}

/** `writing, 400 of 1,200`. */
export function progressOf({ phase, done, total }: Operation): string {
  const amount = total === null ? [] : [`${formatNumber(done)} of ${formatNumber(total)}`];
  return [phase ?? "", ...amount].join(", ");
}
