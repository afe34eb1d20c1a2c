import type { PortHistory } from "../../../api/ports";

/** Two series each way; a gap is where a poll is missing, or says nothing. */
export function seriesOf({ points }: Pick<PortHistory, "points">) {
  const column = (value: (point: PortHistory["points"][number]) => number | null) => points.map(value);
  return {
    times: points.map(({ at }) => Math.round(Date.parse(at) / 1000)),
    traffic: [
      { id: "in", label: "In", color: "verdict-allow" as const, values: column((point) => point.in_bps) },
      { id: "out", label: "Out", color: "verdict-drop" as const, values: column((point) => point.out_bps) },
    ],
    losses: [
      {
        id: "errors",
        label: "Errors",
        color: "verdict-deny" as const,
        values: column((point) => sumOf(point.in_errors, point.out_errors)),
      },
      {
        id: "discards",
        label: "Dropped",
        color: "verdict-other" as const,
        values: column((point) => sumOf(point.in_discards, point.out_discards)),
      },
    ],
  };
}

function sumOf(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
