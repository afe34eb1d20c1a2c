import type { Content, TextStyle } from "../content";
import { COLORS, SIZES } from "../theme";

/** Points: a few columns need not fill the page. */
export const WIDEST_SLOT = 40;

/** For a day of the year, in a caption. */
const DAY_WIDTH = 32;

/** Names of some of `labels`, evenly chosen and below their slots, none beyond the end of the axis. */
export function slotNames(
  labels: readonly string[],
  { x, y, slot, height }: { x: number; y: number; slot: number; height: number },
): Content[] {
  const end = x + slot * labels.length;
  return labelledPlaces(labels.length, MAX_NAMES).map((place) =>
    labelAt(labels[place] ?? "", {
      x: Math.min(x + place * slot, end - DAY_WIDTH),
      y,
      width: DAY_WIDTH,
      height,
    }),
  );
}

const MAX_NAMES = 7;

/** A text at a place of the drawing above it, whose height is `height`; it takes no room. */
export function labelAt(
  text: string,
  place: { x: number; y: number; width: number; height: number },
  style: TextStyle = {},
): Content {
  const { x, y, width, height } = place;
  return {
    columns: [{ text, width, fontSize: SIZES.caption, color: COLORS.dimmed, ...style }],
    relativePosition: { x, y: y - height },
  };
}

/** At most so many steps of 1, 2 or 5 up to at least `most`: the last one is the end of the axis. */
export function niceTicks(most: number, atMost = 4): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / atMost;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step);
}

/** Which of `count` things in a row are labelled, so that no more than `atMost` are, evenly. */
function labelledPlaces(count: number, atMost: number): number[] {
  const step = Math.max(1, Math.ceil(count / atMost));
  return Array.from({ length: Math.ceil(count / step) }, (_, place) => place * step);
}
