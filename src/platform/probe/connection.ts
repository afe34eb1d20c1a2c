import type { Socket, SocketHandler } from "bun";
import { certificateOf, type Certificate } from "./certificate";
import type { Endpoint, ProbeLimits, TlsOptions } from "./endpoint";
import { beginConnection } from "./tcp-socket";
import { OutOfTimeError, ProbeTrouble, troubleOf, watchLimits } from "./trouble";

/** What a peer may send that nobody has read yet: the longest message of DNS, with the two octets before it. */
const MAX_UNREAD_BYTES = 65_537;
/** Far beyond what any of the protocols has. */
const MAX_LINE_BYTES = 8192;
/** How long the answer to a farewell is waited for: it decides nothing. */
const FAREWELL_MS = 500;
const LINE_FEED = 10;

type Handlers = SocketHandler<undefined>;
type Taken<T> = { value: T; bytes: number };

/**
 * Opens the connection, has `talk` find out about its peer, and closes it, all within the limits.
 * @throws ProbeTrouble, OutOfTimeError, the signal's reason.
 */
export async function talkOver<T>(
  connection: Connection,
  limits: ProbeLimits,
  talk: (connection: Connection) => Promise<T>,
): Promise<T> {
  limits.signal.throwIfAborted();
  const stop = watchLimits(limits, (reason) => connection.fail(reason));
  try {
    await connection.open();
    const found = await talk(connection);
    limits.signal.throwIfAborted();
    return found;
  } catch (error) {
    const isMute = connection.isOpen && error instanceof OutOfTimeError;
    if (!isMute) throw error;
    throw new OutOfTimeError(`connected, but no whole answer within ${limits.timeoutMs} ms`);
  } finally {
    stop();
    connection.close();
  }
}

/**
 * A TCP connection, later perhaps with TLS, whose peer may send anything. What goes wrong is thrown by what waits just
 * then.
 */
export class Connection {
  /** What was found out so far; also shown when the probe fails later on. */
  readonly details: Record<string, string | number | boolean> = {};
  readonly #target: Endpoint;
  /** What is beyond the bound is thrown away; else it is a failure. */
  readonly #isCut: boolean;
  readonly #startedAt = performance.now();
  #socket: Socket | undefined;
  #isOpen = false;
  #isClosed = false;
  #unread: Buffer = Buffer.alloc(0);
  /** The peer will send no more. */
  #end: ProbeTrouble | undefined;
  #failure: { reason: unknown } | undefined;
  /** Of TLS, once its handshake is over; the reason why a certificate is not trusted. */
  #handshake: { error: Error | null } | undefined;
  #wake: () => void = () => undefined;

  constructor(target: Endpoint, { isCut = false }: { isCut?: boolean } = {}) {
    this.#target = target;
    this.#isCut = isCut;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Since the beginning, in ms. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** The address that we have on it. */
  get localAddress(): string {
    return this.#socket?.localAddress ?? "";
  }

  async open(): Promise<void> {
    const { address, port } = this.#target;
    const descriptor = beginConnection(this.#target);
    const isAdopted = descriptor !== undefined;
    const socket: Handlers = {
      ...this.#handlers(),
      open: () => {
        // One that we have handed over is said to be open before it is connected.
        if (!isAdopted) this.#opened();
      },
      drain: () => this.#opened(),
    };
    const options = { hostname: address, port, socket };
    const opening = Bun.connect(isAdopted ? Object.assign(options, { fd: descriptor }) : options);
    void this.#adopt(opening);
    await this.#until(() => (this.#isOpen ? { value: undefined, bytes: 0 } : undefined));
  }

  /** Sends a few octets; more than the system takes at once is never sent by a probe. */
  write(octets: string | Uint8Array): void {
    const size = typeof octets === "string" ? Buffer.byteLength(octets) : octets.length;
    if (this.#failure !== undefined) throw this.#failure.reason;
    if (this.#socket?.write(octets) !== size) throw this.#end ?? new ProbeTrouble("connection closed");
  }

  /** The next line, without its end. */
  readLine(): Promise<string> {
    return this.#until((unread) => {
      const end = unread.indexOf(LINE_FEED);
      if ((end < 0 ? unread.length : end) > MAX_LINE_BYTES)
        throw new ProbeTrouble("sends a line without end");
      if (end < 0) return undefined;
      return { value: unread.toString("utf8", 0, end).replace(/\r$/, ""), bytes: end + 1 };
    });
  }

  /** What has come once `isEnough` says so, the peer has ended, or has sent more than is kept. */
  readSome(isEnough: (unread: Buffer) => boolean): Promise<Buffer> {
    return this.#until((unread) => {
      const isOver = this.#end !== undefined || unread.length >= MAX_UNREAD_BYTES;
      return isOver || isEnough(unread) ? { value: unread, bytes: unread.length } : undefined;
    });
  }

