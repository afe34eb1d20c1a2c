import type { Db } from "#platform/database";
import { ApiError } from "#platform/errors";
import type { Logger } from "#platform/log";
import type { Caller } from "#platform/http/guard";
import { TOKEN_DEADLINE_MS, type Viewer, type Viewers } from "#platform/http/viewers";
import {
  INTERNAL_ERROR,
  POLICY_VIOLATION,
  SERVICE_RESTART,
  type WebSocketConnection,
  type WebSocketPeer,
} from "#platform/http/web-socket";
import { createTurnstile } from "#platform/turnstile";
import type { Predicate } from "../query/predicate";
import {
  compileLiveFilters,
  type ControlFrame,
  detailOf,
  isControlFrame,
  readClientFrame,
  writeControlFrame,
} from "./frames";
import type { LiveHandle } from "./hub";
import { type LivePosition, writePosition } from "./position";
import { mayView } from "./may-view";
import { closeCodeOf, type Refusal } from "./refusals";
import type { LiveSource } from "./source";
import type { LiveSink } from "./subscription";

const PING_MS = 20_000;
const POSITION_MS = 5_000;
/** For a client that wants to know of a service that stands still. */
const BEAT_MS = 2_000;
/** Sending pauses here, well below the limit at which frames are dropped. */
const MAX_BUFFERED_BYTES = 64 * 1024;
/** A client that does not even take the closing frame is cut off. */
const CLOSE_MS = 5_000;
/** Frames that may come while the token is checked. */
const MAX_EARLY_FRAMES = 8;
/** Frames that may wait for the ones before them, each of which may ask the database. */
const MAX_WAITING_FRAMES = 64;
const NO_SLOT = {
  "none of the user": "all live streams of this user are in use",
  "none at all": "all live streams are in use",
} as const;
const EVERYTHING: Predicate = { conditions: [] };

/**
 * One live WebSocket (docs/live.md): the first frame is the bare access token, then events come. A client that sends
 * `{"v":1,…}` may filter and resume, and is told what was skipped; another one is closed when it is too slow.
 */
export class LiveSocket implements WebSocketPeer {
  readonly #db: Db;
  readonly #source: LiveSource;
  readonly #viewers: Viewers;
  readonly #log: Logger;
  readonly #releasePlace: () => void;
  #socket: WebSocketConnection | undefined;
  #firstFrameTimer: Timer | undefined;
  #closeTimer: Timer | undefined;
  #state: "unauthenticated" | "authenticating" | "viewing" | "closed" = "unauthenticated";
  #early: string[] = [];
  /** Control frames are dealt with one behind the other. */
  readonly #inTurn = createTurnstile(1, { mostWaiting: MAX_WAITING_FRAMES, refusal: "too many frames" });
  #viewer: Viewer | undefined;
  #handle: LiveHandle | undefined;
  #predicate = EVERYTHING;
  #isExtended = false;
  #wantsBeat = false;
  #pingedAt = performance.now();
  #toldAt = performance.now();
  #toldPosition = "";

  constructor(ctx: { db: Db; source: LiveSource; viewers: Viewers; log: Logger }, address: string) {
    this.#db = ctx.db;
    this.#source = ctx.source;
    this.#viewers = ctx.viewers;
    this.#log = ctx.log;
    this.#releasePlace = ctx.viewers.admitUnauthenticated(address);
  }

