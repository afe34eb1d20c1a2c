import { measureSyslog, type SyslogEngine, type SyslogMeasure } from "#features/syslog";
import type { Metrics } from "#platform/metrics";

type Value = number | Record<string, number>;
type SyslogReading = {
  /** Without `netatlas_syslog_`; a counter's ends in `_total`. */
  name: string;
  help: string;
  label?: string;
  read: (measure: SyslogMeasure) => Value;
};

type SenderCount = "stored" | "unparsed" | "malformed" | "truncated" | "denied" | "dropped";

const TOTALS: SyslogReading[] = [
  {
    name: "received_total",
    help: "Messages received since start",
    label: "transport",
    read: ({ state }) => ({ ...state.receiver?.counters.received }),
  },
  {
    name: "lost_total",
    help: "Messages that were not kept since start",
    label: "reason",
    read: ({ state }) => ({ ...state.losses }),
  },
  {
    name: "stored_total",
    help: "Events stored since start",
    read: ({ state }) => state.pipeline.storedEvents,
  },
  {
    name: "unparsed_total",
    help: "Stored lines of which not even a header was recognised",
    read: ({ state }) => state.pipeline.unparsedEvents,
  },
  {
    name: "denied_total",
    help: "Messages of senders that are not allowed",
    read: ({ state }) => state.receiver?.counters.denied ?? 0,
  },
  {
    name: "truncated_total",
    help: "Messages that were cut",
    read: ({ state }) => state.receiver?.counters.truncated ?? 0,
  },
  {
    name: "malformed_total",
    help: "Messages out of broken TCP framing",
    read: ({ state }) => state.receiver?.counters.malformed ?? 0,
  },
  {
    name: "traps_refused_total",
    help: "What came to the trap port and was not taken since start",
    label: "reason",
    read: ({ state }) => ({ ...state.receiver?.counters.traps.refused }),
  },
  {
    name: "informs_acknowledged_total",
    help: "Answers to SNMP informs",
    read: ({ state }) => state.receiver?.counters.traps.acknowledged ?? 0,
  },
  {
    name: "empty_total",
    help: "Blank lines and empty datagrams",
    read: ({ state }) => state.receiver?.counters.empty ?? 0,
  },
];

const JOURNAL: SyslogReading[] = [
  { name: "journal_bytes", help: "Octets waiting in the journal", read: ({ state }) => state.journal.bytes },
  {
    name: "journal_messages",
    help: "Messages waiting in the journal",
    read: ({ state }) => state.journal.messages,
  },
  {
    name: "journal_lag_seconds",
    help: "Age of the oldest waiting message",
    read: ({ state }) => state.journal.lagSeconds,
  },
  {
    name: "journal_refusing",
    help: "1: datagrams are dropped and TCP senders wait now; 0: all is taken",
    read: ({ state }) => (state.refusal === null ? 0 : 1),
  },
];

const STORE: SyslogReading[] = [
  { name: "segments", help: "Searchable files of events", read: ({ segments }) => segments?.segments ?? {} },
  {
    name: "segment_bytes",
    help: "Octets of the searchable files",
    read: ({ segments }) => segments?.sizeBytes ?? {},
  },
  { name: "events", help: "Searchable events", read: ({ segments }) => segments?.events ?? {} },
];

const SEARCHES: SyslogReading[] = [
  { name: "searches_running", help: "Searches that run now", read: ({ queues }) => queues.searches.running },
  {
    name: "searches_waiting",
    help: "Searches that wait for their turn",
    read: ({ queues }) => queues.searches.waiting,
  },
  {
    name: "searches_refused_total",
    help: "Searches sent away because their user had too many waiting, or their turn did not come in time",
    read: ({ queues }) => queues.searches.refused,
  },
  {
    name: "exports_running",
    help: "Exports of events that run now",
    read: ({ queues }) => queues.exports.running,
  },
  {
    name: "exports_refused_total",
    help: "Exports of events sent away because their user had two running",
    read: ({ queues }) => queues.exports.refused,
  },
];

const LIVE: SyslogReading[] = [
  { name: "live_viewers", help: "Subscribed WebSockets and event streams", read: ({ live }) => live.viewers },
  {
    name: "live_events_total",
    help: "Events sent to live viewers, once for each",
    read: ({ live }) => live.sentEvents,
  },
  {
    name: "live_skipped_total",
    help: "Events that live viewers were told they do not get",
    read: ({ live }) => live.skippedEvents,
  },
  {
    name: "live_waiting_bytes",
    help: "Octets of events that a live viewer has not taken yet",
    read: ({ live }) => live.waitingBytes,
  },
  {
    name: "live_lag_seconds",
    help: "How long the oldest of them have waited",
    read: ({ live }) => live.lagSeconds,
  },
];

const WATCH: SyslogReading[] = [
  {
    name: "watch_patterns",
    help: "Patterns of alert rules by whether lines are looked at for them: watched, refused, or resting as they took too much time",
    label: "state",
    read: ({ watch: { watched, refused, resting } }) => ({ watched, refused, resting }),
  },
  {
    name: "watch_cpu_seconds_total",
    help: "Processor time that the patterns of alert rules have taken since start, estimated",
    read: ({ watch }) => watch.seconds,
  },
  {
    name: "watch_lines_total",
    help: "Lines that patterns of alert rules have taken since start, once for each pattern",
    read: ({ watch }) => watch.lines,
  },
];

type FormatCount = "lines" | "costly" | "skipped" | "steps";

