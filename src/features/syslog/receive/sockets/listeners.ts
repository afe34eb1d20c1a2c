import { type Transport, TRANSPORTS } from "../../event/arrival";
import type { TrapAccess } from "../traps/access";
import type { TrapIntake } from "../traps/intake";
import type { ConnectionTable } from "./connection-table";
import type { DescriptorCell } from "./held-descriptor";
import type { Intake } from "../intake";
import { describeBindFailure, type ListenerStatus, NotKnownYetError, type PortUse } from "./listen";
import { Retry } from "./retry";
import { TcpListener } from "./tcp";
import type { TlsIdentity } from "./tls-identity";
import { TrapListener } from "./trap-listener";
import { UdpListener } from "./udp";

export type ListenersOptions = {
  thread: number;
  host: string;
  receiveBufferBytes: number;
  use: PortUse;
  cell: DescriptorCell;
  trapHost: string;
  trapCell: DescriptorCell;
};

/** What the listeners of a thread hand what they read to. */
type Shared = {
  intake: Intake;
  connections: ConnectionTable;
  /** Null in a thread that hears no traps. */
  traps: TrapIntake | null;
};

type Events = {
  /** A listener was tried. */
  onTried: () => void;
  onError: (transport: Transport, error: Error) => void;
};

const NO_IDENTITY = "there is no certificate that can be used";
const NO_ACCESS = "the SNMP profiles, which say whose traps are taken, have not been read yet";

/** The listeners of one receiver thread. One that cannot be opened is tried again until it can be. */
export class Listeners {
  readonly #shared: Shared;
  readonly #options: ListenersOptions;
  readonly #events: Events;
  #ports: Partial<Record<Transport, number>> = {};
  #udp: Retry<UdpListener> | undefined;
  #tcp: Retry<TcpListener> | undefined;
  #tls: Retry<TcpListener> | undefined;
  #traps: Retry<TrapListener> | undefined;
  #hasAccess = false;
  #identity: TlsIdentity | null = null;
  #isPaused = false;
  #kernelDrops = { udp: 0, "snmp-trap": 0 };

  constructor(shared: Shared, options: ListenersOptions, events: Events) {
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
    if (transport === "snmp-trap") {
      const close = (listener: TrapListener): void => listener.close();
      this.#traps = new Retry({ open: () => this.#openTraps(port), close, onTried: this.#events.onTried });
      return this.#traps.try();
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

  /** Whose traps are taken from now on; their listener is opened where it only waited for that. */
  async setTrapAccess(access: TrapAccess): Promise<void> {
    this.#shared.traps?.setAccess(access);
    this.#hasAccess = true;
    await this.#traps?.try();
  }

  /** Every listener that is wanted: where it stands, or why it does not. */
  statuses(): ListenerStatus[] {
    const { thread, host, trapHost } = this.#options;
    const wanted = { udp: this.#udp, tcp: this.#tcp, tls: this.#tls, "snmp-trap": this.#traps };
    return TRANSPORTS.flatMap((transport): ListenerStatus[] => {
      const retry = wanted[transport];
      if (retry === undefined) return [];
      const { opened } = retry;
      if (opened === undefined) {
        const wantedHost = transport === "snmp-trap" ? trapHost : host;
        const place = { transport, host: wantedHost, port: this.#ports[transport] ?? 0 };
        const error = describeBindFailure(place, retry.failure);
        const waitsFor = retry.failure instanceof NotKnownYetError ? retry.failure.message : null;
        return [{ ...place, thread, receiveBufferBytes: null, error, waitsFor }];
      }
      const receiveBufferBytes = opened instanceof TcpListener ? null : opened.receiveBufferBytes;
      const { host: boundHost, port } = opened;
      return [{ transport, thread, host: boundHost, port, receiveBufferBytes, error: null, waitsFor: null }];
    });
  }

  /** Reads since the listeners were opened. */
  get readCount(): number {
    const all = [this.#udp, this.#tcp, this.#tls, this.#traps];
    return all.reduce((sum, retry) => sum + (retry?.opened?.readCount ?? 0), 0);
  }

  /** Datagrams that the kernel had dropped when `readKernelDrops` last asked. */
  get kernelDrops(): { udp: number; "snmp-trap": number } {
    return this.#kernelDrops;
  }

  async readKernelDrops(): Promise<void> {
    const { udp, "snmp-trap": traps } = this.#kernelDrops;
    this.#kernelDrops = {
      udp: (await this.#udp?.opened?.kernelDrops()) ?? udp,
      "snmp-trap": (await this.#traps?.opened?.kernelDrops()) ?? traps,
    };
  }

  /** Holds TCP and TLS senders back, or lets them go on. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#tcp?.opened?.setPaused(isPaused);
    this.#tls?.opened?.setPaused(isPaused);
  }

  /** Takes no more connections and opens nothing more. */
  stopAccepting(): void {
    for (const retry of [this.#udp, this.#tcp, this.#tls, this.#traps]) retry?.end();
    this.#tcp?.opened?.stopAccepting();
    this.#tls?.opened?.stopAccepting();
  }

  /** Takes the last datagrams. Informs that were taken can still be answered. */
  closeUdp(): void {
    this.#udp?.opened?.close();
    this.#traps?.opened?.stopReading();
  }

  closeTraps(): void {
    this.#traps?.opened?.close();
  }

  #openUdp(port: number): Promise<UdpListener> {
    const { host, receiveBufferBytes, use, cell } = this.#options;
    const onError = (error: Error): void => this.#events.onError("udp", error);
    return UdpListener.open(this.#shared.intake, { host, port, receiveBufferBytes, use, cell, onError });
  }

  async #openTraps(port: number): Promise<TrapListener> {
    const { traps } = this.#shared;
    if (traps === null || !this.#hasAccess) throw new NotKnownYetError(NO_ACCESS);
    const { trapHost: host, receiveBufferBytes, trapCell: cell } = this.#options;
    const onError = (error: Error): void => this.#events.onError("snmp-trap", error);
    return TrapListener.open(traps, { host, port, receiveBufferBytes, use: "alone", cell, onError });
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
