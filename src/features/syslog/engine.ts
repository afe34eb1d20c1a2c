import { codeOf } from "#platform/error-code";
import type { Logger } from "#platform/log";
import type { SyslogDeps, SyslogOptions } from "./engine-options";
import type { Transport } from "./event/columns";
import { listQuarantine } from "./journal/attempts";
import { openJournal } from "./journal/recovery";
import { LiveHub } from "./live/hub";
import type { ReceiverStatus } from "./receive/threads/protocol";
import { type ListenerReport, startReceiver, type Receiver } from "./receive/threads/receiver";
import { messagesTaken } from "./receive/threads/status-sum";
import { SearchQueues } from "./search/queues";
import type { SearchContext } from "./search/search";
import { SourceStatistics } from "./status/source-statistics";
import { createCollectorId, readCollectorId } from "./journal/collector-id";
import { EventDatabase } from "./segments/duckdb";
import { JournalFeed } from "./journal/feed";
import { Pipeline, type PipelineStatus } from "./segments/ingest/pipeline";
import { SYSTEM_CLOCK } from "./segments/store-clock";
import { SegmentMaintenance, type MaintenanceStatus } from "./segments/maintenance";
import type { TrapAccess } from "./receive/traps/access";
import { TrapAccessWatch } from "./receive/traps/access-watch";
import { Hearing } from "./watch/hearing";
import { createIngestWatch } from "./watch/ingest-watch";
import { LogWatch } from "./watch/log-watch";

export type EngineStatus = {
  collector: string;
  receiver: ReceiverStatus | undefined;
  listeners: readonly ListenerReport[];
  /** Of the TLS listener; null where there is none. */
  certificate: { validUntil: string | null; problem: string | null } | null;
  pipeline: Readonly<PipelineStatus>;
  /** Why what is received does not become searchable; null while all is well. */
  trouble: string | null;
  journal: { bytes: number; messages: number; lagSeconds: number; damagedBytes: number };
  quarantine: string[];
  maintenance: MaintenanceStatus;
};

/** Messages that were not kept since start, by reason; the same in status and metrics. */
export function namedLosses({ receiver, pipeline }: Pick<EngineStatus, "receiver" | "pipeline">) {
  return {
    kernel: (receiver?.kernelDrops.udp ?? 0) + (receiver?.kernelDrops["snmp-trap"] ?? 0),
    ...receiver?.counters.dropped,
    quarantined_or_damaged: pipeline.skippedPositions,
  };
}

/** Beyond this age of the oldest message that is not stored, the service is not well. */
const LONGEST_LAG_SECONDS = 60;
const RECEIVER_STOP_MS = 3_000;
const EXPORT_THREADS = 1;

/** The running syslog path: receiver, journal, pipeline and event store. */
export class SyslogEngine {
  readonly options: SyslogOptions;
  /** What searches need. */
  readonly search: SearchContext;
  /** The same for exports: with a DuckDB of their own, as each thread keeps a row group of a file in memory. */
  readonly exports: SearchContext;
  /** Whose turn it is to search. */
  readonly queues = new SearchQueues();
  /** Where live subscribers get what is parsed. */
  readonly live: LiveHub;
  /** What periodic jobs do to stored segments (jobs.ts). */
  readonly maintenance: SegmentMaintenance;
  /** Lines by sender and vendor since start. */
  readonly sources = new SourceStatistics();
  /** Alert rules on lines; undefined where there are none. */
  readonly watch: LogWatch | undefined;
  readonly #collector: string;
  readonly #log: Logger;
  readonly #feed: JournalFeed;
  readonly #pipeline: Pipeline;
  readonly #database: EventDatabase;
  readonly #exportDatabase: EventDatabase;
  readonly #hearing: Hearing;
  #receiver: Receiver | undefined;
  #trapAccess: TrapAccessWatch | undefined;
  /** Where the journal ended when the service started. */
  readonly #firstPosition: number;

