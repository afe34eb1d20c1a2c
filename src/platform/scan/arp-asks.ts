import type { ArpReply } from "./arp-packet";
import { ArpIo, type ArpSocket } from "./arp-socket";

/**
 * A host that answered, for the first time or with another MAC address. `afterMs` is from the last request for its
 * address.
 */
export type ArpFind = ArpReply & { afterMs: number };

type Options = {
  sockets: readonly ArpSocket[];
  onFind: (find: ArpFind) => void;
  onDone: (id: number, unsent: number) => void;
};

type Asked = { socket: number; addresses: readonly number[]; timeoutMs: number };

type Batch = {
  io: ArpIo | undefined;
  timeoutMs: number;
  unsent: number[];
  /** And when each was asked. */
  waiting: Map<number, number>;
  dueAt: number;
};

/** Hosts that claim one address: more are no more telling. */
const MAX_CLAIMS = 4;
/** How long the interface may have no room. */
const MAX_HELD_MS = 1000;

/** The questions of ARP that are under way. Times are those of `performance.now`. */
export class ArpAsks {
  readonly #options: Options;
  readonly #ios: readonly ArpIo[];
  readonly #batches = new Map<number, Batch>();
  /** MAC addresses of each address that has answered. */
  readonly #claims = new Map<number, string[]>();

  constructor(options: Options) {
    this.#options = options;
    this.#ios = options.sockets.map((socket) => new ArpIo(socket));
  }

  get descriptors(): number[] {
    return this.#ios.map(({ descriptor }) => descriptor);
  }

  get isIdle(): boolean {
    return this.#batches.size === 0;
  }

  /** When the next batch is over. */
  get dueAt(): number {
    return Math.min(...Array.from(this.#batches.values(), ({ dueAt }) => dueAt));
  }

  start(id: number, { socket, addresses, timeoutMs }: Asked): void {
    const io = this.#ios[socket];
    const dueAt = performance.now() + timeoutMs;
    this.#batches.set(id, { io, timeoutMs, unsent: [...addresses], waiting: new Map(), dueAt });
  }

  /** Reads, sends and gives up. */
  turn(): void {
    this.#receive();
    for (const [id, batch] of this.#batches) {
      if (batch.unsent.length > 0) send(batch);
      if (!isOver(batch)) continue;
      this.#batches.delete(id);
      this.#options.onDone(id, batch.unsent.length);
    }
  }

  /** What others were sent while nobody read is out of the way before anything is asked. */
  #receive(): void {
    for (const io of this.#ios) io.receive((reply) => this.#take(reply));
  }

  #take({ address, macAddress }: ArpReply): void {
    const sentAt = this.#settle(address);
    const claims = this.#claims.get(address);
    if (claims === undefined) {
      // Nobody has asked for it, or so long ago that it was given up.
      if (sentAt === undefined) return;
      this.#claims.set(address, [macAddress]);
    } else {
      if (claims.includes(macAddress) || claims.length === MAX_CLAIMS) return;
      claims.push(macAddress);
    }
    const afterMs = sentAt === undefined ? 0 : performance.now() - sentAt;
    this.#options.onFind({ address, macAddress, afterMs });
  }

  /** When the address was asked for, which nobody waits for any more. */
  #settle(address: number): number | undefined {
    for (const { waiting } of this.#batches.values()) {
      const sentAt = waiting.get(address);
      if (sentAt !== undefined && waiting.delete(address)) return sentAt;
    }
    return undefined;
  }
}

/** All that there is room for: what has none is tried again in the next turn. */
function send(batch: Batch): void {
  const { io, unsent, waiting } = batch;
  if (io === undefined) return;
  for (let address = unsent.pop(); address !== undefined; address = unsent.pop()) {
    if (io.ask(address) !== 0) {
      unsent.push(address);
      return;
    }
    const now = performance.now();
    waiting.set(address, now);
    batch.dueAt = now + batch.timeoutMs;
  }
}

function isOver({ waiting, unsent, dueAt }: Batch): boolean {
  if (unsent.length > 0) return performance.now() > dueAt + MAX_HELD_MS;
  return waiting.size === 0 || performance.now() > dueAt;
}
