import uPlot from "uplot";
import { formatListTime, formatEventTime } from "../../format/time";
import { FONT, type ColorName } from "../../theme/tokens";
import { hatch } from "./hatch";

export type Series = {
  id: string;
  label: string;
  color: ColorName;
  /** One for each time; null: not known. */
  values: readonly (number | null)[];
};

/** A time that is shaded behind the lines, seconds since 1970. */
export type Band = { from: number; to: number; label: string };

/** Of shaded times, in CSS px and as a share. */
const BAND = { edge: 3, opacity: 0.14 };
export const BAND_COLOR: ColorName = "status-maintenance";

type Wanted = {
  width: number;
  height: number;
  zone: string;
  series: readonly Series[];
  isStacked: boolean;
  formatValue: (value: number) => string;
  /** Until when everything is counted, seconds since 1970. */
  until: () => number | undefined;
  bands: () => readonly Band[];
  /** Told in seconds since 1970. */
  onSelect: (from: number, to: number) => void;
  /**
   * The pointer, or the arrow keys, are at this moment, this far from the left edge of the plot; undefined: nowhere.
   */
  onCursor: (at: { seconds: number; left: number } | undefined) => void;
};

/**
 * Pixels: the usual 50 would leave a hole at the bottom; on the left it is the least, and what the labels keep from the
 * plot.
 */
const AXIS = { bottom: 24, left: 56, gap: 12 };
/** On the right for half of a label of the axis of time with seconds: what uPlot leaves would cut its end off. */
const RIGHT = 32;
const LABEL_FONT = `12px ${FONT}`;
/** Diameter of a value that stands alone, pixels. */
const LONE_POINT = 4;
/** Pixels for a label of the axis of time, by the finest step (seconds) that the short ones would allow. */
const LABEL = { short: 50, withSeconds: 72, finest: 30 };
/** Between the lines of stacked counts: there is no half event. */
const WHOLE_STEPS = [
  1,
  2,
  5,
  ...Array.from({ length: 10 }, (_, power) => [10, 20, 25, 50].map((step) => step * 10 ** power)).flat(),
];
const TICK = { day: 86_400, minute: 60 };

/**
 * uPlot's options by the rules of the house: y from 0 (or from what is below it), 24 hours in the viewer's zone, our
 * colours, drag chooses a range.
 */
export function plotOptions({
  width,
  height,
  zone,
  series,
  isStacked,
  formatValue,
  until,
  bands,
  onSelect,
  onCursor,
}: Wanted): uPlot.Options {
  const axis = {
    stroke: colorOf("dimmed"),
    font: LABEL_FONT,
    grid: { stroke: colorOf("hairline"), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    padding: [null, RIGHT, null, null],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    legend: { show: false },
    cursor: { drag: { setScale: false, x: true, y: false }, points: { show: !isStacked } },
    scales: {
      x: {
        time: true,
        range: (plot, min, max) => [min, isStacked || bands().length > 0 ? max + bucketOf(plot) : max],
      },
      y: { range: (_, min, max) => [min < 0 ? min * 1.05 : 0, max > 0 ? max * 1.05 : min < 0 ? 0 : 1] },
    },
    axes: [
      {
        ...axis,
        size: AXIS.bottom,
        space: (...[, , from, to, length]) => labelRoom((to - from) / length),
        grid: { show: false },
        values: (...[, splits, , , step]) => splits.map((seconds) => axisTime(seconds, { step, zone })),
      },
      {
        ...axis,
        size: (plot, labels) => Math.max(AXIS.left, widest(plot.ctx, labels ?? []) + AXIS.gap),
        space: 24,
        ...(isStacked && { incrs: WHOLE_STEPS }),
        values: (_, splits) => wholeWhereAllAre(splits.map((value) => formatValue(value))),
      },
    ],
    series: [{}, ...drawingOrder(series, isStacked).map((one) => seriesOptions(one, isStacked))],
    hooks: {
      drawClear: [(plot) => shadeBands(plot, bands())],
      draw: [(plot) => hatchOpenBucket(plot, until())],
      setSelect: [
        (plot) => {
          const { left, width: length } = plot.select;
          if (length === 0) return;
          onSelect(plot.posToVal(left, "x"), plot.posToVal(left + length, "x"));
          clearSelection(plot);
        },
      ],
      setCursor: [
        (plot) => {
          const { left = -1 } = plot.cursor;
          onCursor(left < 0 ? undefined : { seconds: plot.posToVal(left, "x"), left });
        },
      ],
    },
  };
}

/** What was chosen has been used: over the new window it would mark something else. */
export function clearSelection(plot: uPlot): void {
  plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
}

/** Labels of an axis: `6`, `4`, `2` where they would be `6.0`, `4.0`, `2.0`, and tenths where one of them has some. */
function wholeWhereAllAre(labels: readonly string[]): string[] {
  const areWhole = labels.every((label) => !/\.\d*[1-9]/.test(label));
  return labels.map((label) => (areWhole ? label.replace(/\.0+(?=\D*$)/, "") : label));
}

/** Pixels between two times on the axis: those with seconds are longer. */
function labelRoom(secondsPerPixel: number): number {
  return LABEL.short * secondsPerPixel <= LABEL.finest ? LABEL.withSeconds : LABEL.short;
}

/** Length of a bucket, seconds: the bar of the last one needs as much room as the others. */
function bucketOf({ data: [times] }: uPlot): number {
  return (times[1] ?? 0) - (times[0] ?? 0);
}

/** A tint under a firm edge at the top: what is behind the lines, told apart without its colour. */
function shadeBands(plot: uPlot, bands: readonly Band[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = colorOf(BAND_COLOR);
  for (const { from, to } of bands) {
    const left = Math.max(bbox.left, plot.valToPos(from, "x", true));
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, "x", true));
    if (right < left) continue;
    const width = Math.max(devicePixelRatio, right - left);
    ctx.globalAlpha = BAND.opacity;
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, bbox.top, width, BAND.edge * devicePixelRatio);
  }
  ctx.restore();
}

