type StreamEvent = { id: string; event: string; data: unknown };

/** A client of the live event stream, which reads as the HTML standard says (server-sent events, 9.2.6). */
export type EventStreamClient = {
  status: number;
  headers: Headers;
  /** What it got that had data, in order. */
  received: StreamEvent[];
  /** The id to come back with. */
  lastEventId(): string;
  /** Resolves when the service has ended the stream. */
  ended: Promise<void>;
  close(): void;
};

export async function openEventStream(
  url: string,
  headers: Record<string, string>,
): Promise<EventStreamClient> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const received: StreamEvent[] = [];
  let lastEventId = "";
  const read = async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(
          block
            .split("\n")
            .map((line): [string, string] => [
              line.split(": ", 1)[0] ?? "",
              line.slice(line.indexOf(": ") + 2),
            ]),
        );
        lastEventId = fields.get("id") ?? lastEventId;
        const data = fields.get("data");
        if (data !== undefined)
          received.push({ id: lastEventId, event: fields.get("event") ?? "message", data: JSON.parse(data) });
      }
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    received,
    lastEventId: () => lastEventId,
    ended: read().catch(() => undefined),
    close: () => leaving.abort(),
  };
}
