export { createCollectorReports, readCollector, type CollectorReport } from "./collector-reports";
export { startSyslog, type SyslogEngine } from "./engine";
export type { StoreStep, SyslogOptions } from "./engine-options";
export { measureSyslog, type SyslogMeasure } from "./measure";
export { syslogJobs } from "./jobs";
export { FirewallEventRead } from "./models";
export type { LeaseSighting } from "./parse/leases/lease-sightings";
export type { AddressEvents } from "./search/address-events";
export { exportEvents, getHistogram, listAddressEvents, listEvents } from "./search/service";
export { EventHistogramQuery, EventListQuery, searchFilters } from "./search/models";
export { countStoredEvents } from "./service";
export { judgeQuery } from "./watch/judge";
export type {
  PatternMatches,
  PatternVerdict,
  QueryProblem,
  QueryVerdict,
  RhythmicSender,
  SeenSender,
  WatchDeps,
  WatchedPattern,
} from "./watch/patterns";
export { listHeardTimes, type HeardTime } from "./watch/heard-times";
export { listSendersBeyondTheirRhythm, listSilentSenders } from "./watch/silent-senders";
