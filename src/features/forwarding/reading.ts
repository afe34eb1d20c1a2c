import type { ForwardingTable } from "#platform/snmp/forwarding-table";

/** A table as it was read of a switch at a moment. `isComplete`: to its end, so that what is not in it is not there. */
export type Reading = {
  deviceId: number;
  at: Date;
  table: ForwardingTable;
  isComplete: boolean;
};
