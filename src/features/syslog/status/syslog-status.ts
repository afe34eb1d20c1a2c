import { toInstant } from "../event/instant";
import { parserOf } from "../parse/own-formats/definition";
import { sumCollectors } from "../segments/catalog/catalog";
import { NOTHING_STORED, type StoredTotals, unlessAway } from "../store/event-store";
import type { Collector } from "./collector";
import { readBoundPorts, type CollectorState } from "./collector-state";
import { NAMED_SENDERS } from "./measure";
import type { CollectorStatus } from "./models";
import { readQuarantine } from "./quarantine";

export type StatusContext = {
  engine: Pick<
    Collector,
    "state" | "options" | "db" | "events" | "sources" | "maintenance" | "retentionElsewhere" | "formats"
  >;
};

/** What the syslog path of this process is doing, and what it lost. */
export async function getSyslogStatus({ engine }: StatusContext): Promise<CollectorStatus> {
  await engine.events.settle();
  const [maintenance, elsewhere, quarantine, found, ever] = await Promise.all([
    engine.maintenance.status(),
    engine.retentionElsewhere?.status(),
    readQuarantine(engine.options.folders.journal),
    unlessAway<StoredTotals | undefined>(engine.events.sumStored(), undefined),
    sumCollectors(engine.db),
  ]);
  const state = engine.state();
  const { pipeline, receiver, journal } = state;
  const totals = found ?? NOTHING_STORED;
  const retention = elsewhere ?? maintenance.retention;
  return {
    collector: engine.options.isReceiving ? state.collector : null,
    ...describeOptions(engine, state),
    total_events: totals.events,
    retention_last_run_at:
      retention.lastRunAt === null ? null : toInstant(retention.lastRunAt.getTime() * 1000),
    retention_last_deleted: retention.lastDeleted,
    retention_last_error: retention.lastError,
    ...describeReceiver(state),
    traps: describeTraps(engine, state),
    ...describeSources(engine),
    stored_events: pipeline.storedEvents,
    last_stored_at: instantOrNull(pipeline.lastStored?.receivedAtMicros),
    last_stored_sender: pipeline.lastStored?.sender ?? null,
    unparsed_events: pipeline.unparsedEvents,
    last_unparsed_raw: pipeline.lastUnparsed?.raw ?? null,
    replayed_events: pipeline.replayedEvents,
    journal: {
      bytes: journal.bytes,
      messages: journal.messages,
      lag_seconds: Math.round(journal.lagSeconds * 1000) / 1000,
      damaged_bytes: journal.damagedBytes,
      unsynced: receiver?.journal.unsynced ?? 0,
      refusal: state.refusal,
    },
    segments: totals.segments,
    segment_bytes: totals.sizeBytes,
    stored_since_creation: ever.storedThrough - ever.skippedPositions,
    skipped_since_creation: ever.skippedPositions,
    damaged_segments: maintenance.damaged.map((segment) => ({
      path: segment.path,
      start_time: toInstant(segment.minReceivedAtMicros),
      end_time: toInstant(segment.maxReceivedAtMicros),
      events: segment.rowCount,
    })),
    merged_segments: maintenance.compaction.merged,
    quarantine: quarantine.names,
    formats: describeFormats(engine),
    store_error: state.error ?? quarantine.error ?? (found === undefined ? STORE_AWAY : null),
    receiver_errors: [...state.limitations],
  };
}

const STORE_AWAY = "the event store does not answer";

/** How many events are stored and searchable now; null where the store does not answer. */
export async function countStoredEvents({
  engine,
}: {
  engine: Pick<Collector, "events">;
}): Promise<number | null> {
  await engine.events.settle();
  return unlessAway(
    engine.events.sumStored().then(({ events }) => events),
    null,
  );
}

function describeOptions({ options }: Pick<Collector, "options">, state: CollectorState) {
  const bound = readBoundPorts(state);
  const { isReceiving, ports, receiver, retentionDays, retentionBytes } = options;
  return {
    enabled: isReceiving,
    udp_enabled: receiver.udpPort !== null,
    tcp_enabled: receiver.tcpPort !== null,
    tls_enabled: receiver.tlsPort !== null,
    udp_port: ports.udp || (bound.udp ?? 0),
    tcp_port: ports.tcp || (bound.tcp ?? 0),
    tls_port: ports.tls || (bound.tls ?? 0),
    retention_days: retentionDays,
    retention_bytes: retentionBytes,
    allowlist_enabled: receiver.allowlist.length > 0,
  };
}

