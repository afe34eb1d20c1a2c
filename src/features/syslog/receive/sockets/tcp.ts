import type { Sender } from "../allowlist";
import type { Connection, ConnectionTable } from "./connection-table";
import { FrameSplitter } from "../framing/framing";
import type { Intake } from "../intake";
import { listenOn, type PortUse, requireUnused } from "./listen";
import { sharedTcpPort } from "./shared-port";
import type { TlsIdentity } from "./tls-identity";

export type TcpOptions = {
  host: string;
  /** 0: any free one. */
  port: number;
  /** Null: plain TCP. */
  identity: TlsIdentity | null;
  use: PortUse;
  onError: (error: Error) => void;
};

type Peer = {
  connection: Connection;
  splitter: FrameSplitter;
  hasFinishedMessage: boolean;
  /** We have closed it. */
  isClosed: boolean;
};
type PeerSocket = Bun.Socket<Peer | undefined>;
type Listener = Bun.TCPSocketListener<Peer | undefined>;

/** Keep-alive finds dead peers long before the idle limit does. */
const KEEP_ALIVE_MS = 60_000;

/**
 * A listener for syslog over TCP or TLS (RFC 6587, RFC 5425). What a connection leaves unfinished is stored when it
 * closes.
 */
export class TcpListener {
  readonly #intake: Intake;
  readonly #connections: ConnectionTable;
  readonly #options: TcpOptions;
  readonly #transport: "tcp" | "tls";
  #listener: Listener;
  readonly #sockets = new Set<PeerSocket>();
  #isPaused = false;
  #readCount = 0;

  /** @throws where the address cannot be bound, or TLS does not take the identity. */
  constructor(shared: { intake: Intake; connections: ConnectionTable }, options: TcpOptions) {
    this.#intake = shared.intake;
    this.#connections = shared.connections;
    this.#options = options;
    this.#transport = options.identity === null ? "tcp" : "tls";
    const { host, port, use, identity } = options;
    // A TLS listener is followed by another one on the same port when its certificate changes.
    const isShared = use !== "alone" || identity !== null;
    this.#listener = listenOn(host, (hostname) => {
      if (isShared && use !== "another" && port !== 0) requireUnused(hostname, port);
      return this.#listen({ hostname, port, isShared }, identity);
    });
  }

  get host(): string {
    return this.#listener.hostname;
  }

  get port(): number {
    return this.#listener.port;
  }

  /** Reads from sockets since the listener was opened. */
  get readCount(): number {
    return this.#readCount;
  }

  /**
   * Stops or resumes reading from all connections; senders block once the kernel's buffers are full, and lose nothing.
   */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const socket of this.#sockets) {
      if (isPaused) socket.pause();
      else socket.resume();
    }
  }

  /**
   * Shows another certificate to connections to come; open ones go on with theirs. A second listener takes over the
   * port, as Bun 1.4's `reload({ tls })` changes nothing.
   * @throws where TLS does not take the identity; the one before stays.
   */
  renew(identity: TlsIdentity): void {
    const before = this.#listener;
    this.#listener = this.#listen({ hostname: before.hostname, port: before.port, isShared: true }, identity);
    // After the next look at the sockets, so that what waits to be accepted by the old listener is not reset with it.
    setImmediate(() => setImmediate(() => before.stop(false)));
  }

  /** Takes no more connections and tells the senders that we are leaving; what they have sent is still read. */
  stopAccepting(): void {
    this.#listener.stop(false);
    for (const socket of this.#sockets) socket.shutdown();
  }

  #listen(at: { hostname: string; port: number; isShared: boolean }, identity: TlsIdentity | null): Listener {
    const { hostname, port, isShared } = at;
    return Bun.listen<Peer | undefined>({
      hostname,
      port,
      ...sharedTcpPort(isShared),
      ...(identity === null ? {} : { tls: tlsOptions(identity) }),
      data: undefined,
      socket: {
        open: (socket) => this.#welcome(socket),
        handshake: (socket, isDone, error) => this.#authenticate(socket, { isDone, error, identity }),
        data: (socket, data) => this.#read(socket, data),
        close: (socket) => this.#finish(socket),
        error: (_, error) => this.#options.onError(error),
      },
    });
  }

  #welcome(socket: PeerSocket): void {
    const sender = this.#intake.admit(socket.remoteAddress);
    if (sender === null) {
      socket.end();
      return;
    }
    const nowMs = performance.now();
    const connection: Connection = {
      address: sender.text,
      activeAtMs: nowMs,
      unfinishedSinceMs: null,
      handshakeSinceMs: this.#transport === "tls" ? nowMs : null,
      close: () => {
        if (socket.data !== undefined) socket.data.isClosed = true;
        socket.end();
      },
    };
    if (!this.#connections.add(connection)) {
      socket.end();
      return;
    }
    socket.data = this.#createPeer(sender, connection);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.#sockets.add(socket);
    if (this.#isPaused) socket.pause();
  }

  #createPeer(sender: Sender, connection: Connection): Peer {
    const transport = this.#transport;
    const splitter = new FrameSplitter(this.#intake.maxLineBytes, (bytes, originalBytes, malformed) => {
      peer.hasFinishedMessage = true;
      this.#intake.take({ transport, sender: sender.text, bytes, originalBytes, malformed });
    });
    const peer: Peer = { connection, splitter, hasFinishedMessage: false, isClosed: false };
    return peer;
  }

  #authenticate(
    socket: PeerSocket,
    outcome: { isDone: boolean; error: Error | null; identity: TlsIdentity | null },
  ): void {
    if (socket.data === undefined || socket.data.isClosed) return;
    const { connection } = socket.data;
    const mustAuthenticate = outcome.identity !== null && outcome.identity.clientAuthorities !== null;
    if (outcome.isDone && (!mustAuthenticate || socket.authorized)) {
      connection.handshakeSinceMs = null;
      return;
    }
    const isUnauthenticated = outcome.isDone || outcome.error?.message.includes(NO_CERTIFICATE) === true;
    this.#connections.count(isUnauthenticated ? "unauthenticated" : "handshakeFailed");
    connection.close();
  }

  #read(socket: PeerSocket, data: Buffer): void {
    const peer = socket.data;
    if (peer === undefined || peer.connection.handshakeSinceMs !== null) return;
    this.#readCount += 1;
    peer.hasFinishedMessage = false;
    peer.splitter.push(data);
    const { connection, splitter } = peer;
    connection.activeAtMs = performance.now();
    if (!splitter.hasPartial) connection.unfinishedSinceMs = null;
    else if (peer.hasFinishedMessage) connection.unfinishedSinceMs = connection.activeAtMs;
    else connection.unfinishedSinceMs ??= connection.activeAtMs;
  }

  #finish(socket: PeerSocket): void {
    this.#sockets.delete(socket);
    const peer = socket.data;
    if (peer === undefined) return;
    this.#connections.remove(peer.connection);
    peer.splitter.end();
  }
}

/** BoringSSL's reason where a client shows no certificate although one is asked for. */
const NO_CERTIFICATE = "PEER_DID_NOT_RETURN_A_CERTIFICATE";

function tlsOptions({ certificate, key, clientAuthorities }: TlsIdentity): Bun.TLSOptions {
  if (clientAuthorities === null) return { cert: certificate, key };
  return { cert: certificate, key, ca: clientAuthorities, requestCert: true, rejectUnauthorized: true };
}
