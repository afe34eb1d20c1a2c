const BEAT_MS = 5_000;
/** Bytes that wait for a client; one that has more to read is slow. */
const BUFFER_BYTES = 64 * 1024;
/** How long a browser waits before it comes back. */
const RETRY_MS = 2_000;

type Watcher = {
  /** The client has read what waited for it. */
  onDrain?(): void;
  /** The stream has ended, whoever ended it. */
  onEnd(): void;
};

/**
 * An answer of server-sent events (HTML standard). Never waits for its client: `room` says whether there is any for
 * more.
 */
export class EventStream {
  readonly #body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #watcher: Watcher;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #wroteAt = performance.now();
  #isEnded = false;

  /** `signal` fires when the client has left. */
  constructor(signal: AbortSignal, watcher: Watcher) {
    this.#watcher = watcher;
    this.#body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => watcher.onDrain?.(),
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
    );
    signal.addEventListener("abort", () => this.#leave(), { once: true });
    this.write(`retry: ${RETRY_MS}\n: events follow\n\n`);
  }

  /** Octets that the client may be sent without having them wait; 0 or less: it is slow. */
  get room(): number {
    return this.#controller?.desiredSize ?? 0;
  }

  /** Sends whole events, each ended by an empty line. */
  write(text: string): void {
    if (this.#isEnded) return;
    this.#wroteAt = performance.now();
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  /** Keeps a stream alive on which nothing was written for a while: a comment, and `fields` without data. */
  beat(fields = ""): void {
    if (performance.now() - this.#wroteAt >= BEAT_MS && this.room > 0) this.write(`: alive\n${fields}\n`);
  }

  /** Ends the stream, with a notice that says why unless `reason` is absent. */
  end(reason?: string): void {
    if (this.#isEnded) return;
    if (reason !== undefined) this.write(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.#leave();
    this.#controller?.close();
  }

  response(): Response {
    return new Response(this.#body, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        // nginx would collect events before it passes them on.
        "X-Accel-Buffering": "no",
      },
    });
  }

  #leave(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#watcher.onEnd();
  }
}
