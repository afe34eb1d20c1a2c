import type { Content, Shape } from "../content";
import { COLORS } from "../theme";
import { labelAt, slotNames, WIDEST_SLOT } from "./axis";

export type ShareByDay = {
  width: number;
  height: number;
  /** 0 to 1; undefined: not known. */
  days: readonly { label: string; share: number | undefined }[];
};

const AXIS = { left: 40, bottom: 14, top: 6 };
/** Where the axis may begin: a share of 99.9 in 100 would be no line at all from nothing on. */
const FLOORS = [0.999, 0.995, 0.99, 0.98, 0.95, 0.9, 0.8, 0.5, 0];
/** Below it a day is marked as bad. */
const GOOD = 0.99;

/** A share of each day, as columns that hang from the whole: what is missing is what one sees. */
export function shareByDay({ width, height, days }: ShareByDay): Content {
  const plot = {
    x: AXIS.left,
    width: width - AXIS.left,
    y: AXIS.top,
    height: height - AXIS.top - AXIS.bottom,
  };
  const known = days.flatMap(({ share }) => (share === undefined ? [] : [share]));
  const floor = floorOf(Math.min(1, ...known));
  const bottom = plot.y + plot.height;
  const yOf = (share: number) => bottom - ((share - floor) / (1 - floor)) * plot.height;
  const slot = Math.min(WIDEST_SLOT, plot.width / Math.max(1, days.length));
  const gap = Math.min(2, slot * 0.2);
  const ticks = [1, (1 + floor) / 2, floor];
  const bars = days.flatMap(({ share }, place): Shape[] => {
    if (share === undefined) return [];
    const y = yOf(share);
    const h = Math.max(0.6, bottom - y);
    const color = share < GOOD ? COLORS.degraded : COLORS.ok;
    return [{ type: "rect", x: plot.x + place * slot + gap / 2, y: bottom - h, w: slot - gap, h, color }];
  });
  const grid = ticks.map((tick): Shape => ({
    type: "line",
    x1: plot.x,
    x2: plot.x + plot.width,
    y1: yOf(tick),
    y2: yOf(tick),
    lineWidth: 0.4,
    lineColor: tick === floor ? COLORS.dimmed : COLORS.hairline,
  }));
  const values = ticks.map((tick) =>
    labelAt(
      `${Number((100 * tick).toFixed(2))} %`,
      { x: 0, y: yOf(tick) - 5, width: AXIS.left - 5, height },
      { alignment: "right" },
    ),
  );
  const names = slotNames(
    days.map(({ label }) => label),
    { x: plot.x, y: bottom + 3, slot, height },
  );
  const room: Shape = { type: "line", x1: 0, y1: 0, x2: 0, y2: height, lineWidth: 0, lineColor: "#ffffff" };
  return { unbreakable: true, stack: [{ canvas: [room, ...grid, ...bars] }, ...values, ...names] };
}

function floorOf(least: number): number {
  return FLOORS.find((floor) => floor < least) ?? 0;
}
