import type { ReceiverCounters } from "../counters";

/** A connection as the table sees it. Times are milliseconds on the monotonic clock. */
export type Connection = {
  address: string;
  /** When it last sent something. */
  activeAtMs: number;
  /** Since when a message has been begun and not finished; null when none is. */
  unfinishedSinceMs: number | null;
  /** TLS: since when its handshake is under way; null once it came about. */
  handshakeSinceMs: number | null;
  close: () => void;
};

export type ConnectionLimits = {
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** Silence after which a connection is closed; 0 = never. */
  idleSeconds: number;
  /** How long a message may take from its first byte to its last, and a handshake. */
  unfinishedSeconds: number;
};

/** All open connections of a thread, TCP and TLS together, and their limits. */
export class ConnectionTable {
  readonly #limits: ConnectionLimits;
  readonly #counters: ReceiverCounters["connections"];
  readonly #connections = new Set<Connection>();
  readonly #perAddress = new Map<string, number>();

  constructor(limits: ConnectionLimits, counters: ReceiverCounters["connections"]) {
    this.#limits = limits;
    this.#counters = counters;
  }

  get size(): number {
    return this.#connections.size;
  }

  /**
   * Takes a newcomer. At a limit the longest-idle connection without an unfinished message is closed for it (of the
   * same address where that limit is reached); where there is none, the newcomer is refused: false.
   */
  add(newcomer: Connection): boolean {
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    const isAddressFull = (this.#perAddress.get(newcomer.address) ?? 0) >= maxConnectionsPerAddress;
    if (isAddressFull || this.#connections.size >= maxConnections) {
      const victim = this.#findLongestIdle(isAddressFull ? newcomer.address : null);
      if (victim === undefined) {
        this.#counters.refused += 1;
        return false;
      }
      this.#counters.evicted += 1;
      this.#close(victim);
    }
    this.#counters.accepted += 1;
    this.#connections.add(newcomer);
    this.#perAddress.set(newcomer.address, (this.#perAddress.get(newcomer.address) ?? 0) + 1);
    return true;
  }

  /** Forgets a connection that was closed. Saying it twice does nothing. */
  remove(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    const left = (this.#perAddress.get(connection.address) ?? 1) - 1;
    if (left === 0) this.#perAddress.delete(connection.address);
    else this.#perAddress.set(connection.address, left);
  }

  /** Counts a connection that its listener closes. */
  count(end: "handshakeFailed" | "unauthenticated"): void {
    this.#counters[end] += 1;
  }

  /** Closes what has been silent, or has left a message unfinished, for too long. */
  closeOverdue(nowMs: number): void {
    const { idleSeconds, unfinishedSeconds } = this.#limits;
    const isOverdue = (sinceMs: number | null): boolean =>
      sinceMs !== null && nowMs - sinceMs > unfinishedSeconds * 1000;
    for (const connection of this.#connections) {
      if (isOverdue(connection.handshakeSinceMs)) {
        this.#counters.handshakeFailed += 1;
        this.#close(connection);
      } else if (isOverdue(connection.unfinishedSinceMs)) {
        this.#counters.unfinishedClosed += 1;
        this.#close(connection);
      } else if (idleSeconds > 0 && nowMs - connection.activeAtMs > idleSeconds * 1000) {
        this.#counters.idleClosed += 1;
        this.#close(connection);
      }
    }
  }

  /** After a pause that was our doing, every connection gets its full time again. */
  restartTimes(nowMs: number): void {
    for (const connection of this.#connections) {
      connection.activeAtMs = nowMs;
      if (connection.handshakeSinceMs !== null) connection.handshakeSinceMs = nowMs;
      if (connection.unfinishedSinceMs !== null) connection.unfinishedSinceMs = nowMs;
    }
  }

  closeAll(): void {
    for (const connection of this.#connections) this.#close(connection);
  }

  #close(connection: Connection): void {
    this.remove(connection);
    connection.close();
  }

  #findLongestIdle(address: string | null): Connection | undefined {
    let found: Connection | undefined;
    for (const connection of this.#connections) {
      if (connection.unfinishedSinceMs !== null || (address !== null && connection.address !== address))
        continue;
      if (found === undefined || connection.activeAtMs < found.activeAtMs) found = connection;
    }
    return found;
  }
}