/** The bucket that is not over is drawn as one: it would look like a sudden calm. */
function hatchOpenBucket(plot: uPlot, until: number | undefined): void {
  const [times, highest] = plot.data;
  const last = times.at(-1);
  const height = highest?.at(-1) ?? 0;
  if (last === undefined || until === undefined || height === 0 || last + bucketOf(plot) <= until) return;
  const [left, right] = [plot.valToPos(last, "x", true), plot.valToPos(last + bucketOf(plot), "x", true)];
  const [top, bottom] = [plot.valToPos(height, "y", true), plot.valToPos(0, "y", true)];
  hatch(plot.ctx, { left, right, top, bottom }, colorOf("surface"));
}

/** Of stacked series the highest is drawn first, so that the lower ones cover its foot. */
export function drawingOrder<One>(series: readonly One[], isStacked: boolean): One[] {
  return isStacked ? series.toReversed() : [...series];
}

function seriesOptions({ label, color }: Series, isStacked: boolean): uPlot.Series {
  const stroke = colorOf(color);
  if (!isStacked) {
    const points = { show: false, size: LONE_POINT, fill: stroke, filter: loneValues };
    return { label, stroke, width: 1.5, points };
  }
  const bars = uPlot.paths.bars?.({ size: [0.9, 64], align: 1 });
  return {
    label,
    fill: stroke,
    width: 0,
    points: { show: false },
    ...(bars !== undefined && { paths: bars }),
  };
}

/** A line needs two values beside each other: one without neighbours is drawn as a point. */
function loneValues({ data }: uPlot, series: number): number[] {
  const values = data[series] ?? [];
  const isKnown = (index: number) => typeof values[index] === "number";
  return [...values.keys()].filter((index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1));
}

/** Pixels of the longest. */
function widest(context: CanvasRenderingContext2D, labels: readonly string[]): number {
  context.save();
  context.font = LABEL_FONT;
  const widths = labels.map((label) => context.measureText(label).width);
  context.restore();
  return Math.ceil(Math.max(0, ...widths));
}

function colorOf(name: ColorName): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function axisTime(seconds: number, { step, zone }: { step: number; zone: string }): string {
  const moment = seconds * 1000;
  if (step < TICK.minute) return formatEventTime(moment, zone).slice(0, 8);
  const [day, month, time] = formatListTime(moment, { now: moment, zone }).split(" ");
  return step < TICK.day && time !== "00:00" ? (time ?? "") : `${day} ${month}`;
}
