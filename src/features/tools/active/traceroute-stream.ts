import { escapeControls } from "#platform/control-characters";
import { ApiError } from "#platform/errors";
import { EventStream } from "#platform/http/event-stream";
import type { Logger } from "#platform/log";
import type { TracerouteHop, TracerouteResult } from "./models";

type Trace = (onHop: (hop: TracerouteHop) => void, signal: AbortSignal) => Promise<TracerouteResult>;

const BEAT_MS = 5000;

/**
 * A trace as an event stream: `hop` for each hop as it is known, then `result`, or `error` with the status and the text
 * that a plain answer would have had. Whoever leaves ends the trace.
 */
export function openTraceStream(
  { log, signal }: { log: Logger; signal: AbortSignal },
  trace: Trace,
): TraceStream {
  const left = new AbortController();
  const beat = setInterval(() => stream.beat(), BEAT_MS);
  const stream = new EventStream(signal, {
    onEnd: () => {
      clearInterval(beat);
      left.abort(new Error("the client has left"));
    },
  });
  const send = (event: string, data: object) =>
    stream.write(`event: ${event}\ndata: ${escapeControls(JSON.stringify(data))}\n\n`);
  const done = (async () => {
    try {
      send("result", await trace((hop) => send("hop", hop), left.signal));
    } catch (error) {
      if (left.signal.aborted) return;
      if (!(error instanceof ApiError)) log.error({ err: error }, "unexpected failure of a trace");
      const known = error instanceof ApiError ? error : new ApiError(500, "Internal Server Error");
      send("error", { status: known.status, detail: known.detail });
    } finally {
      stream.end();
    }
  })();
  return { response: stream.response(), done };
}

/** `done` is fulfilled when the trace has ended, however it did. */
export type TraceStream = { response: Response; done: Promise<void> };
