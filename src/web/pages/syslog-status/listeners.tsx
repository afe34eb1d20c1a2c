import { StatusMark } from "../../components/badge/status-mark";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import type { SyslogStatus } from "../../api/syslog-status";
import { formatBytes, formatCount, formatNumber } from "../../format/number";

type Listener = SyslogStatus["listeners"][number];

const NAMES: Readonly<Record<Listener["transport"], string>> = {
  udp: "UDP",
  tcp: "TCP",
  tls: "TLS",
  "snmp-trap": "SNMP traps",
};

const COLUMNS: readonly SimpleColumn<Listener>[] = [
  { id: "transport", label: "Listener", cell: ({ transport }) => NAMES[transport] },
  {
    id: "address",
    label: "Address",
    cell: ({ host, port }) => (
      <span className="mono">{host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`}</span>
    ),
  },
  { id: "thread", label: "Thread", align: "right", cell: ({ thread }) => formatNumber(thread) },
  {
    id: "state",
    label: "State",
    cell: ({ state, error }) =>
      state === "open" ? (
        <StatusMark status="ok" label="Open" />
      ) : (
        <StatusMark status="down" label={`Not open: ${error ?? "unknown"}`} />
      ),
  },
  {
    id: "buffer",
    label: "Kernel buffer",
    align: "right",
    cell: ({ receive_buffer_bytes: bytes }) => formatBytes(bytes),
  },
  {
    id: "drops",
    label: "Dropped there",
    align: "right",
    cell: ({ kernel_drops: drops }) => formatNumber(drops),
  },
];

/** Where lines can come in. */
export function Listeners({ status }: { status: SyslogStatus }) {
  const {
    listeners,
    open_connections: connections,
    tls_certificate: certificate,
    receiver_errors: errors,
  } = status;
  return (
    <Section
      title="Listeners"
      hint={`${formatCount(connections, ["connection", "connections"])} open over TCP and TLS`}
    >
      {listeners.length > 0 && (
        <SimpleTable
          label="Listeners"
          columns={COLUMNS}
          rows={listeners}
          rowId={({ transport, host, port, thread }) => `${transport} ${host} ${port} ${thread}`}
        />
      )}
      {errors.map((error) => (
        <p key={error}>
          <StatusMark status="degraded" label={error} />
        </p>
      ))}
      {certificate !== null && (
        <p>
          TLS certificate valid until <TimeValue at={certificate.valid_until} absent="unknown" />
          {certificate.problem !== null && <StatusMark status="down" label={certificate.problem} />}
        </p>
      )}
    </Section>
  );
}
