import { join } from "node:path";
import type { Db } from "#platform/database";
import { openClickHouseStore } from "./clickhouse/event-store";
import { expiringDays } from "./clickhouse/retention";
import { openRowStore } from "./clickhouse/row-store";
import type { SyslogDeps, SyslogOptions } from "./engine-options";
import { JournalFeed } from "./journal/feed";
import { openOwnJournal } from "./journal/own-journal";
import type { SyncedExtent } from "./journal/writer";
import { LiveHub } from "./live/hub";
import { OwnFormats } from "./own-formats/own-formats";
import { type Receiver, startReceiver } from "./receive/threads/receiver";
import { RelayIntake } from "./relays/intake";
import { RelayIngests, type Storing } from "./relay-ingests";
import { RelayStore } from "./relays/relay-store";
import { TrapAccessWatch } from "./receive/traps/access-watch";
import { SearchQueues } from "./search/queues";
import { openSegmentStore } from "./search/segment-store";
import { EventDatabase } from "./segments/duckdb";
import { Pipeline } from "./segments/ingest/pipeline";
import { SegmentMaintenance } from "./segments/maintenance";
import type { EventStore } from "./store/event-store";
import { Retention } from "./segments/retention/retention";
import { SYSTEM_CLOCK } from "./segments/store-clock";
import {
  type BoundPorts,
  type CollectorParts,
  type CollectorState,
  isListening,
  readBoundPorts,
  readCollectorState,
} from "./status/collector-state";
import { SourceStatistics } from "./status/source-statistics";
import { CollectorHeartbeat } from "./watch/heartbeat";
import { createIngestWatch } from "./watch/ingest-watch";
import { LogWatch } from "./watch/log-watch";

const RECEIVER_STOP_MS = 3_000;
const EXPORT_THREADS = 1;
/** What is received becomes searchable within about this time, ms. What is younger a search does not have stored. */
const FRESH_MS = 800;

/** The running syslog path: receiver, journal, pipeline and event store. Starts and stops them, and no more. */
export class SyslogEngine {
  readonly options: SyslogOptions;
  readonly db: Db;
  /** What is read of stored events. */
  readonly events: EventStore;
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
  /** Formats of one's own; undefined where there are none. */
  readonly formats: OwnFormats | undefined;
  /** What relays have sent to this process, and what they send. */
  readonly relays: RelayStore;
  readonly relayIntake: RelayIntake;
  /** Of events that are not in segments; undefined: there are none. */
  readonly retentionElsewhere: Retention | undefined;
  readonly #deps: SyslogDeps;
  readonly #parts: Omit<CollectorParts, "receiver">;
  readonly #feed: JournalFeed;
  readonly #pipeline: Pipeline;
  readonly #database: EventDatabase;
  readonly #exportDatabase: EventDatabase;
  readonly #heartbeat: CollectorHeartbeat;
  #receiver: Receiver | undefined;
  #trapAccess: TrapAccessWatch | undefined;
  #isViewed = false;

