import { codeOf } from "../error-code";
import type { Endpoint, ProbeLimits } from "./endpoint";
import { OutOfTimeError, ProbeTrouble, troubleOf, watchLimits } from "./trouble";

/** After so many that are none, a peer is not going to answer. */
const MAX_OTHER_DATAGRAMS = 64;

/** Of one target alone: the kernel keeps from it what others send. */
export type DatagramSocket = {
  /** The address that it sends from. */
  localAddress: string;
  send: (octets: Uint8Array) => void;
  close: () => void;
};

export type DatagramListener = { data: (octets: Buffer) => void; error: (error: unknown) => void };

export type Question<T> = {
  /** What is sent; more than once where datagrams may get lost, evenly over the time there is. */
  request: (socket: DatagramSocket) => Uint8Array;
  tries: number;
  /** The answer in a datagram; undefined: it is none, and there may be another. */
  read: (octets: Buffer) => T | undefined;
  /** In place of a socket with any port of our own. */
  open?: (target: Endpoint, listener: DatagramListener) => Promise<DatagramSocket>;
};

/** `latencyMs` is from the first request. */
export type Answer<T> = { value: T; latencyMs: number };

/**
 * Asks a target by UDP.
 * @throws OutOfTimeError without an answer, any other ProbeTrouble where an error came in its place, the signal's
 * reason.
 */
export async function askByDatagram<T>(
  target: Endpoint,
  limits: ProbeLimits,
  question: Question<T>,
): Promise<Answer<T>> {
  limits.signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer<T>>();
  // It may be rejected before anybody waits for it.
  promise.catch(() => undefined);
  const stop = watchLimits(limits, reject);
  let startedAt = performance.now();
  let others = 0;
  const listener: DatagramListener = {
    data: (octets) => {
      const latencyMs = performance.now() - startedAt;
      const value = question.read(octets);
      if (value !== undefined) resolve({ value, latencyMs });
      else if (++others === MAX_OTHER_DATAGRAMS)
        reject(new ProbeTrouble(`${others} datagrams, none an answer`));
    },
    error: (error) => reject(troubleOfDatagram(error)),
  };
  let socket: DatagramSocket | undefined;
  let resend: ReturnType<typeof setInterval> | undefined;
  try {
    socket = await (question.open ?? openDatagramSocket)(target, listener);
    const opened = socket;
    let left = question.tries;
    const send = () => {
      if (left-- <= 0) return clearInterval(resend);
      try {
        opened.send(question.request(opened));
      } catch (error) {
        reject(troubleOfDatagram(error));
      }
    };
    startedAt = performance.now();
    send();
    if (left > 0) resend = setInterval(send, limits.timeoutMs / question.tries);
    return await promise;
  } catch (error) {
    if (!(error instanceof OutOfTimeError) || others === 0) throw error;
    throw new OutOfTimeError(`${error.message}; what came was none: ${others}`);
  } finally {
    stop();
    clearInterval(resend);
    socket?.close();
  }
}

/** @throws ProbeTrouble, `unknown`, where nothing could be sent to the target. */
export async function openDatagramSocket(
  { address, port }: Endpoint,
  listener: DatagramListener,
): Promise<DatagramSocket> {
  const hostname = address.includes(":") ? "::" : "0.0.0.0";
  try {
    const socket = await Bun.udpSocket({
      hostname,
      connect: { hostname: address, port },
      socket: {
        data: (_, octets) => listener.data(octets),
        // Its types have the socket first; Bun 1.4.5 gives the error alone.
        error: (...given: unknown[]) => listener.error(given.at(-1)),
      },
    });
    return {
      localAddress: socket.address.address,
      send: (octets) => void socket.send(octets),
      close: () => socket.close(),
    };
  } catch (error) {
    throw new ProbeTrouble(troubleOf(error).message, "unknown");
  }
}

/** The trouble behind an error of such a socket. */
export function troubleOfDatagram(error: unknown): ProbeTrouble {
  return codeOf(error) === "ECONNREFUSED" ? new ProbeTrouble("port unreachable") : troubleOf(error);
}
