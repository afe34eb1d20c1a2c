import type { SyslogStatus } from "../../api/syslog-status";

export type Counter = {
  id: string;
  label: string;
  /** What it means, and what to do about it. */
  hint: string;
  count: number;
};

const LOSSES: Readonly<Record<string, Omit<Counter, "id" | "count">>> = {
  kernel: {
    label: "Kernel buffer full",
    hint: "UDP came faster than it was read: raise net.core.rmem_max",
  },
  journal_full: { label: "Journal full", hint: "SYSLOG_JOURNAL_MAX_BYTES was reached" },
  disk_full: { label: "Disk full", hint: "less than SYSLOG_MIN_FREE_BYTES was left" },
  journal_behind: { label: "Disk too slow", hint: "the journal was not written as fast as lines came" },
  journal_failed: { label: "Disk takes no writes", hint: "see the service’s log" },
  receiver_crashed: { label: "Receiver crashed", hint: "it has started again by itself" },
  quarantined_or_damaged: {
    label: "Quarantined or damaged",
    hint: "set aside after four attempts, or lost with a damaged journal",
  },
};

/** Each loss by its reason, those that are not 0 first. */
export function lossesOf({ losses }: Pick<SyslogStatus, "losses">): Counter[] {
  const counters = Object.entries(losses).map(([id, count]) => ({
    id,
    count,
    ...(LOSSES[id] ?? { label: id.replaceAll("_", " "), hint: "" }),
  }));
  return largestFirst(counters);
}

/** What is no loss, and yet worth a look. */
export function noticesOf(status: SyslogStatus): Counter[] {
  return largestFirst([
    {
      id: "denied",
      label: "Denied senders",
      hint: "the allowlist does not name them",
      count: status.denied_senders,
    },
    {
      id: "unparsed",
      label: "Not recognised",
      hint: "kept as they are; try such a line below",
      count: status.unparsed_events,
    },
    {
      id: "truncated",
      label: "Cut",
      hint: "longer than SYSLOG_MAX_LINE_BYTES",
      count: status.truncated_messages,
    },
    {
      id: "malformed",
      label: "Broken framing",
      hint: "kept; the sender’s octet counts are wrong",
      count: status.malformed_messages,
    },
    { id: "empty", label: "Empty", hint: "nothing was in them; not kept", count: status.empty_messages },
    {
      id: "refused",
      label: "Connections refused",
      hint: "SYSLOG_MAX_TCP_CONNECTIONS was reached",
      count: status.refused_connections,
    },
    {
      id: "handshakes",
      label: "Failed TLS handshakes",
      hint: "plain text on the TLS port, or no common version",
      count: status.tls_handshake_failures,
    },
    {
      id: "unauthenticated",
      label: "TLS without certificate",
      hint: "the client has none of SYSLOG_TLS_CLIENT_CAFILE",
      count: status.unauthenticated_connections,
    },
    {
      id: "formats",
      label: "Kept from own formats",
      hint: "they took too much time: see the log formats",
      count: status.formats.reduce((sum, { costly, skipped }) => sum + costly + skipped, 0),
    },
  ]);
}

function largestFirst(counters: readonly Counter[]): Counter[] {
  return counters.toSorted((one, other) => Number(other.count > 0) - Number(one.count > 0));
}

export type Account = {
  /** All lines since start that the machine got, and those that an earlier run had received and not stored. */
  arrived: number;
  stored: number;
  waiting: number;
  lost: number;
  /** Of those that arrived: received by an earlier run. */
  earlier: number;
  /** What none of these names: 0, or a bug of ours. */
  unaccounted: number;
};

type Counted = Pick<SyslogStatus, "received_packets" | "stored_events" | "replayed_events" | "losses"> & {
  journal: Pick<SyslogStatus["journal"], "messages">;
};

/**
 * Where the lines since start are: received = stored + lost + waiting in the journal (docs/syslog-receiving.md). Those
 * that the kernel dropped were never received. Lines of an earlier run are stored without having been received in this
 * one.
 */
export function accountFor(status: Counted): Account {
  const lost = Object.values(status.losses).reduce((sum, count) => sum + count, 0);
  const stored = status.stored_events;
  const waiting = status.journal.messages;
  const came = status.received_packets + status.replayed_events + (status.losses["kernel"] ?? 0);
  const difference = came - stored - waiting - lost;
  return {
    // The receiver's counts are a moment old, and what still waits of an earlier run is not counted as replayed yet.
    arrived: came + Math.max(0, -difference),
    stored,
    waiting,
    lost,
    earlier: status.replayed_events,
    unaccounted: Math.max(0, difference),
  };
}
