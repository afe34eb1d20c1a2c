import { createParser, type EventSourceMessage } from "eventsource-parser";

export type StreamEvent = {
  /** Of what came last: sent back as `lastEventId` the stream goes on behind it. */
  id: string | undefined;
  /** Undefined: an event of the stream itself; `skipped`, `end` and the like are its notices. */
  event: string | undefined;
  /** JSON. */
  data: string;
};

export type StreamOptions = {
  query?: Record<string, string | number | boolean>;
  lastEventId?: string;
  signal?: AbortSignal;
};

type Source = { url: string; send: (request: Request) => Promise<Response> };

/** The events of one connection. It ends where the service or the network ends it, or `signal` fires. */
export async function* readEvents(
  { url, send }: Source,
  { query = {}, lastEventId, signal }: StreamOptions,
): AsyncGenerator<StreamEvent, void, undefined> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  const headers = new Headers({ Accept: "text/event-stream" });
  if (lastEventId !== undefined) headers.set("Last-Event-ID", lastEventId);
  const response = await send(new Request(address.href, { headers, ...(signal && { signal }) }));
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let waiting: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }: EventSourceMessage) => waiting.push({ id, event, data }),
  });
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }));
      const ready = waiting;
      waiting = [];
      yield* ready;
    }
  } finally {
    await reader.cancel();
  }
}
