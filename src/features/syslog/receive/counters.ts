import type { Transport } from "../event/arrival";
import type { RefusalReason } from "../journal/sink";
import type { TrapRefusal } from "./traps/verdict";

/**
 * Why a message that was counted as received is not in the journal. `receiver_crashed`: a receiver thread died with it.
 */
export type DropReason = RefusalReason | "receiver_crashed";

/**
 * What the receiver has counted since it started. A message is counted as received whether or not it was dropped
 * afterwards.
 */
export type ReceiverCounters = {
  received: Record<Transport, number>;
  /** Bytes of received messages before they were cut. */
  receivedBytes: number;
  /** Datagrams and connections from senders that the allowlist does not name. */
  denied: number;
  /** Blank lines and empty datagrams: not received, not stored. */
  empty: number;
  truncated: number;
  /** Messages that came out of broken octet counts or unfinished frames. They are stored. */
  malformed: number;
  /** Messages that were not taken, by reason. */
  dropped: Record<DropReason, number>;
  connections: {
    accepted: number;
    /** Closed at once because a limit was reached and none could be closed for it. */
    refused: number;
    /** Longest-idle connections that were closed for a newcomer. */
    evicted: number;
    idleClosed: number;
    /** Closed because a message was begun and not finished in time. */
    unfinishedClosed: number;
    /** TLS: no handshake came about; plain text on that port is counted here too. */
    handshakeFailed: number;
    /** TLS: the client had no certificate, or none of the wanted authority. */
    unauthenticated: number;
  };
  traps: {
    /** What came to the trap port and is not kept, by reason. It is not received. */
    refused: Record<TrapRefusal, number>;
    /** Answers to informs. */
    acknowledged: number;
    /** Informs that were sent again: they are kept once. */
    repeated: number;
  };
};

/** The last packets seen. */
export type LastSeen = {
  packetAtMicros: number | null;
  packetSender: string | null;
  deniedAtMicros: number | null;
  deniedSender: string | null;
  trapRefusedAtMicros: number | null;
  trapRefusedSender: string | null;
  trapRefusal: TrapRefusal | null;
};

export function createCounters(): ReceiverCounters {
  return {
    received: { udp: 0, tcp: 0, tls: 0, "snmp-trap": 0 },
    receivedBytes: 0,
    denied: 0,
    empty: 0,
    truncated: 0,
    malformed: 0,
    dropped: { journal_full: 0, disk_full: 0, journal_behind: 0, journal_failed: 0, receiver_crashed: 0 },
    connections: {
      accepted: 0,
      refused: 0,
      evicted: 0,
      idleClosed: 0,
      unfinishedClosed: 0,
      handshakeFailed: 0,
      unauthenticated: 0,
    },
    traps: { refused: noRefusals(), acknowledged: 0, repeated: 0 },
  };
}

/** The sum of two counts, field by field. */
export function addCounters(left: ReceiverCounters, right: ReceiverCounters): ReceiverCounters {
  return {
    received: addFields(left.received, right.received),
    receivedBytes: left.receivedBytes + right.receivedBytes,
    denied: left.denied + right.denied,
    empty: left.empty + right.empty,
    truncated: left.truncated + right.truncated,
    malformed: left.malformed + right.malformed,
    dropped: addFields(left.dropped, right.dropped),
    connections: addFields(left.connections, right.connections),
    traps: {
      refused: addFields(left.traps.refused, right.traps.refused),
      acknowledged: left.traps.acknowledged + right.traps.acknowledged,
      repeated: left.traps.repeated + right.traps.repeated,
    },
  };
}

function noRefusals(): Record<TrapRefusal, number> {
  return {
    wrong_community: 0,
    unknown_user: 0,
    wrong_level: 0,
    wrong_key: 0,
    wrong_engine: 0,
    outside_time_window: 0,
    malformed: 0,
    not_a_trap: 0,
  };
}

/** The sum of two records of numbers, key by key. */
export function addFields<Key extends string>(
  left: Record<Key, number>,
  right: Record<Key, number>,
): Record<Key, number> {
  const sum = { ...left };
  for (const key in right) sum[key] += right[key];
  return sum;
}
