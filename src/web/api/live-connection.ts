import { endOfToken, readFrame, writeRequest, type LiveFilters, type LivePosition } from "./live-frames";
import type { LiveConnection, LiveEnd, LiveHandlers } from "./live-state";

type Options = LiveHandlers & {
  /** Of the stream: `wss://netatlas.example/api/v1/syslog/events/live`. */
  url: string;
  filters: LiveFilters;
  /** Goes on behind it; absent: from now on. */
  position?: LivePosition | undefined;
  /** An access token, fresh; undefined: the session has ended, and nobody signed in again. */
  getToken: () => Promise<string | undefined>;
};

/** Close codes for which another token may do, once: 1008 where the service had not read our first request yet. */
const NEEDS_TOKEN: ReadonlySet<number> = new Set([1008, 4401]);
/** Those that end the stream. */
const ENDS: ReadonlyMap<number, LiveEnd> = new Map([
  [4403, "permission"],
  [4429, "own limit"],
  [4503, "limit"],
]);
const MIN_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** A connection that says nothing for so long is asked whether it is alive. */
const SILENCE_MS = 30_000;
const ANSWER_MS = 10_000;
const WATCH_MS = 500;
/** Nothing came for so long from a service that says every two seconds that it is there. */
const UNHEARD_MS = 4000;
/** So long a connection that nobody wants any more may take to open, before it is closed all the same. */
const OPENING_MS = 5000;
/** So long before its end a token is replaced. */
const RENEWAL_AHEAD_MS = 60_000;

/**
 * The live stream of docs/live.md. It comes back by itself after a cut and goes on behind the last event that it had,
 * so that nothing is missed and nothing comes twice.
 */
export function openLiveConnection(options: Options): LiveConnection {
  const { url, getToken, onEvent, onSkipped, onCollector, onState } = options;
  let { filters, position = {} } = options;
  let socket: WebSocket | undefined;
  /** Subscriptions that were asked for and not confirmed: what comes before is of an older one. */
  let unconfirmed = 0;
  let isHeld = false;
  let isClosed = false;
  let attempts = 0;
  /** Tells an old attempt from the present one. */
  let generation = 0;
  let lostAt: number | undefined;
  let heardAt = 0;
  let isAsked = false;
  /** The service of this connection says from time to time that it is there. */
  let hasBeat = false;
  let isSilent = false;
  let tokenEnd = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = async () => {
    clearTimeout(timer);
    generation += 1;
    const mine = generation;
    onState(lostAt === undefined ? { kind: "connecting" } : { kind: "reconnecting", since: lostAt });
    let token: string | undefined;
    try {
      token = await getToken();
    } catch {
      // The service is away: asked again like the stream itself.
      return mine === generation ? wait() : undefined;
    }
    if (mine !== generation) return;
    if (token === undefined) return end("session");
    tokenEnd = endOfToken(token) ?? Number.POSITIVE_INFINITY;
    open(token);
  };

  const open = (token: string) => {
    const next = new WebSocket(url);
    socket = next;
    unconfirmed = 1;
    isAsked = false;
    hasBeat = false;
    isSilent = false;
    heardAt = Date.now();
    next.addEventListener("open", () => {
      if (socket !== next) return next.close();
      next.send(token);
      next.send(writeRequest({ filters, position }));
    });
    next.addEventListener("message", ({ data }) => {
      if (socket === next && typeof data === "string") take(data);
    });
    next.addEventListener("close", ({ code }) => {
      if (socket === next) lose(code);
    });
  };

  const take = (text: string) => {
    heardAt = Date.now();
    const frame = readFrame(text);
    if (isSilent && unconfirmed === 0 && !isHeld) onState({ kind: "live" });
    isSilent = false;
    if (frame.type === "event") {
      if (unconfirmed > 0 || isHeld) return;
      const { collector, id } = frame.event;
      position = { ...position, [collector]: id };
      onEvent(frame.event);
      return;
    }
    if (frame.type === "error") return end("filter", frame.message);
    if (frame.type === "collector") {
      if (unconfirmed === 0) onCollector(frame.collector, frame.reached);
      return;
    }
    if (frame.type === "subscribed") {
      unconfirmed -= 1;
      hasBeat = frame.beat_seconds !== undefined;
      isAsked = false;
      attempts = 0;
      lostAt = undefined;
      if (unconfirmed === 0 && !isHeld) onState({ kind: "live" });
    }
    position = { ...position, ...frame.position };
    if (frame.type === "skipped" && unconfirmed === 0) onSkipped(frame.count);
  };

  const lose = (code: number) => {
    socket = undefined;
    if (isClosed) return;
    const why = ENDS.get(code);
    if (why !== undefined) return end(why);
    if (NEEDS_TOKEN.has(code) && attempts > 0) return end("session");
    lostAt ??= Date.now();
    wait();
  };

  const wait = () => {
    lostAt ??= Date.now();
    onState({ kind: "reconnecting", since: lostAt });
    const pause = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** attempts) * (0.75 + Math.random() / 2);
    attempts += 1;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), pause);
  };

  const drop = () => {
    generation += 1;
    clearTimeout(timer);
    const old = socket;
    socket = undefined;
    if (old !== undefined) closeOnceOpen(old);
  };

  const end = (why: LiveEnd, message?: string) => {
    drop();
    onState(message === undefined ? { kind: "ended", why } : { kind: "ended", why, message });
  };

  const subscribe = () => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    unconfirmed += 1;
    socket.send(writeRequest({ filters, position }));
  };

  /** A cut that nobody was told of, as when a machine sleeps, and a token that is about to end. */
  const look = () => {
    const now = Date.now();
    const mustHear = hasBeat || unconfirmed > 0;
    if (socket !== undefined && mustHear && !isSilent && now - heardAt > UNHEARD_MS) {
      isSilent = true;
      onState({ kind: "silent", since: heardAt });
    }
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (isAsked && now - heardAt > SILENCE_MS + ANSWER_MS) {
      drop();
      wait();
    } else if (!isAsked && now - heardAt > SILENCE_MS) {
      isAsked = true;
      subscribe();
    } else if (now > tokenEnd - RENEWAL_AHEAD_MS) {
      tokenEnd = Number.POSITIVE_INFINITY;
      void renew(socket);
    }
  };

  const renew = async (target: WebSocket) => {
    // Without one the service ends the stream, and the way back asks again.
    const token = await getToken().catch(() => undefined);
    if (token === undefined || socket !== target || target.readyState !== WebSocket.OPEN) return;
    tokenEnd = endOfToken(token) ?? Number.POSITIVE_INFINITY;
    target.send(JSON.stringify({ v: 1, token }));
  };

  const retry = () => {
    if (isClosed || (socket !== undefined && unconfirmed === 0 && !isSilent)) return;
    drop();
    attempts = 0;
    void connect();
  };
  const onOnline = () => {
    if (lostAt !== undefined) retry();
  };
  addEventListener("online", onOnline);
  const watch = setInterval(look, WATCH_MS);
  void connect();

  return {
    setFilters(next, from = {}) {
      filters = next;
      position = from;
      isHeld = false;
      if (socket?.readyState === WebSocket.OPEN) subscribe();
      else if (socket === undefined && lostAt === undefined) retry();
    },
    hold() {
      isHeld = true;
    },
    retry,
    close() {
      isClosed = true;
      drop();
      clearInterval(watch);
      removeEventListener("online", onOnline);
    },
  };
}

/** What is closed while it is being opened stands in the browser's console as a failure. */
function closeOnceOpen(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) setTimeout(() => socket.close(), OPENING_MS);
  else socket.close();
}
