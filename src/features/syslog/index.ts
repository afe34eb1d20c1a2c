export { startSyslog, type StoreStep, type SyslogEngine, type SyslogOptions } from "./engine";
export { measureSyslog, type SyslogMeasure } from "./measure";
export { syslogJobs } from "./jobs";
export { FirewallEventRead } from "./models";
export type { LeaseSighting } from "./parse/leases/lease-sightings";
export type { AddressEvents } from "./search/address-events";
export { exportEvents, getHistogram, listAddressEvents, listEvents } from "./search/service";
export { EventHistogramQuery, EventListQuery, searchFilters } from "./search/models";
export { countStoredEvents } from "./service";
