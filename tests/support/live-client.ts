import { waitFor } from "./wait-for";

type Frame = Record<string, unknown>;

/** A client of the live WebSocket that keeps all that it gets. */
export type LiveClient = {
  /** Events, in the order of their arrival. */
  events: Frame[];
  /** Control frames: those with `v`. */
  controls: Frame[];
  /** Code and reason, once it is closed. */
  closed: Promise<{ code: number; reason: string }>;
  isClosed(): boolean;
  send(data: string | object): void;
  close(): void;
};

/** Opens a live WebSocket; `frames` are sent as soon as it is open. */
export async function openLive(
  url: string,
  frames: readonly (string | object)[],
  options: { headers?: Record<string, string>; tls?: { rejectUnauthorized: boolean } } = {},
): Promise<LiveClient> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/v1/syslog/events/live`, {
    headers: options.headers ?? {},
    ...(options.tls && { tls: options.tls }),
  });
  const events: Frame[] = [];
  const controls: Frame[] = [];
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  let isClosed = false;
  socket.addEventListener("message", ({ data }) => {
    const frame: Frame = JSON.parse(String(data));
    ("v" in frame ? controls : events).push(frame);
  });
  socket.addEventListener("close", ({ code, reason }) => {
    isClosed = true;
    closed.resolve({ code, reason });
  });
  const send = (data: string | object) => socket.send(typeof data === "string" ? data : JSON.stringify(data));
  await new Promise<void>((resolve) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("close", () => resolve());
  });
  if (!isClosed) for (const frame of frames) send(frame);
  return {
    events,
    controls,
    closed: closed.promise,
    isClosed: () => isClosed,
    send,
    close: () => socket.close(),
  };
}

/** A client of the extended protocol that is subscribed. */
export async function openSubscribed(
  url: string,
  token: string,
  request: { filter?: object; resume?: object } = {},
): Promise<LiveClient> {
  const client = await openLive(url, [token, { v: 1, ...request }]);
  await waitFor("the subscription", () => {
    if (client.isClosed()) throw new Error("the socket was closed");
    return client.controls.some(({ type }) => type === "subscribed");
  });
  return client;
}
