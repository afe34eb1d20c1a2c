export { listCheckStandings, ServiceCheckStanding } from "./checks/standing";
export { listMonitors } from "./monitors/list";
export { MonitorRead } from "./monitors/models";
export { CheckScope, devicesInScopes, requirePlaces } from "./checks/scope";
export { listCutOffBehind } from "./dependencies/read";
export { monitoringDeviceMover } from "./device-mover";
export type { Engine as CheckEngine } from "./engine/engine";
export type { EngineObserver } from "./engine/runs";
export { startMonitoring } from "./engine/start";
export { findRootAddresses } from "./engine/topology";
export { monitoringJobs } from "./jobs";
export { readTargetGauges, type TargetGauge, type TargetGauges } from "./target-gauges";
export { isStale, type Rollup } from "./history/rollup";
export { readDays } from "./history/totals";
export { toState } from "./results";
export type { TargetState } from "./state";
export { takeStateChanges, type StateChange } from "./new-changes";
export { createDamageLog, type HistoryReader } from "./history/damage";
export {
  findExpiringMonitors,
  findExpiringServices,
  type ExpiringCertificate,
} from "./troubles/certificates";
export { findFlappingDevices } from "./troubles/flapping";
export { findLossyDevices } from "./troubles/lossy";
export { findSlowTargets } from "./troubles/slow";
export type { NamedTarget } from "./troubles/targets";
