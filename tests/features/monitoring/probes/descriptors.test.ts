import { afterEach, expect, test } from "bun:test";
import {
  PROBED_TYPES,
  probeOf,
  type ProbedType,
  type TargetOf,
} from "../../../../src/features/monitoring/probes/registry";
import type { Endpoint } from "../../../../src/features/monitoring/probes/targets";
import { openFiles } from "../../../support/open-file";
import { waitFor } from "../../../support/wait-for";
import { CLOSED_PORT, closePeers, startDatagramPeer, startStreamPeer, TARGETS, within } from "./given";

afterEach(closePeers);

const PROBES = 1000;
const AT_ONCE = 50;
const DATAGRAM_TYPES: readonly ProbedType[] = ["udp", "dhcp", "dns", "ntp"];

async function probeOften<Type extends ProbedType>(
  type: Type,
  { address, port }: Endpoint,
  timeoutMs: number,
) {
  const target = { ...TARGETS[type], address, port } as unknown as TargetOf[Type];
  const errors = new Set<string>();
  for (let done = 0; done < PROBES; done += AT_ONCE) {
    const probes = Array.from({ length: AT_ONCE }, () => probeOf(type).probe(target, within(timeoutMs)));
    for (const { status, error } of await Promise.all(probes)) errors.add(`${status}: ${error}`);
  }
  return [...errors];
}

/** Sockets of this process, less what the runtime keeps for itself once it has been used. */
function openSockets(): number {
  return [...openFiles().values()].filter((path) => path.startsWith("socket:")).length;
}

test.each(PROBED_TYPES)("a thousand refused probes of type %s leave no descriptor", async (type) => {
  const endpoint = { address: "127.0.0.1", port: CLOSED_PORT };
  const before = openSockets();
  const isDatagram = DATAGRAM_TYPES.includes(type);
  expect(await probeOften(type, endpoint, 5000)).toEqual([
    `down: ${isDatagram ? "port unreachable" : "connection refused"}`,
  ]);
  await waitFor("sockets to be closed", () => openSockets() <= before);
});

test.each(PROBED_TYPES.filter((type) => type !== "tcp"))(
  "a thousand probes of type %s that get no answer leave no descriptor",
  async (type) => {
    const isDatagram = DATAGRAM_TYPES.includes(type);
    const peer = isDatagram ? await startDatagramPeer(() => []) : await startStreamPeer(() => undefined);
    const before = openSockets();
    const errors = await probeOften(type, peer, 20);
    for (const error of errors) expect(error).toMatch(/^(?:down|unknown): (?:connected, but )?no .*answer /);
    await waitFor("sockets to be closed", () => openSockets() <= before);
  },
);

test.each(["smtp", "imap", "ssh"] as const)(
  "a thousand probes of type %s whose peer breaks off leave no descriptor",
  async (type) => {
    const peer = await startStreamPeer((socket) => void socket.write("2", () => socket.resetAndDestroy()));
    const before = openSockets();
    expect(await probeOften(type, peer, 5000)).toEqual([
      expect.stringMatching(/^down: connection (?:reset|closed)$/),
    ]);
    await waitFor("sockets to be closed", () => openSockets() <= before);
  },
);
