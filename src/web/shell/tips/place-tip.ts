type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

/** Pixels between a tip and what it is about, and between it and the edge of the window. */
const GAP = 5;

/** Where the tip goes: above the thing, below where there is no room, or at its right; never beyond the window. */
export function placeTip(
  thing: Box,
  tip: Size,
  window: Size & { side: string | undefined },
): { left: number; top: number } {
  const middle = { left: thing.left + thing.width / 2, top: thing.top + thing.height / 2 };
  const isRight = window.side === "right";
  const above = thing.top - tip.height - GAP;
  const below = thing.top + thing.height + GAP;
  const left = isRight ? thing.left + thing.width + GAP : middle.left - tip.width / 2;
  const top = isRight ? middle.top - tip.height / 2 : above < GAP ? below : above;
  return {
    left: between(GAP, left, window.width - tip.width - GAP),
    top: between(GAP, top, window.height - tip.height - GAP),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
