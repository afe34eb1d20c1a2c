import { ifInTime } from "#platform/pause";
import type { PeerKey } from "#platform/peers/key";
import type { Logger } from "#platform/log";
import type { LiveHandle, LiveHub } from "../hub";
import { startIn, type LivePosition } from "../position";
import type { LiveRequest, LiveSource, PreparedLive } from "../source";
import type { LiveSink } from "../subscription";
import type { PeerDirectory } from "./directory";
import { Lane, type LaneSink } from "./lane";

type Context = { hub: LiveHub; directory: PeerDirectory; key: PeerKey; log: Logger };

/** Other processes that do not answer by then are gone on without. */
const OPEN_MS = 1000;

/** The live flow of this process and of all others with a collector, as one. */
export class MergedLive implements LiveSource {
  readonly #ctx: Context;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async prepare(wanted: LiveRequest): Promise<PreparedLive> {
    const { hub, directory } = this.#ctx;
    await directory.look();
    const begunAt = Date.now() * 1000;
    const viewing = new MergedViewing(this.#ctx, wanted, begunAt);
    const [stored] = await Promise.all([hub.findStored(), viewing.untilOpen(OPEN_MS)]);
    return { begin: (sink) => viewing.begin(sink, stored), discard: () => viewing.close() };
  }
}

/** One viewer: what this process has for it, and a lane for each collector of another. */
class MergedViewing implements LiveHandle {
  readonly #ctx: Context;
  readonly #wanted: LiveRequest;
  /** Microseconds, as ids are: what arrived before is not now. */
  readonly #begunAt: number;
  readonly #position = new Map<string, number>();
  readonly #lanes = new Map<string, Lane>();
  /** Collectors whose events do not come by this process, nor by it from the store. */
  readonly #elsewhere: ReadonlySet<string>;
  #sink: LiveSink | undefined;
  #own: LiveHandle | undefined;
  #unfollow: () => void = () => undefined;
  #isCaughtUp = false;
  #isClosed = false;

  constructor(ctx: Context, wanted: LiveRequest, begunAt: number) {
    this.#ctx = ctx;
    this.#wanted = wanted;
    this.#begunAt = begunAt;
    const { after } = wanted;
    for (const collector of ctx.directory.peers.keys())
      this.#open(collector, after === undefined || after.size === 0 ? null : startIn(after, collector));
    this.#elsewhere = new Set(this.#lanes.keys());
  }

  get position(): LivePosition {
    return this.#position;
  }

  get caughtUp(): Promise<void> {
    return this.#own?.caughtUp ?? Promise.resolve();
  }

  async untilOpen(patienceMs: number): Promise<void> {
    const opened = Promise.all([...this.#lanes.values()].map((lane) => lane.opened));
    await ifInTime(patienceMs, opened);
  }

  begin(sink: LiveSink, stored: LivePosition): LiveHandle {
    this.#sink = sink;
    const own = this.#ctx.hub.subscribe(sink, {
      ...this.#wanted,
      stored,
      covers: (collector) => !this.#elsewhere.has(collector),
      position: this.#position,
    });
    this.#own = own;
    for (const [collector, lane] of this.#lanes)
      this.#position.set(collector, lane.at ?? Math.max(this.#begunAt, stored.get(collector) ?? 0));
    void this.#noteCaughtUp(own);
    // Behind what tells the viewer where it begins.
    setImmediate(() => this.#release());
    return this;
  }

  resume(): void {
    this.#own?.resume();
    for (const lane of this.#lanes.values()) lane.resume();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unfollow();
    this.#own?.close();
    for (const lane of this.#lanes.values()) lane.close();
  }

  async #noteCaughtUp(own: LiveHandle): Promise<void> {
    await own.caughtUp;
    this.#isCaughtUp = true;
  }

  #release(): void {
    if (this.#isClosed) return;
    for (const [collector, lane] of this.#lanes) lane.release(this.#position.get(collector) ?? this.#begunAt);
    this.#unfollow = this.#ctx.directory.follow(() => this.#openNew());
  }

  /** Those that have come since. One whose events are being read from the store has its turn behind that. */
  #openNew(): void {
    if (this.#isClosed) return;
    for (const collector of this.#ctx.directory.peers.keys()) {
      if (this.#lanes.has(collector) || !this.#isCaughtUp) continue;
      const after = this.#position.get(collector) ?? this.#begunAt;
      this.#open(collector, after).release(after);
    }
  }

  #open(collector: string, after: number | null): Lane {
    const { directory, key, log } = this.#ctx;
    const lane = new Lane({
      collector,
      readPeer: () => directory.peers.get(collector),
      key,
      predicate: this.#wanted.predicate,
      after,
      sink: this.#laneSink(collector),
      log,
    });
    this.#lanes.set(collector, lane);
    return lane;
  }

  #laneSink(collector: string): LaneSink {
    const withSink = (use: (sink: LiveSink) => void) => {
      if (this.#sink !== undefined && !this.#isClosed) use(this.#sink);
    };
    return {
      event: ({ id, text }) => {
        this.#position.set(collector, id);
        return this.#sink?.sendEvent(text, this.#position) ?? false;
      },
      progress: ({ skipped, at }) =>
        withSink((sink) => {
          this.#position.set(collector, at);
          if (skipped !== undefined && sink.maySkip()) sink.sendSkipped(skipped, this.#position);
        }),
      cork: (run) => withSink((sink) => sink.cork(run)),
      reached: (isReached) => withSink((sink) => sink.tellCollector(collector, isReached)),
    };
  }
}