const FORMATS: SyslogReading[] = [
  formatCount("lines", "Lines that own formats have read since start"),
  formatCount(
    "costly",
    "Lines that took an own format more than a line may since start; it has not read them",
  ),
  formatCount(
    "skipped",
    "Lines that were not shown to an own format as it had taken more than its share since start",
  ),
  formatCount("steps", "Steps that own formats have taken since start: some 8 ns each"),
  {
    name: "format_resting",
    help: "1: the own format took too much time and rests; 0: it reads lines",
    label: "format",
    read: ({ formats }) =>
      Object.fromEntries(formats.map(({ name, state }) => [name, state === "resting" ? 1 : 0])),
  },
];

function formatCount(what: FormatCount, help: string): SyslogReading {
  return {
    name: `format_${what}_total`,
    help,
    label: "format",
    read: ({ formats }) => Object.fromEntries(formats.map((format) => [format.name, format[what]])),
  };
}

const RECEIVER: SyslogReading[] = [
  {
    name: "last_received_timestamp_seconds",
    help: "When the last message arrived",
    read: ({ state }) => {
      const micros = state.receiver?.lastSeen.packetAtMicros ?? null;
      return micros === null ? {} : micros / 1e6;
    },
  },
  {
    name: "connections",
    help: "TCP and TLS senders that are connected",
    read: ({ state }) => state.receiver?.openConnections ?? 0,
  },
  {
    name: "connections_total",
    help: "TCP and TLS connections since start, by what became of them",
    label: "outcome",
    read: ({ state: { receiver } }) => {
      const connections = receiver?.counters.connections;
      return {
        accepted: connections?.accepted ?? 0,
        refused: connections?.refused ?? 0,
        evicted: connections?.evicted ?? 0,
        idle: connections?.idleClosed ?? 0,
        unfinished: connections?.unfinishedClosed ?? 0,
        handshake_failed: connections?.handshakeFailed ?? 0,
        unauthenticated: connections?.unauthenticated ?? 0,
      };
    },
  },
  {
    name: "listener_up",
    help: "1: the listener is open; 0: it is tried again",
    label: "listener",
    read: ({ state }) =>
      Object.fromEntries(
        state.listeners.map(({ transport, thread, error }) => [
          `${transport}-${thread}`,
          error === null ? 1 : 0,
        ]),
      ),
  },
  {
    name: "kernel_drops_total",
    help: "Datagrams that the kernel dropped, by UDP socket",
    label: "listener",
    read: ({ state }) =>
      Object.fromEntries(
        state.listeners.flatMap(({ transport, thread, kernelDrops }) =>
          kernelDrops === null ? [] : [[`${transport}-${thread}`, kernelDrops]],
        ),
      ),
  },
  {
    name: "tls_certificate_expiry_timestamp_seconds",
    help: "When the TLS listener's certificate expires",
    read: ({ state: { certificate } }) =>
      certificate?.validUntil ? new Date(certificate.validUntil).getTime() / 1000 : {},
  },
];

const VENDORS: SyslogReading[] = [
  {
    name: "vendor_stored_total",
    help: "Stored lines by vendor",
    label: "vendor",
    read: ({ vendors }) => Object.fromEntries(vendors.map(({ vendor, rows }) => [vendor ?? "none", rows])),
  },
  {
    name: "vendor_unparsed_total",
    help: "Stored lines of which not even a header was recognised, by vendor",
    label: "vendor",
    read: ({ vendors }) =>
      Object.fromEntries(vendors.map(({ vendor, unparsed }) => [vendor ?? "none", unparsed])),
  },
];

/** The 100 busiest by name, the rest as `other`: a forged sender must not make a time series. */
const SENDERS: SyslogReading[] = [
  senderCount("stored", "Stored lines by sender"),
  senderCount("unparsed", "Stored lines of which not even a header was recognised, by sender"),
  senderCount("malformed", "Lines out of broken TCP framing, by sender"),
  senderCount("truncated", "Lines that were cut, by sender"),
  senderCount("denied", "Messages that the allowlist kept out, by sender"),
  senderCount("dropped", "Messages that the journal refused, by sender"),
  {
    name: "sender_last_seen_timestamp_seconds",
    help: "When the sender's last message arrived",
    label: "sender",
    read: ({ senders }) =>
      Object.fromEntries(senders.map(({ sender, lastSeenMicros }) => [sender, lastSeenMicros / 1e6])),
  },
  {
    name: "sender_clock_skew_seconds",
    help: "Time named by the sender's newest line minus its arrival",
    label: "sender",
    read: ({ senders }) =>
      Object.fromEntries(
        senders.flatMap(({ sender, clockSkewMicros }) =>
          clockSkewMicros === null ? [] : [[sender, clockSkewMicros / 1e6]],
        ),
      ),
  },
];

/** The collector's counters in /metrics: received = stored + every named loss + what still waits in the journal. */
export function addSyslogMetrics(metrics: Metrics, engine: SyslogEngine): void {
  const readings = [
    ...TOTALS,
    ...JOURNAL,
    ...STORE,
    ...SEARCHES,
    ...LIVE,
    ...WATCH,
    ...FORMATS,
    ...RECEIVER,
    ...VENDORS,
    ...SENDERS,
  ];
  metrics.addReadings(
    () => measureSyslog(engine),
    readings.map((reading) => ({
      ...reading,
      name: `netatlas_syslog_${reading.name}`,
      type: reading.name.endsWith("_total") ? ("counter" as const) : ("gauge" as const),
    })),
  );
}

function senderCount(what: SenderCount, help: string): SyslogReading {
  return {
    name: `sender_${what}_total`,
    help,
    label: "sender",
    read: ({ senders }) => Object.fromEntries(senders.map((record) => [record.sender, record[what]])),
  };
}
