import type { Port } from "../../../api/ports";
import type { Status } from "../../../components/badge/status-mark";
import { formatPercent } from "../../../format/number";
import type { PortState } from "../search";

/** What a port's state is for people: one that is switched off is not broken. */
export function standingOf(port: Pick<Port, "gone_at" | "admin_status" | "oper_status">): {
  status: Status;
  label: string;
} {
  if (port.gone_at !== null) return { status: "unreachable", label: "Gone" };
  if (port.admin_status === "down") return { status: "paused", label: "Switched off" };
  return LOOKS[port.oper_status];
}

const LOOKS: Readonly<Record<Port["oper_status"], { status: Status; label: string }>> = {
  up: { status: "ok", label: "Up" },
  down: { status: "down", label: "Down" },
  lower_layer_down: { status: "down", label: "Down (layer below)" },
  not_present: { status: "unknown", label: "Not present" },
  dormant: { status: "degraded", label: "Dormant" },
  testing: { status: "maintenance", label: "Testing" },
  unknown: { status: "unknown", label: "Unknown" },
};

/**
 * Those in that state (down: whatever is not up, but for what is gone) whose name, alias or description has the text.
 */
export function filterPorts(
  ports: readonly Port[],
  { text, state }: { text: string; state: PortState | undefined },
): Port[] {
  const wanted = text.trim().toLowerCase();
  return ports.filter((port) => {
    const isUp = port.gone_at === null && port.oper_status === "up";
    if (state === "up" && !isUp) return false;
    if (state === "down" && (isUp || port.gone_at !== null)) return false;
    return [port.name, port.alias, port.description, port.mac_address].some((part) =>
      part?.toLowerCase().includes(wanted),
    );
  });
}

/** Frames a second that were lost at the port, for whatever reason; null: it is not known. */
export function lossOf(port: Port): number | null {
  const rates = [
    port.in_errors_per_second,
    port.out_errors_per_second,
    port.in_discards_per_second,
    port.out_discards_per_second,
  ];
  const known = rates.filter((rate) => rate !== null);
  return known.length === 0 ? null : known.reduce((sum, rate) => sum + rate, 0);
}

/** `0.02 /s`; what is less is not nothing. */
export function formatLoss(perSecond: number | null): string {
  if (perSecond === null) return "–";
  if (perSecond === 0) return "0";
  return perSecond < 0.01 ? "<0.01 /s" : `${perSecond.toFixed(2)} /s`;
}

export function formatUtilisation(percent: number | null): string {
  return formatPercent(percent === null ? null : percent / 100);
}
