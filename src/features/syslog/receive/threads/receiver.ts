import { MessageChannel } from "node:worker_threads";
import type { Transport } from "../../event/arrival";
import { JournalGate } from "../../journal/gate";
import type { JournalLog } from "../../journal/reader";
import { scanJournal } from "../../journal/recovery";
import type { SyncedExtent } from "../../journal/writer";
import type { TrapAccess } from "../traps/access";
import { startTrapEngine, type TrapEngine } from "../traps/own-engine";
import type { ListenerStatus } from "../sockets/listen";
import type { FromThread, ReceiverOptions, ReceiverStatus, ThreadOptions } from "./protocol";
import { createDescriptorCell } from "../sockets/held-descriptor";
import { describeSmallBuffer } from "../sockets/receive-buffer";
import type { SenderLosses } from "../sender-losses";
import { addRun, settleCrash, sumThreads } from "./status-sum";
import { ThreadHandle } from "./thread-handle";
import { TlsWatch } from "../sockets/tls-watch";

export type ReceiverEvents = {
  /** More of the journal is durable; goes to `JournalReader.announce`. */
  onSynced: (extent: SyncedExtent) => void;
  /** What was denied or dropped since the last call, by sender. */
  onLosses: (losses: SenderLosses) => void;
  log: JournalLog;
};

/** One thread as the receiver holds it. */
export type RunningThread = Pick<ThreadHandle, "post" | "stop" | "terminate" | "status" | "listeners">;
type StartThread = (...of: Parameters<typeof ThreadHandle.start>) => Promise<RunningThread>;
const startWorker: StartThread = (...of) => ThreadHandle.start(...of);

/** A listener, and what the kernel dropped on its socket; null where that does not apply. */
export type ListenerReport = ListenerStatus & { kernelDrops: number | null };

const RESTARTING = "the receiver crashed and is started again";
const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 30_000;

/**
 * Starts the receiver threads. Resolves once the journal is open and the listeners are tried; a listener that could not
 * be bound carries its error in `listeners` until a later try succeeds, and the rest works. `startThread`: what is
 * started in place of threads of their own.
 * @throws where the journal cannot be opened for writing or the allowlist cannot be read.
 */
export function startReceiver(
  options: ReceiverOptions,
  events: ReceiverEvents,
  startThread: StartThread = startWorker,
): Promise<Receiver> {
  return Receiver.start(options, events, startThread);
}

/**
 * The receiver threads as the main thread holds them: the first has the journal, the others collect for it. When one of
 * them crashes, all are started again: what was written is announced, neither a position nor an id is used twice, and
 * what was lost is counted.
 */
export class Receiver {
  readonly #events: ReceiverEvents;
  readonly #tls: TlsWatch | undefined;
  readonly #begin: StartThread;
  /** Where the journal stood before the first message of this receiver. */
  readonly #startPosition: number;
  #options: ReceiverOptions;
  /** Each run of the threads has more boots than the one before: its clock begins anew. */
  #trapEngine: TrapEngine;
  #trapAccess: TrapAccess | null = null;
  /** What the threads of this run see of the journal, and of those who follow it. */
  #gate = new JournalGate();
  #isFollowed = false;
  #threads: RunningThread[] = [];
  /** The sum over the runs that crashed. */
  #former: ReceiverStatus = sumThreads([]);
  /** Of the run that crashed, until the next one stands. */
  #lastListeners: readonly ListenerStatus[] = [];
  #restartMs = FIRST_RESTART_MS;
  #restartTimer: Timer | undefined;
  #isStopping = false;

  private constructor(options: ReceiverOptions, events: ReceiverEvents, begin: StartThread) {
    this.#begin = begin;
    this.#options = options;
    this.#events = events;
    this.#startPosition = options.journal.nextPosition;
    this.#trapEngine = startTrapEngine(options.journal.collector, { nowMs: Date.now(), formerBoots: 0 });
    if (options.tlsFiles !== null && options.tlsPort !== null) {
      const onChange = (): void => this.#postIdentity();
      this.#tls = new TlsWatch(options.tlsFiles, { onChange, log: events.log });
    }
  }

