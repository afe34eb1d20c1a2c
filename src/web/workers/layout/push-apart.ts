/** A rectangle by its centre. */
export type Box = { x: number; y: number; width: number; height: number };

/** Enough for hundreds of boxes; the last rounds of a usual map change nothing. */
const MAX_ROUNDS = 400;

/** Moves rectangles until none is nearer than `gap` to another, each pair along its shorter way out. In place. */
export function pushApart(boxes: readonly Box[], gap: number): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = false;
    for (let index = 0; index < boxes.length; index++) {
      for (let next = index + 1; next < boxes.length; next++) {
        const [one, other] = [boxes[index], boxes[next]];
        if (one !== undefined && other !== undefined) moved = separate(one, other, gap) || moved;
      }
    }
    if (!moved) return;
  }
  lineUp(boxes, gap);
}

/** Half a pixel: what is smaller is rounding. */
const TOLERANCE = 0.5;

function separate(one: Box, other: Box, gap: number): boolean {
  const overlapX = (one.width + other.width) / 2 + gap - Math.abs(one.x - other.x);
  const overlapY = (one.height + other.height) / 2 + gap - Math.abs(one.y - other.y);
  if (overlapX <= TOLERANCE || overlapY <= TOLERANCE) return false;
  const axis = overlapX < overlapY ? "x" : "y";
  const way = ((axis === "x" ? overlapX : overlapY) + TOLERANCE) / 2;
  const direction = one[axis] <= other[axis] ? 1 : -1;
  one[axis] -= direction * way;
  other[axis] += direction * way;
  return true;
}

/** Where pushing comes to no end, a row has room for all. */
function lineUp(boxes: readonly Box[], gap: number): void {
  let left = 0;
  for (const box of boxes.toSorted((one, other) => one.x - other.x)) {
    box.x = left + box.width / 2;
    left += box.width + gap;
  }
}
