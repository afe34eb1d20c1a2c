/**
 * At most so many of the points, in their order: the ends and those on both sides of each change of status, and of the
 * others as many as there is room for, evenly spread. Only where the status changes so often that these alone are too
 * many are changes left out.
 */
export function thin<Point extends { rawStatus: string }>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points];
  const isTurn = points.map(
    ({ rawStatus }, index) => isOther(points[index - 1], rawStatus) || isOther(points[index + 1], rawStatus),
  );
  const turns = isTurn.filter(Boolean).length;
  if (turns >= most)
    return spread(
      points.filter((_, index) => isTurn[index]),
      most,
    );
  const others = points.filter((_, index) => !isTurn[index]);
  const kept = new Set(spread(others, most - turns));
  return points.filter((point, index) => isTurn[index] || kept.has(point));
}

/** Beyond an end there is something other. */
function isOther(neighbour: { rawStatus: string } | undefined, rawStatus: string): boolean {
  return neighbour === undefined || neighbour.rawStatus !== rawStatus;
}

/** So many of them, the first and the last among them. */
function spread<Point>(points: readonly Point[], wanted: number): Point[] {
  if (wanted >= points.length) return [...points];
  const step = (points.length - 1) / Math.max(1, wanted - 1);
  return Array.from({ length: wanted }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}
