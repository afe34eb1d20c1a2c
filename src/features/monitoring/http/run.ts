import type { Socket } from "node:net";
import { untilAborted } from "#platform/pause";
import { HttpTrouble, troubleOf } from "./trouble";

/**
 * What a probe is busy with; where only that is our own side's or a third one's, being late says nothing about the
 * target.
 */
type Stage =
  | "the name look-up"
  | "the connection"
  | "the TLS handshake"
  | "the proxy"
  | "the access token"
  | "the answer"
  | "the body";
const OTHERS: ReadonlySet<Stage> = new Set<Stage>(["the name look-up", "the proxy", "the access token"]);

/** What is known of the certificate of a server. */
export type Certificate = { expiresAt: Date; issuer: string };

/** One probe under way: when it has to end, what it holds, and what it found out so far. */
export class ProbeRun {
  /** Fires when the time is over or the probe no longer wanted. */
  readonly signal: AbortSignal;
  readonly details: Record<string, string | number | boolean> = {};
  readonly redirects: string[] = [];
  readonly #end = new AbortController();
  readonly #given: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #sockets = new Set<Socket>();
  #stage: Stage = "the name look-up";
  #other: Stage | undefined;
  #statusCode: number | null = null;
  #certificate: Certificate | undefined;
  #startedAt = performance.now();

  constructor({ timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }) {
    signal.throwIfAborted();
    this.signal = this.#end.signal;
    this.#given = signal;
    this.#timer = setTimeout(() => this.#end.abort(this.#lateness(timeoutMs)), timeoutMs);
    signal.addEventListener("abort", this.#leave, { once: true });
  }

  /** In ms, to a microsecond. */
  get elapsedMs(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }

  /** Of the target's last answer whose header has come. */
  get statusCode(): number | null {
    return this.#statusCode;
  }

  /** Of the servers that were asked, the one whose certificate ends first. */
  get certificate(): Certificate | undefined {
    return this.#certificate;
  }

  /** What comes now is the target's time. */
  restartClock(): void {
    this.#startedAt = performance.now();
    this.redirects.length = 0;
    this.#statusCode = null;
  }

  enter(stage: Stage): void {
    this.#stage = stage;
    this.signal.throwIfAborted();
  }

  /** Says something of the target, the first time that it is found. */
  note(name: string, value: string | number | boolean): void {
    if (this.#other === undefined) this.details[name] ??= value;
  }

  /** Says how long a stage took, the first time that it is gone through. */
  noteTime(name: string, sinceMs: number): void {
    this.note(name, Math.round((this.elapsedMs - sinceMs) * 1000) / 1000);
  }

  answered(statusCode: number): void {
    if (this.#other === undefined) this.#statusCode = statusCode;
  }

  addCertificate(certificate: Certificate): void {
    const endsLater = this.#certificate !== undefined && certificate.expiresAt >= this.#certificate.expiresAt;
    if (this.#other !== undefined || endsLater) return;
    this.#certificate = certificate;
  }

  /**
   * Work on somebody else than the target, a proxy or a server of tokens: its failures leave the target's state
   * unknown.
   */
  async forOther<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    this.enter(stage);
    this.#other = stage;
    try {
      return await work();
    } catch (error) {
      if (this.signal.aborted) throw error;
      const { message } = troubleOf(error);
      throw new HttpTrouble(`${stage}: ${message}`, "unknown", error);
    } finally {
      this.#other = undefined;
    }
  }

  /** The promise, or what ends the probe before it. */
  until<T>(promise: Promise<T>): Promise<T> {
    return untilAborted(promise, this.signal);
  }

  /** Closes the socket with the probe at the latest. */
  hold(socket: Socket): void {
    // Told to whoever waits for it; afterwards nobody cares.
    socket.on("error", () => undefined);
    this.#sockets.add(socket);
  }

  /** Waits for an event of a socket. @throws what ends the probe, or the socket, before. */
  async happens(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const close = () => reject(new HttpTrouble(`closed during ${this.#stage}`));
    socket.once(event, resolve).once("error", reject).once("close", close);
    try {
      await this.until(promise);
    } finally {
      socket.off(event, resolve).off("error", reject).off("close", close);
    }
  }

  release(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#given.removeEventListener("abort", this.#leave);
    this.release();
  }

  readonly #leave = (): void => {
    this.#end.abort(this.#given.reason);
  };

  #lateness(timeoutMs: number): HttpTrouble {
    const stage = this.#other ?? this.#stage;
    return new HttpTrouble(
      `no complete answer within ${timeoutMs / 1000} s: it ended at ${stage}`,
      OTHERS.has(stage) ? "unknown" : "down",
    );
  }
}
