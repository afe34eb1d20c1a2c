import { EventStream } from "#platform/http/event-stream";
import type { Caller } from "#platform/http/guard";
import type { Viewer, Viewers } from "#platform/http/viewers";
import type { AlertFeed, AlertWatcher } from "./feed";
import type { AlertsNow } from "./models";

/** So that a page knows of a service that stands still: its connection does not tell. */
const BEAT_MS = 2000;
const ALIVE = "event: alive\ndata: {}\n\n";

/**
 * How alerts stand, as an event stream: once at its beginning, and whenever it is another; between, that the service is
 * there. A slow client gets what is newest when it has read the one before.
 * @throws ApiError 429 where all streams of the user are taken, 503 where all of the service are.
 */
export function openAlertStream(
  ctx: { feed: Pick<AlertFeed, "add" | "remove">; viewers: Viewers },
  { now, caller, signal }: { now: AlertsNow; caller: Caller; signal: AbortSignal },
): Response {
  const viewer: Viewer = {
    caller,
    mayView: (current) => !current.mustEnrol,
    refuse: (reason) => stream.end(reason),
  };
  ctx.viewers.admit(viewer);
  let sent = "";
  const watcher: AlertWatcher = {
    take(latest) {
      if (latest.version === sent || stream.room <= 0) return;
      sent = latest.version;
      stream.write(`data: ${JSON.stringify(latest)}\n\n`);
    },
    end: () => stream.end("the service stops"),
  };
  // Not by the feed, which is silent while the database is away.
  const beat = setInterval(() => {
    if (stream.room > 0) stream.write(ALIVE);
  }, BEAT_MS);
  const stream = new EventStream(signal, {
    onEnd: () => {
      clearInterval(beat);
      ctx.feed.remove(watcher);
      ctx.viewers.remove(viewer);
    },
  });
  ctx.feed.add(watcher);
  watcher.take(now);
  return stream.response();
}