  open(socket: WebSocketConnection): void {
    this.#socket = socket;
    this.#firstFrameTimer = setTimeout(
      () => this.#end(POLICY_VIOLATION, "no token in time"),
      TOKEN_DEADLINE_MS,
    );
  }

  message(data: string | Uint8Array): void {
    if (this.#state === "unauthenticated") {
      this.#state = "authenticating";
      clearTimeout(this.#firstFrameTimer);
      if (typeof data === "string") void this.#authenticate(data.trim());
      else this.#end(POLICY_VIOLATION, "the first frame must be a text: the access token");
      return;
    }
    if (typeof data !== "string") return;
    if (this.#state === "viewing") this.#take(data);
    else if (this.#early.length < MAX_EARLY_FRAMES) this.#early.push(data);
  }

  drain(): void {
    this.#handle?.resume();
  }

  close(): void {
    this.#state = "closed";
    clearTimeout(this.#firstFrameTimer);
    clearTimeout(this.#closeTimer);
    this.#leave();
  }

  async #authenticate(token: string): Promise<void> {
    const caller = await this.#findCaller(token);
    if (this.#state !== "authenticating" || caller === undefined) return;
    if (!mayView(caller)) return this.#refuse("access to events is not permitted");
    const viewer: Viewer = { caller, mayView, refuse: (reason) => this.#refuse(reason) };
    const slot = this.#viewers.add(viewer);
    if (slot !== "taken") return this.#refuse(NO_SLOT[slot]);
    this.#viewer = viewer;
    this.#releasePlace();
    this.#state = "viewing";
    const early = this.#early;
    this.#early = [];
    for (const frame of early) this.#take(frame);
    await this.#inTurn(() => this.#beginPlainly());
  }

  /** A client that has not asked for anything sees everything from now on. */
  async #beginPlainly(): Promise<void> {
    if (this.#handle !== undefined || !this.#isViewing) return;
    try {
      await this.#subscribe(undefined);
    } catch (error) {
      this.#fail(error, "the events cannot be read now");
    }
  }

  /** False from the moment when the connection is given up; asked behind each wait. */
  get #isViewing(): boolean {
    return this.#state === "viewing";
  }

  async #findCaller(token: string): Promise<Caller | undefined> {
    try {
      return await this.#viewers.access.authenticate(token);
    } catch (error) {
      if (isUnauthorized(error)) this.#refuse("the token is not valid");
      else this.#fail(error, "the token cannot be checked now");
      return undefined;
    }
  }

  /** A frame behind the first. What is neither a control frame nor a token keeps the connection alive and no more. */
  #take(text: string): void {
    const trimmed = text.trim();
    if (trimmed.startsWith("{")) this.#enqueue(() => this.#takeControl(trimmed));
    else if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed)) this.#enqueue(() => this.#renew(trimmed));
  }

  #enqueue(work: () => Promise<void>): void {
    this.#inTurn(work).catch((error: unknown) => {
      if (error instanceof ApiError) this.#refuse("too many frames at a time");
      else this.#fail(error, "our bug: a frame is not dealt with");
    });
  }

  async #takeControl(text: string): Promise<void> {
    if (!this.#isViewing) return;
    const isFirst = !this.#isExtended;
    try {
      const { filters, resume, token, beat = this.#wantsBeat } = readClientFrame(text);
      this.#isExtended = true;
      this.#wantsBeat = beat;
      const predicate = filters === undefined ? undefined : await compileLiveFilters(this.#db, filters);
      if (!this.#isViewing) return;
      if (token !== undefined) await this.#renew(token.trim());
      if (!this.#isViewing) return;
      if (predicate !== undefined) this.#predicate = predicate;
      if (predicate !== undefined || resume !== undefined || this.#handle === undefined)
        await this.#subscribe(resume);
      if (isFirst || predicate !== undefined || resume !== undefined)
        this.#tell({
          type: "subscribed",
          position: this.#handle?.position ?? new Map(),
          ...(this.#wantsBeat && { beat_seconds: BEAT_MS / 1000 }),
        });
    } catch (error) {
      const detail = detailOf(error);
      if (detail === undefined) return this.#fail(error, "the filter cannot be read now");
      if (isControlFrame(text)) this.#isExtended = true;
      this.#tell({ type: "error", detail });
    }
  }

  /** A token of the same user takes the place of the one that the connection began with. */
  async #renew(token: string): Promise<void> {
    const viewer = this.#viewer;
    if (viewer === undefined) return;
    const refused = { type: "error", detail: "The token is not valid, or of another user" } as const;
    try {
      const caller = await this.#viewers.access.authenticate(token);
      if (!this.#isViewing) return;
      if (caller.userId === viewer.caller.userId) viewer.caller = caller;
      else this.#tell(refused);
    } catch (error) {
      if (isUnauthorized(error)) return this.#tell(refused);
      // The token that it has still holds: it can send this one again.
      this.#log.warn({ err: error }, "cannot check the fresh token of a live connection");
      this.#tell({ type: "error", detail: "The token cannot be checked now" });
    }
  }

  async #subscribe(after: LivePosition | undefined): Promise<void> {
    const prepared = await this.#source.prepare({ predicate: this.#predicate, after });
    if (!this.#isViewing) return prepared.discard();
    this.#handle?.close();
    this.#handle = prepared.begin(this.#sink());
  }

  #sink(): LiveSink {
    return {
      cork: (run) => this.#socket?.cork(run),
      sendEvent: (text) => this.#send(text),
      sendSkipped: (count, position) => this.#tell({ type: "skipped", count, position }),
      beat: (position) => this.#beat(position),
      maySkip: () => {
        if (!this.#isExtended) this.#end(POLICY_VIOLATION, "too slow");
        return this.#isExtended;
      },
      tellCollector: (collector, reached) => this.#tell({ type: "collector", collector, reached }),
      fail: () => this.#end(INTERNAL_ERROR, "the events cannot be read"),
      end: () => this.#end(SERVICE_RESTART, "the service stops"),
    };
  }

  /** -1 says that the frame waits in the buffer, 0 that the connection has gone. */
  #send(text: string): boolean {
    const socket = this.#socket;
    if (socket === undefined || this.#state !== "viewing") return false;
    return socket.sendText(text) > 0 && socket.getBufferedAmount() < MAX_BUFFERED_BYTES;
  }

  #tell(frame: ControlFrame): void {
    if (!this.#isExtended || this.#state !== "viewing") return;
    this.#socket?.sendText(writeControlFrame(frame));
  }

  #beat(position: LivePosition): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    const now = performance.now();
    if (now - this.#pingedAt >= PING_MS) {
      this.#pingedAt = now;
      socket.ping();
    }
    if (socket.getBufferedAmount() > 0) return;
    this.#handle?.resume();
    const { every, isBeat } = this.#wantsBeat
      ? { every: BEAT_MS, isBeat: true }
      : { every: POSITION_MS, isBeat: false };
    // Beats of the hub are a little less than a second apart at times.
    if (!this.#isExtended || now - this.#toldAt < every) return;
    this.#toldAt = now;
    const text = writePosition(position);
    if (isBeat || text !== this.#toldPosition) this.#tell({ type: "position", position });
    this.#toldPosition = text;
  }

  /** Closes for what the caller is or has not. */
  #refuse(refusal: Refusal): void {
    const isExtended = this.#isExtended || this.#early.some(isControlFrame);
    this.#end(closeCodeOf(refusal, isExtended), refusal);
  }

  /** Closes for what is not the client's fault, such as a database that is away. */
  #fail(error: unknown, reason: string): void {
    if (this.#state === "closed") return;
    this.#log.warn({ err: error }, `a live connection is closed: ${reason}`);
    this.#end(INTERNAL_ERROR, reason);
  }

  #end(code: number, reason: string): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    clearTimeout(this.#firstFrameTimer);
    this.#leave();
    this.#socket?.close(code, reason);
    this.#closeTimer = setTimeout(() => this.#socket?.terminate(), CLOSE_MS);
  }

  #leave(): void {
    this.#handle?.close();
    this.#handle = undefined;
    this.#releasePlace();
    if (this.#viewer !== undefined) this.#viewers.remove(this.#viewer);
    this.#viewer = undefined;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
