import type { Shape } from "../content";
import type { WatchState } from "../data";
import { STATE_COLORS } from "../theme";

/** The sign of a state around a place: its shape tells it, not its colour alone. */
export function stateMark(
  state: WatchState,
  { x, y, radius }: { x: number; y: number; radius: number },
): Shape[] {
  const color = STATE_COLORS[state];
  const r = radius;
  switch (state) {
    case "up":
      return [{ type: "ellipse", x, y, r1: r, r2: r, color }];
    case "down":
      return [{ type: "rect", x: x - r, y: y - r, w: 2 * r, h: 2 * r, color }, ...cross(x, y, r * 0.5)];
    case "unreachable":
      return [
        {
          type: "polyline",
          closePath: true,
          color,
          lineWidth: 0,
          points: [
            { x, y: y - r },
            { x: x + r, y: y + r * 0.8 },
            { x: x - r, y: y + r * 0.8 },
          ],
        },
      ];
    case "maintenance":
      return [
        { type: "ellipse", x, y, r1: r, r2: r, color: "#ffffff", lineColor: color, lineWidth: r * 0.3 },
        { type: "rect", x: x - r * 0.7, y, w: r * 1.4, h: r * 0.7, color },
      ];
    default:
      return [
        {
          type: "ellipse",
          x,
          y,
          r1: r * 0.85,
          r2: r * 0.85,
          color: "#ffffff",
          lineColor: color,
          lineWidth: r * 0.3,
        },
      ];
  }
}

function cross(x: number, y: number, reach: number): Shape[] {
  const ink = { type: "line", lineColor: "#ffffff", lineWidth: reach * 0.45 } as const;
  return [
    { ...ink, x1: x - reach, y1: y - reach, x2: x + reach, y2: y + reach },
    { ...ink, x1: x - reach, y1: y + reach, x2: x + reach, y2: y - reach },
  ];
}
