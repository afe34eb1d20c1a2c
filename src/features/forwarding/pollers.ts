import type { Observation } from "#features/bindings";
import type { Poll, PollContext, Poller } from "#features/snmp-polling";
import { ProbeTrouble } from "#platform/probe/trouble";
import { readArpTable } from "#platform/snmp/arp-table";
import { readForwardingTable } from "#platform/snmp/forwarding-table";
import type { Walk } from "#platform/snmp/walk";
import { describeBrokenOff } from "#platform/snmp/words";
import { observationsOfArp, observationsOfSwitch } from "./observations";
import { recordReading } from "./record";

/** Keeps who has which address, outside of any transaction. */
export type KeepObservations = (observations: readonly Observation[]) => Promise<void>;

type PollerDeps = { everySeconds: Poller["everySeconds"]; keep: KeepObservations };

/** Of each table: what the largest access switches hold. */
const MAX_ROWS = 32_768;

/**
 * Reads which MAC addresses a switch has behind which port, and says where each hangs, and so where the addresses do
 * that it has.
 */
export function forwardingPoller({ everySeconds, keep }: PollerDeps): Poller {
  return {
    name: "forwarding",
    everySeconds,
    async poll({ db }: PollContext, { device, session, options, at }: Poll) {
      const table = await readForwardingTable(session, { ...options, mostRows: MAX_ROWS });
      const isComplete = table.brokenOff === null;
      const isThere = await recordReading({ db }, { deviceId: device.id, at, table, isComplete });
      if (isThere) await keep(await observationsOfSwitch(db, { device, at }));
      tellBrokenOff("Forwarding table", table.brokenOff);
    },
  };
}

/** Reads which MAC addresses a router has for which addresses, of both families: who has them, and where those hang. */
export function arpPoller({ everySeconds, keep }: PollerDeps): Poller {
  return {
    name: "arp",
    everySeconds,
    async poll({ db }: PollContext, { device, session, options, at }: Poll) {
      const { entries, brokenOff } = await readArpTable(session, { ...options, mostRows: MAX_ROWS });
      await keep(await observationsOfArp(db, { entries, reporter: device.name, at }));
      tellBrokenOff("ARP table", brokenOff);
    },
  };
}

/** What was read is kept; that it is not all is the device's last error. */
function tellBrokenOff(title: string, brokenOff: Walk["brokenOff"]): void {
  if (brokenOff !== null) throw new ProbeTrouble(`${title}: ${describeBrokenOff(brokenOff, MAX_ROWS)}`);
}
