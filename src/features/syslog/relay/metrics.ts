import type { RelayReading } from "./relay";

type Line = {
  name: string;
  help: string;
  type: "counter" | "gauge";
  label?: string;
  read: (reading: RelayReading) => number | Readonly<Record<string, number>>;
};

/** Those that a service has, too, are called the same there. */
const LINES: readonly Line[] = [
  {
    name: "netatlas_syslog_received_total",
    help: "Messages received since start",
    type: "counter",
    label: "transport",
    read: ({ report }) => report.received,
  },
  {
    name: "netatlas_syslog_lost_total",
    help: "Messages that were not kept, over all starts of this relay",
    type: "counter",
    label: "reason",
    read: ({ report }) => report.lost,
  },
  {
    name: "netatlas_syslog_denied_total",
    help: "Messages of senders that are not allowed",
    type: "counter",
    read: ({ report }) => report.denied,
  },
  {
    name: "netatlas_syslog_journal_bytes",
    help: "Octets waiting in the journal",
    type: "gauge",
    read: ({ report }) => report.backlog.bytes,
  },
  {
    name: "netatlas_syslog_journal_messages",
    help: "Messages waiting in the journal",
    type: "gauge",
    read: ({ report }) => report.backlog.messages,
  },
  {
    name: "netatlas_syslog_journal_lag_seconds",
    help: "Age of the oldest message that the central service does not have",
    type: "gauge",
    read: ({ lagSeconds }) => lagSeconds,
  },
  {
    name: "netatlas_syslog_journal_refusing",
    help: "1: datagrams are dropped and TCP senders wait now; 0: all is taken",
    type: "gauge",
    read: ({ report }) => (report.journal.refusal === null ? 0 : 1),
  },
  {
    name: "netatlas_relay_sent_total",
    help: "Messages that the central service has acknowledged since start",
    type: "counter",
    read: ({ forwarder }) => forwarder.sentMessages,
  },
  {
    name: "netatlas_relay_wire_bytes_total",
    help: "Octets of bodies sent since start, tries that failed too",
    type: "counter",
    read: ({ forwarder }) => forwarder.wireBytes,
  },
  {
    name: "netatlas_relay_batches_total",
    help: "Batches that the central service has acknowledged since start",
    type: "counter",
    read: ({ forwarder }) => forwarder.batches,
  },
  {
    name: "netatlas_relay_failures_total",
    help: "Tries that the central service did not take since start",
    type: "counter",
    read: ({ forwarder }) => forwarder.failures,
  },
  {
    name: "netatlas_relay_upstream_up",
    help: "1: the central service takes what is received; 0: it waits in the journal",
    type: "gauge",
    read: ({ forwarder }) => (forwarder.problem === null ? 1 : 0),
  },
  {
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process",
    type: "gauge",
    read: () => process.memoryUsage.rss(),
  },
  {
    name: "process_uptime_seconds",
    help: "Time since the start",
    type: "gauge",
    read: () => process.uptime(),
  },
];

/** The relay's metrics in Prometheus's text format. Its names and labels are all our own words. */
export function printRelayMetrics(reading: RelayReading): string {
  return LINES.map(({ name, help, type, label, read }) => {
    const value = read(reading);
    const samples =
      typeof value === "number"
        ? [`${name} ${value}`]
        : Object.entries(value).map(([key, count]) => `${name}{${label ?? "kind"}="${key}"} ${count}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ""].join("\n");
  }).join("");
}
