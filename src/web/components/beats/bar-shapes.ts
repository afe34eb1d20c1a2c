import type { Beat } from "../../api/beats";
import { lookOf, type Look } from "./beats";

/** Of one beat, pixels: its place, and how wide it is drawn in it. */
export const BEAT = { pitch: 4, width: 3, height: 16 } as const;
export const MAX_BEATS = 50;

/**
 * Share of the height: trouble stands out by its shape before its colour does. What says nothing of the target itself
 * is low, and `unknown` is drawn hollow.
 */
const HEIGHTS: Readonly<Record<Look, number>> = {
  up: 0.625,
  down: 1,
  odd: 0.875,
  unknown: 0.625,
  unreachable: 0.375,
  maintenance: 0.375,
  paused: 0.25,
};

export type Shape = { look: Look; path: string };

/** One path for each look, newest beat at the right edge: some few elements instead of fifty. */
export function shapesOf(beats: readonly Beat[], places: number): Shape[] {
  const shown = beats.slice(-places);
  const first = places - shown.length;
  const paths = new Map<Look, string>();
  for (const [index, beat] of shown.entries()) {
    const look = lookOf(beat);
    paths.set(look, `${paths.get(look) ?? ""}${rectangle((first + index) * BEAT.pitch, look)}`);
  }
  return [...paths].map(([look, path]) => ({ look, path }));
}

function rectangle(left: number, look: Look): string {
  const height = Math.round(BEAT.height * HEIGHTS[look]);
  // A line lies on the edge of its pixels: half a pixel inside, it is sharp.
  const inset = look === "unknown" ? 0.5 : 0;
  const [width, tall] = [BEAT.width - 2 * inset, height - 2 * inset];
  return `M${left + inset} ${BEAT.height - inset}v${-tall}h${width}v${tall}z`;
}

/** The beat at so many pixels from the left edge of a bar that is drawn `scale` times its size; undefined: none. */
export function beatAt(
  beats: readonly Beat[],
  { pixels, places, scale = 1 }: { pixels: number; places: number; scale?: number },
): number | undefined {
  const shown = Math.min(beats.length, places);
  const place = Math.floor(pixels / scale / BEAT.pitch) - (places - shown);
  if (shown === 0 || place < 0 || place >= shown) return undefined;
  return beats.length - shown + place;
}
