import type { Content, Shape } from "../content";
import { COLORS } from "../theme";

const HEIGHT = 6;
/** In 100: as in the UI, normal, nearly full, and full, which is hatched as well. */
const NEARLY_FULL = 75;
const FULL = 90;

/** How full something is, of 100. */
export function usageBar(percent: number, width: number): Content {
  const filled = Math.max(percent > 0 ? 1 : 0, (Math.min(100, percent) / 100) * width);
  const color = percent > FULL ? COLORS.down : percent > NEARLY_FULL ? COLORS.degraded : COLORS.bar;
  return {
    canvas: [track(width), bar(filled, color), ...(percent > FULL ? hatches(filled) : [])],
    margin: [0, 3, 0, 0],
  };
}

/** A part of the greatest, 0 to 1. */
export function shareBar(
  share: number,
  { width, color = COLORS.bar }: { width: number; color?: string },
): Content {
  const filled = Math.max(share > 0 ? 1 : 0, Math.min(1, share) * width);
  return { canvas: [track(width), bar(filled, color)], margin: [0, 3, 0, 0] };
}

function track(width: number): Shape {
  return { type: "rect", x: 0, y: 0, w: width, h: HEIGHT, color: COLORS.surface };
}

function bar(width: number, color: string): Shape {
  return { type: "rect", x: 0, y: 0, w: width, h: HEIGHT, color };
}

function hatches(width: number): Shape[] {
  return Array.from({ length: Math.floor(Math.max(0, width - HEIGHT) / HEIGHT) }, (_, place): Shape => ({
    type: "line",
    x1: place * HEIGHT,
    y1: HEIGHT,
    x2: (place + 1) * HEIGHT,
    y2: 0,
    lineWidth: 0.6,
    lineColor: "#ffffff",
  }));
}
