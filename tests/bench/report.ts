/** One measured figure: `target` is what it has to keep to; `holds` undefined where there is none. */
export type Figure = { name: string; value: number; unit: string; target?: string; holds?: boolean };

export function printFigure({ name, value, unit, target, holds }: Figure): void {
  const shown = Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(value < 10 ? 2 : 1);
  const verdict = holds === undefined ? "" : holds ? "  ok" : "  MISSED";
  process.stdout.write(`${name.padEnd(58)}${`${shown} ${unit}`.padStart(16)}  ${target ?? ""}${verdict}\n`);
}

/** Lines of which a store has more than one. */
export function printRepeats({ rows, distinct }: { rows: number; distinct: number }): void {
  const twice = rows - distinct;
  printFigure({ name: "  stored twice", value: twice, unit: "lines", target: "0", holds: twice === 0 });
}

/** What the service itself says that it lost, by reason. */
export function printLosses(losses: Record<string, number>): void {
  for (const [reason, count] of Object.entries(losses).filter(([, count]) => count > 0))
    printFigure({ name: `  counted: ${reason}`, value: count, unit: "lines" });
}

/** A number that whoever starts a bench may give in its environment. */
export function setting(name: string, fallback: number): number {
  return Number(process.env[name] ?? fallback);
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Speed of this machine at this moment: millions of steps a second of a fixed loop. Figures of two runs compare only as
 * far as their scores do.
 */
export function calibrate(): number {
  const started = performance.now();
  let state = 1;
  for (let step = 0; step < 50_000_000; step++) state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
  const seconds = (performance.now() - started) / 1000;
  return state === 0 ? 0 : 50 / seconds;
}
