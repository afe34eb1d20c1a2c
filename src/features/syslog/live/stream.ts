import { EventStream } from "#platform/http/event-stream";
import type { Caller } from "#platform/http/guard";
import type { Viewer, Viewers } from "#platform/http/viewers";
import type { LiveHandle } from "./hub";
import { mayView } from "./may-view";
import { type LivePosition, writePosition } from "./position";
import type { PreparedLive } from "./source";
import type { LiveSink } from "./subscription";

export type StreamRequest = {
  caller: Caller;
  prepared: PreparedLive;
  /** Fires when the client has left. */
  signal: AbortSignal;
};

/**
 * The live events as an event stream. Each event's id is the position that `Last-Event-ID` goes on from.
 * @throws ApiError 429 where all slots of the user are taken, 503 where all of the service are.
 */
export function openLiveStream(ctx: { viewers: Viewers }, request: StreamRequest): Response {
  const { caller, prepared, signal } = request;
  const viewer: Viewer = { caller, mayView, refuse: (reason) => stream.end(reason) };
  ctx.viewers.admit(viewer);
  let handle: LiveHandle | undefined = undefined;
  const stream = new EventStream(signal, {
    onDrain: () => handle?.resume(),
    onEnd: () => {
      handle?.close();
      ctx.viewers.remove(viewer);
    },
  });
  handle = prepared.begin(new StreamSink(stream));
  return stream.response();
}

class StreamSink implements LiveSink {
  readonly #stream: EventStream;
  /** What was written in the present turn. */
  #turn = "";

  constructor(stream: EventStream) {
    this.#stream = stream;
  }

  cork(run: () => void): void {
    run();
    const turn = this.#turn;
    this.#turn = "";
    if (turn !== "") this.#stream.write(turn);
  }

  sendEvent(text: string, position: LivePosition): boolean {
    this.#turn += `id: ${writePosition(position)}\ndata: ${text}\n\n`;
    return this.#turn.length < this.#stream.room;
  }

  sendSkipped(count: number, position: LivePosition): void {
    this.#turn += `event: skipped\nid: ${writePosition(position)}\ndata: ${JSON.stringify({ count })}\n\n`;
  }

  /** An id without data moves the browser's `Last-Event-ID` and shows nothing. */
  beat(position: LivePosition): void {
    this.#stream.beat(position.size === 0 ? "" : `id: ${writePosition(position)}\n`);
  }

  maySkip(): boolean {
    return true;
  }

  tellCollector(collector: string, reached: boolean): void {
    this.#stream.write(`event: collector\ndata: ${JSON.stringify({ collector, reached })}\n\n`);
  }

  fail(): void {
    this.#stream.end("the events cannot be read");
  }

  end(): void {
    this.#stream.end();
  }
}
