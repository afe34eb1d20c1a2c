import { benchMonitoringHistory } from "./monitoring-history";
import { benchMonitoringLoad, LOADS } from "./monitoring-load";
import { benchMonitoringScopes } from "./monitoring-scopes";
import { calibrate, printFigure } from "./report";

const PARTS: Record<string, () => Promise<void>> = {
  steady: () => benchMonitoringLoad(LOADS.steady),
  large: () => benchMonitoringLoad(LOADS.large),
  history: benchMonitoringHistory,
  scopes: benchMonitoringScopes,
};

/**
 * `bun tests/bench/monitoring.ts [steady|large|history|scopes]`: what checking costs, what keeping the results does,
 * and what knowing what to check.
 */
export async function benchMonitoring(): Promise<void> {
  for (const part of Object.values(PARTS)) await part();
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(", ")}`);
  const score = calibrate();
  printFigure({ name: "calibration: a fixed loop on this machine, now", value: score, unit: "M steps/s" });
  for (const [name, part] of Object.entries(PARTS))
    if (wanted.length === 0 || wanted.includes(name)) await part();
  process.exit(0);
}