function describeReceiver({ receiver, losses, listeners, certificate }: CollectorState) {
  const counters = receiver?.counters;
  const received = Object.values(counters?.received ?? {}).reduce((sum, count) => sum + count, 0);
  return {
    received_packets: received,
    dropped_unparsed: 0,
    denied_senders: counters?.denied ?? 0,
    last_event_received_at: instantOrNull(receiver?.lastSeen.packetAtMicros),
    last_packet_at: instantOrNull(receiver?.lastSeen.packetAtMicros),
    last_packet_sender: receiver?.lastSeen.packetSender ?? null,
    last_denied_at: instantOrNull(receiver?.lastSeen.deniedAtMicros),
    last_denied_sender: receiver?.lastSeen.deniedSender ?? null,
    last_drop_at: null,
    last_drop_sender: null,
    last_drop_raw: null,
    losses: { ...losses },
    empty_messages: counters?.empty ?? 0,
    truncated_messages: counters?.truncated ?? 0,
    malformed_messages: counters?.malformed ?? 0,
    refused_connections: counters?.connections.refused ?? 0,
    open_connections: receiver?.openConnections ?? 0,
    tls_handshake_failures: counters?.connections.handshakeFailed ?? 0,
    unauthenticated_connections: counters?.connections.unauthenticated ?? 0,
    listeners: listeners.map((listener) => ({
      transport: listener.transport,
      host: listener.host,
      port: listener.port,
      thread: listener.thread,
      state: listener.error === null ? ("open" as const) : ("retrying" as const),
      error: listener.error,
      receive_buffer_bytes: listener.receiveBufferBytes,
      kernel_drops: listener.kernelDrops,
    })),
    tls_certificate:
      certificate === null ? null : { valid_until: certificate.validUntil, problem: certificate.problem },
  };
}

function describeTraps(
  { options }: Pick<Collector, "options">,
  state: CollectorState,
): CollectorStatus["traps"] {
  const { receiver } = state;
  const { received, traps } = receiver?.counters ?? {};
  return {
    enabled: options.receiver.trapPort !== null,
    port: options.receiver.trapPort || (readBoundPorts(state)["snmp-trap"] ?? 0),
    received: received?.["snmp-trap"] ?? 0,
    refused: { ...traps?.refused },
    informs_acknowledged: traps?.acknowledged ?? 0,
    informs_repeated: traps?.repeated ?? 0,
    last_refused_at: instantOrNull(receiver?.lastSeen.trapRefusedAtMicros),
    last_refused_sender: receiver?.lastSeen.trapRefusedSender ?? null,
    last_refusal: receiver?.lastSeen.trapRefusal ?? null,
  };
}

function describeSources({ sources }: Pick<Collector, "sources">) {
  return {
    sender_count: sources.senderCount,
    senders: sources.busiestSenders(NAMED_SENDERS).map((record) => ({
      sender: record.sender,
      received: record.stored + record.dropped,
      stored: record.stored,
      parsed: record.stored - record.unparsed,
      unparsed: record.unparsed,
      generic: record.generic,
      malformed: record.malformed,
      oversize: record.truncated,
      denied: record.denied,
      dropped: record.dropped,
      last_seen_at: instantOrNull(record.lastSeenMicros === 0 ? null : record.lastSeenMicros),
      clock_skew_seconds: record.clockSkewMicros === null ? null : record.clockSkewMicros / 1e6,
      vendor: record.vendor,
    })),
    vendors: sources.vendors().map(({ vendor, rows, unparsed, lastReceivedAtMicros }) => ({
      vendor,
      stored: rows,
      unparsed,
      last_seen_at: toInstant(lastReceivedAtMicros),
    })),
  };
}

function describeFormats({ formats }: Pick<Collector, "formats">): CollectorStatus["formats"] {
  return (formats?.measure() ?? []).map(({ name, state, restsUntilMs, lines, costly, skipped }) => ({
    name,
    parser: parserOf(name),
    state,
    rests_until: restsUntilMs === null ? null : toInstant(restsUntilMs * 1000),
    lines,
    costly,
    skipped,
  }));
}

function instantOrNull(micros: number | null | undefined): string | null {
  return micros === null || micros === undefined ? null : toInstant(micros);
}
