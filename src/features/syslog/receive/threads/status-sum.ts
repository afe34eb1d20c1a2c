import { type Transport, TRANSPORTS } from "../../event/arrival";
import type { WriterStatus } from "../../journal/writer";
import { addCounters, addFields, createCounters, type LastSeen, type ReceiverCounters } from "../counters";
import type { ReceiverStatus, ThreadStatus } from "./protocol";

const NO_JOURNAL: WriterStatus = {
  pendingBytes: 0,
  oldestPendingMicros: null,
  journalBytes: 0,
  freeBytes: 0,
  refusal: null,
  failedBecause: null,
  unsynced: 0,
  syncedPosition: 0,
};

/** The state of a thread that has said nothing yet. */
export function createThreadStatus(): ThreadStatus {
  return {
    counters: createCounters(),
    lastSeen: {
      packetAtMicros: null,
      packetSender: null,
      deniedAtMicros: null,
      deniedSender: null,
      trapRefusedAtMicros: null,
      trapRefusedSender: null,
      trapRefusal: null,
    },
    openConnections: 0,
    kernelDrops: { udp: 0, "snmp-trap": 0 },
    journal: null,
  };
}

/** What all threads did together. The journal is that of the one that has it. */
export function sumThreads(statuses: readonly ThreadStatus[]): ReceiverStatus {
  const sum = statuses.reduce(
    (left, right) => ({
      counters: addCounters(left.counters, right.counters),
      lastSeen: newestSeen(left.lastSeen, right.lastSeen),
      openConnections: left.openConnections + right.openConnections,
      kernelDrops: addFields(left.kernelDrops, right.kernelDrops),
      journal: left.journal ?? right.journal,
    }),
    createThreadStatus(),
  );
  return { ...sum, journal: sum.journal ?? NO_JOURNAL };
}

/** Two runs, one after the other: what is counted is added, what is a state is the later one's. */
export function addRun(former: ReceiverStatus, current: ReceiverStatus): ReceiverStatus {
  return {
    counters: addCounters(former.counters, current.counters),
    lastSeen: newestSeen(former.lastSeen, current.lastSeen),
    openConnections: current.openConnections,
    kernelDrops: addFields(former.kernelDrops, current.kernelDrops),
    journal: { ...current.journal, unsynced: former.journal.unsynced + current.journal.unsynced },
  };
}

/**
 * Makes a crashed run's counts agree with its journal: what was counted as taken and is not there died with the thread.
 * A thread's last counts are up to a quarter of a second old, so there may be more in the journal than was counted; how
 * that came is not known any more, and it is counted with the transport that brought the most.
 */
export function settleCrash(status: ReceiverStatus, journaled: number): ReceiverStatus {
  const { received, dropped } = status.counters;
  const surplus = journaled - messagesTaken(status.counters);
  const counters: ReceiverCounters = {
    ...status.counters,
    received: { ...received },
    dropped: { ...dropped },
  };
  if (surplus < 0) counters.dropped.receiver_crashed -= surplus;
  else counters.received[busiest(received)] += surplus;
  return { ...status, counters };
}

/** Messages that were received and not dropped. */
export function messagesTaken({ received, dropped }: ReceiverCounters): number {
  return sumOf(received) - sumOf(dropped);
}

function busiest(received: ReceiverCounters["received"]): Transport {
  return TRANSPORTS.reduce((most, one) => (received[one] > received[most] ? one : most));
}

function newestSeen(left: LastSeen, right: LastSeen): LastSeen {
  const packet = (right.packetAtMicros ?? 0) >= (left.packetAtMicros ?? 0) ? right : left;
  const denied = (right.deniedAtMicros ?? 0) >= (left.deniedAtMicros ?? 0) ? right : left;
  const refused = (right.trapRefusedAtMicros ?? 0) >= (left.trapRefusedAtMicros ?? 0) ? right : left;
  return {
    packetAtMicros: packet.packetAtMicros,
    packetSender: packet.packetSender,
    deniedAtMicros: denied.deniedAtMicros,
    deniedSender: denied.deniedSender,
    trapRefusedAtMicros: refused.trapRefusedAtMicros,
    trapRefusedSender: refused.trapRefusedSender,
    trapRefusal: refused.trapRefusal,
  };
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
