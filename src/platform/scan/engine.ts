import { ArpAsks, type ArpFind } from "./arp-asks";
import { Connections } from "./connections";
import { POLL_READ, PollSet } from "./poll-set";
import type { ConnectResult, ScanThreadOptions, ToScanThread } from "./protocol";

type Options = ScanThreadOptions & {
  onReply: (find: ArpFind) => void;
  onAsked: (id: number, unsent: number) => void;
  onConnected: (id: number, results: ConnectResult[]) => void;
};

/** What is new to do is looked at as often. */
const LONGEST_WAIT_MS = 5;

/**
 * Asks by ARP and by TCP connections what it is told to, at once; who tells it keeps the pace. Blocks its thread for up
 * to 5 ms at a time.
 */
export class ScanEngine {
  readonly #arp: ArpAsks;
  readonly #connections: Connections;
  readonly #polls: PollSet;
  #isTurning = false;
  #isClosed = false;

  constructor({ arpSockets, connectionsAtOnce, onReply, onAsked, onConnected }: Options) {
    this.#arp = new ArpAsks({ sockets: arpSockets, onFind: onReply, onDone: onAsked });
    const { descriptors } = this.#arp;
    this.#polls = new PollSet(descriptors.length + connectionsAtOnce);
    for (const [place, descriptor] of descriptors.entries()) this.#polls.set(place, descriptor, POLL_READ);
    this.#connections = new Connections({
      atOnce: connectionsAtOnce,
      polls: this.#polls,
      firstPlace: descriptors.length,
      onDone: onConnected,
    });
  }

  obey(order: Exclude<ToScanThread, { type: "close" }>): void {
    if (this.#isClosed) return;
    if (order.type === "arp") this.#arp.start(order.id, order);
    else this.#connections.start(order.id, order);
    if (this.#isTurning) return;
    this.#isTurning = true;
    this.#turn();
  }

  /** Leaves no descriptor open that is its own. */
  close(): void {
    this.#isClosed = true;
    this.#connections.close();
  }

  #turn(): void {
    if (this.#isClosed) return;
    this.#arp.turn();
    this.#connections.turn();
    if (this.#arp.isIdle && this.#connections.isIdle) {
      this.#isTurning = false;
      return;
    }
    const untilDue = this.#arp.isIdle ? LONGEST_WAIT_MS : this.#arp.dueAt - performance.now();
    const waitMs = this.#connections.canBegin ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(1, untilDue));
    this.#polls.waitFor(Math.ceil(waitMs));
    setImmediate(() => this.#turn());
  }
}
