export { pollingDeviceMover } from "./device-mover";
export type { Poll, PollContext, Poller } from "./poller";
export { SnmpPolling, type PollObserver } from "./schedule/polling";
export { createPollInterval, createTablesInterval } from "./interval";
