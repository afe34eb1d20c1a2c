import type { Place } from "../../../workers/layout/network";

const WAYS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function directionOf(key: string): Place | undefined {
  return WAYS[key];
}

/** What lies aside counts more than what lies ahead. */
const ASIDE = 2.5;

/** The node that one means who goes that way from `from`: ahead, near, and not far aside. */
export function nextNode(
  from: Place,
  way: Place,
  nodes: Iterable<{ id: string; place: Place }>,
): string | undefined {
  let best: { id: string; cost: number } | undefined;
  for (const { id, place } of nodes) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * way.x + y * way.y;
    if (ahead < 1) continue;
    const cost = ahead + ASIDE * Math.abs(x * way.y - y * way.x);
    if (best === undefined || cost < best.cost) best = { id, cost };
  }
  return best?.id;
}
