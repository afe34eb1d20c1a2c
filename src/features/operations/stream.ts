import { escapeControls } from "#platform/control-characters";
import { EventStream } from "#platform/http/event-stream";
import type { Caller } from "#platform/http/guard";
import type { Viewer, Viewers } from "#platform/http/viewers";
import type { OperationFeed, OperationWatcher } from "./feed";
import type { Operation } from "./models";
import { maySee } from "./service";

type StreamRequest = {
  operation: Operation;
  caller: Caller;
  /** Fires when the client has left. */
  signal: AbortSignal;
};

/**
 * An operation as it goes on, as an event stream that ends with it. A slow client gets the latest state when it has
 * read the one before. @throws ApiError 429 where all live slots of the user are taken, 503 where all of the service
 * are.
 */
export function openOperationStream(
  ctx: { feed: Pick<OperationFeed, "add" | "remove">; viewers: Viewers },
  { operation, caller, signal }: StreamRequest,
): Response {
  const viewer: Viewer = {
    caller,
    mayView: (now) => !now.mustEnrol && maySee(now, operation.user_id),
    refuse: (reason) => stream.end(reason),
  };
  ctx.viewers.admit(viewer);
  let sent = "";
  const watcher: OperationWatcher = {
    id: operation.id,
    take(latest) {
      if (latest === undefined) return stream.end("the operation is not kept any more");
      const text = escapeControls(JSON.stringify(latest));
      const hasEnded = latest.state !== "running";
      if (text !== sent && (stream.room > 0 || hasEnded)) {
        sent = text;
        stream.write(`data: ${text}\n\n`);
      }
      if (hasEnded) stream.end(latest.state);
      else stream.beat();
    },
    end: () => stream.end("the service stops"),
  };
  const stream = new EventStream(signal, {
    onEnd: () => {
      ctx.feed.remove(watcher);
      ctx.viewers.remove(viewer);
    },
  });
  ctx.feed.add(watcher);
  watcher.take(operation);
  return stream.response();
}
