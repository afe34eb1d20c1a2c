import { canonicalAddress } from "../ip";
import type { Logger } from "../log";
import { answerOf, type EchoAnswer, type EchoMethod, type EchoOptions, NOTHING_SENT } from "./answer";
import { type CallResult, NUMBERS } from "./call";
import { askByConnection } from "./connections";
import type { EchoCounters } from "./engine";
import { type EchoProgram, findEchoProgram } from "./programs";
import { closeEchoSockets, openEchoSockets, SOCKET_KINDS, type SocketKind } from "./sockets";
import { EchoInterruptedError, EchoOverloadError, EchoThread } from "./thread";
import type { AskHop } from "./trace";

export type EchoRequest = EchoOptions & {
  signal: AbortSignal;
  /** What is tried in place of echoes where nobody here may send them: one connection to each port at once. */
  tcp: { ports: readonly number[]; timeoutMs: number };
};

export type ReachabilityStatus = {
  method: EchoMethod;
  /** The same in words. */
  description: string;
  /** What to add for a better method; null where none is better. */
  improvement: string | null;
  /** What does not work just now. */
  problem: string | null;
};

type Options = {
  log: Logger;
  /** Of all calls together; so that neither routers nor lines on the way lose them. */
  requestsPerSecond?: number;
  /** Kinds of sockets that are tried. */
  kinds?: readonly SocketKind[];
  /** Where programs are looked for, in place of the PATH. */
  path?: string;
};

/** 13 Mbit/s on the wire. */
const REQUESTS_PER_SECOND = 20_000;

const DESCRIPTIONS: Record<EchoMethod, string> = {
  raw: "raw ICMP sockets",
  datagram: "ICMP datagram sockets",
  fping: "fping, a process for 500 addresses",
  ping: "ping, a process for each address",
  tcp: "TCP connections instead of ICMP echoes",
};

/**
 * Whether addresses answer, by the best method that this process may use: raw ICMP sockets, datagram ones, `fping`,
 * `ping`, TCP. It is found out here, once.
 */
export async function openReachability({
  log,
  requestsPerSecond,
  kinds,
  path,
}: Options): Promise<Reachability> {
  const sockets = openEchoSockets(kinds ?? SOCKET_KINDS);
  closeEchoSockets(sockets);
  const [first] = sockets;
  if (first === undefined) return new Reachability({ log, program: await findEchoProgram(path) });
  const rate = requestsPerSecond ?? REQUESTS_PER_SECOND;
  return new Reachability({
    log,
    thread: new EchoThread({ log, kind: first.kind, requestsPerSecond: rate }),
  });
}

export class Reachability {
  readonly #log: Logger;
  readonly #thread: EchoThread | undefined;
  /** Undefined: nobody has looked for one yet. */
  #program: Promise<EchoProgram | undefined> | undefined;
  readonly #method: EchoMethod;

  constructor({
    log,
    thread,
    program,
  }: {
    log: Logger;
    thread?: EchoThread;
    program?: EchoProgram | undefined;
  }) {
    this.#log = log;
    this.#thread = thread;
    this.#program = thread === undefined ? Promise.resolve(program) : undefined;
    this.#method = thread?.kind ?? program?.name ?? "tcp";
  }

  get status(): ReachabilityStatus {
    const method = this.#method;
    return {
      method,
      description: DESCRIPTIONS[method],
      improvement: improvementOf(method),
      problem:
        this.#thread?.isDown === true
          ? "the thread that sends echo requests crashed and is started again; slower ways stand in for it"
          : null,
    };
  }

  /** Of sockets of our own; undefined with any other method. */
  get counters(): EchoCounters | undefined {
    return this.#thread?.counters;
  }

  /**
   * Asks each address `count` times, `spacingMs` apart, and waits `timeoutMs` for each reply; answers come in the order
   * of the addresses. Takes thousands of them at once. What could not be asked says so in its `trouble`.
   * @throws the signal's reason once it fires; EchoInterruptedError where the thread broke off under the call, which
   * may be repeated; EchoOverloadError.
   */
  async echo(addresses: readonly string[], request: EchoRequest): Promise<EchoAnswer[]> {
    request.signal.throwIfAborted();
    const thread = this.#thread;
    if (thread === undefined || thread.isDown) return this.#echoByStandIn(addresses, request);
    const result = await thread.ask(addresses, optionsOf(request));
    return this.#askForbidden(readResult(addresses, { method: thread.kind, ...result }), request);
  }

