import type { Logger } from "#platform/log";
import { JournalFeed } from "../journal/feed";
import { openOwnJournal } from "../journal/own-journal";
import type { ReceiverOptions } from "../receive/threads/protocol";
import { LocalThread } from "../receive/threads/local-thread";
import { type Receiver, startReceiver } from "../receive/threads/receiver";
import { Forwarder, type ForwarderStatus } from "./forwarder";
import { readRelayState, type RelayState } from "./state";
import { Upstream, type UpstreamOptions } from "./upstream";
import { RELAY_FORMAT, type RelayReport } from "./wire";

export type RelayOptions = {
  name: string;
  version: string;
  folders: { data: string; journal: string };
  receiver: Omit<ReceiverOptions, "journal">;
  journal: { maxBytes: number; minFreeBytes: number };
  /** Whose traps of version 1 and 2c are taken: a relay has no SNMP profiles. */
  traps: { communities: readonly string[]; isAnyCommunity: boolean };
  upstream: UpstreamOptions;
};

/** How the relay is at one moment. */
export type RelayReading = {
  report: Omit<RelayReport, "relay" | "after">;
  forwarder: Readonly<ForwarderStatus>;
  /** Age of the oldest message that the central service has not acknowledged. */
  lagSeconds: number;
  connections: number;
};

/** What the central service takes of a report: more would keep the lines back that come with it. */
const MAX_PROBLEMS = 20;
const MAX_LINE_CHARACTERS = 500;
const RECEIVER_STOP_MS = 3_000;
const KEEP_LOSSES_MS = 1_000;

/** A collector at a branch: what it receives goes to its journal, and from there to a central service. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #feed: JournalFeed;
  readonly #receiver: Receiver;
  readonly #forwarder: Forwarder;
  readonly #startedAtMicros = Date.now() * 1000;
  /** Of earlier runs. */
  readonly #lostBefore: Readonly<Record<string, number>>;
  #lostKept: string;
  readonly #lossTimer: Timer;

  private constructor(
    options: RelayOptions,
    parts: { feed: JournalFeed; receiver: Receiver; state: RelayState; log: Logger },
  ) {
    const { feed, receiver, state, log } = parts;
    const { folders } = options;
    this.#options = options;
    this.#feed = feed;
    this.#receiver = receiver;
    this.#lostBefore = state.lost;
    this.#lostKept = JSON.stringify(state.lost);
    this.#forwarder = new Forwarder({
      feed,
      upstream: new Upstream(options.upstream),
      dataFolder: folders.data,
      journalFolder: folders.journal,
      state,
      describe: () => this.#describe(),
      log,
    });
    this.#lossTimer = setInterval(() => this.#keepLosses(), KEEP_LOSSES_MS);
  }

  /**
   * Opens the journal, receives, and begins to send.
   * @throws where the journal cannot be opened, or a file that is set cannot be read.
   */
  static async start(options: RelayOptions, log: Logger): Promise<Relay> {
    const { data: dataFolder, journal: journalFolder } = options.folders;
    const place = { dataFolder, journalFolder, isWritten: true, log };
    const { collector, reader, scan } = await openOwnJournal(place);
    const feed = new JournalFeed(journalFolder, { reader, extents: scan.extents, log });
    const state = beginWith(readRelayState(dataFolder, collector), feed.firstPosition);
    // A position that was acknowledged is never given again, though the journal may have lost it.
    const nextPosition = Math.max(scan.nextPosition, state.acknowledged.position + 1);
    const bounds = { directory: journalFolder, collector, nextPosition, minimumId: scan.minimumId };
    const receiver = await startReceiver(
      { ...options.receiver, threads: 1, journal: { ...bounds, ...options.journal } },
      { onSynced: feed.announce.bind(feed), onLosses: () => undefined, log },
      (threadOptions, _, threadEvents) => LocalThread.start(threadOptions, threadEvents),
    );
    // Whoever follows lines at the central service is not known here.
    receiver.setFollowed(true);
    if (options.receiver.trapPort !== null) {
      receiver.setTrapAccess({ ...options.traps, users: [] });
    }
    const relay = new Relay(options, { feed, receiver, state, log });
    relay.#forwarder.start();
    return relay;
  }

  state(): RelayReading {
    const { oldestArrivalMicros } = this.#feed.depth();
    return {
      report: this.#describe(),
      forwarder: this.#forwarder.status,
      lagSeconds:
        oldestArrivalMicros === null ? 0 : Math.max(0, Date.now() / 1000 - oldestArrivalMicros / 1e6),
      connections: this.#receiver.status().openConnections,
    };
  }

  get listeners(): Receiver["listeners"] {
    return this.#receiver.listeners;
  }

  /** Takes the files of the TLS certificate as they are now. */
  reloadCertificate(): Promise<void> {
    return this.#receiver.reloadCertificate();
  }

  /** Stops receiving and sends what is left, for as long as the deadline allows; the rest waits for the next start. */
  async stop(deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    await this.#receiver.stop(Math.min(RECEIVER_STOP_MS, deadlineMs / 2));
    clearInterval(this.#lossTimer);
    this.#keepLosses();
    await this.#forwarder.stop(Math.max(0, deadline - performance.now()));
  }

  #describe(): Omit<RelayReport, "relay" | "after"> {
    const { counters, journal } = this.#receiver.status();
    const { bytes, messages, oldestArrivalMicros } = this.#feed.depth();
    const refusal = journal.refusal ?? journal.failedBecause;
    return {
      format: RELAY_FORMAT,
      name: this.#options.name,
      version: this.#options.version,
      started_at_micros: this.#startedAtMicros,
      sent_at_micros: Date.now() * 1000,
      backlog: { messages, bytes, oldest_at_micros: oldestArrivalMicros },
      journal: {
        bytes: journal.journalBytes,
        max_bytes: this.#options.journal.maxBytes,
        free_bytes: Number.isFinite(journal.freeBytes) ? journal.freeBytes : 0,
        refusal: refusal === null ? null : shortened(refusal),
      },
      received: { ...counters.received },
      lost: this.#lost(),
      denied: counters.denied,
      problems: this.#receiver.limitations.slice(0, MAX_PROBLEMS).map(shortened),
    };
  }

  /** What was not kept, ever. */
  #lost(): Record<string, number> {
    const { counters, kernelDrops, journal } = this.#receiver.status();
    const now: Record<string, number> = {
      kernel: kernelDrops.udp + kernelDrops["snmp-trap"],
      unsynced: journal.unsynced,
      ...counters.dropped,
    };
    for (const [reason, count] of Object.entries(this.#lostBefore)) now[reason] = (now[reason] ?? 0) + count;
    return now;
  }

  /** Losses outlive a kill: the central service is told of them when it can be reached again. */
  #keepLosses(): void {
    const lost = this.#lost();
    const text = JSON.stringify(lost);
    if (text === this.#lostKept) return;
    if (this.#forwarder.keepState(lost)) this.#lostKept = text;
  }
}

function shortened(line: string): string {
  return line.slice(0, MAX_LINE_CHARACTERS).toWellFormed();
}

/** A journal of which nothing was sent yet may have been another service's, which has stored what it began with. */
function beginWith(state: RelayState, firstPosition: number | undefined): RelayState {
  if (state.acknowledged.position > 0 || firstPosition === undefined) return state;
  return { ...state, acknowledged: { position: firstPosition - 1, check: null } };
}
