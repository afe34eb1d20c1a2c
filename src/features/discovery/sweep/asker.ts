import type { EchoAnswer } from "#platform/echo/answer";
import { EchoInterruptedError, type Reachability } from "#platform/echo/reachability";
import { untilAborted } from "#platform/pause";
import type { ArpFind } from "#platform/scan/arp-asks";
import { openArpSocket } from "#platform/scan/arp-socket";
import { macOctets } from "#platform/scan/arp-packet";
import { connectHere } from "#platform/scan/connect-here";
import type { ConnectResult, ConnectTarget } from "#platform/scan/protocol";
import { canScan, ScanThread } from "#platform/scan/thread";
import type { Pacer } from "./pacer";
import { numberOf, type Segment } from "./places";

type Options = {
  reachability: Reachability;
  pacer: Pacer;
  signal: AbortSignal;
  segments: readonly Segment[];
  onArp: (find: ArpFind) => void;
};

const ECHO_TIMEOUT_MS = 1000;
/** A process for each address is too much from so many addresses on. */
const MAX_PINGS = 256;

/** Sends what a sweep asks, in its pace: ARP, ICMP echoes, connections. All of it throws the signal's reason. */
export class Asker {
  /** What ARP can ask for, in the places of the thread's sockets. */
  readonly segments: readonly Segment[];
  /** Segments that may not be asked. */
  readonly refused: readonly Segment[];
  /** How many requests of ARP found no room. */
  unsent = 0;
  readonly #options: Options;
  readonly #thread: ScanThread | undefined;

  constructor(options: Options) {
    this.#options = options;
    const opened = options.segments.map((segment) => openSegment(segment));
    this.refused = options.segments.filter((_, index) => opened[index] === undefined);
    const sockets = opened.flatMap((socket) => socket ?? []);
    this.segments = options.segments.filter((_, index) => opened[index] !== undefined);
    this.#thread = canScan() ? new ScanThread(sockets, options.onArp) : undefined;
  }

  /** Asks a segment for addresses, once; replies are told as they come. */
  async askByArp(segment: number, asked: { addresses: readonly number[]; timeoutMs: number }): Promise<void> {
    const { pacer, signal } = this.#options;
    await pacer.take(asked.addresses.length);
    const thread = this.#thread;
    if (thread === undefined) throw new Error("our bug: ARP without a thread");
    this.unsent += await untilAborted(thread.askByArp({ socket: segment, ...asked }), signal);
  }

  /** Whether so many addresses can be sent echoes. */
  canEcho(count: number): boolean {
    const { method } = this.#options.reachability.status;
    return method !== "tcp" && (method !== "ping" || count <= MAX_PINGS);
  }

  /** One echo to each address; a thread that breaks off is asked again, once. */
  async echo(addresses: readonly string[], tcpPorts: readonly number[]): Promise<EchoAnswer[]> {
    const { reachability, pacer, signal } = this.#options;
    await pacer.take(addresses.length);
    const request = {
      count: 1,
      timeoutMs: ECHO_TIMEOUT_MS,
      spacingMs: 0,
      tcp: { ports: tcpPorts, timeoutMs: ECHO_TIMEOUT_MS },
      signal,
    };
    try {
      return await reachability.echo(addresses, request);
    } catch (error) {
      if (!(error instanceof EchoInterruptedError)) throw error;
      return reachability.echo(addresses, request);
    }
  }

  async connect(targets: readonly ConnectTarget[], timeoutMs: number): Promise<ConnectResult[]> {
    const { pacer, signal } = this.#options;
    await pacer.take(targets.length);
    const asked = this.#thread?.connect(targets, timeoutMs) ?? connectHere(targets, { timeoutMs, signal });
    return untilAborted(asked, signal);
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }
}

function openSegment({ interfaceIndex, macAddress, network }: Segment) {
  const hardware = macOctets(macAddress);
  if (hardware === undefined) return undefined;
  return openArpSocket({ interfaceIndex, hardware, address: numberOf(network.address) });
}
