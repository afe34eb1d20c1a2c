import { setImmediate as otherWork } from "node:timers/promises";
import type { ServerApp } from "./server-app";
import { createTurns } from "./turns";
import type { WebSocketPeer } from "./web-socket";

export type ListenOptions = {
  port: number;
  /** Empty: all addresses. */
  hostname: string;
  /**
   * Seconds in which a request's head must be there, that any body may take, and that a kept connection may be idle.
   * Default 30.
   */
  receiveSeconds?: number;
  /**
   * Seconds in which a body must make progress and an answer must begin. Default 120: the longest search, the longest
   * login delay.
   */
  answerSeconds?: number;
};

const MAX_BODY_BYTES = 600 * 1024 * 1024;
/** Of a frame that a client sends: a token and a filter. */
const MAX_FRAME_BYTES = 64 * 1024;
/** A peer that takes nothing has at most so much waiting for it here. */
const SOCKET_BUFFER_BYTES = 1024 * 1024;
/** Three pings, which peers send, without an answer. */
const SOCKET_IDLE_SECONDS = 64;

/**
 * Serves the app. Bun drops a connection that sends its request by drips as it drops an idle one, so that it holds
 * nothing for long.
 */
export function listen(app: ServerApp, options: ListenOptions): Bun.Server<WebSocketPeer> {
  const { port, hostname, receiveSeconds = 30, answerSeconds = 120 } = options;
  const turns = createTurns();
  return Bun.serve<WebSocketPeer>({
    port,
    ...(hostname === "" ? {} : { hostname }),
    idleTimeout: receiveSeconds,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch(request, server) {
      server.timeout(request, answerSeconds);
      const peer = server.requestIP(request)?.address ?? "";
      const answer = () =>
        app.fetch(asGet(withAbsoluteUrl(request)), {
          peer,
          upgrade: (data) => server.upgrade(request, { data }),
          keepOpen: () => server.timeout(request, 0),
          renew: () => server.timeout(request, answerSeconds),
          receiveSeconds,
        });
      return turns.mayAnswer() ? answer() : otherWork().then(answer);
    },
    websocket: {
      maxPayloadLength: MAX_FRAME_BYTES,
      backpressureLimit: SOCKET_BUFFER_BYTES,
      closeOnBackpressureLimit: false,
      idleTimeout: SOCKET_IDLE_SECONDS,
      sendPings: false,
      open: (socket) => socket.data.open(socket),
      message: (socket, data) => socket.data.message(data),
      drain: (socket) => socket.data.drain(),
      close: (socket) => socket.data.close(),
    },
  });
}

/** HEAD is answered as GET: Bun leaves the body away and keeps its length, which RFC 9110, section 8.6, wants. */
function asGet(request: Request): Request {
  return request.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
}

/**
 * Bun gives a request without a Host, or with one that is none, a URL that cannot be parsed. HTTP/1.0 clients, such as
 * the health checks of load balancers, need not send one; bad ones are refused by the app.
 */
function withAbsoluteUrl(request: Request): Request {
  if (URL.canParse(request.url)) return request;
  return new Request(`http://localhost${request.url.replace(/^https?:\/\/[^/]*/, "")}`, request);
}
