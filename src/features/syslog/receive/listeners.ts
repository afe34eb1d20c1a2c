import type { Transport } from "../event";
import type { ConnectionTable } from "./connection-table";
import type { DescriptorCell } from "./held-descriptor";
import type { Intake } from "./intake";
import { describeBindFailure, type ListenerStatus, type PortUse } from "./listen";
import { Retry } from "./retry";
import { TcpListener } from "./tcp";
import type { TlsIdentity } from "./tls-identity";
import { UdpListener } from "./udp";

export type ListenersOptions = {
  thread: number;
  host: string;
  receiveBufferBytes: number;
  use: PortUse;
  cell: DescriptorCell;
};

type Events = {
  /** A listener was tried. */
  onTried: () => void;
  onError: (transport: Transport, error: Error) => void;
};

const NO_IDENTITY = "there is no certificate that can be used";

/** The listeners of one receiver thread. One that cannot be opened is tried again until it can be. */
export class Listeners {
  readonly #shared: { intake: Intake; connections: ConnectionTable };
  readonly #options: ListenersOptions;
  readonly #events: Events;
  #ports: Partial<Record<Transport, number>> = {};
  #udp: Retry<UdpListener> | undefined;
  #tcp: Retry<TcpListener> | undefined;
  #tls: Retry<TcpListener> | undefined;
  #identity: TlsIdentity | null = null;
  #isPaused = false;
  #kernelDrops = 0;

  constructor(
    shared: { intake: Intake; connections: ConnectionTable },
    options: ListenersOptions,
    events: Events,
  ) {
    this.#shared = shared;
    this.#options = options;
    this.#events = events;
  }

  /** Opens a listener, 0: on any free port. Returns after the first try. */
  async listen(transport: Transport, port: number): Promise<void> {
    if (this.#ports[transport] !== undefined) return;
    this.#ports[transport] = port;
    if (transport === "udp") {
      const close = (listener: UdpListener): void => listener.close();
      this.#udp = new Retry({ open: () => this.#openUdp(port), close, onTried: this.#events.onTried });
      return this.#udp.try();
    }
    const retry = new Retry({
      open: () => this.#openTcp(transport, port),
      close: (listener: TcpListener) => listener.stopAccepting(),
      onTried: this.#events.onTried,
    });
    if (transport === "tcp") this.#tcp = retry;
    else this.#tls = retry;
    return retry.try();
  }

  /** What the TLS listener shows from now on; it is opened where it only waited for that. */
  async setIdentity(identity: TlsIdentity): Promise<void> {
    this.#identity = identity;
    const listener = this.#tls?.opened;
    if (listener === undefined) return this.#tls?.try();
    try {
      listener.renew(identity);
    } catch (cause) {
      this.#events.onError("tls", cause instanceof Error ? cause : new Error(String(cause)));
    }
  }

  /** Every listener that is wanted: where it stands, or why it does not. */
  statuses(): ListenerStatus[] {
    const { thread, host } = this.#options;
    const wanted = { udp: this.#udp, tcp: this.#tcp, tls: this.#tls };
    return TRANSPORTS.flatMap((transport): ListenerStatus[] => {
      const retry = wanted[transport];
      if (retry === undefined) return [];
      const { opened } = retry;
      if (opened === undefined) {
        const place = { transport, host, port: this.#ports[transport] ?? 0 };
        const error = describeBindFailure(place, retry.failure);
        return [{ ...place, thread, receiveBufferBytes: null, error }];
      }
      const receiveBufferBytes = opened instanceof UdpListener ? opened.receiveBufferBytes : null;
      const { host: boundHost, port } = opened;
      return [{ transport, thread, host: boundHost, port, receiveBufferBytes, error: null }];
    });
  }

  /** Reads since the listeners were opened. */
  get readCount(): number {
    return [this.#udp, this.#tcp, this.#tls].reduce((sum, retry) => sum + (retry?.opened?.readCount ?? 0), 0);
  }

  /** Datagrams that the kernel had dropped when `readKernelDrops` last asked. */
  get kernelDrops(): number {
    return this.#kernelDrops;
  }

  async readKernelDrops(): Promise<void> {
    this.#kernelDrops = (await this.#udp?.opened?.kernelDrops()) ?? this.#kernelDrops;
  }

  /** Holds TCP and TLS senders back, or lets them go on. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#tcp?.opened?.setPaused(isPaused);
    this.#tls?.opened?.setPaused(isPaused);
  }

  /** Takes no more connections and opens nothing more. */
  stopAccepting(): void {
    for (const retry of [this.#udp, this.#tcp, this.#tls]) retry?.end();
    this.#tcp?.opened?.stopAccepting();
    this.#tls?.opened?.stopAccepting();
  }

  closeUdp(): void {
    this.#udp?.opened?.close();
  }

  #openUdp(port: number): Promise<UdpListener> {
    const { host, receiveBufferBytes, use, cell } = this.#options;
    const onError = (error: Error): void => this.#events.onError("udp", error);
    return UdpListener.open(this.#shared.intake, { host, port, receiveBufferBytes, use, cell, onError });
  }

  #openTcp(transport: "tcp" | "tls", port: number): TcpListener {
    const identity = transport === "tls" ? this.#identity : null;
    if (transport === "tls" && identity === null) throw new Error(NO_IDENTITY);
    const { host, use } = this.#options;
    const onError = (error: Error): void => this.#events.onError(transport, error);
    const listener = new TcpListener(this.#shared, { host, port, use, identity, onError });
    if (this.#isPaused) listener.setPaused(true);
    return listener;
  }
}

const TRANSPORTS: readonly Transport[] = ["udp", "tcp", "tls"];