  /** So many octets. */
  readOctets(size: number): Promise<Buffer> {
    return this.#until((unread) =>
      unread.length < size ? undefined : { value: unread.subarray(0, size), bytes: size },
    );
  }

  /** Goes on with TLS; puts into the details what the certificate says, and gives it. */
  async startTls({ verifyTls, serverName, authority }: TlsOptions): Promise<Certificate> {
    // Whoever sits in between could have sent it, and it would count as if it had come by TLS.
    if (this.#unread.length > 0) throw new ProbeTrouble("more than one answer came before TLS");
    const handshake = (_: unknown, _isTrusted: boolean, error: Error | null) => {
      this.#handshake = { error };
      this.#wake();
    };
    const [, secured] = this.#liveSocket().upgradeTLS({
      data: undefined,
      tls: {
        // A certificate that is not trusted is still one to tell about.
        rejectUnauthorized: false,
        ...(serverName !== null && { serverName }),
        ...(authority !== null && { ca: authority }),
      },
      socket: { ...this.#handlers(), handshake },
    });
    this.#socket = secured;
    const { error } = await this.#until(() =>
      this.#handshake === undefined ? undefined : { value: this.#handshake, bytes: 0 },
    );
    const certificate = certificateOf(secured, { error, name: serverName ?? this.#target.address });
    if (certificate === undefined) throw new ProbeTrouble("no TLS: the handshake failed");
    Object.assign(this.details, certificate.details);
    if (verifyTls && certificate.problem !== null) throw new ProbeTrouble(certificate.problem);
    return certificate;
  }

  /** Says goodbye; gives up after a moment, or when the peer closes. */
  async leave(farewell: string): Promise<void> {
    const timer = setTimeout(() => this.fail(new OutOfTimeError("no answer to the farewell")), FAREWELL_MS);
    try {
      this.write(farewell);
      await this.readLine();
    } catch {
      // All that it would say has been said.
    } finally {
      clearTimeout(timer);
    }
  }

  /** What is waited for is over, for the reason. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#wake();
    this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unread = Buffer.alloc(0);
    const socket = this.#socket;
    if (socket === undefined) return;
    if (this.#isOpen) socket.end();
    socket.terminate();
  }

  async #adopt(opening: Promise<Socket>): Promise<void> {
    try {
      this.#socket = await opening;
      if (this.#isClosed) this.#socket.terminate();
    } catch (error) {
      this.fail(troubleOf(error));
    }
  }

  #opened(): void {
    this.#isOpen = true;
    this.#wake();
  }

  #liveSocket(): Socket {
    if (this.#failure !== undefined) throw this.#failure.reason;
    if (this.#socket === undefined || this.#end !== undefined) {
      throw this.#end ?? new Error("our bug: no connection yet");
    }
    return this.#socket;
  }

  #handlers(): Handlers {
    return {
      data: (socket, octets) => {
        // After TLS has begun, the socket below it tells of what it carries, too.
        if (socket !== this.#socket && this.#socket !== undefined) return;
        this.#receive(octets);
      },
      end: () => this.#finish(new ProbeTrouble("connection closed")),
      error: (_, error) => this.#finish(troubleOf(error)),
      close: (_, error) =>
        this.#finish(error === undefined ? new ProbeTrouble("connection closed") : troubleOf(error)),
    };
  }

  #receive(octets: Buffer): void {
    if (this.#isClosed) return;
    const hasMore = this.#unread.length + octets.length > MAX_UNREAD_BYTES;
    const kept = hasMore && this.#isCut ? octets.subarray(0, MAX_UNREAD_BYTES - this.#unread.length) : octets;
    if (kept.length > 0) this.#unread = Buffer.concat([this.#unread, kept]);
    this.#wake();
    if (hasMore && !this.#isCut) this.fail(new ProbeTrouble("sends more than an answer"));
  }

  #finish(trouble: ProbeTrouble): void {
    this.#end ??= trouble;
    this.#wake();
  }

  /** Waits until `take` finds what it looks for in what is unread. */
  async #until<T>(take: (unread: Buffer) => Taken<T> | undefined): Promise<T> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.reason;
      const taken = take(this.#unread);
      if (taken !== undefined) {
        this.#unread = this.#unread.subarray(taken.bytes);
        return taken.value;
      }
      if (this.#end !== undefined) throw this.#end;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
