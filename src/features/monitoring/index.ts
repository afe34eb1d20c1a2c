export type { Engine as CheckEngine } from "./engine/engine";
export type { EngineObserver } from "./engine/runs";
export { startMonitoring } from "./engine/start";
export { monitoringJobs } from "./jobs";
export { readTargetGauges, type TargetGauge, type TargetGauges } from "./target-gauges";
export { graceMsOf, type Rollup } from "./history/rollup";
export { readDays } from "./history/totals";
export { toState } from "./results";
export type { TargetState } from "./state";