  constructor(deps: SyslogDeps, options: SyslogOptions, journal: { collector: string; feed: JournalFeed }) {
    const { folders, threads } = options;
    this.options = options;
    this.#deps = deps;
    this.#feed = journal.feed;
    this.#database = openEvents(options, threads + 1);
    this.#exportDatabase = openEvents(options, EXPORT_THREADS);
    this.db = deps.db;
    const search = {
      db: deps.db,
      database: this.#database,
      eventsFolder: folders.events,
      timeoutSeconds: options.searchTimeoutSeconds,
      examine: (paths: readonly string[]) => this.maintenance.examine(paths),
      settle: () => this.#settle(FRESH_MS),
    };
    this.events =
      deps.clickhouse === undefined
        ? openSegmentStore({ search, exports: { ...search, database: this.#exportDatabase } })
        : openClickHouseStore({ ...search, ...deps.clickhouse });
    this.live = new LiveHub({
      events: this.events,
      settle: () => this.#settle(0),
      onViewers: (areThere) => {
        this.#isViewed = areThere;
        this.#tellFollowed();
      },
      log: deps.log,
    });
    this.watch =
      deps.watch === undefined
        ? undefined
        : new LogWatch({ ...deps.watch, writes: deps.writes, log: deps.log });
    this.formats =
      deps.formats === undefined
        ? undefined
        : new OwnFormats({ ...deps.formats, writes: deps.writes, log: deps.log });
    this.#heartbeat = new CollectorHeartbeat({
      db: deps.db,
      collector: journal.collector,
      log: deps.log,
      writes: deps.writes,
      readState: () => {
        const state = this.state();
        return { isListening: isListening(state), lagSeconds: state.journal.lagSeconds };
      },
    });
    const storing: Storing = {
      ...deps,
      database: this.#database,
      folders,
      rowStore:
        deps.clickhouse === undefined ? undefined : openRowStore({ ...options, ...deps, ...deps.clickhouse }),
      restMs: () => this.#restMs,
      timeZones: options.timeZones,
      retentionBytes: options.retentionBytes,
      minFreeBytes: options.journal.minFreeBytes,
      onCounted: (tallies) => this.sources.addStored(tallies),
      formats: this.formats,
    };
    this.#pipeline = new Pipeline({
      ...storing,
      ...journal,
      journalFolder: folders.journal,
      parallelChunks: threads + 1,
      live: this.live.publisherOf(journal.collector),
      watch: createIngestWatch(this.watch, this.#heartbeat),
    });
    const ingests = new RelayIngests({
      storing,
      live: this.live,
      patterns: this.watch,
      lagSeconds: () => this.#lagSeconds(),
    });
    this.relays = new RelayStore({
      db: deps.db,
      log: deps.log,
      folder: join(folders.data, "relays"),
      minFreeBytes: options.journal.minFreeBytes,
      startIngest: (spool, presence) => ingests.start(spool, presence),
    });
    this.relayIntake = new RelayIntake({ db: deps.db, log: deps.log, store: this.relays });
    const { clickhouse, log } = deps;
    const { retentionDays: days, retentionBytes: maxBytes } = options;
    const events = clickhouse && expiringDays(clickhouse, log);
    this.retentionElsewhere =
      events && new Retention({ db: deps.db, log, clock: SYSTEM_CLOCK, days, maxBytes, events });
    this.#parts = { ...journal, firstPosition: journal.feed.lastPosition, pipeline: this.#pipeline };
    this.maintenance = new SegmentMaintenance({
      ...options,
      ...deps,
      database: this.#database,
      clock: SYSTEM_CLOCK,
      minFreeBytes: options.journal.minFreeBytes,
      lagSeconds: () => this.#lagSeconds(),
    });
    // Without either there is nothing to be stored, and no collector that others should know of.
    const isStoring = options.isReceiving || journal.feed.lastPosition > 0;
    const following = deps.catalogReady.then(() => this.#follow(isStoring));
    following.catch(() => undefined);
    if (isStoring) this.#pipeline.start(following);
  }

  /** Resolves once it is known what to look for in lines, and how to read them. */
  async #follow(isStoring: boolean): Promise<void> {
    if (this.options.isReceiving) void this.#heartbeat.start();
    const isLooking = isStoring || this.options.takesRelays;
    await Promise.all([isLooking ? this.watch?.start() : undefined, this.formats?.start()]);
    this.relays
      .start()
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error }, "cannot open what relays have sent before"),
      );
  }

  /** How long lines may rest; not at all where others search, who know nothing of them. */
  get #restMs(): number {
    return this.#deps.isAlone?.() === false ? 0 : this.options.restSeconds * 1000;
  }

  /** More of the journal is durable. */
  noteSynced(extent: SyncedExtent): void {
    this.#feed.announce(extent);
    this.#tellFollowed();
  }

  #tellFollowed(): void {
    this.#receiver?.setFollowed(this.#isViewed || this.#restMs === 0);
  }

  /** Age of what this collector has received and not stored; what rests is not behind. */
  #lagSeconds(): number {
    return this.#pipeline.isResting ? 0 : this.state().journal.lagSeconds;
  }

  async #settle(maxAgeMs: number): Promise<void> {
    await Promise.all([this.#pipeline.settle(maxAgeMs), this.relays.settle(maxAgeMs)]);
  }

  /** Only startSyslog calls it. */
  receiveFrom(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#tellFollowed();
    const { catalogReady, readSnmpProfiles: readProfiles, writes, log } = this.#deps;
    const {
      isAnyTrapCommunity,
      receiver: { trapPort },
    } = this.options;
    if (trapPort === null || readProfiles === undefined) return;
    const onChange = receiver.setTrapAccess.bind(receiver);
    this.#trapAccess = new TrapAccessWatch({ readProfiles, isAnyTrapCommunity, onChange, writes, log });
    // The profiles can be read once the tables are there.
    this.#trapAccess.start(catalogReady);
  }

  /** How the collector is now. Asks neither the disk nor the database. */
  state(): CollectorState {
    return readCollectorState({ ...this.#parts, receiver: this.#receiver });
  }

  /** The bound ports; undefined where there is no such listener. */
  get ports(): BoundPorts {
    return readBoundPorts(this.state());
  }

  /** Takes the files of the TLS certificate as they are now. */
  async reloadCertificate(): Promise<void> {
    await this.#receiver?.reloadCertificate();
  }

  /**
   * Stops receiving, stores what was received, closes the store. What the deadline cuts off is replayed at the next
   * start.
   */
  async stop(deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    this.live.close();
    this.#heartbeat.stop();
    this.#trapAccess?.stop();
    await this.#receiver?.stop(Math.min(RECEIVER_STOP_MS, deadlineMs / 2));
    const leftMs = Math.max(0, deadline - performance.now());
    await Promise.all([this.#pipeline.drain(leftMs), this.relays.stop(leftMs)]);
    // Not before: what is stored last is looked at, too.
    this.watch?.stop();
    this.formats?.stop();
    const { receiver, pipeline, losses, journal } = this.state();
    const received = { ...receiver?.counters.received };
    const stopped = { received, stored: pipeline.storedEvents, losses, waiting: journal.messages };
    this.#deps.log.info(stopped, "syslog has stopped");
    await this.maintenance.close();
    await this.#exportDatabase.close();
    await this.#database.close();
  }
}

function openEvents({ folders, duckdbMemoryMegabytes }: SyslogOptions, threads: number): EventDatabase {
  return new EventDatabase({
    eventsFolder: folders.events,
    temporaryFolder: folders.temporary,
    memoryMegabytes: duckdbMemoryMegabytes,
    threads,
  });
}

/**
 * Opens the journal, begins to receive and to store. Needs no database to be there yet: the journal takes what arrives.
 * @throws where the journal cannot be opened.
 */
export async function startSyslog(deps: SyslogDeps, options: SyslogOptions): Promise<SyslogEngine> {
  const { folders, isReceiving } = options;
  const { log } = deps;
  const place = { dataFolder: folders.data, journalFolder: folders.journal, isWritten: isReceiving, log };
  const { collector, reader, scan } = await openOwnJournal(place);
  const feed = new JournalFeed(folders.journal, { reader, extents: scan.extents, log });
  const engine = new SyslogEngine(deps, options, { collector, feed });
  if (!isReceiving) return engine;
  const { nextPosition, minimumId } = scan;
  const journal = { directory: folders.journal, collector, nextPosition, minimumId, ...options.journal };
  const events = {
    onSynced: engine.noteSynced.bind(engine),
    onLosses: engine.sources.addLosses.bind(engine.sources),
    log,
  };
  const receiver = await startReceiver({ ...options.receiver, journal }, events);
  engine.receiveFrom(receiver);
  return engine;
}
