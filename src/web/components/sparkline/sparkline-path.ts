export const SPARKLINE = { width: 64, height: 20 } as const;

/** Room for the stroke at the top and the bottom (px). */
const MARGIN = 1.5;

type Point = { left: number; top: number };

/**
 * The line through the values, oldest first: from zero at the bottom to the highest at the top; what is not known is a
 * gap.
 */
export function sparklinePath(values: readonly (number | null)[]): string {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const step = SPARKLINE.width / Math.max(1, values.length - 1);
  const tall = SPARKLINE.height - 2 * MARGIN;
  const runs: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([]);
    else
      runs.at(-1)?.push({ left: index * step, top: MARGIN + tall * (1 - (most === 0 ? 0 : value / most)) });
  }
  return runs.map(pathOf).join("");
}

function pathOf(run: readonly Point[]): string {
  const [first, ...rest] = run;
  if (first === undefined) return "";
  // One value between two gaps is a dot, as long as the line is thick.
  if (rest.length === 0) return `M${round(first.left)} ${round(first.top)}h1`;
  return `M${round(first.left)} ${round(first.top)}${rest.map(({ left, top }) => `L${round(left)} ${round(top)}`).join("")}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
