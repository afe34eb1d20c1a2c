import type { Metrics } from "#platform/metrics";
import type { ToolDesk } from "./desk";

/** Tells the calls of tools that run and wait. */
export function addToolMetrics(metrics: Metrics, desk: ToolDesk): void {
  metrics.addReading({
    name: "netatlas_tool_calls",
    type: "gauge",
    help: "Calls of tools that run or wait for their turn now",
    label: "state",
    read: () => ({ running: desk.counts.running, waiting: desk.counts.waiting }),
  });
  metrics.addReading({
    name: "netatlas_tool_calls_refused_total",
    type: "counter",
    help: "Calls of tools that found no place, or waited too long for one",
    read: () => desk.counts.refused,
  });
}
