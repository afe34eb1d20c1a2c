import type { Place } from "../../../workers/layout/network";

/** The least zoom of the map. */
export const FARTHEST = 0.01;
/** A few devices are not blown up to fill the screen. */
const CLOSEST = 1.2;
/** Kept free at the edges: above and below toolbars float (px of the screen). */
const FREE = { top: 64, bottom: 64, side: 24 };
/** From the middle of a device to the edge of what is drawn around it, about: half of it, its name, a box in a box. */
const REACH = 72;

/**
 * The window that shows all of these devices, with their names and boxes, in its middle. The library's own way measures
 * everything that is drawn, and has to style it before; this one needs places alone, so that all is styled and drawn
 * once.
 */
export function fit(
  places: readonly Place[],
  screen: { width: number; height: number },
): { zoom: number; pan: Place } {
  const across = span(places.map(({ x }) => x));
  const down = span(places.map(({ y }) => y));
  const zoom = Math.min(
    CLOSEST,
    (screen.width - 2 * FREE.side) / across.length,
    (screen.height - FREE.top - FREE.bottom) / down.length,
  );
  const seen = Math.max(FARTHEST, zoom);
  return {
    zoom: seen,
    pan: { x: screen.width / 2 - across.middle * seen, y: screen.height / 2 - down.middle * seen },
  };
}

function span(numbers: readonly number[]): { middle: number; length: number } {
  const from = numbers.reduce((least, number) => Math.min(least, number), Infinity);
  const to = numbers.reduce((most, number) => Math.max(most, number), -Infinity);
  return { middle: (from + to) / 2, length: to - from + 2 * REACH };
}
