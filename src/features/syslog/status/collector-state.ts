import type { JournalFeed } from "../journal/feed";
import type { ReceiverStatus } from "../receive/threads/protocol";
import type { ListenerReport, Receiver } from "../receive/threads/receiver";
import { messagesTaken } from "../receive/threads/status-sum";
import type { Pipeline, PipelineStatus } from "../segments/ingest/pipeline";
import type { Losses } from "./loss-watch";

/** The parts of a running collector that its state is read from. */
export type CollectorParts = {
  collector: string;
  /** Undefined where nothing is received. */
  receiver: Pick<Receiver, "status" | "listeners" | "certificate" | "limitations"> | undefined;
  feed: Pick<JournalFeed, "lastPosition" | "damagedBytes" | "depth">;
  /** Where the journal ended when the service started. */
  firstPosition: number;
  pipeline: Pick<Pipeline, "status">;
};

/** A collector at one moment, as far as it is known without asking the disk or the database. Counts are since start. */
export type CollectorState = {
  collector: string;
  /** Undefined where nothing is received. */
  receiver: ReceiverStatus | undefined;
  listeners: readonly ListenerReport[];
  /** Of the TLS listener; null where there is none. */
  certificate: { validUntil: string | null; problem: string | null } | null;
  /** What works less well than it could, one line each. */
  limitations: readonly string[];
  pipeline: Readonly<PipelineStatus>;
  /** What is received but not stored: in the journal, or on its way there. */
  journal: { bytes: number; messages: number; lagSeconds: number; damagedBytes: number };
  /** Messages that were not kept, by reason. */
  losses: Losses;
  /** Why nothing more is taken, as in `losses`; null: all is taken. */
  refusal: string | null;
  /** Why what is received does not become searchable; null while all is well. */
  error: string | null;
};

/** The one reading that status, metrics, readiness, alerts and the lines at start are made of. */
export function readCollectorState(parts: CollectorParts): CollectorState {
  const { collector, feed, receiver: threads } = parts;
  const receiver = threads?.status();
  const pipeline = parts.pipeline.status;
  return {
    collector,
    receiver,
    listeners: threads?.listeners ?? [],
    certificate: threads?.certificate ?? null,
    limitations: threads?.limitations ?? [],
    pipeline,
    journal: { ...readBacklog(parts, receiver), damagedBytes: feed.damagedBytes },
    losses: {
      kernel: (receiver?.kernelDrops.udp ?? 0) + (receiver?.kernelDrops["snmp-trap"] ?? 0),
      ...receiver?.counters.dropped,
      quarantined_or_damaged: pipeline.skippedPositions,
    },
    refusal: receiver?.journal.refusal ?? null,
    error: describeError(receiver, pipeline),
  };
}

function readBacklog({ feed, firstPosition }: CollectorParts, receiver: ReceiverStatus | undefined) {
  const { bytes, messages, oldestArrivalMicros } = feed.depth();
  // What the receiver has counted and whose journal record is not durable yet.
  const unjournaled =
    receiver === undefined ? 0 : messagesTaken(receiver.counters) - (feed.lastPosition - firstPosition);
  const oldestMicros = oldestArrivalMicros ?? receiver?.journal.oldestPendingMicros ?? null;
  const lagSeconds = oldestMicros === null ? 0 : Math.max(0, Date.now() / 1000 - oldestMicros / 1e6);
  return { bytes, messages: messages + Math.max(0, unjournaled), lagSeconds };
}

/** The journal comes first: what is not in it was not even handed to the pipeline, which may find nothing amiss. */
function describeError(receiver: ReceiverStatus | undefined, pipeline: PipelineStatus): string | null {
  const cause = receiver?.journal.failedBecause ?? null;
  return cause === null ? pipeline.error : `received messages cannot be written to the journal: ${cause}`;
}

/** Whether what is sent is taken: by every listener that is wanted, and by the journal. */
export function isListening({ receiver, listeners, refusal }: CollectorState): boolean {
  if (receiver === undefined || listeners.some(({ error }) => error !== null)) return false;
  return refusal === null && receiver.journal.failedBecause === null;
}

/** By transport; undefined where there is no such listener. */
export type BoundPorts = Record<ListenerReport["transport"], number | undefined>;

export function readBoundPorts({ listeners }: CollectorState): BoundPorts {
  const bound = (transport: keyof BoundPorts) =>
    listeners.find((listener) => listener.transport === transport && listener.error === null)?.port;
  return { udp: bound("udp"), tcp: bound("tcp"), tls: bound("tls"), "snmp-trap": bound("snmp-trap") };
}

/** One line per listener that is open or about to be, for a person. */
export function describeListeners({ listeners }: CollectorState): string[] {
  return listeners
    .filter(({ error, waitsFor, thread }) => (error === null || waitsFor !== null) && thread === 0)
    .map(({ transport, host, port, receiveBufferBytes, waitsFor }) => {
      const what = transport === "snmp-trap" ? "SNMP traps" : `syslog ${transport}`;
      const place = `${what} ${host.includes(":") ? `[${host}]` : host}:${port}`;
      if (waitsFor !== null) return `${place}, not open yet: ${waitsFor}`;
      return receiveBufferBytes === null
        ? place
        : `${place}, receive buffer ${(receiveBufferBytes / 1024 ** 2).toFixed(1)} MiB`;
    });
}
