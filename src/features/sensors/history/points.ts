/** What a sensor came to at a moment, or in a span that begins then. */
export type Point = { at: number; value: number; min: number; max: number; readings: number };

type Folded = {
  points: Omit<Point, "readings">[];
  /** How many of the points that were given one of these is made of. */
  times: number;
};

/** At most so many points: neighbours become one, with the least, the greatest and the mean of all their values. */
export function foldPoints(points: readonly Point[], most: number): Folded {
  const times = Math.max(1, Math.ceil(points.length / most));
  const folded: Folded["points"] = [];
  for (let start = 0; start < points.length; start += times)
    folded.push(foldOne(points.slice(start, start + times)));
  return { points: folded, times };
}

function foldOne(points: readonly Point[]): Folded["points"][number] {
  const readings = points.reduce((sum, point) => sum + point.readings, 0);
  const sum = points.reduce((total, point) => total + point.value * point.readings, 0);
  return {
    at: points[0]?.at ?? 0,
    value: points.length === 1 ? (points[0]?.value ?? 0) : Number((sum / readings).toPrecision(6)),
    min: Math.min(...points.map(({ min }) => min)),
    max: Math.max(...points.map(({ max }) => max)),
  };
}
