export { listCheckStandings, ServiceCheckStanding } from "./checks/standing";
export { PortTargetCreate, PortTargetUpdate, toCheckFields } from "./checks/models";
export { insertChecks, updateCheckFields } from "./checks/service";
export { listMonitors } from "./monitors/list";
export { MonitorCreate, MonitorRead, MonitorUpdate } from "./monitors/models";
export { readMembers } from "./group/members";
export { GroupMember } from "./group/models";
export { toMonitorFields } from "./monitors/monitor-rows";
export { insertMonitors, updateMonitorFields } from "./monitors/service";
export { CheckScope, devicesInScopes, readDevicesInScope, requirePlaces } from "./checks/scope";
export { listCutOffBehind } from "./dependencies/read";
export { monitoringDeviceMover } from "./device-mover";
export type { Engine as CheckEngine } from "./engine/engine";
export type { EngineObserver } from "./engine/runs";
export { startMonitoring } from "./engine/start";
export { findRootAddresses } from "./engine/topology";
export { monitoringJobs } from "./jobs";
export { readTargetGauges, type TargetGauge, type TargetGauges } from "./target-gauges";
export type { CheckedResult } from "./history/packed-results";
export { readResults } from "./history/results";
export { readChanges } from "./history/rollup-rows";
export { graceMsOf, isStale, latencyOf, noTime, rollUp, toEvents, type Rollup } from "./history/rollup";
export { storePast, targetsWithPast, type PastOfTarget } from "./history/past";
export { readDays } from "./history/totals";
export { toState } from "./results";
export { targetName } from "./target-name";
export type { TargetState } from "./state";
export { findChangedTargets, readPastChanges, takeStateChanges, type StateChange } from "./new-changes";
export { createDamageLog, noteDamage, type HistoryReader } from "./history/damage";
export {
  findExpiringMonitors,
  findExpiringServices,
  type ExpiringCertificate,
} from "./troubles/certificates";
export { findFlappingDevices, FLAPPING } from "./troubles/flapping";
export { findLossyDevices, hasOwnLoss, lossPercentOf, tellsOfLoss } from "./troubles/lossy";
export { findCertified, findOnceFailed, findOnceSlow } from "./troubles/past";
export { findSlowTargets } from "./troubles/slow";
export { namedTargets, type NamedTarget } from "./troubles/targets";
export { MONITORING_BELONGINGS, rowsNamingDevices } from "./device-belongings";
export type { TargetMaintenance } from "./maintenance";
export { ORPHANS_KEPT_DAYS } from "./history/orphans";
export { HISTORIES, MEMBERSHIPS, type WatchedBelonging } from "./watched-belonging";
export { monitoringKinds } from "./configuration/kinds";
export { fromScopeItem, ScopeItem, toScopeItem } from "./configuration/scope-form";
export { monitoringUndoers } from "./undo";
