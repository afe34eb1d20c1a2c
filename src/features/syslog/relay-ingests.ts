import { pauseUnlessStopped } from "#platform/pause";
import { createTurnstile } from "#platform/turnstile";
import type { WorkerPool } from "#platform/workers";
import type { LiveHub } from "./live/hub";
import type { RelayPresence, SpoolIngest } from "./relays/relay-store";
import type { RelaySpool } from "./relays/spool";
import { Pipeline, type PipelineOptions } from "./segments/ingest/pipeline";
import type { LivePublisher } from "./segments/ingest/followers";
import { CollectorHeartbeat } from "./watch/heartbeat";
import { createIngestWatch } from "./watch/ingest-watch";
import type { LogWatch } from "./watch/log-watch";

/** What all journals of a process are stored with. */
export type Storing = Omit<
  PipelineOptions,
  "collector" | "feed" | "journalFolder" | "parallelChunks" | "live" | "watch"
>;

type Deps = {
  storing: Storing;
  live: Pick<LiveHub, "publisherOf">;
  patterns: LogWatch | undefined;
  /** Of what this process receives itself. */
  lagSeconds: () => number;
};

/** A relay that was not heard for so long may be deaf: it reports every ten seconds. */
const HEARD_MS = 15_000;
/** Own lines that are behind by more go first. */
const OWN_LAG_SECONDS = 2;
const GIVE_WAY_MS = 500;

/**
 * Starts what stores the lines of relays, as it does those that come in here. Of all relays together one chunk is parsed
 * at a time, in turn, and half a second later while the process is behind with its own: what waits at a relay is on its
 * disk.
 */
export class RelayIngests {
  readonly #deps: Deps;
  readonly #inTurn = createTurnstile(1);
  readonly #publishers = new Map<string, LivePublisher>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(spool: RelaySpool, presence: RelayPresence): SpoolIngest {
    const { storing, patterns } = this.#deps;
    const { collector, feed, journalFolder } = spool;
    const { db, log } = storing;
    const heartbeat = new CollectorHeartbeat({
      db,
      collector,
      log,
      readState: () => ({
        isListening: presence.isListening && performance.now() - presence.heardAtMs < HEARD_MS,
        lagSeconds: presence.lagSeconds,
      }),
    });
    const pipeline = new Pipeline({
      ...storing,
      pool: this.#giveWay(storing.pool),
      collector,
      feed,
      journalFolder,
      parallelChunks: 1,
      live: this.#publisherOf(collector),
      watch: createIngestWatch(patterns, heartbeat),
    });
    pipeline.start(Promise.resolve());
    void heartbeat.start();
    return { pipeline, stop: () => heartbeat.stop() };
  }

  /** One for the life of the process: a spool that is opened again goes on where it was. */
  #publisherOf(collector: string): LivePublisher {
    const known = this.#publishers.get(collector);
    if (known !== undefined) return known;
    const publisher = this.#deps.live.publisherOf(collector);
    this.#publishers.set(collector, publisher);
    return publisher;
  }

  #giveWay(pool: Pick<WorkerPool, "run">): Pick<WorkerPool, "run"> {
    return {
      run: (task, input, options) =>
        this.#inTurn(async () => {
          const { signal } = options ?? {};
          if (signal !== undefined && this.#deps.lagSeconds() > OWN_LAG_SECONDS)
            await pauseUnlessStopped(GIVE_WAY_MS, signal);
          signal?.throwIfAborted();
          return pool.run(task, input, options);
        }, options?.signal),
    };
  }
}
