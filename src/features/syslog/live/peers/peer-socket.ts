import type { PeerKey } from "#platform/peers/key";
import type { PeerSelf } from "#platform/peers/peer";
import type { Logger } from "#platform/log";
import {
  INTERNAL_ERROR,
  POLICY_VIOLATION,
  SERVICE_RESTART,
  type WebSocketConnection,
  type WebSocketPeer,
  type WebSocketRoute,
} from "#platform/http/web-socket";
import { tooManyRequests } from "#platform/errors";
import { limitKey } from "#platform/ip";
import type { LiveHandle, LiveHub } from "../hub";
import type { LiveSink } from "../subscription";
import { PEER_PATH, readTaken, writePeerEvent, writePeerFrame, type PeerWanted } from "./frames";
import { CollectorHandshake } from "./handshake";

type Context = {
  hub: LiveHub;
  collector: string;
  key: PeerKey;
  self: PeerSelf;
  log: Logger;
};

/** What is on its way to a viewer's process that it has not passed on; far less than what a socket drops frames at. */
const WINDOW_BYTES = 256 * 1024;
/** In which a process must have shown that it has the key. */
const PROOF_DEADLINE_MS = 5000;
/** Strangers, and those who have just come; of one address. */
const MAX_UNPROVEN = 128;
const MAX_UNPROVEN_OF_ADDRESS = 32;

/** Gives the live events of this process's collector to the other processes of its database. */
export function peerSockets(ctx: Context): WebSocketRoute[] {
  const unproven: string[] = [];
  return [
    {
      path: PEER_PATH,
      accept({ address }) {
        const from = limitKey(address);
        const ofAddress = unproven.filter((other) => other === from).length;
        if (unproven.length >= MAX_UNPROVEN || ofAddress >= MAX_UNPROVEN_OF_ADDRESS)
          throw tooManyRequests("Too many connections that have shown no key", PROOF_DEADLINE_MS / 1000);
        unproven.push(from);
        return new PeerSocket(ctx, () => void unproven.splice(unproven.indexOf(from), 1));
      },
    },
  ];
}

class PeerSocket implements WebSocketPeer {
  readonly #ctx: Context;
  readonly #onSettled: () => void;
  readonly #handshake: CollectorHandshake;
  #socket: WebSocketConnection | undefined;
  #deadline: Timer | undefined;
  #state: "unproven" | "proven" | "closed" = "unproven";
  #handle: LiveHandle | undefined;
  #sentBytes = 0;
  #takenBytes = 0;

  /** `onSettled` is called once: it has shown the key, or has gone. */
  constructor(ctx: Context, onSettled: () => void) {
    this.#ctx = ctx;
    this.#onSettled = onSettled;
    const { key, collector, self } = ctx;
    this.#handshake = new CollectorHandshake(key, { collector, address: self.readAddress() });
  }

  open(socket: WebSocketConnection): void {
    this.#socket = socket;
    socket.sendText(this.#handshake.greeting);
    this.#deadline = setTimeout(() => this.#end(POLICY_VIOLATION, "no proof in time"), PROOF_DEADLINE_MS);
  }

  message(data: string | Uint8Array): void {
    const text = typeof data === "string" ? data : "";
    if (this.#state === "unproven") this.#takeStep(text);
    else if (this.#state === "proven") this.#noteTaken(text);
  }

  drain(): void {
    this.#resume();
  }

  close(): void {
    if (this.#state === "unproven") this.#onSettled();
    this.#state = "closed";
    clearTimeout(this.#deadline);
    this.#handle?.close();
    this.#handle = undefined;
  }

  #takeStep(text: string): void {
    const step = this.#handshake.take(text);
    if (step === "refused") return this.#end(POLICY_VIOLATION, "no proof, or no subscription");
    if ("say" in step) return void this.#socket?.sendText(step.say);
    this.#state = "proven";
    this.#onSettled();
    clearTimeout(this.#deadline);
    void this.#begin(step.wanted);
  }

  async #begin(wanted: PeerWanted): Promise<void> {
    const { hub, log } = this.#ctx;
    try {
      const stored = await hub.findStored();
      // It may have gone meanwhile.
      if (this.#state !== "proven") return;
      this.#subscribe(wanted, stored);
    } catch (error) {
      log.warn({ err: error }, "cannot begin a live stream for another process");
      this.#end(INTERNAL_ERROR, "the events cannot be read");
    }
  }

  #subscribe({ predicate, after }: PeerWanted, stored: ReadonlyMap<string, number>): void {
    const { hub, collector } = this.#ctx;
    this.#handle = hub.subscribe(this.#sink(), {
      predicate,
      after: after === null ? undefined : new Map([[collector, after]]),
      stored,
      covers: (one) => one === collector,
    });
    const at = this.#handle.position.get(collector) ?? 0;
    this.#socket?.sendText(writePeerFrame({ at }));
  }

  #sink(): LiveSink {
    const { collector } = this.#ctx;
    let turn = "";
    const flush = () => {
      const sent = turn;
      turn = "";
      if (sent !== "") this.#send(sent);
    };
    const at = (position: ReadonlyMap<string, number>) => position.get(collector) ?? 0;
    return {
      cork(run) {
        run();
        flush();
      },
      sendEvent: (text, position) => {
        const line = writePeerEvent({ id: at(position), text });
        turn += line;
        this.#sentBytes += Buffer.byteLength(line);
        return this.#hasRoom;
      },
      sendSkipped: (skipped, position) => {
        flush();
        this.#send(writePeerFrame({ skipped, at: at(position) }));
      },
      beat: (position) => this.#send(writePeerFrame({ at: at(position) })),
      maySkip: () => true,
      fail: () => this.#end(INTERNAL_ERROR, "the events cannot be read"),
      end: () => this.#end(SERVICE_RESTART, "the service stops"),
      tellCollector: () => undefined,
    };
  }

  /** 0 says that the frame was dropped: then the stream would have a hole that nobody is told of. */
  #send(text: string): void {
    if (this.#socket?.sendText(text) === 0) this.#end(INTERNAL_ERROR, "it takes nothing");
  }

  get #hasRoom(): boolean {
    return this.#sentBytes - this.#takenBytes < WINDOW_BYTES;
  }

  #noteTaken(text: string): void {
    const taken = readTaken(text)?.taken;
    if (taken === undefined) return this.#end(POLICY_VIOLATION, "not a frame of this stream");
    this.#takenBytes = Math.max(this.#takenBytes, Math.min(taken, this.#sentBytes));
    this.#resume();
  }

  #resume(): void {
    if (this.#hasRoom) this.#handle?.resume();
  }

  #end(code: number, reason: string): void {
    this.#socket?.close(code, reason);
  }
}
