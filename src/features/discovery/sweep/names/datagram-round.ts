import { createSocket, type Socket } from "node:dgram";
import { pause } from "#platform/pause";
import { inGroups } from "../in-parallel";
import type { Pacer } from "../pacer";

/** One question to many hosts by UDP. */
export type DatagramRound = {
  addresses: readonly string[];
  port: number;
  /** What is sent to an address. */
  request: (address: string) => Uint8Array;
  /** Those who have not answered by then are asked through a group as well, from each of these addresses of ours. */
  group?: {
    address: string;
    from: readonly string[];
    requests: (silent: readonly string[]) => readonly Uint8Array[];
  };
  /** Answers come from the port that was asked; else from any. */
  isFromPort: boolean;
  /** Takes a datagram of a host that was asked; gives whether it was the answer. */
  read: (address: string, octets: Buffer) => boolean;
  /** How long answers are waited for, after the last question. */
  waitMs: number;
};

/** Datagrams that are looked at, of all that were asked and of each. */
const MAX_PER_HOST = 8;
/** What those have who answer a question of their own, until all others are asked through the group. */
const BEFORE_GROUP_MS = 300;

/**
 * Asks all hosts from one socket. Only what a host sends that was asked is looked at, and no more than a few datagrams
 * of each.
 * @throws the signal's reason.
 */
export async function askAll(
  round: DatagramRound,
  { pacer, signal }: { pacer: Pacer; signal: AbortSignal },
): Promise<void> {
  const { addresses, port, request, group, waitMs } = round;
  if (addresses.length === 0) return;
  const socket = await openSocket();
  const listening = listen(socket, round);
  try {
    for (const some of inGroups(addresses, pacer.grain)) {
      await pacer.take(some.length);
      for (const address of some) send(socket, { octets: request(address), port, address });
    }
    if (group !== undefined) {
      await Promise.race([listening.allAnswered, pause(BEFORE_GROUP_MS, signal)]);
      await askGroup(socket, { ...round, group, silent: listening.silent() }, pacer);
    }
    await Promise.race([listening.allAnswered, pause(waitMs, signal)]);
  } finally {
    socket.close();
  }
}

type GroupRound = Pick<DatagramRound, "port"> & {
  group: NonNullable<DatagramRound["group"]>;
  silent: readonly string[];
};

async function askGroup(socket: Socket, { port, group, silent }: GroupRound, pacer: Pacer): Promise<void> {
  const requests = silent.length === 0 ? [] : group.requests(silent);
  for (const from of group.from) {
    setInterface(socket, from);
    for (const some of inGroups(requests, pacer.grain)) {
      await pacer.take(some.length);
      for (const octets of some) send(socket, { octets, port, address: group.address });
    }
  }
}

type Listening = { silent: () => string[]; allAnswered: Promise<void> };

function listen(socket: Socket, { addresses, port, isFromPort, read }: DatagramRound): Listening {
  /** Datagrams of each that may still be looked at. */
  const left = new Map(addresses.map((address) => [address, MAX_PER_HOST]));
  const { promise: allAnswered, resolve } = Promise.withResolvers<void>();
  socket.on("message", (octets, from) => {
    const allowed = left.get(from.address);
    if (allowed === undefined || (isFromPort && from.port !== port)) return;
    left.set(from.address, allowed - 1);
    if (read(from.address, octets) || allowed === 1) left.delete(from.address);
    if (left.size === 0) resolve();
  });
  return { silent: () => [...left.keys()], allAnswered };
}

function openSocket(): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = createSocket("udp4");
  socket.once("error", reject);
  socket.bind(0, () => {
    socket.off("error", reject);
    // Such as that of a host that nobody can send to: it stays silent.
    socket.on("error", () => undefined);
    resolve(socket);
  });
  return promise;
}

function send(
  socket: Socket,
  { octets, port, address }: { octets: Uint8Array; port: number; address: string },
): void {
  socket.send(octets, port, address, () => undefined);
}

/** The interface with an address of ours may have gone: then the system chooses one. */
function setInterface(socket: Socket, from: string): void {
  try {
    socket.setMulticastInterface(from);
  } catch {
    // The question to each host by itself has been sent anyway.
  }
}
