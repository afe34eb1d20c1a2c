import { tooManyRequests, unavailable } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import type { LiveHandle, LiveHub, LiveWish } from "./hub";
import { type LivePosition, writePosition } from "./position";
import type { LiveSink } from "./subscription";
import type { Viewer, Viewers } from "./viewers";

const BEAT_MS = 5_000;
/** Bytes that wait for a client before the stream pauses. */
const BUFFER_BYTES = 64 * 1024;
/** How long a browser waits before it comes back. */
const RETRY_MS = 2_000;
const SLOTS_IN_USE_SECONDS = 10;

export type StreamRequest = LiveWish & {
  caller: Caller;
  /** Fires when the client has left. */
  signal: AbortSignal;
};

/**
 * The live events as an event stream (HTML standard, server-sent events). Each event's id is the position that `Last-Event-ID`
 * goes on from. @throws ApiError 429 where all slots of the user are taken, 503 where all of the service are.
 */
export function openLiveStream(ctx: { hub: LiveHub; viewers: Viewers }, request: StreamRequest): Response {
  const stream = new EventStream();
  const viewer: Viewer = { caller: request.caller, refuse: (reason) => stream.refuse(reason) };
  const slot = ctx.viewers.add(viewer);
  if (slot === "none of the user")
    throw tooManyRequests("All live streams of this user are in use", SLOTS_IN_USE_SECONDS);
  if (slot === "none at all") throw unavailable("All live streams are in use", SLOTS_IN_USE_SECONDS);
  const handle = ctx.hub.subscribe(stream, request);
  stream.begin(handle, () => {
    handle.close();
    ctx.viewers.remove(viewer);
  });
  request.signal.addEventListener("abort", () => stream.leave(), { once: true });
  return new Response(stream.body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // nginx would collect events before it passes them on.
      "X-Accel-Buffering": "no",
    },
  });
}

class EventStream implements LiveSink {
  readonly body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #handle: LiveHandle | undefined;
  #onEnd: () => void = () => undefined;
  /** What was written in the present turn. */
  #turn = "";
  #wroteAt = performance.now();
  #isEnded = false;

  constructor() {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#handle?.resume(),
        cancel: () => this.leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
    );
  }

  begin(handle: LiveHandle, onEnd: () => void): void {
    this.#handle = handle;
    this.#onEnd = onEnd;
    this.#write(`retry: ${RETRY_MS}\n: events follow\n\n`);
  }

  cork(run: () => void): void {
    run();
    const turn = this.#turn;
    this.#turn = "";
    if (turn !== "") this.#write(turn);
  }

  sendEvent(text: string, position: LivePosition): boolean {
    this.#turn += `id: ${writePosition(position)}\ndata: ${text}\n\n`;
    return this.#turn.length < (this.#controller?.desiredSize ?? 0);
  }

  sendSkipped(count: number, position: LivePosition): void {
    this.#turn += `event: skipped\nid: ${writePosition(position)}\ndata: ${JSON.stringify({ count })}\n\n`;
  }

  /** An id without data moves the browser's `Last-Event-ID` and shows nothing. */
  beat(position: LivePosition): void {
    if (performance.now() - this.#wroteAt < BEAT_MS || (this.#controller?.desiredSize ?? 0) <= 0) return;
    const id = position.size === 0 ? "" : `id: ${writePosition(position)}\n`;
    this.#write(`: alive\n${id}\n`);
  }

  maySkip(): boolean {
    return true;
  }

  refuse(reason: string): void {
    this.#finish(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
  }

  fail(): void {
    this.#finish(`event: end\ndata: ${JSON.stringify({ reason: "the events cannot be read" })}\n\n`);
  }

  end(): void {
    this.#finish("");
  }

  /** The client has gone. */
  leave(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onEnd();
  }

  #finish(last: string): void {
    if (this.#isEnded) return;
    if (last !== "") this.#write(last);
    this.leave();
    this.#controller?.close();
  }

  #write(text: string): void {
    if (this.#isEnded) return;
    this.#wroteAt = performance.now();
    this.#controller?.enqueue(this.#encoder.encode(text));
  }
}