  /**
   * How far requests to an address get that may pass so many routers. Undefined where no socket of our own is there to
   * send them, or just now the thread that does is not.
   */
  get askHop(): AskHop | undefined {
    const thread = this.#thread;
    if (thread === undefined || thread.isDown) return undefined;
    return async (address, { hopLimit, timeoutMs, signal }) => {
      const request = { count: 1, timeoutMs, spacingMs: 0, hopLimit, signal };
      const [answer] = readResult([address], {
        method: thread.kind,
        ...(await thread.ask([address], request)),
      });
      if (answer === undefined) throw new Error("our bug: a call without an answer");
      return answer;
    };
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  async #echoByStandIn(addresses: readonly string[], request: EchoRequest): Promise<EchoAnswer[]> {
    const texts = addresses.map(canonicalAddress);
    const wanted = texts.flatMap((text) => text ?? []);
    const answers = (await this.#askOutside(wanted, request)).values();
    return addresses.map((address, index) => {
      const answer = texts[index] === undefined ? undefined : answers.next().value;
      return answer === undefined ? invalidAnswer(address) : { ...answer, address };
    });
  }

  async #askOutside(addresses: readonly string[], request: EchoRequest): Promise<EchoAnswer[]> {
    this.#program ??= findEchoProgram();
    const program = await this.#program;
    if (program !== undefined) {
      try {
        return await program.ask(addresses, optionsOf(request));
      } catch (error) {
        request.signal.throwIfAborted();
        this.#log.warn({ err: error, program: program.name }, "cannot run a program; TCP stands in for it");
      }
    }
    return connectTo(addresses, request);
  }

  /** A rule of this machine may forbid echoes and let connections through. */
  async #askForbidden(answers: EchoAnswer[], request: EchoRequest): Promise<EchoAnswer[]> {
    const isForbidden = ({ trouble, received }: EchoAnswer) =>
      trouble?.kind === "not_permitted" && received === 0;
    const forbidden = answers.filter(isForbidden);
    if (forbidden.length === 0) return answers;
    const connected = (
      await connectTo(
        forbidden.map(({ address }) => address),
        request,
      )
    ).values();
    return answers.map((answer) => (isForbidden(answer) ? (connected.next().value ?? answer) : answer));
  }
}

function invalidAnswer(address: string): EchoAnswer {
  const trouble = { kind: "invalid_address", message: "no IP address" } as const;
  return answerOf(address, { method: "tcp", tally: NOTHING_SENT, trouble });
}

function optionsOf({
  count,
  timeoutMs,
  spacingMs,
  signal,
}: EchoRequest): EchoOptions & { signal: AbortSignal } {
  return { count, timeoutMs, spacingMs, signal };
}

function connectTo(addresses: readonly string[], { tcp, signal }: EchoRequest): Promise<EchoAnswer[]> {
  return askByConnection(addresses, { ...tcp, signal });
}

function readResult(
  addresses: readonly string[],
  { numbers, troubles, method }: CallResult & { method: EchoMethod },
): EchoAnswer[] {
  const troubleOf = new Map(troubles);
  return addresses.map((address, index) => {
    const base = index * NUMBERS;
    const [sent = 0, received = 0, minMs = 0, sumMs = 0, maxMs = 0] = numbers.subarray(base, base + NUMBERS);
    const tally = { sent, received, minMs, sumMs, maxMs };
    return answerOf(address, { method, tally, trouble: troubleOf.get(index) ?? null });
  });
}

function improvementOf(method: EchoMethod): string | null {
  if (method === "raw" || method === "datagram") return null;
  if (process.platform !== "linux") {
    return method === "tcp" ? "fping or ping in the PATH" : null;
  }
  const group = process.getgid?.() ?? 0;
  const programs = method === "tcp" ? "; or fping or ping in the PATH" : "";
  return `CAP_NET_RAW, or sysctl -w net.ipv4.ping_group_range="${group} ${group}"${programs}`;
}

/** One line for the start and for health. */
export function describeReachability({ description, improvement, problem }: ReachabilityStatus): string {
  const better = improvement === null ? "" : `; for a better one: ${improvement}`;
  return problem === null ? `${description}${better}` : `${description}: ${problem}`;
}

export { EchoInterruptedError, EchoOverloadError };
