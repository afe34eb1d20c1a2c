import type { Status } from "../../components/badge/status-mark";
import { formatNumber } from "../../format/number";
import type { Action, Import, Row } from "./api";

export const ACTIONS: readonly Action[] = [
  "created",
  "updated",
  "unchanged",
  "conflict",
  "refused",
  "not_taken",
];

/** What becomes of a row, before it is written and after it. */
const TRIED: Readonly<Record<Action, string>> = {
  created: "Add",
  updated: "Change",
  unchanged: "Unchanged",
  conflict: "Conflict",
  refused: "Refused",
  not_taken: "Not taken over",
};
const WRITTEN: Readonly<Record<Action, string>> = { ...TRIED, created: "Added", updated: "Changed" };

export function actionWord(action: Action, isDryRun: boolean): string {
  return (isDryRun ? TRIED : WRITTEN)[action];
}

export const MARKS: Readonly<Record<Action, Status>> = {
  created: "ok",
  updated: "maintenance",
  unchanged: "unknown",
  conflict: "degraded",
  refused: "down",
  not_taken: "unknown",
};

const KINDS: Readonly<Record<Row["kind"], string>> = {
  site: "Site",
  group: "Group or VLAN",
  subnet: "Subnet",
  device: "Device",
  interface: "Interface",
  reservation: "Reservation",
  link: "Link",
  check: "Service check",
  monitor: "Monitor",
  monitor_group: "Group of monitors",
  channel: "Notification",
};

export function kindWord(kind: Row["kind"]): string {
  return KINDS[kind];
}

/** Why a row is as it is: its faults, else the fields that it changes. */
export function reasonOf({ errors, fields, action }: Row): string {
  if (errors.length > 0)
    return errors.map(({ field, msg }) => (field === "" ? msg : `${field}: ${msg}`)).join("; ");
  if (fields.length === 0) return "–";
  const names = fields.map((field) => field.replaceAll("_", " ")).join(", ");
  return action === "unchanged" ? `kept as they are: ${names}` : names;
}

/** Where a row stands: of CSV files its row, of lists its place. */
export function placeOf({ file, row }: Row): string {
  return `${file}, ${/\.json$/i.test(file) ? "entry" : "row"} ${row}`;
}

/** In a sentence of counts. */
const COUNTED: Partial<Record<Action, string>> = { created: "to add", updated: "to change" };

/** `40 added, 2 changed, 3 refused`. */
export function countsText({ counts, dry_run: isDryRun }: Pick<Import, "counts" | "dry_run">): string {
  const parts = ACTIONS.flatMap((action) => {
    const count = counts[action];
    const word = (isDryRun ? COUNTED[action] : undefined) ?? actionWord(action, isDryRun).toLowerCase();
    return count === 0 ? [] : [`${formatNumber(count)} ${word}`];
  });
  return parts.length === 0 ? "no rows" : parts.join(", ");
}
