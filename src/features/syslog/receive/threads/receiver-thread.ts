import { isMainThread } from "node:worker_threads";
import { type Transport, TRANSPORTS } from "../../event/arrival";
import { JournalGate } from "../../journal/gate";
import { JournalLink, receiveBatches } from "../../journal/link";
import type { JournalSink, RefusalReason } from "../../journal/sink";
import { JournalWriter, type SyncedExtent, type WriterEvents } from "../../journal/writer";
import { TrapIntake } from "../traps/intake";
import { ConnectionTable } from "../sockets/connection-table";
import { Intake } from "../intake";
import { Listeners } from "../sockets/listeners";
import { sleepInSilence } from "../sockets/shared-looks";
import type { FromThread, ThreadOptions, ThreadStatus, ToThread } from "./protocol";

/** How often this thread looks around while much comes or somebody is connected, and while little does. */
const LOOK_MS = 250;
const IDLE_LOOK_MS = 500;
const BUSY_COUNT = 25;
const LOSSES_MS = 1000;
/** The kernel's count of what it dropped is read every second while so much comes, and every five where little does. */
const KERNEL_DROPS_COUNT = 250;
const KERNEL_DROPS_MS = 5000;
const QUIET_MS = 20;
const DRAIN_MS = 250;
const LINK_LOOK_MS = 5;

type Post = (message: FromThread) => void;

/** The sockets of one receiver thread, and the journal or the way to it. */
export class ReceiverThread {
  readonly #post: Post;
  readonly #journal: JournalSink;
  /** Where this thread is the one that has the journal. */
  readonly #writer: JournalWriter | undefined;
  readonly #gate: JournalGate | undefined;
  readonly #intake: Intake;
  readonly #connections: ConnectionTable;
  readonly #listeners: Listeners;
  #lookTimer: Timer | undefined;
  /** What had been read at the last look, and at the last one at the kernel's count, with the next one's time. */
  #seenCount = 0;
  #dropsSeenCount = 0;
  #dropsAtMs = 0;
  #lossesAtMs = 0;
  /** The status that was posted last, as text. */
  #posted = "";

  private constructor(
    place: { journal: JournalSink; writer?: JournalWriter; gate?: JournalGate },
    options: ThreadOptions,
    post: Post,
  ) {
    this.#post = post;
    this.#journal = place.journal;
    this.#writer = place.writer;
    this.#gate = place.gate;
    this.#intake = new Intake(this.#journal, options);
    this.#connections = new ConnectionTable(
      {
        maxConnections: options.maxTcpConnections,
        maxConnectionsPerAddress: options.maxTcpConnectionsPerAddress,
        idleSeconds: options.tcpIdleSeconds,
        unfinishedSeconds: options.tcpUnfinishedSeconds,
      },
      this.#intake.counters.connections,
    );
    const { thread, host, receiveBufferBytes, isPortShared, cell, trapHost, trapCell } = options;
    const use = isPortShared ? (thread === 0 ? "first" : "another") : "alone";
    this.#listeners = new Listeners(
      { intake: this.#intake, connections: this.#connections, traps: this.#createTraps(options) },
      { thread, host, receiveBufferBytes, use, cell, trapHost, trapCell },
      { onTried: () => this.#postListeners(), onError: (transport, error) => this.#report(transport, error) },
    );
  }