  /** See `startReceiver`. */
  static async start(
    options: ReceiverOptions,
    events: ReceiverEvents,
    begin: StartThread,
  ): Promise<Receiver> {
    const receiver = new Receiver(options, events, begin);
    await receiver.#tls?.start();
    await receiver.#startThreads().catch(async (cause: unknown) => {
      receiver.#tls?.stop();
      await receiver.#endThreads();
      throw cause;
    });
    return receiver;
  }

  /** Every listener that is wanted: where it stands, or why it does not. */
  get listeners(): readonly ListenerReport[] {
    const current = this.#threads.flatMap(({ listeners, status }) =>
      listeners.map((listener) => ({
        ...listener,
        kernelDrops: listener.error === null ? dropsOf(listener.transport, status.kernelDrops) : null,
      })),
    );
    if (this.#threads.length > 0) return current;
    return this.#lastListeners.map((listener) => ({
      ...listener,
      error: RESTARTING,
      waitsFor: null,
      kernelDrops: null,
    }));
  }

  /**
   * End of the certificate's validity, and why the files as they are now are not used; null where there is no TLS
   * listener.
   */
  get certificate(): { validUntil: string | null; problem: string | null } | null {
    if (this.#tls === undefined) return null;
    return { validUntil: this.#tls.identity?.validUntil ?? null, problem: this.#tls.problem };
  }

  /** What is limited and how to put it right, one line each. */
  get limitations(): string[] {
    const ofListeners = this.listeners.flatMap((listener) => {
      if (listener.waitsFor !== null) return [];
      if (listener.error !== null) return [listener.error];
      if (!DATAGRAMS.includes(listener.transport)) return [];
      return describeSmallBuffer(this.#options.receiveBufferBytes, listener.receiveBufferBytes) ?? [];
    });
    return [...new Set([...ofListeners, ...(this.#tls?.problem ? [this.#tls.problem] : [])])];
  }

  /** Counts since the first start, at most a quarter of a second old. */
  status(): ReceiverStatus {
    return addRun(this.#former, this.#sum());
  }

  /** Takes the certificate's files as they are now. */
  async reloadCertificate(): Promise<void> {
    await this.#tls?.reload();
  }

  /** Whose traps are taken from now on. */
  setTrapAccess(access: TrapAccess): void {
    this.#trapAccess = access;
    this.#threads[0]?.post({ type: "traps", access });
  }

  /** Whether somebody sees each line as soon as it is durable: it becomes so sooner then. */
  setFollowed(isFollowed: boolean): void {
    this.#isFollowed = isFollowed;
    this.#gate.setFollowed(isFollowed);
  }

  /**
   * Closes the listeners, takes what the kernel still holds, brings it to disk, announces it and ends the threads; all
   * within `deadlineMs` and half a second. `status` then gives the final counts.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopping = true;
    this.#tls?.stop();
    clearTimeout(this.#restartTimer);
    const inTime = await Promise.all(this.#threads.map((thread) => thread.stop(deadlineMs)));
    if (inTime.includes(false))
      this.#events.log.error({ deadlineMs }, "the receiver did not stop in time and is ended");
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  async #startThreads(): Promise<void> {
    const { threads, journal } = this.#options;
    this.#gate = new JournalGate();
    this.#gate.setFollowed(this.#isFollowed);
    const { cells } = this.#gate;
    const channels = Array.from({ length: threads - 1 }, () => new MessageChannel());
    const links = channels.map(({ port1: port }) => ({ port, cells }));
    const first = await this.#startThread(
      {
        ...this.#threadOptions(0),
        ports: this.#wantedPorts(),
        place: { journal: { ...journal, gate: cells }, links },
      },
      links.map(({ port }) => port),
    );
    // It may have changed while the thread was starting.
    if (this.#trapAccess !== null) first.post({ type: "traps", access: this.#trapAccess });
    for (const [index, { port2: port }] of channels.entries()) {
      const place = { link: { port, cells } };
      await this.#startThread({ ...this.#threadOptions(index + 1), ports: openPorts(first), place }, [port]);
    }
    this.#restartMs = FIRST_RESTART_MS;
  }

  async #startThread(
    options: ThreadOptions,
    ports: Parameters<typeof ThreadHandle.start>[1],
  ): Promise<RunningThread> {
    const thread = await this.#begin(options, ports, {
      onMessage: (message) => this.#take(message),
      onCrash: (failure) => this.#restartAfter(failure),
    });
    this.#threads.push(thread);
    return thread;
  }

  #threadOptions(thread: number): Omit<ThreadOptions, "ports" | "place"> {
    const { maxTcpConnections, maxTcpConnectionsPerAddress, threads, ...options } = this.#options;
    const { host, receiveBufferBytes, allowlist, maxLineBytes, tcpIdleSeconds, tcpUnfinishedSeconds } =
      options;
    return {
      thread,
      host,
      trapHost: options.trapHost,
      trapCell: createDescriptorCell(),
      traps: { engine: this.#trapEngine, access: this.#trapAccess },
      receiveBufferBytes,
      allowlist,
      maxLineBytes,
      tcpIdleSeconds,
      tcpUnfinishedSeconds,
      maxTcpConnections: Math.ceil(maxTcpConnections / threads),
      maxTcpConnectionsPerAddress: Math.ceil(maxTcpConnectionsPerAddress / threads),
      isPortShared: threads > 1,
      cell: createDescriptorCell(),
      identity: this.#tls?.identity ?? null,
    };
  }

  #wantedPorts(): Partial<Record<Transport, number>> {
    const { udpPort, tcpPort, tlsPort, trapPort } = this.#options;
    return {
      ...(udpPort === null ? {} : { udp: udpPort }),
      ...(tcpPort === null ? {} : { tcp: tcpPort }),
      ...(tlsPort === null ? {} : { tls: tlsPort }),
      ...(trapPort === null ? {} : { "snmp-trap": trapPort }),
    };
  }

  #take(message: FromThread): void {
    switch (message.type) {
      case "listeners":
        // Where the first thread could open a listener at last, the others may follow.
        this.#openOnOthers();
        break;
      case "synced":
        this.#events.onSynced(message.extent);
        break;
      case "losses":
        this.#events.onLosses(message.losses);
        break;
      case "log":
        if (message.cause === null) this.#events.log.warn({}, message.message);
        else this.#events.log.error({ cause: message.cause }, message.message);
        break;
      case "ready":
      case "status":
      case "stopped":
        break;
    }
  }

  #openOnOthers(): void {
    const [first, ...others] = this.#threads;
    if (first === undefined) return;
    const open = openPorts(first);
    for (const transport of SHARED) {
      const port = open[transport];
      if (port === undefined) continue;
      for (const thread of others) thread.post({ type: "listen", transport, port });
    }
  }

  #postIdentity(): void {
    const identity = this.#tls?.identity;
    if (!identity) return;
    for (const thread of this.#threads) thread.post({ type: "identity", identity });
  }

  #sum(): ReceiverStatus {
    return sumThreads(this.#threads.map((thread) => thread.status));
  }

  async #endThreads(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #restartAfter(failure: Error | undefined): void {
    if (this.#isStopping || this.#threads.length === 0) return;
    this.#lastListeners = this.listeners;
    this.#former = this.status();
    this.#events.log.error({ cause: String(failure), restartMs: this.#restartMs }, RESTARTING);
    const ended = this.#endThreads();
    this.#scheduleRestart(ended);
  }

  #scheduleRestart(ended: Promise<void>): void {
    this.#restartTimer = setTimeout(() => {
      this.#restart(ended).catch(async (cause: unknown) => {
        this.#events.log.error({ cause: String(cause) }, "the receiver could not be started again");
        const again = this.#endThreads();
        if (!this.#isStopping) this.#scheduleRestart(again);
        await again;
      });
    }, this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, MAX_RESTART_MS);
  }

  async #restart(ended: Promise<void>): Promise<void> {
    await ended;
    const { journal } = this.#options;
    const formerBoots = this.#trapEngine.boots;
    this.#trapEngine = startTrapEngine(journal.collector, { nowMs: Date.now(), formerBoots });
    const scan = await scanJournal({ ...journal, log: this.#events.log });
    if (this.#isStopping) return;
    for (const extent of scan.extents) this.#events.onSynced(extent);
    const nextPosition = Math.max(journal.nextPosition, scan.nextPosition);
    this.#former = settleCrash(this.#former, nextPosition - this.#startPosition);
    const bound = (transport: Transport): number | undefined =>
      this.#lastListeners.find((found) => found.transport === transport && found.error === null)?.port;
    this.#options = {
      ...this.#options,
      udpPort: bound("udp") ?? this.#options.udpPort,
      tcpPort: bound("tcp") ?? this.#options.tcpPort,
      tlsPort: bound("tls") ?? this.#options.tlsPort,
      trapPort: bound("snmp-trap") ?? this.#options.trapPort,
      journal: { ...journal, nextPosition, minimumId: Math.max(journal.minimumId, scan.minimumId) },
    };
    await this.#startThreads();
    if (this.#isStopping) await this.#endThreads();
  }
}

/** Of every thread. Traps are for the first alone: what is known of their senders is in one place. */
const SHARED: readonly Transport[] = ["udp", "tcp", "tls"];
const DATAGRAMS: readonly Transport[] = ["udp", "snmp-trap"];

/** Null where the kernel drops nothing that is counted. */
function dropsOf(transport: Transport, drops: ReceiverStatus["kernelDrops"]): number | null {
  return transport === "udp" || transport === "snmp-trap" ? drops[transport] : null;
}

function openPorts(thread: RunningThread): Partial<Record<Transport, number>> {
  const open = thread.listeners.filter(
    ({ transport, error }) => error === null && SHARED.includes(transport),
  );
  return Object.fromEntries(open.map(({ transport, port }) => [transport, port]));
}
