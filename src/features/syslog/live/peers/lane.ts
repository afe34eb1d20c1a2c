import type { PeerKey } from "#platform/peers/key";
import { urlOfPeer } from "#platform/peers/peer";
import type { Logger } from "#platform/log";
import type { Predicate } from "../../query/predicate";
import type { LivePeer } from "./directory";
import {
  PEER_PATH,
  readPeerEvents,
  readProgress,
  writePeerEvent,
  writePeerFrame,
  type PeerProgress,
} from "./frames";
import { ViewerHandshake } from "./handshake";

/** Where another process's events go to. */
export type LaneSink = {
  /** Passes an event on. False: it was passed on, but nothing more until `resume`. */
  event(event: { id: number; text: string }): boolean;
  /** Everything through `at` has come, but for `skipped` events. */
  progress(progress: PeerProgress): void;
  /** Runs what passes on several in a row. */
  cork(run: () => void): void;
  reached(isReached: boolean): void;
};

type Options = {
  collector: string;
  /** Its process now; undefined: nobody knows one. */
  readPeer: () => LivePeer | undefined;
  key: PeerKey;
  predicate: Predicate;
  /** Behind which event it begins; null: with what arrives now. */
  after: number | null;
  sink: LaneSink;
  log: Logger;
};

type Item = { id: number; text: string } | PeerProgress;

const TICK_MS = 1000;
/** A collector says something each second. */
const SILENCE_MS = 5000;
/** A process that only starts anew is back by then; a viewer need not hear of it. */
const TOLD_AFTER_MS = 2500;

/**
 * The live events of one collector of another process, for one viewer: comes back by itself after a cut and goes on
 * behind what it had, so that nothing is missed and nothing comes twice.
 */
export class Lane {
  readonly #options: Options;
  readonly #opened = Promise.withResolvers<void>();
  readonly #timer: Timer;
  #socket: WebSocket | undefined;
  #isSubscribed = false;
  #handshake: ViewerHandshake | undefined;
  /** Behind which event it goes on; null: it has not begun. */
  #after: number | null;
  /** The same as this connection was told it. */
  #askedAfter: number | null = null;
  #waiting: Item[] = [];
  /** Nothing is passed on before `release`. */
  #isHeld = true;
  #isBlocked = false;
  #isClosed = false;
  #takenBytes = 0;
  #heardAtMs = performance.now();
  #lostAtMs = performance.now();
  #isReached = true;
  #hasWarned = false;

  constructor(options: Options) {
    this.#options = options;
    this.#after = options.after;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#connect();
  }

  /** Behind which event it stands; null: it has not begun. */
  get at(): number | null {
    return this.#after;
  }

  /** Resolves when it is subscribed for the first time, or has failed at that. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Begins to pass on. `fallback`: where it begins if it could not be reached yet. */
  release(fallback: number): void {
    this.#after ??= fallback;
    this.#isHeld = false;
    if (!this.#isReached) this.#options.sink.reached(false);
    this.#flush();
  }

  /** The sink takes more. */
  resume(): void {
    this.#isBlocked = false;
    this.#flush();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#opened.resolve();
    this.#drop();
  }

  #connect(): void {
    const peer = this.#options.readPeer();
    this.#heardAtMs = performance.now();
    const url = peer && this.#urlOf(peer);
    if (peer === undefined || url === undefined) return this.#opened.resolve();
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#handshake = new ViewerHandshake(this.#options.key, peer, () => this.#readWanted());
    this.#takenBytes = 0;
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket === socket && typeof data === "string") this.#take(data);
    });
    for (const end of ["close", "error"] as const)
      socket.addEventListener(end, () => {
        if (this.#socket === socket) this.#lose();
      });
  }

  /** Undefined: what a process says of itself is none, or nowhere that one of ours can be. */
  #urlOf(peer: LivePeer): string | undefined {
    try {
      return urlOfPeer(peer, PEER_PATH).href.replace(/^http/, "ws");
    } catch (error) {
      this.#options.log.debug({ err: error, address: peer.address }, "cannot follow another process");
      return undefined;
    }
  }

  #readWanted(): { predicate: Predicate; after: number | null } {
    this.#askedAfter = this.#after;
    return { predicate: this.#options.predicate, after: this.#askedAfter };
  }

  #take(text: string): void {
    this.#heardAtMs = performance.now();
    if (!this.#isSubscribed) return this.#subscribe(text);
    if (text.startsWith("{")) {
      const progress = readProgress(text);
      if (progress !== undefined) this.#enqueue(progress);
    } else {
      this.#waiting.push(...readPeerEvents(text));
    }
    this.#flush();
  }

  #subscribe(text: string): void {
    const { log, collector } = this.#options;
    const step = this.#handshake?.take(text) ?? "refused";
    if (step === "refused") {
      if (!this.#hasWarned)
        log.warn(
          { collector },
          "who answers for a collector does not prove that it has it: nothing is taken",
        );
      this.#hasWarned = true;
      return this.#lose();
    }
    if ("say" in step) return this.#socket?.send(step.say);
    // It was released meanwhile, and begins a little before what the other side calls now.
    if (this.#askedAfter === null && this.#after !== null) {
      this.#drop();
      return this.#connect();
    }
    this.#isSubscribed = true;
    this.#after ??= step.at;
    this.#opened.resolve();
    this.#tell(true);
  }

  /** While the sink takes nothing, only the last word on how far it has come is of use. */
  #enqueue(progress: PeerProgress): void {
    const last = this.#waiting.at(-1);
    const isOutdated = last !== undefined && !("text" in last) && last.skipped === undefined;
    if (isOutdated) this.#waiting.pop();
    this.#waiting.push(progress);
  }

  #flush(): void {
    if (this.#isHeld || this.#isBlocked || this.#waiting.length === 0) return;
    this.#options.sink.cork(() => this.#passOn());
  }

  #passOn(): void {
    const { sink } = this.#options;
    let passed = 0;
    let takenBytes = 0;
    for (const item of this.#waiting) {
      if (this.#isClosed || this.#isBlocked) break;
      passed++;
      if ("text" in item) {
        this.#after = item.id;
        takenBytes += Buffer.byteLength(writePeerEvent(item));
        this.#isBlocked = !sink.event(item);
      } else {
        this.#after = item.at;
        sink.progress(item);
      }
    }
    this.#waiting.splice(0, passed);
    this.#takenBytes += takenBytes;
    if (takenBytes > 0) this.#sayTaken();
  }

  #sayTaken(): void {
    if (this.#isSubscribed && this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(writePeerFrame({ taken: this.#takenBytes }));
  }

  #tick(): void {
    const now = performance.now();
    if (this.#socket === undefined) this.#connect();
    else if (now - this.#heardAtMs > SILENCE_MS) this.#lose();
    // Also so that the other side hears of us.
    else this.#sayTaken();
    if (!this.#isSubscribed && now - this.#lostAtMs > TOLD_AFTER_MS) this.#tell(false);
  }

  /** What waits was not passed on, and comes again. */
  #lose(): void {
    if (this.#isSubscribed) this.#lostAtMs = performance.now();
    this.#drop();
    this.#opened.resolve();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isSubscribed = false;
    this.#waiting = [];
    socket?.close();
  }

  #tell(isReached: boolean): void {
    if (isReached === this.#isReached) return;
    this.#isReached = isReached;
    if (!this.#isHeld) this.#options.sink.reached(isReached);
  }
}