  constructor(deps: SyslogDeps, options: SyslogOptions, journal: { collector: string; feed: JournalFeed }) {
    const { folders, threads } = options;
    this.options = options;
    this.#collector = journal.collector;
    this.#log = deps.log;
    this.#feed = journal.feed;
    this.#firstPosition = journal.feed.lastPosition;
    this.#database = new EventDatabase({
      eventsFolder: folders.events,
      temporaryFolder: folders.temporary,
      memoryMegabytes: options.duckdbMemoryMegabytes,
      threads: threads + 1,
    });
    this.#exportDatabase = new EventDatabase({
      eventsFolder: folders.events,
      temporaryFolder: folders.temporary,
      memoryMegabytes: options.duckdbMemoryMegabytes,
      threads: EXPORT_THREADS,
    });
    this.search = {
      db: deps.db,
      database: this.#database,
      eventsFolder: folders.events,
      timeoutSeconds: options.searchTimeoutSeconds,
      examine: (paths) => this.maintenance.examine(paths),
    };
    this.exports = { ...this.search, database: this.#exportDatabase };
    this.live = new LiveHub({ search: this.search, log: deps.log });
    this.watch = deps.watch === undefined ? undefined : new LogWatch({ ...deps.watch, log: deps.log });
    this.#hearing = new Hearing({
      db: deps.db,
      collector: journal.collector,
      log: deps.log,
      readState: () => ({ isListening: this.#isListening(), lagSeconds: this.#depth().lagSeconds }),
    });
    this.#pipeline = new Pipeline({
      ...deps,
      ...journal,
      journalFolder: folders.journal,
      database: this.#database,
      folders,
      parallelChunks: threads + 1,
      timeZones: options.timeZones,
      retentionBytes: options.retentionBytes,
      minFreeBytes: options.journal.minFreeBytes,
      onCounted: (tallies) => this.sources.addStored(tallies),
      observe: deps.observe,
      live: this.live.publisherOf(journal.collector),
      watch: createIngestWatch(this.watch, this.#hearing),
    });
    this.maintenance = new SegmentMaintenance({
      ...options,
      ...deps,
      database: this.#database,
      clock: SYSTEM_CLOCK,
      minFreeBytes: options.journal.minFreeBytes,
      lagSeconds: () => this.#depth().lagSeconds,
    });
    this.#pipeline.start(deps.catalogReady.then(() => this.#follow()));
  }

  /** Resolves once it is known what to look for in lines. */
  async #follow(): Promise<void> {
    if (this.options.isEnabled) void this.#hearing.start();
    await this.watch?.start();
  }

  #isListening(): boolean {
    const receiver = this.#receiver;
    if (receiver === undefined || receiver.listeners.some(({ error }) => error !== null)) return false;
    const { refusal, failedBecause } = receiver.status().journal;
    return refusal === null && failedBecause === null;
  }

  /** Only startSyslog calls it. */
  receiveFrom(receiver: Receiver, trapAccess: TrapAccessWatch | undefined): void {
    this.#receiver = receiver;
    this.#trapAccess = trapAccess;
  }

  /** One line per listener, for a person. */
  get listeners(): string[] {
    return (this.#receiver?.listeners ?? [])
      .filter((listener) => listener.error === null)
      .filter((listener) => listener.thread === 0)
      .map(({ transport, host, port, receiveBufferBytes }) => {
        const what = transport === "snmp-trap" ? "SNMP traps" : `syslog ${transport}`;
        const place = `${what} ${host.includes(":") ? `[${host}]` : host}:${port}`;
        return receiveBufferBytes === null
          ? place
          : `${place}, receive buffer ${(receiveBufferBytes / 1024 ** 2).toFixed(1)} MiB`;
      });
  }

  /** What works less well than it could, one line each. */
  get limitations(): string[] {
    return this.#receiver?.limitations ?? [];
  }

  /** The bound ports; undefined where there is no such listener. */
  get ports(): Record<Transport, number | undefined> {
    const bound = (transport: Transport) =>
      this.#receiver?.listeners.find(
        (listener) => listener.transport === transport && listener.error === null,
      )?.port;
    return { udp: bound("udp"), tcp: bound("tcp"), tls: bound("tls"), "snmp-trap": bound("snmp-trap") };
  }

  async status(): Promise<EngineStatus> {
    const quarantine = await this.#readQuarantine();
    return {
      collector: this.#collector,
      receiver: this.#receiver?.status(),
      listeners: this.#receiver?.listeners ?? [],
      certificate: this.#receiver?.certificate ?? null,
      pipeline: this.#pipeline.status,
      trouble: this.#trouble() ?? quarantine.trouble,
      journal: { ...this.#depth(), damagedBytes: this.#feed.damagedBytes },
      quarantine: quarantine.names,
      maintenance: await this.maintenance.status(),
    };
  }

  /** The journal comes first: what is not in it was not even handed to the pipeline, which may find nothing amiss. */
  #trouble(): string | null {
    const cause = this.#receiver?.status().journal.failedBecause ?? null;
    if (cause === null) return this.#pipeline.status.trouble;
    return `received messages cannot be written to the journal: ${cause}`;
  }

  /** Messages that the receiver has counted and whose journal record is not durable yet. */
  #unjournaled(): number {
    const counters = this.#receiver?.status().counters;
    if (counters === undefined) return 0;
    return Math.max(0, messagesTaken(counters) - (this.#feed.lastPosition - this.#firstPosition));
  }

  /** What can be told without asking the database; for the metrics. */
  counts() {
    const receiver = this.#receiver?.status();
    const { storedEvents, unparsedEvents } = this.#pipeline.status;
    const { bytes, messages, lagSeconds } = this.#depth();
    return {
      received: { ...receiver?.counters.received },
      losses: namedLosses({ receiver, pipeline: this.#pipeline.status }),
      stored: storedEvents,
      unparsed: unparsedEvents,
      denied: receiver?.counters.denied ?? 0,
      journalBytes: bytes,
      journalMessages: messages,
      lagSeconds,
      refusal: receiver?.journal.refusal ?? null,
      truncated: receiver?.counters.truncated ?? 0,
      malformed: receiver?.counters.malformed ?? 0,
      empty: receiver?.counters.empty ?? 0,
      connections: { ...receiver?.counters.connections },
      trapsRefused: { ...receiver?.counters.traps.refused },
      informsAcknowledged: receiver?.counters.traps.acknowledged ?? 0,
      openConnections: receiver?.openConnections ?? 0,
      listeners: this.#receiver?.listeners ?? [],
      certificate: this.#receiver?.certificate ?? null,
      lastReceivedAtMicros: receiver?.lastSeen.packetAtMicros ?? null,
    };
  }

  /** Takes the files of the TLS certificate as they are now. */
  async reloadCertificate(): Promise<void> {
    await this.#receiver?.reloadCertificate();
  }

  /** What is received but not stored: in the journal, or on its way there. */
  #depth() {
    const { bytes, messages: journaled, oldestArrivalMicros } = this.#feed.depth();
    const messages = journaled + this.#unjournaled();
    const oldestMicros = oldestArrivalMicros ?? this.#receiver?.status().journal.oldestPendingMicros ?? null;
    const lagSeconds = oldestMicros === null ? 0 : Math.max(0, Date.now() / 1000 - oldestMicros / 1e6);
    return { bytes, messages, lagSeconds };
  }

  /** For readiness: whether messages are taken, by every listener that is wanted, and become searchable. */
  async check(): Promise<{ ok: boolean; message: string }> {
    const receiver = this.#receiver?.status();
    const journal = this.#depth();
    const quarantine = await this.#readQuarantine();
    const trouble = this.#trouble() ?? quarantine.trouble;
    if (trouble !== null) return { ok: false, message: trouble };
    const refusal = receiver?.journal.refusal ?? null;
    if (refusal !== null) return { ok: false, message: `messages are refused: ${refusal}` };
    const closed = this.#receiver?.listeners.find((listener) => listener.error !== null);
    if (closed?.error) return { ok: false, message: closed.error };
    const waiting = `${journal.messages} messages wait to be stored, the oldest for ${Math.round(journal.lagSeconds)} s`;
    // The rest is searched and received: no reason to send callers elsewhere.
    return {
      ok: journal.lagSeconds < LONGEST_LAG_SECONDS,
      message: [waiting, ...(await this.#listSetAside(quarantine.names))].join("; "),
    };
  }

  /** A folder that cannot be listed tells of a dead disk before any message comes. */
  async #readQuarantine(): Promise<{ names: string[]; trouble: string | null }> {
    try {
      return { names: await listQuarantine(this.options.folders.journal), trouble: null };
    } catch (error) {
      return { names: [], trouble: `the journal's folder cannot be read: ${codeOf(error) ?? String(error)}` };
    }
  }

  /** What is kept and not searched, one line a kind, for readiness. */
  async #listSetAside(quarantined: readonly string[]): Promise<string[]> {
    // A database that is away has a check of its own.
    const damaged = await this.maintenance.listDamaged().catch(() => []);
    const problem = this.#receiver?.certificate?.problem ?? null;
    return [
      ...nameSome(
        "damaged segments",
        damaged.map(({ path }) => path),
      ),
      ...nameSome("quarantined journal ranges", quarantined),
      ...(problem === null ? [] : [problem]),
    ];
  }

  /**
   * Stops receiving, stores what was received, closes the store. What the deadline cuts off is replayed at the next
   * start.
   */
  async stop(deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    this.live.close();
    this.#hearing.stop();
    this.#trapAccess?.stop();
    await this.#receiver?.stop(Math.min(RECEIVER_STOP_MS, deadlineMs / 2));
    await this.#pipeline.drain(Math.max(0, deadline - performance.now()));
    // Not before: what is stored last is looked at, too.
    this.watch?.stop();
    const { received, stored, losses, journalMessages: waiting } = this.counts();
    this.#log.info({ received, stored, losses, waiting }, "syslog has stopped");
    await this.maintenance.close();
    await this.#exportDatabase.close();
    await this.#database.close();
  }
}

/**
 * Opens the journal, begins to receive and to store. Needs no database to be there yet: the journal takes what arrives.
 * @throws where the journal cannot be opened.
 */
export async function startSyslog(deps: SyslogDeps, options: SyslogOptions): Promise<SyslogEngine> {
  const { folders, isEnabled } = options;
  const { collector, reader, scan } = await openOwnJournal(options, deps.log);
  const feed = new JournalFeed(folders.journal, { reader, extents: scan.extents, log: deps.log });
  const engine = new SyslogEngine(deps, options, { collector, feed });
  if (!isEnabled) return engine;
  const { nextPosition, minimumId } = scan;
  const journal = { directory: folders.journal, collector, nextPosition, minimumId, ...options.journal };
  const events = {
    onSynced: feed.announce.bind(feed),
    onLosses: engine.sources.addLosses.bind(engine.sources),
    log: deps.log,
  };
  const receiver = await startReceiver({ ...options.receiver, journal }, events);
  engine.receiveFrom(receiver, watchTrapAccess(deps, options, receiver));
  return engine;
}

/** Where traps are received. The profiles can be read once the tables are there. */
function watchTrapAccess(
  { catalogReady, readSnmpProfiles, log }: SyslogDeps,
  { isAnyTrapCommunity, receiver: { trapPort } }: SyslogOptions,
  receiver: Receiver,
): TrapAccessWatch | undefined {
  if (trapPort === null || readSnmpProfiles === undefined) return undefined;
  const onChange = (access: TrapAccess): void => receiver.setTrapAccess(access);
  const watch = new TrapAccessWatch({ readProfiles: readSnmpProfiles, isAnyTrapCommunity, onChange, log });
  void catalogReady.then(
    () => watch.start(),
    () => undefined,
  );
  return watch;
}

/** A journal that has gone, while its id is still there, would give positions a second time: it gets a new id. */
async function openOwnJournal({ folders, isEnabled }: SyslogOptions, log: Logger) {
  const known = await readCollectorId(folders.data);
  const collector = known ?? (await createCollectorId(folders.data));
  const opened = await openJournal({ directory: folders.journal, collector, log });
  const isGone = opened.scan.extents.length === 0 && opened.scan.nextPosition === 1;
  if (known === undefined || !isGone || !isEnabled) return { ...opened, collector };
  log.warn({ collector }, "the journal of this collector has gone; a new one begins under a new id");
  return { ...opened, collector: await createCollectorId(folders.data) };
}

const MAX_NAMED = 3;

function nameSome(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return [`${what}: ${names.slice(0, MAX_NAMED).join(", ")}${rest}`];
}