  /**
   * Opens the journal, or the way to it, then the listeners. A listener that cannot be bound is reported, and tried
   * again.
   * @throws where the journal cannot be opened or the allowlist cannot be read.
   */
  static async start(options: ThreadOptions, post: Post): Promise<ReceiverThread> {
    const holder: { thread: ReceiverThread | undefined } = { thread: undefined };
    const onPause = (reason: RefusalReason | null): void => holder.thread?.applyBackpressure(reason);
    const onSynced = (extent: SyncedExtent): void => holder.thread?.announce(extent);
    const thread = new ReceiverThread(await openPlace(options, { onPause, onSynced }, post), options, post);
    holder.thread = thread;
    if (!isMainThread) sleepInSilence(() => thread.#isIdle);
    if (options.identity !== null) await thread.#listeners.setIdentity(options.identity);
    if (options.traps.access !== null) await thread.#listeners.setTrapAccess(options.traps.access);
    for (const transport of TRANSPORTS) {
      const port = options.ports[transport];
      if (port !== undefined) await thread.#listeners.listen(transport, port);
    }
    const { pausedBecause } = thread.#journal;
    if (pausedBecause !== null) thread.applyBackpressure(pausedBecause);
    thread.#look();
    post({ type: "ready", listeners: thread.#listeners.statuses() });
    return thread;
  }

  /** Does what the main thread asks for. */
  async obey(message: ToThread): Promise<void> {
    switch (message.type) {
      case "listen":
        return this.#listeners.listen(message.transport, message.port);
      case "identity":
        return this.#listeners.setIdentity(message.identity);
      case "traps":
        return this.#listeners.setTrapAccess(message.access);
      case "stop":
        this.#post({ type: "stopped", status: await this.stop(message.deadlineMs) });
    }
  }

  /**
   * Stops listening, takes what is in the kernel's buffers, brings everything to disk and announces it. Senders over
   * TCP see our side closed first. Takes `deadlineMs` at most; what is not on disk by then is counted as unsynced.
   */
  async stop(deadlineMs: number): Promise<ThreadStatus> {
    const deadline = performance.now() + deadlineMs;
    clearTimeout(this.#lookTimer);
    sleepInSilence(undefined);
    const drainMs = Math.min(DRAIN_MS, deadlineMs / 6);
    // Connections that the kernel has accepted and we have not are lost with the listener, so it closes when all is
    // quiet.
    await this.#readUntilQuiet(drainMs);
    this.#listeners.stopAccepting();
    await this.#readUntilQuiet(drainMs);
    await this.#listeners.readKernelDrops();
    this.#listeners.closeUdp();
    this.#connections.closeAll();
    while (this.#gate?.isQuiet === false && performance.now() < deadline) await Bun.sleep(LINK_LOOK_MS);
    await this.#journal.close(Math.max(0, deadline - performance.now()));
    // Informs are answered when they are durable.
    this.#listeners.closeTraps();
    this.#postLosses();
    return this.#status();
  }

  /**
   * Tells of what became durable, and what was received before that: else more could be stored than was received, and
   * all of it seem stored while lines wait for the next fdatasync.
   */
  announce(extent: SyncedExtent): void {
    this.#postStatus();
    this.#post({ type: "synced", extent });
  }

  /** Holds TCP senders back for a reason, or lets them go on. Only the journal decides it. */
  applyBackpressure(reason: RefusalReason | null): void {
    this.#listeners.setPaused(reason !== null);
    if (reason === null) this.#connections.restartTimes(performance.now());
    if (this.#writer === undefined) return;
    const message = reason === null ? "receiving goes on" : `receiving is held back: ${reason}`;
    this.#post({ type: "log", message, cause: null });
  }

  /** Only where the journal is, which tells when an inform is durable. */
  #createTraps({ traps: { engine } }: ThreadOptions): TrapIntake | null {
    const writer = this.#writer;
    if (writer === undefined) return null;
    return new TrapIntake({
      intake: this.#intake,
      engine,
      whenDurable: (done) => writer.whenDurable(done),
      onError: (error) => this.#report("snmp-trap", error),
      now: () => performance.now(),
    });
  }

  /** Nothing is due by the clock but looks around: connections have times of their own, and so does the journal. */
  get #isIdle(): boolean {
    return this.#connections.size === 0 && this.#writer?.isIdle !== false;
  }

  #report(transport: Transport, error: Error): void {
    this.#post({ type: "log", message: `a ${transport} socket failed`, cause: String(error) });
  }

  #look(): void {
    const nowMs = performance.now();
    const { readCount } = this.#listeners;
    const isBusy = readCount - this.#seenCount >= BUSY_COUNT || this.#connections.size > 0;
    this.#seenCount = readCount;
    if (this.#journal.pausedBecause === null) this.#connections.closeOverdue(nowMs);
    if (nowMs >= this.#lossesAtMs) this.#lookForLosses(nowMs, readCount);
    this.#postStatus();
    this.#lookTimer = setTimeout(() => this.#look(), isBusy ? LOOK_MS : IDLE_LOOK_MS);
  }

  #lookForLosses(nowMs: number, readCount: number): void {
    this.#lossesAtMs = nowMs + LOSSES_MS;
    this.#postLosses();
    // A buffer that overflows is read, too.
    const grown = readCount - this.#dropsSeenCount;
    if (grown === 0 || (grown < KERNEL_DROPS_COUNT && nowMs < this.#dropsAtMs)) return;
    this.#dropsAtMs = nowMs + KERNEL_DROPS_MS;
    this.#dropsSeenCount = readCount;
    void this.#listeners.readKernelDrops();
  }

  #postListeners(): void {
    this.#post({ type: "listeners", listeners: this.#listeners.statuses() });
  }

  #postLosses(): void {
    const losses = this.#intake.losses.take();
    if (losses !== null) this.#post({ type: "losses", losses });
  }

  #postStatus(): void {
    const status = this.#status();
    const text = JSON.stringify(status);
    if (text === this.#posted) return;
    this.#posted = text;
    this.#post({ type: "status", status });
  }

  #status(): ThreadStatus {
    return {
      counters: this.#intake.counters,
      lastSeen: this.#intake.lastSeen,
      openConnections: this.#connections.size,
      kernelDrops: this.#listeners.kernelDrops,
      journal: this.#writer?.status() ?? null,
    };
  }

  async #readUntilQuiet(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    for (let before = -1; before !== this.#listeners.readCount && performance.now() < deadline;) {
      before = this.#listeners.readCount;
      await Bun.sleep(QUIET_MS);
    }
  }
}

async function openPlace(
  { place }: ThreadOptions,
  { onPause, onSynced }: Pick<WriterEvents, "onPause" | "onSynced">,
  post: Post,
): Promise<{ journal: JournalSink; writer?: JournalWriter; gate?: JournalGate }> {
  if ("link" in place) return { journal: new JournalLink(place.link, onPause) };
  const writer = await JournalWriter.open(place.journal, {
    onSynced,
    onPause,
    onError: (message, cause) => {
      post({ type: "log", message, cause: cause instanceof Error ? cause.message : null });
    },
  });
  for (const link of place.links) receiveBatches(link, (batch) => writer.appendBatch(batch));
  return { journal: writer, writer, gate: new JournalGate(place.journal.gate) };
}
