import type { Content, Shape } from "../content";
import { formatCount } from "../format";
import { COLORS } from "../theme";
import { labelAt, niceTicks, slotNames, WIDEST_SLOT } from "./axis";

export type StackedColumns = {
  width: number;
  height: number;
  /** From the bottom up: how each part is coloured. */
  colors: readonly string[];
  /** Null: it is not known what was there. */
  columns: readonly { label: string; parts: readonly number[] | null }[];
};

const AXIS = { left: 40, bottom: 14, top: 6 };

/** How much of what there was when. */
export function stackedColumns({ width, height, colors, columns }: StackedColumns): Content {
  const plot = {
    x: AXIS.left,
    width: width - AXIS.left,
    y: AXIS.top,
    height: height - AXIS.top - AXIS.bottom,
  };
  const sums = columns.map(({ parts }) => (parts ?? []).reduce((sum, part) => sum + part, 0));
  const ticks = niceTicks(Math.max(0, ...sums));
  const top = ticks.at(-1) ?? 1;
  const bottom = plot.y + plot.height;
  const heightOf = (value: number) => (value / top) * plot.height;
  const slot = Math.min(WIDEST_SLOT, plot.width / Math.max(1, columns.length));
  const gap = Math.min(2, slot * 0.25);
  const grid = ticks.map((tick): Shape => ({
    type: "line",
    x1: plot.x,
    x2: plot.x + plot.width,
    y1: bottom - heightOf(tick),
    y2: bottom - heightOf(tick),
    lineWidth: tick === 0 ? 0.75 : 0.4,
    lineColor: tick === 0 ? COLORS.dimmed : COLORS.hairline,
  }));
  const bars = columns.flatMap(({ parts }, place): Shape[] => {
    const x = plot.x + place * slot + gap / 2;
    if (parts === null)
      return [{ type: "rect", x, y: plot.y, w: slot - gap, h: plot.height, color: COLORS.surface }];
    let y = bottom;
    return parts.flatMap((part, series): Shape[] => {
      if (part <= 0) return [];
      const h = heightOf(part);
      y -= h;
      return [{ type: "rect", x, y, w: slot - gap, h, color: colors[series] ?? COLORS.unknown }];
    });
  });
  const names = slotNames(
    columns.map(({ label }) => label),
    { x: plot.x, y: bottom + 3, slot, height },
  );
  const values = ticks.map((tick) =>
    labelAt(
      formatCount(tick),
      { x: 0, y: bottom - heightOf(tick) - 5, width: AXIS.left - 5, height },
      { alignment: "right" },
    ),
  );
  // A line of nothing over the whole height, as the drawing takes the room of what is drawn.
  const room: Shape = { type: "line", x1: 0, y1: 0, x2: 0, y2: height, lineWidth: 0, lineColor: "#ffffff" };
  return {
    unbreakable: true,
    stack: [
      { canvas: [room, ...bars.filter(isNoData), ...grid, ...bars.filter((bar) => !isNoData(bar))] },
      ...values,
      ...names,
    ],
  };
}

function isNoData(shape: Shape): boolean {
  return shape.color === COLORS.surface;
}
