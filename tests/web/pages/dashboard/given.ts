import type { SyslogStatus } from "../../../../src/web/api/syslog-status";
import type { IpamSummary } from "../../../../src/web/pages/dashboard/api";

type Sender = SyslogStatus["senders"][number];

export function givenSender(fields: Partial<Sender> = {}): Sender {
  return {
    sender: "192.0.2.1",
    received: 1,
    stored: 1,
    parsed: 1,
    unparsed: 0,
    generic: 0,
    malformed: 0,
    oversize: 0,
    denied: 0,
    dropped: 0,
    last_seen_at: null,
    clock_skew_seconds: null,
    vendor: null,
    ...fields,
  };
}

/** Of a service that has lost nothing. */
export function givenStatus(fields: Partial<SyslogStatus> = {}): SyslogStatus {
  return { ...HEALTHY, ...fields };
}

const TOTALS = {
  total_hosts: 254,
  used: 0,
  free: 254,
  utilization: 0,
  total_hosts_text: "254",
  used_text: "0",
  free_text: "254",
};

export function givenIpam(fields: Partial<IpamSummary> = {}): IpamSummary {
  return {
    subnet_count: 1,
    conflict_count: 0,
    dhcp_lease_count: 0,
    reservation_count: 0,
    ...TOTALS,
    ipv4: TOTALS,
    ipv6: TOTALS,
    ...fields,
  };
}

const HEALTHY: SyslogStatus = {
  collector: "3f9a0c12b7de",
  collectors: ["3f9a0c12b7de"],
  instance_url: null,
  enabled: true,
  udp_enabled: true,
  tcp_enabled: true,
  tls_enabled: false,
  udp_port: 5514,
  tcp_port: 5514,
  tls_port: 6514,
  retention_days: 30,
  allowlist_enabled: false,
  total_events: 0,
  retention_last_run_at: null,
  retention_last_deleted: 0,
  retention_last_error: null,
  retention_bytes: 0,
  last_event_received_at: null,
  received_packets: 0,
  stored_events: 0,
  dropped_unparsed: 0,
  denied_senders: 0,
  traps: {
    enabled: false,
    port: 0,
    received: 0,
    refused: {},
    informs_acknowledged: 0,
    informs_repeated: 0,
    last_refused_at: null,
    last_refused_sender: null,
    last_refusal: null,
  },
  last_packet_at: null,
  last_packet_sender: null,
  last_stored_at: null,
  last_stored_sender: null,
  last_drop_at: null,
  last_drop_sender: null,
  last_denied_at: null,
  last_denied_sender: null,
  last_drop_raw: null,
  losses: { kernel: 0 },
  empty_messages: 0,
  truncated_messages: 0,
  malformed_messages: 0,
  refused_connections: 0,
  unparsed_events: 0,
  last_unparsed_raw: null,
  replayed_events: 0,
  journal: { bytes: 0, messages: 0, lag_seconds: 0, damaged_bytes: 0, unsynced: 0, refusal: null },
  segments: 0,
  segment_bytes: 0,
  stored_since_creation: 0,
  skipped_since_creation: 0,
  damaged_segments: [],
  merged_segments: 0,
  quarantine: [],
  store_error: null,
  open_connections: 0,
  tls_handshake_failures: 0,
  unauthenticated_connections: 0,
  listeners: [
    {
      transport: "udp",
      host: "::",
      port: 5514,
      thread: 0,
      state: "open",
      error: null,
      receive_buffer_bytes: null,
      kernel_drops: 0,
    },
  ],
  tls_certificate: null,
  sender_count: 0,
  senders: [],
  vendors: [],
  formats: [],
  receiver_errors: [],
};
