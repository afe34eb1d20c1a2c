export { startSyslog, type StoreStep, type SyslogEngine, type SyslogOptions } from "./engine";
export { measureSyslog, type SyslogMeasure } from "./measure";
export { syslogJobs } from "./jobs";
export { FirewallEventRead } from "./models";
export type { LeaseSighting } from "./parse/leases/lease-sightings";
export type { AddressEvents } from "./search/address-events";
export { searchFilters } from "./search/models";
export { exportEvents, listAddressEvents } from "./search/service";
export { countStoredEvents } from "./service";
