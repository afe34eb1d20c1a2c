import { type AddressInfo, createServer, type Socket } from "node:net";
import type { ProbeOutcome } from "../../../../src/features/monitoring/probes/outcome";
import { type ProbedType, probeOf } from "../../../../src/features/monitoring/probes/registry";
import { codeOf } from "#platform/error-code";
import type { Endpoint, ProbeLimits } from "#platform/probe/endpoint";
import type { TlsTarget } from "../../../../src/features/monitoring/probes/targets";

const closers: (() => void)[] = [];

/** Ends what the peers of a test have begun. */
export function closePeers(): void {
  for (const close of closers.splice(0)) close();
}

/** So long, with a signal that nobody fires. */
export function within(timeoutMs: number): ProbeLimits {
  return { timeoutMs, signal: new AbortController().signal };
}

export const LOOPBACKS = ["127.0.0.1", "::1"] as const;
export const NO_TLS: TlsTarget = { tls: "none", verifyTls: false, serverName: null, authority: null };

/** Of a target of each kind, the least that it takes beside address and port. */
const TARGETS = {
  tcp: {},
  udp: { payload: { encoding: "text", data: "ping" }, expected: null },
  dhcp: {},
  dns: { name: "host.example", recordType: "A", expected: null },
  smtp: NO_TLS,
  imap: NO_TLS,
  ssh: { expected: null },
  ntp: { maxOffsetMs: null },
  snmp: {
    access: { version: "v2c", community: "public", port: 161, timeoutMs: 5000, retries: 0 },
    oid: "1.3.6.1.2.1.1.1.0",
    operator: "exists",
    expected: "",
  },
} as const satisfies Record<ProbedType, object>;

/** Probes a target of a kind that is known only at run time; `changes` of it go without a check of their types. */
export function probeAny(
  type: ProbedType,
  { address, port, changes = {} }: Endpoint & { changes?: object },
  limits: ProbeLimits,
): Promise<ProbeOutcome> {
  const target = { ...TARGETS[type], ...changes, address, port };
  return probeOf(type).probe(target, limits);
}

/** What a server does with a connection. */
export type TalkOfPeer = (socket: Socket) => void;

/** A TCP server, each of whose connections does what it is told. */
export async function startStreamPeer(
  talk: TalkOfPeer,
  { address = "127.0.0.1" }: { address?: string } = {},
): Promise<Endpoint & { open: ReadonlySet<Socket> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    // A prober that leaves may do so by a reset.
    socket.on("error", () => undefined);
    talk(socket);
    // Else it would not see that the prober leaves.
    socket.resume();
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(0, address, resolve);
  await promise;
  closers.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { address, port: portOf(server.address()), open };
}

/**
 * One that writes a greeting and answers each line, by the first words that it begins with; the answers are those of
 * the test.
 */
export function startLinePeer(
  greeting: string,
  { answers = {}, address }: { answers?: Record<string, string>; address?: string } = {},
): Promise<Endpoint & { heard: string[] }> {
  const heard: string[] = [];
  const peer = startStreamPeer(
    (socket) => {
      socket.write(greeting);
      let unread = "";
      socket.on("data", (octets) => {
        unread += octets.toString();
        const lines = unread.split("\r\n");
        unread = lines.pop() ?? "";
        for (const line of lines) {
          heard.push(line);
          const [, answer] = Object.entries(answers).find(([start]) => line.startsWith(start)) ?? [];
          if (answer !== undefined) socket.write(answer);
        }
      });
    },
    address === undefined ? {} : { address },
  );
  return peer.then((endpoint) => ({ ...endpoint, heard }));
}

/** How many ports are tried for a server of both TCP and UDP. */
const PORTS_TRIED = 100;

/**
 * A UDP server on a port that a TCP server of ours has as well. The port of the first is any that is free of TCP; where
 * somebody has it of UDP the next pair is tried, and no other's is ever closed and taken again.
 */
export async function startPeerOfBoth(
  talk: TalkOfPeer,
  answer: (octets: Buffer) => readonly Uint8Array[],
  { address = "127.0.0.1" }: { address?: string } = {},
): Promise<DatagramPeer> {
  for (let tried = 1; ; tried++) {
    const { port } = await startStreamPeer(talk, { address });
    try {
      return await startDatagramPeer(answer, { address, port });
    } catch (error) {
      if (tried === PORTS_TRIED || codeOf(error) !== "EADDRINUSE") throw error;
    }
  }
}

export type DatagramPeer = Endpoint & {
  /** What has come. */
  heard: Buffer[];
};

/** A UDP server that gives each datagram the answers of the test; the count is that of the datagram, from 1. */
export async function startDatagramPeer(
  answer: (octets: Buffer, count: number) => readonly Uint8Array[],
  { address = "127.0.0.1", port = 0 }: Partial<Endpoint> = {},
): Promise<DatagramPeer> {
  const heard: Buffer[] = [];
  const socket = await Bun.udpSocket({
    hostname: address,
    port,
    socket: {
      data(from, octets, fromPort, fromAddress) {
        heard.push(Buffer.from(octets));
        for (const reply of answer(octets, heard.length)) from.send(reply, fromPort, fromAddress);
      },
      // A prober that has what it needs is gone when the rest comes.
      error: () => undefined,
    },
  });
  closers.push(() => socket.close());
  return { address, port: socket.port, heard };
}

/** A port of UDP that only hears; its answers come from another port, as a forger's would. */
export async function startForgedPeer(answer: (octets: Buffer) => Uint8Array): Promise<DatagramPeer> {
  const heard: Buffer[] = [];
  const forger = await Bun.udpSocket({ hostname: "127.0.0.1", socket: { error: () => undefined } });
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.1",
    socket: {
      data(_, octets, fromPort, fromAddress) {
        heard.push(Buffer.from(octets));
        forger.send(answer(octets), fromPort, fromAddress);
      },
    },
  });
  closers.push(() => {
    socket.close();
    forger.close();
  });
  return { address: "127.0.0.1", port: socket.port, heard };
}

/**
 * Where nobody listens, by either protocol; none of those that the system hands out, as a prober may get it itself
 * then.
 */
export const CLOSED_PORT = 1;

/** The port that a server was given. */
export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}
